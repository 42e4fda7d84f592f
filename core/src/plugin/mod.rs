//! The host side of passes that are not our own: plugins, in this process or in a helper, and commands.
//!
//! A *pass* is a transformation with *instances*: for a given text, the places in which it can be applied, numbered
//! from 0. (Regehr, "Pluggable domain-specific testcase reducers": there a call is `reduce(filename, command, number)`.)
//! Which instance is tried when is for [`reduce`](crate::reduce) to decide.

mod answer;
mod background;
mod channel;
mod command;
mod contract;
mod count;
mod external;
mod find;
mod formatter;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
mod helper;
mod host;
mod isolated;
mod library;
mod load;
mod local;
mod message;
mod notice;
mod serve;
mod table;
mod trouble;

pub use command::PassCommandError;
pub use count::count_instances;
pub use external::external_pass;
pub use find::{PLUGINS_VARIABLE, plugins_in, plugins_of_variable, shipped_plugins};
pub use formatter::formatter;
pub use load::{Plugin, PluginError, Terms};
pub use notice::{Consequence, Notice, Notices};
pub use serve::serve_as_helper;
pub use trouble::Trouble;

/// The word after which a program that loads plugins has to [serve as a helper](serve_as_helper).
pub const HELPER_WORD: &str = "plugin-helper";

use crate::language::{Document, Patch};

/// What a pass says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The plugin that brings it.
    pub plugin: String,
    /// The plugin's version.
    pub version: String,
    /// The name by which users choose it.
    pub name: String,
    /// What it does, in one line.
    pub description: String,
    /// The languages that it serves; empty if it serves all.
    pub languages: Vec<String>,
    /// What becomes of texts.
    pub kind: Kind,
}

/// What a pass makes of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Smaller ones.
    Shrinks,
    /// Larger ones, which can then shrink further: a pump.
    Pump,
    /// Ones that only look simpler.
    Polishes,
    /// Ones that read better and are no smaller: tried when the search is over.
    Tidies,
    /// Ones in the user's own style: the last of all. No plugin is of this kind.
    Formats,
}

impl About {
    /// Whether the pass serves texts in this language.
    pub fn serves(&self, language: &str) -> bool {
        self.languages.is_empty() || self.languages.iter().any(|name| name == language)
    }
}

/// A transformation whose instances are numbered.
pub trait Pass {
    /// What the pass says of itself.
    fn about(&self) -> &About;

    /// Takes up a document, and lets go of the one before. Gives the number of instances, if the pass knows it.
    ///
    /// # Errors
    /// [`Trouble`] when the pass does not serve this text or does not behave.
    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble>;

    /// How this instance changes the text that was opened: patches in order, which do not overlap. None if there is no
    /// such instance.
    ///
    /// # Errors
    /// [`Trouble`] when the instance cannot be applied or the pass does not behave.
    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble>;

    /// Begins anew, down to its process, after it has broken the contract. What was opened is not open any more.
    fn renew(&mut self) {}
}
