//! What a property test says of a candidate.

use serde::{Deserialize, Serialize};

/// The answer of one run of a property test. All but the first mean that the candidate is not taken; they are told apart
/// where they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The candidate still shows the behaviour that is looked for.
    Interesting,
    /// It does not.
    Uninteresting,
    /// The test did not end within its time limit.
    TimedOut,
    /// The test used more than it may.
    OverLimit(Limit),
    /// The test server came to its end, or wrote nonsense, instead of answering, in a fresh process, too.
    Unanswered,
    /// A condition that comes before the test turned it away: the test was not run.
    Refused,
}

impl Verdict {
    /// Whether the candidate is taken.
    pub fn is_interesting(self) -> bool {
        self == Verdict::Interesting
    }
}

impl From<bool> for Verdict {
    fn from(interesting: bool) -> Self {
        if interesting { Verdict::Interesting } else { Verdict::Uninteresting }
    }
}

/// What a test may use only so much of, but for time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Memory of all its processes together.
    Memory,
    /// Processes at once.
    Processes,
    /// Bytes on its standard output and standard error together.
    Output,
    /// Bytes on the disk below its folder.
    Disk,
}

impl Limit {
    /// All limits.
    pub const ALL: [Limit; 4] = [Limit::Memory, Limit::Processes, Limit::Output, Limit::Disk];
}
