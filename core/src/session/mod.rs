//! One reduction as it goes: the tests run so far, the best so far, the budget, what happened.

mod best;
mod budget;
mod event;
mod recent;
mod speculation;
mod statistics;
mod workers;

pub use best::{BestError, BestFile};
pub use budget::Budget;
pub use event::{Event, Listener};
pub(crate) use recent::Recent;
pub use statistics::{PassCount, Sieved, Statistics, Step};

use std::cell::{OnceCell, Ref, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::oracle::{Halt, PropertyTest, TestError, Until};
use workers::Workers;

/// Why a reduction ends before its schedule is done.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The test cannot be run.
    #[error(transparent)]
    Test(#[from] TestError),
    /// Tests or time are used up.
    #[error("the budget is used up")]
    Budget,
    /// The user wants it to end.
    #[error("interrupted")]
    Interrupted,
    /// The best so far cannot be written.
    #[error(transparent)]
    Unkept(#[from] BestError),
}

/// What became of a sequence of candidates.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The place in the sequence of the first interesting candidate.
    pub winner: Option<usize>,
    /// Candidates after the winner that were taken from the sequence too, but have no answer that counts; in order.
    pub unfinished: Vec<usize>,
}

/// The running reduction. Passes share it: nothing here needs it exclusively.
pub struct Session {
    test: Arc<dyn PropertyTest>,
    started: Instant,
    jobs: usize,
    workers: OnceCell<Workers>,
    budget: Budget,
    interruption: Option<Arc<Halt>>,
    empty_fails: bool,
    file: Option<BestFile>,
    best: RefCell<Option<Arc<[u8]>>>,
    statistics: RefCell<Statistics>,
    listener: RefCell<Option<Listener>>,
}

impl Session {
    /// A session with this test: one test at a time, without a budget, that keeps its best in memory only.
    pub fn new(test: Arc<dyn PropertyTest>) -> Self {
        Session {
            test,
            started: Instant::now(),
            jobs: 1,
            workers: OnceCell::new(),
            budget: Budget::default(),
            interruption: None,
            empty_fails: false,
            file: None,
            best: RefCell::default(),
            statistics: RefCell::default(),
            listener: RefCell::default(),
        }
    }

    /// The session began at this moment: time counts from then.
    #[must_use]
    pub fn since(self, started: Instant) -> Self {
        Session { started, ..self }
    }

    /// Runs up to so many tests at once. The results are those of one at a time.
    #[must_use]
    pub fn jobs(self, jobs: usize) -> Self {
        Session { jobs: jobs.max(1), ..self }
    }

    /// Ends when this is used up.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Session { budget, ..self }
    }

    /// Ends as soon as this is raised; running tests are given up.
    #[must_use]
    pub fn interruption(self, halt: Arc<Halt>) -> Self {
        Session { interruption: Some(halt), ..self }
    }

    /// The empty text is known to be uninteresting: no need to test it again.
    #[must_use]
    pub fn with_failing_empty(self, empty_fails: bool) -> Self {
        Session { empty_fails, ..self }
    }

    /// Writes the best so far to this file whenever there is a better one.
    #[must_use]
    pub fn file(self, file: BestFile) -> Self {
        Session { file: Some(file), ..self }
    }

    /// Tells this listener what happens.
    #[must_use]
    pub fn listener(self, listener: Listener) -> Self {
        Session { listener: RefCell::new(Some(listener)), ..self }
    }

    /// Tests a lazy sequence of texts in order and says which is the first that is interesting. With one job nothing is
    /// taken from the sequence after that; with more, less than so many more.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn first_interesting(&self, pass: &str, texts: &mut dyn Iterator<Item = Arc<[u8]>>) -> Result<Outcome, Stop> {
        if self.jobs > 1 {
            if self.workers.get().is_none() {
                let _ = self.workers.set(Workers::start(&self.test, self.jobs)?);
            }
            if let Some(workers) = self.workers.get() {
                return self.first_of_many(workers, pass, texts);
            }
        }
        let halts: Vec<&Halt> = self.interruption.iter().map(|halt| &**halt).collect();
        let until = Until { deadline: self.budget.deadline(self.started), halts: &halts };
        for (place, text) in texts.enumerate() {
            self.may_go_on(0)?;
            let started = Instant::now();
            let answer = self.test.interesting_until(&text, &until)?;
            self.record(pass, answer == Some(true), started.elapsed());
            match answer {
                Some(false) => {}
                Some(true) => return Ok(Outcome { winner: Some(place), unfinished: Vec::new() }),
                None => return Err(self.ending()),
            }
        }
        Ok(Outcome::default())
    }

    /// A candidate was accepted: it is the best so far.
    ///
    /// # Errors
    /// [`Stop`] when it cannot be kept.
    pub fn accept(&self, pass: &str, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        *self.best.borrow_mut() = Some(Arc::clone(text));
        let step = {
            let mut statistics = self.statistics.borrow_mut();
            let step = Step {
                tests: statistics.property_tests,
                seconds: self.started.elapsed().as_secs_f64(),
                bytes: text.len(),
                tokens,
                pass: pass.to_owned(),
            };
            statistics.history.push(step.clone());
            step
        };
        if let Some(file) = &self.file {
            file.keep(text)?;
        }
        self.tell(&Event::Accepted(&step));
        Ok(())
    }

    /// The reduction is over: makes sure that the file holds its result, the best so far or else the original.
    ///
    /// # Errors
    /// [`BestError`] when it cannot be written.
    pub fn finish(&self, original: &[u8]) -> Result<(), BestError> {
        let best = self.best();
        self.file.as_ref().map_or(Ok(()), |file| file.finish(best.as_deref().unwrap_or(original)))
    }

    /// Counts a run of the test, and tells the listener.
    pub fn record(&self, pass: &str, interesting: bool, took: Duration) {
        self.statistics.borrow_mut().tested(pass, interesting, took);
        self.tell(&Event::Tested { pass, interesting });
    }

    /// Counts a candidate that a pass proposes.
    pub fn proposed(&self) {
        self.statistics.borrow_mut().candidates_proposed += 1;
    }

    /// Counts a proposed candidate that is not worth a test.
    pub fn sieved(&self, reason: Sieved) {
        *self.statistics.borrow_mut().sieved.entry(reason).or_default() += 1;
    }

    /// Whether the empty text is known to be uninteresting.
    pub fn empty_fails(&self) -> bool {
        self.empty_fails
    }

    /// The last accepted text, if any.
    pub fn best(&self) -> Option<Arc<[u8]>> {
        self.best.borrow().clone()
    }

    /// The numbers so far.
    pub fn statistics(&self) -> Ref<'_, Statistics> {
        self.statistics.borrow()
    }

    /// Whether the reduction may go on, as far as it takes no further test: for what looks at many candidates between
    /// two of them.
    ///
    /// # Errors
    /// [`Stop`] when it has to end.
    pub fn check(&self) -> Result<(), Stop> {
        self.may_go_on_after(0)
    }

    /// Whether another test may start beside so many running ones.
    fn may_go_on(&self, running: usize) -> Result<(), Stop> {
        let tests = self.statistics.borrow().property_tests + running as u64;
        self.may_go_on_after(tests)
    }

    fn may_go_on_after(&self, tests: u64) -> Result<(), Stop> {
        let interrupted = self.interruption.as_ref().is_some_and(|halt| halt.is_raised());
        if interrupted || self.budget.is_spent(tests, self.started) { Err(self.ending()) } else { Ok(()) }
    }

    /// What it is that ends the session.
    fn ending(&self) -> Stop {
        let interrupted = self.interruption.as_ref().is_some_and(|halt| halt.is_raised());
        if interrupted { Stop::Interrupted } else { Stop::Budget }
    }

    fn tell(&self, event: &Event) {
        if let Some(listener) = &mut *self.listener.borrow_mut() {
            listener(event, &self.statistics.borrow());
        }
    }
}

#[cfg(test)]
mod tests;
