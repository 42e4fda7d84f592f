//! How much a reduction may cost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cancellation::Cancellation;
use crate::oracle::Halt;

/// What a reduction may use before it ends with the best so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Property tests, those of the initial check included.
    pub tests: Option<u64>,
    /// Wall time from the session's start. A test that runs at that moment is given up.
    pub time: Option<Duration>,
}

/// What of a budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The number of tests.
    Tests,
    /// The time.
    Time,
}

impl Budget {
    /// Whether there is no room for so many tests altogether, or time is over.
    pub(super) fn is_spent(&self, tests: u64, deadline: Option<Instant>) -> bool {
        self.tests.is_some_and(|most| tests > most) || deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// For computations that are wanted until time is over or somebody interrupts.
    pub fn cancellation(&self, started: Instant, interruption: Option<Arc<Halt>>) -> Cancellation {
        let deadline = self.deadline(started);
        Cancellation::when(move || {
            interruption.as_ref().is_some_and(|halt| halt.is_raised())
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        })
    }

    /// When time is over.
    pub fn deadline(&self, started: Instant) -> Option<Instant> {
        self.time.and_then(|most| started.checked_add(most))
    }
}
