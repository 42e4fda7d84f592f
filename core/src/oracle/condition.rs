//! Cheap conditions that come before a property test: a candidate that does not meet them is not tested.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Capture, CommandTest, PropertyTest, Run, TestError, Until, Verdict};

/// A command that says whether a candidate is worth the test.
#[derive(Debug)]
pub struct Condition {
    /// As the user has written it.
    name: String,
    command: CommandTest,
    runs: AtomicU64,
    refused: AtomicU64,
    time: Mutex<Duration>,
}

/// What a condition did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionCount {
    /// Runs.
    pub runs: u64,
    /// Those that turned a candidate away.
    pub refused: u64,
    /// Time in them; those that run side by side add up.
    pub time: Duration,
}

impl Condition {
    /// A condition that this command decides, as if it were a property test.
    pub fn new(name: String, command: CommandTest) -> Self {
        Condition { name, command, runs: AtomicU64::new(0), refused: AtomicU64::new(0), time: Mutex::default() }
    }

    /// As the user has written it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it did so far.
    pub fn count(&self) -> ConditionCount {
        ConditionCount {
            runs: self.runs.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
            time: *self.time.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Whether a text meets it, with the run that says so; none if that was given up.
    ///
    /// # Errors
    /// [`TestError`] when the command cannot be run.
    pub fn met(&self, text: &[u8], capture: Capture, until: &Until) -> Result<(Option<bool>, Run), TestError> {
        let run = self.command.run(text, capture, until).map_err(|e| TestError(format!("`{}`: {e}", self.name)))?;
        let met = self.command.judge(&run).map(Verdict::is_interesting);
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.refused.fetch_add(u64::from(met == Some(false)), Ordering::Relaxed);
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) += run.took;
        Ok((met, run))
    }
}

/// A property test behind conditions.
#[derive(Debug)]
pub struct Guarded<T> {
    conditions: Vec<Condition>,
    test: T,
}

impl<T> Guarded<T> {
    /// The test, of texts that meet all of the conditions; they are asked in order.
    pub fn new(conditions: Vec<Condition>, test: T) -> Self {
        Guarded { conditions, test }
    }

    /// The conditions, in order.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }
}

impl<T: PropertyTest> PropertyTest for Guarded<T> {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        // Nothing gives it up before its end.
        Ok(self.verdict_until(text, &Until::default())?.unwrap_or(Verdict::TimedOut))
    }

    fn forget(&self) {
        self.test.forget();
    }

    fn verdict_until(&self, text: &[u8], until: &Until) -> Result<Option<Verdict>, TestError> {
        for condition in &self.conditions {
            match condition.met(text, Capture::Nothing, until)?.0 {
                Some(true) => {}
                Some(false) => return Ok(Some(Verdict::Refused)),
                None => return Ok(None),
            }
        }
        self.test.verdict_until(text, until)
    }
}
