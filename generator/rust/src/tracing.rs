//! The side behind the choices: where in the program a choice is made.

use std::panic::Location;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use reduce_tree_side::{FollowedError, Kind, Side, SiteNumber};
use rustc_hash::FxHashMap;

/// Only one source of a process is traced, the first.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A side with the sites of the program.
#[derive(Debug)]
pub(crate) struct Tracing {
    pub side: Side,
    sites: FxHashMap<(Place, bool), SiteNumber>,
}

/// Where something is in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    At(&'static Location<'static>),
    Named(&'static str),
}

impl Tracing {
    /// The one that the environment asks for.
    pub fn of_environment() -> Result<Option<Box<Self>>, FollowedError> {
        if TAKEN.swap(true, Ordering::Relaxed) {
            return Ok(None);
        }
        let side = Side::of_environment(|| process::exit(1))?;
        Ok(side.map(|side| Box::new(Tracing { side, sites: FxHashMap::default() })))
    }

    /// The number of the site of a choice or a scope at this place.
    pub fn site(&mut self, kind: Kind, place: Place) -> SiteNumber {
        let key = (place, kind == Kind::Draw);
        if let Some(number) = self.sites.get(&key) {
            return *number;
        }
        // The choice in the head of a scope is where the scope is.
        let what = if kind == Kind::Draw { "draw" } else { "scope" };
        let text = match place {
            Place::At(at) => format!("{}:{}:{}:{what}", at.file(), at.line(), at.column()),
            Place::Named(name) => format!("{name}:{what}"),
        };
        let number = self.side.site(kind, None, &text);
        self.sites.insert(key, number);
        number
    }
}
