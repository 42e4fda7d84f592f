//! What was assumed of tests that run, and what was made of it.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::workers::Answer;
use crate::oracle::{Halt, TestError, Verdict};

/// A place from which a pass' rates of success are counted alike: the first of a question, the second, all others.
const PLACES: usize = 3;
/// The place of all successes of a round together.
pub(super) const JOINED: usize = usize::MAX;
/// How likely a success is before anything is known, that of joined ones, and how much one answer says.
const SUCCEEDS: f64 = 0.3;
const JOINED_SUCCEED: f64 = 0.7;
const LEARNS: f64 = 0.1;

/// What was tested and is under test, and what was assumed of it.
#[derive(Default)]
pub(super) struct Assumptions {
    /// By the text.
    pub(super) tests: FxHashMap<u128, Test>,
    /// What runs, by number: the text, and the pass that wanted to know.
    pub(super) running: FxHashMap<usize, (u128, Arc<str>)>,
    /// How many tests were begun.
    pub(super) begun: usize,
    /// The last answers that were given, from the first one on that is assumed.
    pub(super) path: VecDeque<Given>,
    /// How many answers were given.
    pub(super) given: usize,
    /// The search can go back.
    pub(super) goes_back: bool,
    /// Accepted texts that wait for the answers before them.
    pub(super) kept_back: VecDeque<Accepted>,
    /// The number of answers before the last text that was accepted for good.
    pub(super) accepted: usize,
    /// How often a candidate succeeds, by pass and place.
    pub(super) rates: FxHashMap<(Arc<str>, usize), f64>,
}

/// A text under test, or tested.
pub(super) struct Test {
    pub(super) state: State,
    /// Its answer was needed.
    pub(super) needed: bool,
}

/// How far a test is.
pub(super) enum State {
    /// Its number, and the switch that gives it up.
    Running(usize, Arc<Halt>),
    Answered(Verdict),
    Broken(String),
    GivenUp,
}

/// An answer that was given.
pub(super) struct Given {
    pub(super) text: u128,
    pub(super) yes: bool,
    /// What it says something of: a pass, and a place in its questions.
    pub(super) rate: (Arc<str>, usize),
}

/// An accepted text.
pub(super) struct Accepted {
    /// How many answers came before.
    pub(super) given: usize,
    pub(super) pass: Arc<str>,
    pub(super) text: Arc<[u8]>,
    pub(super) tokens: usize,
}

/// The place as which this one is counted.
fn counted(place: usize) -> usize {
    if place == JOINED { JOINED } else { place.min(PLACES - 1) }
}

impl Assumptions {
    /// The number of the first answer that is assumed.
    pub(super) fn known(&self) -> usize {
        self.given - self.path.len()
    }

    fn rate(&self, of: &(Arc<str>, usize)) -> f64 {
        let unknown = if of.1 == JOINED { JOINED_SUCCEED } else { SUCCEEDS };
        self.rates.get(of).copied().unwrap_or(unknown)
    }

    /// How likely the member of a question in this place is to succeed.
    pub(super) fn likely(&self, pass: &Arc<str>, place: usize) -> f64 {
        self.rate(&(Arc::clone(pass), counted(place)))
    }

    /// An answer that was assumed is the right one: learns from it.
    pub(super) fn learn(&mut self, of: (Arc<str>, usize), yes: bool) {
        let rate = self.rate(&of) * (1.0 - LEARNS) + if yes { LEARNS } else { 0.0 };
        self.rates.insert(of, rate);
    }

    /// What is known of a text.
    pub(super) fn verdict(&self, text: u128) -> Option<Verdict> {
        match self.tests.get(&text)?.state {
            State::Answered(verdict) => Some(verdict),
            _ => None,
        }
    }

    /// An answer to a text, known or assumed.
    pub(super) fn give(&mut self, text: u128, yes: bool, pass: &Arc<str>, place: usize) {
        self.path.push_back(Given { text, yes, rate: (Arc::clone(pass), counted(place)) });
        self.given += 1;
    }

    /// The first answer that was assumed wrongly, if there is one.
    pub(super) fn misjudged(&self) -> Option<usize> {
        let wrong =
            |given: &Given| self.verdict(given.text).is_some_and(|verdict| verdict.is_interesting() != given.yes);
        self.path.iter().position(wrong).map(|at| self.known() + at)
    }

    /// Takes back all answers from this one on. What is under test for them is given up.
    pub(super) fn take_back(&mut self, to: usize) {
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
    pub(super) fn go_back(&mut self, to: usize) {
        self.path.truncate(to.saturating_sub(self.known()));
        self.given = to;
        self.kept_back.retain(|accepted| accepted.given <= to);
    }

    /// A test has ended.
    pub(super) fn end(&mut self, answer: Answer) {
        let Some((text, _)) = self.running.remove(&answer.number) else { return };
        let state = match answer.asked.map(|asked| asked.verdict) {
            Ok(Some(verdict)) => State::Answered(verdict),
            Ok(None) => State::GivenUp,
            Err(TestError(error)) => State::Broken(error),
        };
        match self.tests.get_mut(&text) {
            Some(known) if matches!(known.state, State::Running(number, _) if number == answer.number) => {
                known.state = state;
            }
            // It was given up for another answer's sake, too late.
            None if matches!(state, State::Answered(_)) => {
                self.tests.insert(text, Test { state, needed: false });
            }
            _ => {}
        }
    }
}
