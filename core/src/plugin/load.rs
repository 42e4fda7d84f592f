//! Plugins as they are had: in helper processes, or in this one.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::background::{Background, Setting};
use super::contract::{Record, Watched};
use super::helper::Helper;
use super::isolated::IsolatedPass;
use super::library::{self, Library};
use super::local::LocalPass;
use super::{About, Notices, Pass};
use crate::knowledge::Knowledge;
use crate::oracle::{Halt, Supervisor};

/// How plugins are dealt with.
#[derive(Clone)]
pub struct Terms {
    /// They are loaded into this process, and may do with it what they like.
    pub are_trusted: bool,
    /// A call that takes longer in a helper is given up.
    pub time_limit: Duration,
    /// No call is waited for any more once this is raised, but for one in this process.
    pub halt: Option<Arc<Halt>>,
    /// Nor from this moment on.
    pub end: Option<Instant>,
    /// What hears of passes that do not behave.
    pub notices: Notices,
    /// What helpers and commands run under.
    pub supervisor: Arc<Supervisor>,
}

impl Terms {
    /// Plugins are loaded into this process.
    pub fn trusting(notices: Notices) -> Self {
        let supervisor = Arc::new(Supervisor::new(u64::MAX));
        Terms { are_trusted: true, time_limit: Duration::MAX, halt: None, end: None, notices, supervisor }
    }
}

/// A plugin.
pub struct Plugin {
    file: PathBuf,
    passes: Vec<About>,
    place: Place,
    notices: Notices,
}

enum Place {
    Here(Library),
    Apart(Rc<RefCell<Helper>>),
}

/// Why a plugin is not to be had.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the plugin `{path}`: {reason}", path = path.display())]
pub struct PluginError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, and what to do.
    pub reason: String,
}

impl Plugin {
    /// Loads plugins, each into a helper of its own unless they are trusted; the helpers start side by side. They end
    /// with what is made of the plugins, and with this process.
    ///
    /// Only for programs that [serve as a helper](super::serve_as_helper), and [as a
    /// supervisor](crate::oracle::serve_as_supervisor), when they are called so.
    pub fn load(files: &[PathBuf], terms: &Terms) -> Vec<Result<Plugin, PluginError>> {
        let terms = Rc::new(terms.clone());
        let start = |file: &PathBuf| {
            if terms.are_trusted {
                library::load(file).map(Place::Here)
            } else {
                let helper = Helper::start(file.clone(), Rc::clone(&terms));
                helper.map(|helper| Place::Apart(Rc::new(RefCell::new(helper)))).map_err(|e| e.to_string())
            }
        };
        let started: Vec<Result<Place, String>> = files.iter().map(start).collect();
        let loaded = |(place, file): (Result<Place, String>, &PathBuf)| {
            let answered = place.and_then(|place| Ok((place.abouts()?, place)));
            let (passes, place) = answered.map_err(|reason| PluginError { path: file.clone(), reason })?;
            Ok(Plugin { file: file.clone(), passes, place, notices: Rc::clone(&terms.notices) })
        };
        started.into_iter().zip(files).map(loaded).collect()
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What its passes say of themselves, in its order.
    pub fn passes(&self) -> &[About] {
        &self.passes
    }

    /// The passes, in its order, ready for texts in the language of this knowledge. `tables` is where the user says that
    /// its tables are.
    pub fn prepare(self, knowledge: &Arc<Knowledge>, tables: Option<&Path>) -> Vec<Box<dyn Pass>> {
        let record = Rc::default();
        match self.place {
            Place::Here(library) => {
                let background = Rc::new(Background::of(Arc::clone(knowledge)));
                let passes = LocalPass::all(&library, &background).into_iter();
                passes.map(|pass| watched(pass, &record, &self.notices)).collect()
            }
            Place::Apart(helper) => {
                helper.borrow_mut().prepare(Setting::of(knowledge, tables));
                let passes = self.passes.into_iter().enumerate();
                let pass = |(place, about)| IsolatedPass::new(Rc::clone(&helper), place, about);
                passes.map(|pair| watched(pass(pair), &record, &self.notices)).collect()
            }
        }
    }
}

impl Place {
    fn abouts(&self) -> Result<Vec<About>, String> {
        match self {
            Place::Here(library) => Ok(library.passes().map(|(about, _)| (**about).clone()).collect()),
            Place::Apart(helper) => helper.borrow_mut().load().map(<[About]>::to_vec),
        }
    }
}

fn watched(pass: impl Pass + 'static, plugin: &Rc<Record>, notices: &Notices) -> Box<dyn Pass> {
    Box::new(Watched::new(pass, Rc::clone(plugin), Rc::clone(notices)))
}
