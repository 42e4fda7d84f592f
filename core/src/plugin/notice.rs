//! What the host says of passes that do not behave.

use std::fmt;
use std::rc::Rc;

use super::{About, Trouble};

/// A pass did not behave.
#[derive(Clone, Copy, Debug)]
pub struct Notice<'a> {
    /// The pass.
    pub about: &'a About,
    /// What it did.
    pub trouble: &'a Trouble,
    /// On which instance; none if it was to open a text.
    pub instance: Option<u64>,
    /// Whether it was the second try.
    pub is_again: bool,
    /// What becomes of it.
    pub consequence: Consequence,
}

/// What becomes of a pass that did not behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// What it gives is not tried.
    TurnedAway,
    /// The call is tried once more.
    Retried,
    /// The pass is not called any more.
    PassOff,
    /// No pass of the plugin is called any more.
    PluginOff,
}

/// What hears of every notice.
pub type Notices = Rc<dyn Fn(&Notice)>;

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About { plugin, name, .. } = self.about;
        write!(f, "plugin {plugin}: pass {name} {}", self.trouble)?;
        match self.instance {
            Some(instance) => write!(f, " on instance {instance}")?,
            None => write!(f, " when it took up a text")?,
        }
        f.write_str(if self.is_again { " again: " } else { ": " })?;
        f.write_str(match self.consequence {
            Consequence::TurnedAway => {
                "what does not make a text smaller is not tried; a pass that has to enlarge it first is a pump (the kind \
                 RT_PUMP in a plugin's description, kind=pump before a command)"
            }
            Consequence::Retried => "tried once more",
            Consequence::PassOff => "the pass is switched off for this run",
            Consequence::PluginOff => "the plugin is switched off for this run",
        })
    }
}
