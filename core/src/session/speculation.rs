//! Several tests at once, with the result of one after the other.
//!
//! A question goes on before its tests have ended: an answer that is not there yet is *assumed*, and what comes next if it
//! is right is tested beside it. A search that can go back is told more: whole questions are answered by assumption, a
//! success too where successes are likely, and so the search is ahead of its tests by as many as there are jobs. When an
//! answer turns out to be another one, what was begun behind it is given up, and the search begins again where it was then
//! ([`Stop::Misjudged`]); what has an answer by now is not tested again. So what is accepted is what one test after the
//! other would have accepted: it is kept back until all answers before it are there.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_128;

use super::workers::{Answer, Job};
use super::{Outcome, Session, Stop};
use crate::oracle::{Halt, TestError, Verdict};

/// A place from which a pass' rates of success are counted alike: the first of a question, the second, all others.
const PLACES: usize = 3;
/// Tests that take less are waited for: to go back costs more than to wait for them.
const WORTH_ASSUMING: Duration = Duration::from_millis(5);
/// How likely a success is before anything is known, and how much one answer says.
const SUCCEEDS: f64 = 0.3;
/// From here on a success is assumed.
const LIKELY: f64 = 0.5;
const LEARNS: f64 = 0.1;

/// What was tested and is under test, and what was assumed of it.
#[derive(Default)]
pub(super) struct Speculation {
    /// By the text.
    tests: FxHashMap<u128, Test>,
    /// What runs, by number: the text, and the pass that wanted to know.
    running: FxHashMap<usize, (u128, Arc<str>)>,
    /// How many tests were begun.
    begun: usize,
    /// The last answers that were given, from the first one on that is assumed.
    path: VecDeque<Given>,
    /// How many answers were given.
    given: usize,
    /// The search can go back.
    goes_back: bool,
    /// Accepted texts that wait for the answers before them.
    kept_back: VecDeque<Accepted>,
    /// The number of answers before the last text that was accepted for good.
    accepted: usize,
    /// How often a candidate succeeds, by pass and place.
    rates: FxHashMap<(Arc<str>, usize), f64>,
}

/// A text under test, or tested.
struct Test {
    state: State,
    /// Its answer was needed.
    needed: bool,
}

enum State {
    /// Its number, and the switch that gives it up.
    Running(usize, Arc<Halt>),
    Answered(Verdict),
    Broken(String),
    GivenUp,
}

/// An answer that was given.
struct Given {
    text: u128,
    yes: bool,
    rate: (Arc<str>, usize),
}

/// An accepted text.
struct Accepted {
    /// How many answers came before.
    given: usize,
    pass: Arc<str>,
    text: Arc<[u8]>,
    tokens: usize,
}

impl Speculation {
    /// The number of the first answer that is assumed.
    fn known(&self) -> usize {
        self.given - self.path.len()
    }

    fn rate(&self, of: &(Arc<str>, usize)) -> f64 {
        self.rates.get(of).copied().unwrap_or(SUCCEEDS)
    }

    /// What is known of a text.
    fn verdict(&self, text: u128) -> Option<Verdict> {
        match self.tests.get(&text)?.state {
            State::Answered(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// An answer to a text, known or assumed.
    fn give(&mut self, text: u128, yes: bool, pass: &Arc<str>, place: usize) {
        self.path.push_back(Given { text, yes, rate: (Arc::clone(pass), place.min(PLACES - 1)) });
        self.given += 1;
    }

    /// The first answer that was assumed wrongly, if there is one.
    fn misjudged(&self) -> Option<usize> {
        let wrong =
            |given: &Given| self.verdict(given.text).is_some_and(|verdict| verdict.is_interesting() != given.yes);
        self.path.iter().position(wrong).map(|at| self.known() + at)
    }

    /// Takes back all answers from this one on. What is under test for them is given up.
    fn take_back(&mut self, to: usize) {
        self.go_back(to);
        let wanted: FxHashSet<u128> = self.path.iter().map(|given| given.text).collect();
        self.tests.retain(|text, test| match &test.state {
            State::Running(_, halt) if !wanted.contains(text) => {
                halt.raise();
                false
            }
            _ => true,
        });
    }

    /// Takes back all answers from this one on, which will be asked for again.
    fn go_back(&mut self, to: usize) {
        self.path.truncate(to.saturating_sub(self.known()));
        self.given = to;
        self.kept_back.retain(|accepted| accepted.given <= to);
    }

    /// A test has ended.
    fn end(&mut self, answer: Answer) {
        let Some((hash, _)) = self.running.remove(&answer.number) else { return };
        let state = match answer.asked.map(|asked| asked.verdict) {
            Ok(Some(verdict)) => State::Answered(verdict),
            Ok(None) => State::GivenUp,
            Err(TestError(error)) => State::Broken(error),
        };
        match self.tests.get_mut(&hash) {
            Some(test) if matches!(test.state, State::Running(number, _) if number == answer.number) => {
                test.state = state;
            }
            // It was given up for another answer's sake, too late.
            None if matches!(state, State::Answered(_)) => {
                self.tests.insert(hash, Test { state, needed: false });
            }
            _ => {}
        }
    }
}

impl Session {
    /// Has questions answered by assumption from here on, if there is more than one job: the search can go back when it
    /// is told [`Stop::Misjudged`].
    pub fn go_ahead(&self) -> bool {
        let mut speculation = self.speculation.borrow_mut();
        speculation.goes_back = self.jobs > 1;
        speculation.goes_back
    }

    /// How many answers were given so far.
    pub fn given(&self) -> usize {
        self.speculation.borrow().given
    }

    /// How many of the answers are certain, all before the first one that is assumed.
    pub fn certain(&self) -> usize {
        self.speculation.borrow().known()
    }

    /// The search goes back to where it was after so many answers.
    pub fn retrace(&self, given: usize) {
        self.speculation.borrow_mut().go_back(given);
    }

    /// Waits until every answer is certain.
    ///
    /// # Errors
    /// [`Stop::Misjudged`] if one is another than was assumed, or when the reduction has to end now.
    pub fn make_certain(&self) -> Result<(), Stop> {
        loop {
            self.take_answers()?;
            self.see_to_misjudged()?;
            if self.speculation.borrow().path.is_empty() {
                return Ok(());
            }
            self.wait()?;
        }
    }

    /// No question is answered by assumption any more. What is under test is given up.
    pub fn stay(&self) {
        self.speculation.borrow_mut().goes_back = false;
        self.forget_tests();
    }

    /// Gives up what is under test, and forgets what was tested; what runs has ended then.
    pub(super) fn forget_tests(&self) {
        let known = self.certain();
        self.speculation.borrow_mut().take_back(known);
        while !self.speculation.borrow().running.is_empty() && self.wait().is_ok() {}
        self.speculation.borrow_mut().tests.clear();
    }

    /// As [`Session::first_interesting`], by several workers.
    pub(super) fn first_of_many(
        &self,
        pass: &str,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Outcome, Stop> {
        let found = self.ask_ahead(&Arc::from(pass), texts);
        if !self.goes_back() {
            self.forget_tests();
        }
        found
    }

    fn ask_ahead(&self, pass: &Arc<str>, texts: &mut dyn Iterator<Item = Arc<[u8]>>) -> Result<Outcome, Stop> {
        let (from, assumes) = (self.given(), self.assumes());
        let (mut next, mut taken, mut winner, mut ended, mut no_more) = (None, 0, None, false, None);
        loop {
            self.take_answers()?;
            if let Some(outcome) = self.decided(from, taken)? {
                return Ok(outcome);
            }
            let (running, open, holds) = {
                let speculation = self.speculation.borrow();
                (speculation.running.len(), speculation.path.len(), speculation.misjudged().is_some())
            };
            if ended && (assumes || open == 0) {
                return Ok(Outcome { winner, unfinished: Vec::new() });
            }
            // One is ready before there is a worker for it, unless a test takes much longer than the others.
            if next.is_none() && !ended && !holds && no_more.is_none() && open < self.most_ahead() {
                next = texts.next();
                ended = next.is_none();
                taken += usize::from(!ended);
                if ended {
                    continue;
                }
            }
            let Some(text) = next.take_if(|_| running < self.jobs && !holds && no_more.is_none()) else {
                if let (true, Some(stop)) = (open == 0, no_more.take()) {
                    return Err(stop);
                }
                self.wait()?;
                continue;
            };
            match self.answer(pass, taken - 1, text, assumes) {
                Ok(true) => (winner, ended) = (Some(taken - 1), true),
                Ok(false) => {}
                Err(stop @ (Stop::Budget(_) | Stop::Interrupted)) => no_more = Some(stop),
                Err(stop) => return Err(stop),
            }
        }
    }

    /// The answer to a member of a question: what is known, or what is assumed while it is tested.
    fn answer(&self, pass: &Arc<str>, place: usize, text: Arc<[u8]>, assumes: bool) -> Result<bool, Stop> {
        let hash = self.test(pass, text)?;
        let mut speculation = self.speculation.borrow_mut();
        let rate = speculation.rate(&(Arc::clone(pass), place.min(PLACES - 1)));
        let yes = speculation.verdict(hash).map_or(assumes && rate > LIKELY, Verdict::is_interesting);
        speculation.give(hash, yes, pass, place);
        Ok(yes)
    }

    /// Sees to it that a text is under test, or known; by what.
    pub(super) fn test(&self, pass: &Arc<str>, text: Arc<[u8]>) -> Result<u128, Stop> {
        let hash = xxh3_128(&text);
        let known =
            self.speculation.borrow().tests.get(&hash).is_some_and(|test| !matches!(test.state, State::GivenUp));
        if known {
            return Ok(hash);
        }
        if let Some(verdict) = self.replayed(&text) {
            let answered = Test { state: State::Answered(verdict), needed: true };
            self.speculation.borrow_mut().tests.insert(hash, answered);
            return Ok(hash);
        }
        self.may_go_on(self.speculation.borrow().running.len())?;
        let workers = self.workers()?;
        let halt = Arc::new(Halt::new()?);
        let halts = [&halt].into_iter().chain(&self.interruption).cloned().collect();
        let mut speculation = self.speculation.borrow_mut();
        let number = speculation.begun;
        speculation.begun += 1;
        workers.give(Job { number, text, repeat: self.repeat.get(), deadline: self.deadline(), halts });
        speculation.running.insert(number, (hash, Arc::clone(pass)));
        speculation.tests.insert(hash, Test { state: State::Running(number, halt), needed: false });
        // Until its answer is needed.
        self.statistics.borrow_mut().wasted += 1;
        Ok(hash)
    }

    /// What has come of a question of so many texts that began after so many answers: the first interesting text, if an
    /// answer was assumed wrongly.
    fn decided(&self, from: usize, taken: usize) -> Result<Option<Outcome>, Stop> {
        let misjudged = self.speculation.borrow().misjudged();
        let Some(at) = misjudged.filter(|&at| at >= from) else {
            self.see_to_misjudged()?;
            return Ok(None);
        };
        // All of the question's answers but the last were assumed to be no.
        let mut speculation = self.speculation.borrow_mut();
        let behind = at + 1 - speculation.known()..speculation.path.len();
        if at > speculation.known() && !speculation.goes_back {
            // An earlier one may decide yet.
            for given in speculation.path.range(behind) {
                if let Some(Test { state: State::Running(_, halt), .. }) = speculation.tests.get(&given.text) {
                    halt.raise();
                }
            }
            return Ok(None);
        }
        let no = |given: &Given| speculation.verdict(given.text).is_some_and(|verdict| !verdict.is_interesting());
        let unfinished =
            speculation.path.range(behind).enumerate().filter(|(_, given)| !no(given)).map(|(i, _)| at + 1 - from + i);
        let mut unfinished: Vec<usize> = unfinished.collect();
        // What was taken, but not asked about yet.
        unfinished.extend(speculation.given - from..taken);
        speculation.take_back(at + 1);
        if let Some(last) = speculation.path.back_mut() {
            last.yes = true;
        }
        Ok(Some(Outcome { winner: Some(at - from), unfinished }))
    }

    /// Whether an answer before the question was assumed wrongly.
    pub(super) fn see_to_misjudged(&self) -> Result<(), Stop> {
        let misjudged = self.speculation.borrow().misjudged();
        let Some(at) = misjudged else { return Ok(()) };
        self.speculation.borrow_mut().take_back(at);
        Err(Stop::Misjudged(at))
    }

    /// Whether each of these texts is interesting, as far as the tests have ended; and whether one was given up.
    pub(super) fn answers(&self, texts: &[u128]) -> Result<(Vec<Option<bool>>, bool), Stop> {
        let (mut answers, mut given_up) = (Vec::new(), false);
        for text in texts {
            answers.push(match self.speculation.borrow().tests.get(text).map(|test| &test.state) {
                Some(State::Answered(verdict)) => Some(verdict.is_interesting()),
                Some(State::Broken(error)) => return Err(TestError(error.clone()).into()),
                Some(State::GivenUp) | None => {
                    given_up = true;
                    Some(false)
                }
                Some(State::Running(..)) => None,
            });
        }
        Ok((answers, given_up))
    }

    /// Gives an answer to a member of a question.
    pub(super) fn give(&self, text: u128, yes: bool, pass: &Arc<str>, place: usize) {
        self.speculation.borrow_mut().give(text, yes, pass, place);
    }

    /// Whether no further test can begin before one has ended.
    pub(super) fn is_busy(&self) -> bool {
        self.speculation.borrow().running.len() >= self.jobs
    }

    /// Whether the search can go back.
    pub(super) fn goes_back(&self) -> bool {
        self.speculation.borrow().goes_back
    }

    /// Whether questions are answered by assumption.
    pub(super) fn assumes(&self) -> bool {
        let statistics = self.statistics.borrow();
        let tests = u32::try_from(statistics.property_tests).unwrap_or(u32::MAX);
        self.goes_back() && statistics.test_time >= WORTH_ASSUMING.saturating_mul(tests)
    }

    /// Waits for a test to end.
    pub(super) fn wait(&self) -> Result<(), Stop> {
        let answer = self.workers()?.answer()?;
        self.take_answer(answer);
        Ok(())
    }

    /// Takes the answers that are there, and accepts what waited for them.
    pub(super) fn take_answers(&self) -> Result<(), Stop> {
        while let Some(answer) = self.workers()?.answer_if_there()? {
            self.take_answer(answer);
        }
        self.advance()
    }

    fn take_answer(&self, answer: Answer) {
        let pass = self.speculation.borrow().running.get(&answer.number).map(|(_, pass)| Arc::clone(pass));
        let pass = pass.unwrap_or_default();
        match &answer.asked {
            Ok(asked) => self.count(&pass, &answer.text, asked),
            Err(_) => self.record(&pass, None, answer.took),
        }
        self.speculation.borrow_mut().end(answer);
    }

    /// Goes on to the first answer that is assumed, and accepts what waited for those before.
    fn advance(&self) -> Result<(), Stop> {
        loop {
            let mut speculation = self.speculation.borrow_mut();
            let known = speculation.known();
            if speculation.kept_back.front().is_some_and(|accepted| accepted.given <= known)
                && let Some(Accepted { given, pass, text, tokens }) = speculation.kept_back.pop_front()
            {
                speculation.accepted = given;
                drop(speculation);
                self.accept_now(&pass, &text, tokens)?;
                continue;
            }
            let Some(Given { text, yes, rate }) = speculation.path.front() else { return Ok(()) };
            let (text, yes, rate) = (*text, *yes, rate.clone());
            let learned = speculation.rate(&rate) * (1.0 - LEARNS) + if yes { LEARNS } else { 0.0 };
            match speculation.tests.get_mut(&text) {
                Some(Test { state: State::Answered(verdict), needed }) if verdict.is_interesting() == yes => {
                    if !std::mem::replace(needed, true) {
                        self.statistics.borrow_mut().wasted -= 1;
                        speculation.rates.insert(rate, learned);
                    }
                    speculation.path.pop_front();
                }
                Some(Test { state: State::Broken(error), .. }) => return Err(TestError(error.clone()).into()),
                Some(Test { state: State::GivenUp, .. }) => return Err(self.ending()),
                _ => return Ok(()),
            }
        }
    }

    /// Keeps an accepted text back, if answers before it are assumed. True if it is, or was accepted before.
    pub(super) fn keeps_back(&self, pass: &str, text: &Arc<[u8]>, tokens: usize) -> bool {
        let mut speculation = self.speculation.borrow_mut();
        let given = speculation.given;
        if !speculation.goes_back {
            return false;
        }
        if given <= speculation.accepted {
            return true;
        }
        if speculation.path.is_empty() {
            speculation.accepted = given;
            return false;
        }
        speculation.kept_back.push_back(Accepted { given, pass: pass.into(), text: Arc::clone(text), tokens });
        true
    }
}
