//! How often a property test is wrong.
//!
//! A test errs in two ways. It may *miss a yes*: say no to an interesting text; and it may give a *false yes*: say yes to
//! one that is not. Runs are taken to be independent of each other, so that repeating helps.

use std::ops::AddAssign;

use serde::Serialize;

/// Runs on a text whose right answer is known, when how often a test errs is to be known before anything else.
pub const MEASURED: u32 = 20;
/// False yeses are taken to be as frequent as this where nothing is known of them, and not to be rarer once a test has
/// contradicted itself.
const LEAST_SUSPECTED: f64 = 0.05;

/// Runs of the test on texts whose right answer is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All of them.
    pub runs: u32,
    /// Those with the wrong answer.
    pub wrong: u32,
}

impl Tally {
    /// Makes so many runs; `wrong` makes one and says whether its answer is wrong.
    ///
    /// # Errors
    /// Those of a run.
    pub fn of<E>(runs: u32, mut wrong: impl FnMut() -> Result<bool, E>) -> Result<Self, E> {
        let mut tally = Tally::default();
        for _ in 0..runs {
            tally.take(wrong()?);
        }
        Ok(tally)
    }

    /// Counts a run.
    pub fn take(&mut self, wrong: bool) {
        *self += Tally { runs: 1, wrong: u32::from(wrong) };
    }

    /// How likely an answer is to be wrong: the mean after these runs, under the prior of Jeffreys. It is above 0 after
    /// any number of right answers.
    pub fn rate(self) -> f64 {
        (f64::from(self.wrong) + 0.5) / (f64::from(self.runs) + 1.0)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.runs += other.runs;
        self.wrong += other.wrong;
    }
}

/// What is known of how often a test is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rates {
    /// Runs on texts that are interesting.
    pub missed_yes: Tally,
    /// Runs on texts that are not.
    pub false_yes: Tally,
}

impl Rates {
    /// How likely a false yes is.
    pub(super) fn false_yes_rate(&self) -> f64 {
        if self.false_yes.runs == 0 { LEAST_SUSPECTED } else { self.false_yes.rate() }
    }

    /// How likely a false yes is of a test that has contradicted itself: not below 0.05, however few were seen.
    pub(super) fn suspected_false_yes(&self) -> f64 {
        self.false_yes_rate().max(LEAST_SUSPECTED)
    }

    /// Whether interesting texts get a yes more often than others, as far as is known.
    pub fn tell_apart(&self) -> bool {
        self.false_yes_rate() < 1.0 - self.missed_yes.rate()
    }
}
