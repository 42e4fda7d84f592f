//! The best execution so far, and the way in which reduced traces are tried.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_128;

use super::event::Trace;
use super::execution::{Alignment, Execution, Generator, Replay};
use super::lineage::Lineage;
use super::parts::Parts;
use crate::session::{Recent, Session, Sieved, Stop};

/// What becomes of an infeasible alignment (GReduce, Section 4.4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The reduced trace is given up.
    Halt,
    /// The smallest reducible part around what cannot be met is left out, too.
    Bypass,
    /// The execution goes on, and is aligned again as soon as possible.
    #[default]
    ReAlign,
}

/// So many parts are left out on the way around one infeasible alignment after the other.
const MOST_BYPASSES: usize = 64;

/// How the replays went.
#[derive(Clone, Debug, Default)]
pub struct Replays {
    /// The generator came to its end.
    pub done: u64,
    /// Those of them that did not do all that their trace says, or more.
    pub realigned: u64,
    /// Those of them that gave an output which was known already.
    pub known: u64,
    /// The trace could not be followed, and the side gave up.
    pub infeasible: u64,
    /// The generator failed, or took too long.
    pub failed: u64,
    /// How it failed last.
    pub last_failure: String,
    /// Traces of better executions that were followed once more.
    pub repeated: u64,
    /// Those of them that led to another output then, or could not be followed.
    pub unrepeated: u64,
}

impl Replays {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.done + self.infeasible + self.failed
    }

    /// Whether the generator fails so often that something is wrong with it.
    pub fn mostly_failed(&self) -> bool {
        self.failed > 4 && self.failed > self.total() / 2
    }
}

/// A running search over the executions of a generator.
pub struct Search<'a> {
    generator: &'a dyn Generator,
    pub(super) session: &'a Session,
    strategy: Strategy,
    tokens: &'a dyn Fn(&[u8]) -> usize,
    keep: &'a dyn Fn(&Trace) -> Result<(), Stop>,
    best: Execution,
    rank: (usize, usize),
    pub(super) pass: &'static str,
    /// Outputs that are known not to be interesting, by their hash.
    failed: FxHashSet<u128>,
    /// Traces that were replayed and led nowhere.
    replayed: FxHashSet<u128>,
    replays: Replays,
    lineage: Lineage,
}

/// A replay that is worth a test.
#[derive(Clone)]
pub(super) struct Trial {
    pub(super) place: usize,
    /// The hash of the trace that was replayed.
    replayed: u128,
    pub(super) execution: Execution,
}

impl<'a> Search<'a> {
    /// A search that begins with an interesting execution. `tokens` counts those of a text; `keep` is given the trace of
    /// every execution that is the best so far.
    pub fn new(
        generator: &'a dyn Generator,
        session: &'a Session,
        strategy: Strategy,
        tokens: &'a dyn Fn(&[u8]) -> usize,
        keep: &'a dyn Fn(&Trace) -> Result<(), Stop>,
        execution: Execution,
    ) -> Self {
        let rank = (tokens(&execution.output), execution.output.len());
        let mut failed = FxHashSet::default();
        if session.empty_fails() {
            failed.insert(xxh3_128(b""));
        }
        let replayed = FxHashSet::default();
        Search {
            generator,
            session,
            strategy,
            tokens,
            keep,
            best: execution,
            rank,
            pass: "",
            failed,
            replayed,
            replays: Replays::default(),
            lineage: Lineage::default(),
        }
    }

    /// The reduction begins.
    pub(super) fn begin(&mut self) {
        self.session.begin(&self.best.output, self.rank.0);
        self.lineage.push(&self.best, self.session);
    }

    /// The reduction has come to its end, or was stopped: the session asks about the result again. Whether the reduction
    /// goes on, from an earlier execution.
    ///
    /// # Errors
    /// [`Stop`] when the reduction is over before it was done.
    pub(super) fn settle(&mut self, ended: Result<(), Stop>) -> Result<bool, Stop> {
        let settled = self.session.settle(ended);
        let back = match &settled {
            Ok(text) => text.clone(),
            // It may have gone back and ended all the same.
            Err(_) => self.session.best().filter(|_| !self.session.holds_better()),
        };
        if let Some(text) = back.filter(|text| *text != self.best.output) {
            self.go_back(&text)?;
        }
        settled.map(|text| text.is_some())
    }

    /// An earlier execution is the best again. What came from it may be found in another way.
    fn go_back(&mut self, output: &[u8]) -> Result<(), Stop> {
        let Some((execution, later)) = self.lineage.go_back(output) else { return Err(Stop::Contradicted) };
        self.rank = ((self.tokens)(&execution.output), execution.output.len());
        self.best = execution;
        for output in later {
            self.failed.remove(&xxh3_128(&output));
        }
        self.replayed.clear();
        (self.keep)(&self.best.trace)
    }

    /// The trace of the best execution so far.
    pub fn trace(&self) -> &Trace {
        &self.best.trace
    }

    /// How long the best execution is: tokens and bytes of its output, choices in its trace.
    pub(super) fn length(&self) -> (usize, usize, usize) {
        (self.rank.0, self.rank.1, self.best.trace.draws())
    }

    /// How the replays went.
    pub fn replays(&self) -> Replays {
        self.replays.clone()
    }

    /// The best execution so far.
    pub fn into_best(self) -> Execution {
        self.best
    }

    /// Says what is done from here on, for statistics and progress.
    pub fn enter(&mut self, pass: &'static str) {
        self.pass = pass;
    }

    /// Tries traces in order. The first whose replay gives something smaller that is interesting becomes the best; its
    /// place is returned. One that gives the same with fewer choices needs no test.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn try_first(&mut self, traces: &mut dyn Iterator<Item = Trace>) -> Result<Option<usize>, Stop> {
        let mut places = traces.enumerate();
        let (session, pass) = (self.session, self.pass);
        let mut trials: Recent<Trial> = Recent::new(session.most_ahead() + 1);
        let (mut same, mut ended) = (None, None);
        let mut texts = std::iter::from_fn(|| {
            if same.is_some() || ended.is_some() {
                return None;
            }
            let trial = self.next_trial(&mut places, &mut same).map_err(|stop| ended = Some(stop)).ok()??;
            let text = Arc::clone(&trial.execution.output);
            trials.push(trial);
            Some(text)
        });
        let outcome = session.first_interesting(pass, &mut texts)?;
        // No answer to them counts: they may come again.
        for trial in outcome.unfinished.iter().filter_map(|&trial| trials.get(trial)) {
            self.forget(trial);
        }
        let winner = outcome.winner.and_then(|winner| trials.take(winner));
        match (winner, ended, same) {
            (None, Some(stop), _) => Err(stop),
            (Some(trial), ..) | (None, None, Some(trial)) => {
                let place = trial.place;
                self.take(trial)?;
                Ok(Some(place))
            }
            (None, None, None) => Ok(None),
        }
    }

    /// What a trial has come to is the best now: it is interesting, or the same output by fewer choices.
    pub(super) fn take(&mut self, trial: Trial) -> Result<(), Stop> {
        if trial.execution.output != self.best.output {
            return self.accept(trial.execution);
        }
        self.best = trial.execution;
        self.lineage.replace_last(&self.best.trace);
        (self.keep)(&self.best.trace)
    }

    /// A trial may come again.
    pub(super) fn forget(&mut self, trial: &Trial) {
        self.failed.remove(&xxh3_128(&trial.execution.output));
        self.replayed.remove(&trial.replayed);
    }

    /// The next replay that is worth a test, or `same` for one that needs none.
    pub(super) fn next_trial(
        &mut self,
        places: &mut dyn Iterator<Item = (usize, Trace)>,
        same: &mut Option<Trial>,
    ) -> Result<Option<Trial>, Stop> {
        for (place, trace) in places {
            self.session.check()?;
            self.session.proposed();
            let replayed = xxh3_128(trace.to_text().as_bytes());
            if !self.replayed.insert(replayed) {
                self.session.sieved(Sieved::Cached);
                continue;
            }
            let Some(execution) = self.execute(trace)? else {
                self.session.sieved(Sieved::Inadmissible);
                continue;
            };
            let is_known = execution.output == self.best.output || self.failed.contains(&xxh3_128(&execution.output));
            self.replays.known += u64::from(is_known);
            if execution.output == self.best.output {
                if execution.trace.draws() < self.best.trace.draws() {
                    *same = Some(Trial { place, replayed, execution });
                    return Ok(None);
                }
                self.session.sieved(Sieved::Cached);
            } else if !self.failed.insert(xxh3_128(&execution.output)) {
                self.session.sieved(Sieved::Cached);
            } else if self.is_smaller(&execution.output) {
                return Ok(Some(Trial { place, replayed, execution }));
            } else {
                self.session.sieved(Sieved::NotSmaller);
            }
        }
        Ok(None)
    }

    /// Replays a trace as the strategy says. `None`: it cannot be aligned, or the generator fails.
    fn execute(&mut self, mut trace: Trace) -> Result<Option<Execution>, Stop> {
        let alignment = if self.strategy == Strategy::ReAlign { Alignment::ReAlign } else { Alignment::Halt };
        for _ in 0..MOST_BYPASSES {
            match self.generator.replay(&trace, alignment)? {
                Replay::Done(execution) => {
                    self.replays.done += 1;
                    self.replays.realigned += u64::from(!execution.trace.follows(&trace));
                    return Ok(Some(execution));
                }
                Replay::Failed(how) => {
                    self.replays.failed += 1;
                    self.replays.last_failure = how;
                    return Ok(None);
                }
                Replay::Infeasible(event) => {
                    self.replays.infeasible += 1;
                    let Some(event) = event.filter(|_| self.strategy == Strategy::Bypass) else { return Ok(None) };
                    let parts = Parts::of(&trace);
                    let Some(part) = parts.around(event) else { return Ok(None) };
                    trace = parts.without(&trace, &[part]);
                }
            }
        }
        Ok(None)
    }

    /// The order of texts: fewer tokens, then fewer bytes, then shortlex.
    fn is_smaller(&self, text: &[u8]) -> bool {
        ((self.tokens)(text), text.len(), text) < (self.rank.0, self.rank.1, &*self.best.output)
    }

    fn accept(&mut self, execution: Execution) -> Result<(), Stop> {
        self.rank = ((self.tokens)(&execution.output), execution.output.len());
        self.best = execution;
        let accepted = self.session.accept(self.pass, &self.best.output, self.rank.0);
        self.lineage.push(&self.best, self.session);
        accepted?;
        (self.keep)(&self.best.trace)?;
        self.repeat()
    }

    /// Follows the trace of the best execution once more. What a generator depends on besides its choices may show late, such
    /// as in a function that is only called where another is not.
    fn repeat(&mut self) -> Result<(), Stop> {
        self.replays.repeated += 1;
        let again = self.generator.replay(&self.best.trace, Alignment::Halt)?;
        let is_same = matches!(again, Replay::Done(again) if again.output == self.best.output);
        self.replays.unrepeated += u64::from(!is_same);
        Ok(())
    }
}
