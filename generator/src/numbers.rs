//! What the search over executions did, in numbers.

use std::fmt::Write;

use reduce_command_line::condition::VALID;
use reduce_command_line::progress::{count, percent};
use reduce_core::oracle::Condition;
use reduce_core::session::Session;
use reduce_core::trace::{Execution, Replays, Trace};
use serde::Serialize;

/// What `--stats` says of a run besides the numbers of every reduction. The names of the fields are the keys, and part of
/// the interface.
#[derive(Debug, Serialize)]
pub struct Numbers {
    /// Choices of the recorded run.
    pub original_choices: usize,
    /// Choices of the best one.
    pub final_choices: usize,
    /// Bytes of what the generator made in the end.
    pub generated_bytes: usize,
    /// Runs of the generator that followed a reduced trace.
    pub replays: u64,
    /// Those that did not do what their trace says: the side gave up, or aligned the run again.
    pub replays_not_followed: u64,
    /// Those in which the generator failed.
    pub replays_failed: u64,
    /// Those whose output was known already.
    pub outputs_known: u64,
    /// Traces of accepted results that led to something else when they were followed once more.
    pub replays_unrepeated: u64,
    /// Runs of the test for the generator's candidates, those of the check among them.
    pub generator_tests: u64,
    /// What `--valid` said of the generator's candidates.
    pub generator_valid: Option<Validity>,
    /// Runs of the test for the candidates of `--then-reduce`.
    pub then_reduce_tests: Option<u64>,
    /// What `--valid` said of these.
    pub then_reduce_valid: Option<Validity>,
}

/// How many candidates met every `--valid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Validity {
    /// Candidates that were asked about.
    pub candidates: u64,
    /// Those that met every condition.
    pub valid: u64,
}

impl Validity {
    /// What the conditions have said so far; none without a `--valid`.
    pub fn of(conditions: &[Condition]) -> Option<Self> {
        let counts: Vec<_> = conditions.iter().filter(|c| c.name().starts_with(VALID)).map(Condition::count).collect();
        let candidates = counts.first()?.runs;
        let refused: u64 = counts.iter().map(|count| count.refused).sum();
        Some(Validity { candidates, valid: candidates.saturating_sub(refused) })
    }

    /// What was said since then.
    pub fn since(self, earlier: Option<Self>) -> Self {
        let earlier = earlier.unwrap_or(Validity { candidates: 0, valid: 0 });
        Validity { candidates: self.candidates - earlier.candidates, valid: self.valid - earlier.valid }
    }

    fn shown(self) -> String {
        let Validity { candidates, valid } = self;
        let share = percent(valid as usize, candidates as usize);
        format!("{} of {} candidates were valid ({share})", count(valid as usize), count(candidates as usize))
    }
}

impl Numbers {
    /// Of a run that was recorded, before anything else.
    pub fn of(execution: &Execution) -> Self {
        let choices = execution.trace.draws();
        Numbers {
            original_choices: choices,
            final_choices: choices,
            generated_bytes: execution.output.len(),
            replays: 0,
            replays_not_followed: 0,
            replays_failed: 0,
            outputs_known: 0,
            replays_unrepeated: 0,
            generator_tests: 0,
            generator_valid: None,
            then_reduce_tests: None,
            then_reduce_valid: None,
        }
    }

    /// The search over executions has come to its end with this one.
    pub fn took(&mut self, replays: &Replays, output: &[u8], trace: &Trace, session: &Session) {
        self.final_choices = trace.draws();
        self.generated_bytes = output.len();
        self.replays = replays.total();
        self.replays_not_followed = replays.infeasible + replays.realigned;
        self.replays_failed = replays.failed;
        self.outputs_known = replays.known;
        self.replays_unrepeated = replays.unrepeated;
        self.generator_tests = session.statistics().property_tests;
    }

    /// What the closing summary says of them.
    pub fn summary(&self) -> String {
        let number = |number: u64| count(number as usize);
        let mut text = format!(
            "{} -> {} choices in {} runs of the generator, of which {} could not follow the trace as it is, {} failed and \
             {} gave what was known already",
            count(self.original_choices),
            count(self.final_choices),
            number(self.replays),
            number(self.replays_not_followed),
            number(self.replays_failed),
            number(self.outputs_known),
        );
        for (what, validity) in [("the generator", self.generator_valid), ("--then-reduce", self.then_reduce_valid)] {
            if let Some(validity) = validity {
                let _ = write!(text, "\n{what}: {}", validity.shown());
            }
        }
        text
    }
}
