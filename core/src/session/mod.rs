//! One reduction as it goes: the tests run so far, the best so far, the budget, what happened.

mod ancestry;
mod assumptions;
mod best;
mod best_folder;
mod budget;
mod configurations;
mod event;
mod journal;
mod rates;
mod recent;
mod recheck;
mod repeat;
mod replay;
mod rounds;
mod sequential;
mod settle;
mod speculation;
mod statistics;
mod trust;
mod workers;

pub use best::{BestError, BestFile, resolved};
pub use budget::{Budget, Spent};
pub(crate) use configurations::{first_configuration, joined_configurations};
pub use event::{Contradiction, Event, Listener};
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use journal::fuzzing;
pub use journal::{Contents, Identity, Journal, JournalError, KeptSession, KeptState, Shelf, Subject};
pub use rates::{MEASURED, Rates, Tally};
pub(crate) use recent::Recent;
pub use repeat::Repeat;
pub use rounds::Round;
pub(crate) use rounds::{Together, joint_sizes};
pub use statistics::{PassCount, Sieved, Statistics, Step};
pub use trust::{Confirmation, Findings};

use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cancellation::Cancellation;
use crate::oracle::{Halt, PropertyTest, TestError, Until, Verdict};
use assumptions::Assumptions;
use repeat::Asked;
use trust::Trust;
use workers::Workers;

/// While one test takes long, each other worker goes so far ahead of it.
const AHEAD: usize = 4;
/// The pass of the history's steps that go back.
const BACK: &str = "back";

/// Why a reduction ends before its schedule is done.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The test cannot be run.
    #[error(transparent)]
    Test(#[from] TestError),
    /// Tests or time are used up.
    #[error("the budget is used up")]
    Budget(Spent),
    /// The user wants it to end.
    #[error("interrupted")]
    Interrupted,
    /// The best so far does not hold: the reduction goes back. Only reducers see this.
    #[error("the test contradicts itself")]
    Contradicted,
    /// The answer with this number is another than was assumed: the search goes back. Only reducers see this.
    #[error("an answer was assumed wrongly")]
    Misjudged(usize),
    /// Something around the test is not what it was.
    #[error(
        "the test finds not even the original interesting any more: something around it has changed, such as a tool, a \
         file or the room on a disk; see to that and run it again"
    )]
    Changed,
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
    joins: bool,
    workers: OnceCell<Workers>,
    speculation: RefCell<Assumptions>,
    budget: Budget,
    interruption: Option<Arc<Halt>>,
    empty_fails: bool,
    repeat: Cell<Repeat>,
    rechecks: Option<(Rates, bool)>,
    trust: RefCell<Option<Trust>>,
    /// How long the last yes took.
    last_yes: Cell<Duration>,
    file: Option<BestFile>,
    journal: RefCell<Option<Journal>>,
    /// The best so far, with its tokens.
    best: RefCell<Option<(usize, Arc<[u8]>)>>,
    /// What the file held before, with its tokens.
    held: RefCell<Option<(usize, Arc<[u8]>)>>,
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
            joins: false,
            workers: OnceCell::new(),
            speculation: RefCell::default(),
            budget: Budget::default(),
            interruption: None,
            empty_fails: false,
            repeat: Cell::new(Repeat::ONCE),
            rechecks: None,
            trust: RefCell::default(),
            last_yes: Cell::default(),
            file: None,
            journal: RefCell::default(),
            best: RefCell::default(),
            held: RefCell::default(),
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

    /// Asks the test so often about each text.
    #[must_use]
    pub fn repeated(self, repeat: Repeat) -> Self {
        Session { repeat: Cell::new(repeat), ..self }
    }

    /// Writes the best so far to this file whenever there is a better one.
    #[must_use]
    pub fn file(self, file: BestFile) -> Self {
        Session { file: Some(file), ..self }
    }

    /// The file holds this text already, which is interesting and has so many tokens: nothing worse comes in its place.
    #[must_use]
    pub fn holding(self, text: Arc<[u8]>, tokens: usize) -> Self {
        Session { held: RefCell::new(Some((tokens, text))), ..self }
    }

    /// Tells this listener what happens.
    #[must_use]
    pub fn listener(self, listener: Listener) -> Self {
        Session { listener: RefCell::new(Some(listener)), ..self }
    }

    /// How many members of a sequence [`Session::first_interesting`] may have taken, the one that wins and those behind
    /// it: whoever makes them keeps so many.
    pub fn most_ahead(&self) -> usize {
        if self.jobs == 1 { 1 } else { AHEAD * self.jobs }
    }

    /// Tests a lazy sequence of texts in order and says which is the first that is interesting. With one job nothing is
    /// taken from the sequence after that; with more, less than [`Session::most_ahead`] more.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn first_interesting(&self, pass: &str, texts: &mut dyn Iterator<Item = Arc<[u8]>>) -> Result<Outcome, Stop> {
        if self.jobs > 1 {
            return self.first_of_many(pass, texts);
        }
        let halts: Vec<&Halt> = self.interruption.iter().map(|halt| &**halt).collect();
        let until = Until { deadline: self.deadline(), halts: &halts, rank: 0 };
        for (place, text) in texts.enumerate() {
            if let Some(verdict) = self.replayed(&text) {
                self.check()?;
                if verdict.is_interesting() {
                    return Ok(Outcome { winner: Some(place), unfinished: Vec::new() });
                }
                continue;
            }
            self.may_go_on(0)?;
            let asked = self.repeat.get().ask(&*self.test, &text, &until)?;
            self.count(pass, &text, &asked);
            match asked.verdict {
                Some(Verdict::Interesting) => return Ok(Outcome { winner: Some(place), unfinished: Vec::new() }),
                Some(_) => {}
                None => return Err(self.ending()),
            }
        }
        Ok(Outcome::default())
    }

    /// The threads that run tests, which are started when they are needed.
    fn workers(&self) -> Result<&Workers, TestError> {
        if let Some(workers) = self.workers.get() {
            return Ok(workers);
        }
        let started = Workers::start(&self.test, self.jobs)?;
        Ok(self.workers.get_or_init(|| started))
    }

    /// A candidate was accepted: it is the best so far, as soon as no answer before it is only assumed.
    ///
    /// # Errors
    /// [`Stop`] when it cannot be kept.
    pub fn accept(&self, pass: &str, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        if self.keeps_back(pass, text, tokens) { Ok(()) } else { self.accept_now(pass, text, tokens) }
    }

    /// The best so far in another style was accepted, and takes its place, be it larger.
    ///
    /// # Errors
    /// [`Stop`] when it cannot be kept.
    pub fn restyle(&self, pass: &str, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        if !self.holds_better() {
            // The text before was better, so that this one is.
            *self.held.borrow_mut() = None;
        }
        let step = self.step(pass, text, tokens);
        let _ = self.trust(|trust| trust.restyled(Arc::clone(text), tokens));
        self.keep(text.len())?;
        self.tell(&Event::Accepted(&step));
        Ok(())
    }

    fn accept_now(&self, pass: &str, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        let step = self.step(pass, text, tokens);
        self.note_accepted(text, tokens)?;
        self.keep(text.len())?;
        self.tell(&Event::Accepted(&step));
        Ok(())
    }

    /// The best so far, of so many bytes, comes to the file, and what it depends on to the journal.
    fn keep(&self, bytes: usize) -> Result<(), Stop> {
        self.journal_accepted(bytes);
        match (&self.file, self.best()) {
            (Some(file), Some(best)) if !self.holds_better() => Ok(file.keep(&best)?),
            _ => Ok(()),
        }
    }

    /// An earlier text is the best so far again.
    fn take_back(&self, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        self.step(BACK, text, tokens);
        // What the file held before may have made room for what did not hold.
        let best = self.best().unwrap_or_else(|| Arc::clone(text));
        self.file.as_ref().map_or(Ok(()), |file| file.keep(&best)).map_err(Stop::from)
    }

    /// What the file held before is not interesting: the best so far comes in its place, or else the original.
    fn let_go_of_held(&self) -> Result<(), Stop> {
        *self.held.borrow_mut() = None;
        let best = self.best().or_else(|| self.trust(|trust| trust.ancestry.original()));
        if let (Some(file), Some(text)) = (&self.file, best) {
            file.keep(&text)?;
        }
        Ok(())
    }

    /// A text becomes the best so far.
    fn step(&self, pass: &str, text: &Arc<[u8]>, tokens: usize) -> Step {
        *self.best.borrow_mut() = Some((tokens, Arc::clone(text)));
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
    }

    /// The reduction is over, by itself or not: makes sure that the file holds its result, the best so far or else the
    /// original.
    ///
    /// # Errors
    /// [`BestError`] when it cannot be written.
    pub fn finish(&self, original: &[u8], by_itself: bool) -> Result<(), BestError> {
        if by_itself {
            self.journal_done();
        }
        if self.holds_better() {
            return Ok(());
        }
        let best = self.best();
        self.file.as_ref().map_or(Ok(()), |file| file.finish(best.as_deref().unwrap_or(original)))
    }

    /// Counts a run of the test, and tells the listener. A test that was given up has no verdict. What was refused before
    /// the test is none.
    pub fn record(&self, pass: &str, verdict: Option<Verdict>, took: Duration) {
        if verdict == Some(Verdict::Refused) {
            return;
        }
        self.statistics.borrow_mut().tested(pass, verdict, took);
        self.tell(&Event::Tested { pass, verdict });
    }

    /// Counts the runs of a question about a candidate.
    fn count(&self, pass: &str, candidate: &[u8], asked: &Asked) {
        for &(verdict, took) in &asked.runs {
            self.record(pass, verdict, took);
        }
        asked.verdict.inspect(|verdict| self.note(candidate, *verdict));
        match asked.verdict {
            Some(Verdict::Interesting) => self.last_yes.set(asked.runs.iter().map(|(_, took)| *took).sum()),
            Some(_) => self.note_no(),
            None => {}
        }
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

    /// The last accepted text, or what the file held before if that is better; if there is any.
    pub fn best(&self) -> Option<Arc<[u8]>> {
        let best = if self.holds_better() { self.held.borrow().clone() } else { self.best.borrow().clone() };
        best.map(|(_, text)| text)
    }

    /// Whether what the file held before is better than what was found since, in the order of texts; but first comes what
    /// is no blank, since a tidy text may have been held.
    pub fn holds_better(&self) -> bool {
        let visible = |text: &[u8]| text.iter().filter(|b| !b.is_ascii_whitespace()).count();
        let rank = |(tokens, text): &(usize, Arc<[u8]>)| (*tokens, visible(text), text.len(), Arc::clone(text));
        let best = self.best.borrow();
        self.held.borrow().as_ref().is_some_and(|held| best.as_ref().is_none_or(|best| rank(held) < rank(best)))
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
        self.may_go_on_to(0)
    }

    /// What long computations between two tests ask: once it is due, [`Session::check`] says what ends the reduction.
    pub fn cancellation(&self) -> Cancellation {
        self.budget.cancellation(self.started, self.interruption.clone())
    }

    /// Whether another question may be asked beside so many open ones.
    fn may_go_on(&self, open: usize) -> Result<(), Stop> {
        let of_each = u64::from(self.repeat.get().most_runs());
        let runs = (open as u64 + 1) * of_each;
        // Once there is a result, something is left to ask about it again.
        let result = self.trust(|trust| trust.ancestry.line().len() > 1) == Some(true);
        let last = match of_each {
            _ if !result => 0,
            1 => 1,
            repeated => 2 * repeated,
        };
        self.may_go_on_to(self.statistics.borrow().property_tests + runs + last)
    }

    /// Tells of a list minimizer that came to its end, with the weights of its elements and the positions of those kept.
    pub fn minimized(&self, weights: &[usize], kept: &[usize]) {
        self.tell(&Event::Minimized { weights, kept });
    }

    /// Whether there is room for so many tests altogether.
    fn may_go_on_to(&self, tests: u64) -> Result<(), Stop> {
        if self.is_interrupted() || self.budget.is_spent(tests, self.deadline()) { Err(self.ending()) } else { Ok(()) }
    }

    /// When the search has to end: so early that there is time for another test of the result.
    fn deadline(&self) -> Option<Instant> {
        let end = self.budget.deadline(self.started)?;
        let last = self.rechecks.map_or(Duration::ZERO, |_| 2 * self.last_yes.get());
        end.checked_sub(last.min(self.budget.time.unwrap_or_default() / 10))
    }

    fn is_interrupted(&self) -> bool {
        self.interruption.as_ref().is_some_and(|halt| halt.is_raised())
    }

    /// What it is that ends the session, once its cancellation is due.
    pub fn ending(&self) -> Stop {
        if self.is_interrupted() {
            Stop::Interrupted
        } else if self.deadline().is_some_and(|end| Instant::now() >= end) {
            Stop::Budget(Spent::Time)
        } else {
            Stop::Budget(Spent::Tests)
        }
    }

    fn tell(&self, event: &Event) {
        if let Some(listener) = &mut *self.listener.borrow_mut() {
            listener(event, &self.statistics.borrow());
        }
    }
}

#[cfg(test)]
mod tests;
