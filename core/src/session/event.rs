//! What a session tells its listener.

use super::statistics::{Statistics, Step};

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A property test was run.
    Tested {
        /// The pass that proposed the candidate.
        pass: &'a str,
        /// The test's answer; a test that was given up counts as a no.
        interesting: bool,
    },
    /// A candidate is the best so far.
    Accepted(&'a Step),
}

/// What hears of every event, with the numbers up to it.
pub type Listener = Box<dyn FnMut(&Event, &Statistics)>;
