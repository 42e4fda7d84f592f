//! Passes that are not templates, as the schedule runs them: each with what it remembers from one run to the next.

use std::cmp::Reverse;

use super::failures::Failures;
use super::instances::{self, Order};
use super::search::Search;
use crate::language::Patch;
use crate::plugin::{Kind, Pass, Trouble};
use crate::session::Stop;

/// Passes by their kind.
pub struct Passes<'p> {
    /// Those that make texts smaller.
    pub shrinking: Group<'p>,
    /// Those that have to enlarge texts first.
    pub pumps: Group<'p>,
    /// Those after which texts look simpler.
    pub polishing: Group<'p>,
}

/// Passes of one kind.
pub struct Group<'p>(Vec<Tracked<'p>>);

/// A pass and what it has tried.
pub struct Tracked<'p> {
    /// The pass.
    pub pass: &'p mut dyn Pass,
    /// What has failed.
    pub failures: Failures,
    order: Order,
}

/// The first instances of a pass say what the pass is worth now.
const SAMPLE: u64 = 4;

impl<'p> Passes<'p> {
    /// Those of the passes that serve this language.
    pub fn new(passes: &'p mut [Box<dyn Pass>], language: &str) -> Self {
        let mut groups =
            Passes { shrinking: Group(Vec::new()), pumps: Group(Vec::new()), polishing: Group(Vec::new()) };
        for pass in passes.iter_mut().filter(|pass| pass.about().serves(language)) {
            let Group(group) = match pass.about().kind {
                Kind::Shrinks => &mut groups.shrinking,
                Kind::Pump => &mut groups.pumps,
                Kind::Polishes => &mut groups.polishing,
            };
            group.push(Tracked { pass: pass.as_mut(), failures: Failures::default(), order: Order::Forward });
        }
        groups
    }
}

impl<'p> Group<'p> {
    /// The passes.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Tracked<'p>> {
        self.0.iter_mut()
    }

    /// Runs all passes, those first that take away most. Whether anything succeeded.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn run(&mut self, search: &mut Search) -> Result<bool, Stop> {
        let mut due: Vec<(usize, &mut Tracked)> = self.iter_mut().map(|one| (one.promise(search), one)).collect();
        due.sort_by_key(|(promise, _)| Reverse(*promise));
        let mut changed = false;
        for (_, one) in due {
            search.enter(&one.pass.about().name);
            changed |= instances::run(search, one.pass, &mut one.failures, one.order)?;
            one.order = one.order.reversed();
        }
        Ok(changed)
    }
}

impl Tracked<'_> {
    /// The most bytes that one of the first instances takes away.
    fn promise(&mut self, search: &Search) -> usize {
        if self.pass.open(search.document()).is_err() {
            return 0;
        }
        let first = (0..SAMPLE).map_while(|instance| match self.pass.apply(instance) {
            Ok(patches) => patches.map(|patches| taken(&patches)),
            Err(Trouble::Refused(_)) => Some(0),
            Err(_) => None,
        });
        first.max().unwrap_or_default()
    }
}

/// The bytes that go.
fn taken(patches: &[Patch]) -> usize {
    let gone: usize = patches.iter().map(|patch| patch.range.len()).sum();
    gone.saturating_sub(patches.iter().map(|patch| patch.text.len()).sum())
}
