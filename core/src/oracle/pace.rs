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
    /// The length of the text in bytes, and the time.
    recent: Mutex<VecDeque<(usize, Duration)>>,
}

impl Pace {
    /// A pace with this time limit at first.
    pub(super) fn new(first: Duration) -> Self {
        Pace { first, recent: Mutex::default() }
    }

    /// The first time limit.
    pub(super) fn first(&self) -> Duration {
        self.first
    }

    /// The time limit of the next test, on a text of so many bytes. One that is longer than all that are remembered, such
    /// as the original when it is tested once more, may take as long as the original.
    pub(super) fn limit(&self, bytes: usize) -> Duration {
        let recent = self.recent();
        let is_known = recent.len() == REMEMBERED && recent.iter().any(|(known, _)| bytes <= *known);
        match recent.iter().map(|(_, took)| took).max() {
            Some(slowest) if is_known => LEAST.max(*slowest * FACTOR).min(self.first),
            _ => self.first,
        }
    }

    /// A test on a text of so many bytes that took so long has said yes.
    pub(super) fn said_yes(&self, bytes: usize, took: Duration) {
        let mut recent = self.recent();
        if recent.len() == REMEMBERED {
            recent.pop_front();
        }
        recent.push_back((bytes, took));
    }

    fn recent(&self) -> MutexGuard<'_, VecDeque<(usize, Duration)>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(first: u64, milliseconds: &[u64]) -> Duration {
        let pace = Pace::new(Duration::from_secs(first));
        for &took in milliseconds {
            pace.said_yes(100, Duration::from_millis(took));
        }
        pace.limit(90)
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
    fn longer_texts_have_the_first_limit() {
        let pace = Pace::new(Duration::from_secs(100));
        for bytes in (100..=800).rev().step_by(100) {
            pace.said_yes(bytes, Duration::from_millis(10));
        }
        assert_eq!((pace.limit(800), pace.limit(801)), (LEAST, Duration::from_secs(100)));
    }

    #[test]
    fn it_is_never_above_the_first_one() {
        assert_eq!(after(1, &[10; 8]), Duration::from_secs(1));
        assert_eq!(after(100, &[60_000; 8]), Duration::from_secs(100));
    }
}
