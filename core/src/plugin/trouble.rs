//! What can go wrong with a pass.

use std::time::Duration;

/// Why a call of a pass gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The pass itself says that it cannot. That is within the contract: the text or the instance is passed over.
    #[error("says: {0}")]
    Refused(String),
    /// Its process came to an end.
    #[error("crashed ({0})")]
    Crashed(String),
    /// It gave no answer in time.
    #[error("hung (no answer within {} s)", .0.as_secs_f64())]
    Hung(Duration),
    /// Its process gave an answer that makes no sense.
    #[error("lost its mind (its process talks rubbish)")]
    Garbled,
    /// The new text is beyond all bounds.
    #[error("gave more than {0} bytes")]
    TooLarge(usize),
    /// The new text is no text, although the old one is.
    #[error("gave a text that is not UTF-8")]
    NotText,
    /// The new text is the old one.
    #[error("gave the same text again")]
    Unchanged,
    /// The new text is longer, though the pass is of a kind that shrinks.
    #[error("gave a longer text")]
    Longer,
    /// Something else that the contract does not allow.
    #[error("broke the contract ({0})")]
    Broken(String),
    /// The answer was not waited for, since the program is to end.
    #[error("was interrupted")]
    Interrupted,
}

impl Trouble {
    /// Whether the pass broke the contract, rather than to say that it cannot.
    pub fn is_breach(&self) -> bool {
        !matches!(self, Trouble::Refused(_) | Trouble::Longer | Trouble::Interrupted)
    }

    /// Whether it took the process with it, and so all passes of the plugin.
    pub(super) fn is_fatal(&self) -> bool {
        matches!(self, Trouble::Crashed(_) | Trouble::Hung(_) | Trouble::Garbled)
    }
}
