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

impl Budget {
    /// Whether no further test may start after so many, at this moment.
    pub(super) fn is_spent(&self, tests: u64, started: Instant) -> bool {
        self.tests.is_some_and(|most| tests >= most) || self.time.is_some_and(|most| started.elapsed() >= most)
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
    pub(super) fn deadline(&self, started: Instant) -> Option<Instant> {
        self.time.and_then(|most| started.checked_add(most))
    }
}
