//! What a session tells its listener.

use super::journal::JournalError;
use super::statistics::{Statistics, Step};
use crate::oracle::Verdict;

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A property test was run.
    Tested {
        /// The pass that proposed the candidate.
        pass: &'a str,
        /// What the test said, unless it was given up.
        verdict: Option<Verdict>,
    },
    /// A candidate is the best so far.
    Accepted(&'a Step),
    /// The journal cannot be written: the session goes on without it.
    Unjournaled(&'a JournalError),
}

/// What hears of every event, with the numbers up to it.
pub type Listener = Box<dyn FnMut(&Event, &Statistics)>;
