//! Several tests at once, with the result of one after the other.
//!
//! A question goes on before its tests have ended: an answer that is not there yet is *assumed*, and what comes next if it
//! is right is tested beside it. A search that can go back is told more: whole questions are answered by assumption, a
//! success too where successes are likely, and so the search is ahead of its tests by as many as there are jobs. When an
//! answer turns out to be another one, what was begun behind it is given up, and the search begins again where it was then
//! ([`Stop::Misjudged`]); what has an answer by now is not tested again. So what is accepted is what one test after the
//! other would have accepted: it is kept back until all answers before it are there.

use std::sync::Arc;
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_128;

use super::assumptions::{Accepted, Given, JOINED, State, Test};
use super::workers::{Answer, Job};
use super::{Outcome, Session, Stop};
use crate::oracle::{Halt, TestError, Verdict};

/// Tests that take less are waited for: to go back costs more than to wait for them.
const WORTH_ASSUMING: Duration = Duration::from_millis(5);
/// From here on a success is assumed.
const LIKELY: f64 = 0.5;

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
        // What is certain by now is not lost; why the search ends is known already.
        let _ = self.take_answers();
        let mut speculation = self.speculation.borrow_mut();
        speculation.kept_back.clear();
        speculation.goes_back = false;
        drop(speculation);
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
        self.first_from(pass, 0, texts)
    }

    /// The same where the first text is all successes of a round together: it is likelier to be interesting than others
    /// are, so that the next round may begin before that is known.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn first_joined(&self, pass: &str, texts: &mut dyn Iterator<Item = Arc<[u8]>>) -> Result<Outcome, Stop> {
        self.first_from(pass, JOINED, texts)
    }

    /// The first of the texts counts as one in this place.
    fn first_from(
        &self,
        pass: &str,
        first: usize,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Outcome, Stop> {
        let found = self.ask_ahead(&Arc::from(pass), first, texts);
        if !self.goes_back() {
            self.forget_tests();
        }
        found
    }

    fn ask_ahead(
        &self,
        pass: &Arc<str>,
        first: usize,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Outcome, Stop> {
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
            let place = if taken == 1 { first } else { taken - 1 };
            match self.answer(pass, place, text, assumes) {
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
        let rate = speculation.likely(pass, place);
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
            let replayed = Test { state: State::Answered(verdict), needed: true };
            self.speculation.borrow_mut().tests.insert(hash, replayed);
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
                let accepted = self.accept_now(&pass, &text, tokens);
                if accepted.is_err() {
                    // What came of a text that does not hold is not accepted either.
                    self.speculation.borrow_mut().kept_back.clear();
                }
                accepted?;
                continue;
            }
            let Some(Given { text, yes, rate }) = speculation.path.front() else { return Ok(()) };
            let (text, yes, rate) = (*text, *yes, rate.clone());
            match speculation.tests.get_mut(&text) {
                Some(Test { state: State::Answered(verdict), needed }) if verdict.is_interesting() == yes => {
                    if !std::mem::replace(needed, true) {
                        self.statistics.borrow_mut().wasted -= 1;
                        speculation.learn(rate, yes);
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
