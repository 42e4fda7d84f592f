//! How a run of a command ended.

use std::time::Duration;

use super::Limit;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It took longer than its time limit.
    TimedOut,
    /// It used more than it may.
    OverLimit(Limit),
    /// The test server came to its end, or wrote nonsense, instead of answering, in a fresh process, too.
    Unanswered,
    /// Its answer was not wanted any more.
    GivenUp,
}

/// What a process group did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) end: End,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// Wall time.
    pub(crate) took: Duration,
}
