//! What happened in a session, in numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::oracle::{Limit, Verdict};

/// Why a candidate was not worth a property test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sieved {
    /// The same text was tested before.
    Cached,
    /// It is not smaller than the best so far.
    NotSmaller,
    /// What is known of the language does not admit it.
    Inadmissible,
    /// It does not parse cleanly although the current text does.
    Broken,
}

impl Sieved {
    /// All reasons.
    pub const ALL: [Sieved; 4] = [Sieved::Cached, Sieved::NotSmaller, Sieved::Inadmissible, Sieved::Broken];
}

/// What a pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassCount {
    /// Property tests.
    pub tries: u64,
    /// Those that were interesting.
    pub successes: u64,
}

/// One accepted candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Property tests so far.
    pub tests: u64,
    /// Seconds since the session's start.
    pub seconds: f64,
    /// Size of the text.
    pub bytes: usize,
    /// Weight of its tree.
    pub tokens: usize,
    /// The pass that found it.
    pub pass: String,
}

/// The numbers of a session.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// Runs of the property test, all of them.
    pub property_tests: u64,
    /// Candidates whose verdict the journal had: of an earlier run, or of a test beside whose answer was not needed then.
    pub replayed: u64,
    /// Candidates that passes proposed, before the sieve.
    pub candidates_proposed: u64,
    /// Candidates that were not tested, by reason; every reason is there.
    pub sieved: BTreeMap<Sieved, u64>,
    /// The tests that it takes to see that nothing single makes the result smaller, if that was counted.
    pub proof_tests: Option<u64>,
    /// Tests that were begun beside others and whose answers were not needed.
    pub wasted: u64,
    /// Tests that did not end within their time limit.
    pub timed_out: u64,
    /// Candidates that a test server gave no answer about, in a fresh process, either.
    pub unanswered: u64,
    /// Tests that used more than they may, by limit; every limit is there.
    pub over_limit: BTreeMap<Limit, u64>,
    /// Time in property tests; those that run side by side add up.
    pub test_time: Duration,
    /// What each pass did, by its name.
    pub passes: BTreeMap<String, PassCount>,
    /// The accepted candidates, in order.
    pub history: Vec<Step>,
}

impl Default for Statistics {
    fn default() -> Self {
        Statistics {
            property_tests: 0,
            replayed: 0,
            candidates_proposed: 0,
            sieved: Sieved::ALL.map(|reason| (reason, 0)).into(),
            proof_tests: None,
            wasted: 0,
            timed_out: 0,
            unanswered: 0,
            over_limit: Limit::ALL.map(|limit| (limit, 0)).into(),
            test_time: Duration::ZERO,
            passes: BTreeMap::new(),
            history: Vec::new(),
        }
    }
}

impl Statistics {
    /// Counts a run of the test.
    pub(super) fn tested(&mut self, pass: &str, verdict: Option<Verdict>, took: Duration) {
        self.property_tests += 1;
        self.test_time += took;
        match verdict {
            Some(Verdict::TimedOut) => self.timed_out += 1,
            Some(Verdict::Unanswered) => self.unanswered += 1,
            Some(Verdict::OverLimit(limit)) => *self.over_limit.entry(limit).or_default() += 1,
            Some(Verdict::Interesting | Verdict::Uninteresting | Verdict::Refused) | None => {}
        }
        if !self.passes.contains_key(pass) {
            self.passes.insert(pass.to_owned(), PassCount::default());
        }
        if let Some(count) = self.passes.get_mut(pass) {
            count.tries += 1;
            count.successes += u64::from(verdict.is_some_and(Verdict::is_interesting));
        }
    }

    /// Candidates that the sieve saved a test for.
    pub fn saved(&self) -> u64 {
        self.sieved.values().sum()
    }
}
