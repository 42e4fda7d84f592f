//! How long a test may take, by how long those took that said yes.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many runs that said yes are remembered, and the limit stays where it is until there are as many.
const REMEMBERED: usize = 8;
/// A test may take so many times as long as the slowest of them.
const FACTOR: u32 = 20;
/// It may always take so long, if its first limit is not below that.
const LEAST: Duration = Duration::from_secs(2);

/// The time limit of a test, which goes down as the input shrinks and the test gets faster with it: shrunk inputs often
/// hang, and each that does costs a whole limit.
///
/// Only runs that said yes count: what comes next is much like them. A machine that is slow for a while must not make a
/// no of a yes; so the limit is far from the slowest of several, goes up again with them, and has a least. It is never
/// above the first one.
#[derive(Debug)]
pub(super) struct Pace {
    first: Duration,
    recent: Mutex<VecDeque<Duration>>,
}

impl Pace {
    /// A pace with this time limit at first.
    pub(super) fn new(first: Duration) -> Self {
        Pace { first, recent: Mutex::default() }
    }

    /// The time limit of the next test.
    pub(super) fn limit(&self) -> Duration {
        let recent = self.recent();
        match recent.iter().max() {
            Some(slowest) if recent.len() == REMEMBERED => LEAST.max(*slowest * FACTOR).min(self.first),
            _ => self.first,
        }
    }

    /// A test that took so long has said yes.
    pub(super) fn said_yes(&self, took: Duration) {
        let mut recent = self.recent();
        if recent.len() == REMEMBERED {
            recent.pop_front();
        }
        recent.push_back(took);
    }

    fn recent(&self) -> MutexGuard<'_, VecDeque<Duration>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(first: u64, milliseconds: &[u64]) -> Duration {
        let pace = Pace::new(Duration::from_secs(first));
        for &took in milliseconds {
            pace.said_yes(Duration::from_millis(took));
        }
        pace.limit()
    }

    #[test]
    fn the_limit_goes_down_with_the_runs_that_said_yes() {
        assert_eq!(after(100, &[]), Duration::from_secs(100));
        assert_eq!(after(100, &[500; 7]), Duration::from_secs(100), "too few to go by");
        assert_eq!(after(100, &[500; 8]), Duration::from_secs(10));
        assert_eq!(after(100, &[10; 8]), LEAST);
    }

    #[test]
    fn a_slow_run_lifts_it_again_for_some_time() {
        let slow = [10, 10, 10, 10, 10, 10, 10, 10, 1000];
        assert_eq!(after(100, &slow), Duration::from_secs(20));
        assert_eq!(after(100, &[&slow[..], &[10; 8]].concat()), LEAST);
    }

    #[test]
    fn it_is_never_above_the_first_one() {
        assert_eq!(after(1, &[10; 8]), Duration::from_secs(1));
        assert_eq!(after(100, &[60_000; 8]), Duration::from_secs(100));
    }
}
