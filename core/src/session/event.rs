//! What a session tells its listener.

use super::journal::JournalError;
use super::repeat::Repeat;
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
    /// The best so far does not hold, and the reduction goes back.
    Contradicted(&'a Contradiction),
    /// The test said no to so many of some runs on a text of so many bytes that holds all the same.
    Missed {
        /// Size of the text.
        bytes: usize,
        /// Noes.
        no: u32,
        /// Yeses and noes.
        runs: u32,
    },
    /// A list minimizer came to its end.
    Minimized {
        /// What its elements weigh, in tokens.
        weights: &'a [usize],
        /// The positions of those that are kept, ascending.
        kept: &'a [usize],
    },
    /// The journal cannot be written: the session goes on without it.
    Unjournaled(&'a JournalError),
}

/// What a test took back.
#[derive(Clone, Copy, Debug)]
pub struct Contradiction {
    /// Bytes of the text that was the best so far.
    pub refuted: usize,
    /// Yeses to it when it was asked about again.
    pub yes: u32,
    /// Yeses and noes.
    pub runs: u32,
    /// Bytes of the text that is the best so far now.
    pub back_to: usize,
    /// How often the test is asked about each text from here on.
    pub repeat: Repeat,
}

/// What hears of every event, with the numbers up to it.
pub type Listener = Box<dyn FnMut(&Event, &Statistics)>;
