//! Several tests at once, with the result of one after the other.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::repeat::Asked;
use super::workers::{Answer, Job, Workers};
use super::{Outcome, Session, Stop};
use crate::oracle::{Halt, TestError, Verdict};

/// One sequence of candidates under way. The first of them that decides wins, whichever answers first.
#[derive(Default)]
struct Speculation {
    /// What is being tested: place, and the switch that gives it up.
    running: BTreeMap<usize, Arc<Halt>>,
    /// The first candidate so far that ends the sequence: it is interesting, or its test cannot be run.
    decided: Option<(usize, Result<(), TestError>)>,
    /// Candidates without an answer that counts.
    unfinished: Vec<usize>,
    /// The places of all that were tested.
    tested: Vec<usize>,
}

impl Speculation {
    fn take(&mut self, answer: Answer) {
        let place = answer.place;
        self.running.remove(&place);
        let decision = match answer.asked.map(|asked| asked.verdict) {
            Ok(Some(Verdict::Interesting)) => Ok(()),
            Ok(Some(_)) => return,
            Ok(None) => return self.unfinished.push(place),
            Err(error) => Err(error),
        };
        if self.decided.as_ref().is_some_and(|(first, _)| *first < place) {
            return self.unfinished.push(place);
        }
        if let Some((later, _)) = self.decided.replace((place, decision)) {
            self.unfinished.push(later);
        }
        for halt in self.running.range(place..).map(|(_, halt)| halt) {
            halt.raise();
        }
    }
}

impl Session {
    /// As [`Session::first_interesting`], by several workers.
    pub(super) fn first_of_many(
        &self,
        workers: &Workers,
        pass: &str,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Outcome, Stop> {
        let mut texts = texts.enumerate();
        let mut speculation = Speculation::default();
        let mut stop = None;
        let mut taken = 0;
        loop {
            while speculation.running.len() < self.jobs && speculation.decided.is_none() && stop.is_none() {
                if speculation.running.first_key_value().is_some_and(|(first, _)| taken - first >= self.most_ahead()) {
                    break;
                }
                let Some((place, text)) = texts.next() else { break };
                taken = place + 1;
                if let Some(verdict) = self.replayed(&text) {
                    speculation.take(Answer { place, text, asked: Ok(Asked::known(verdict)), took: Duration::ZERO });
                    continue;
                }
                if let Err(reason) = self.may_go_on(speculation.running.len()) {
                    stop = Some(reason);
                    speculation.unfinished.push(place);
                    break;
                }
                let halt = Arc::new(Halt::new()?);
                let mut halts = vec![Arc::clone(&halt)];
                halts.extend(self.interruption.clone());
                let repeat = self.repeat.get();
                workers.give(Job { place, text, repeat, deadline: self.deadline(), halts });
                speculation.running.insert(place, halt);
                speculation.tested.push(place);
            }
            if speculation.running.is_empty() {
                break;
            }
            let answer = workers.answer()?;
            match &answer.asked {
                Ok(asked) => self.count(pass, &answer.text, asked),
                Err(_) => self.record(pass, None, answer.took),
            }
            speculation.take(answer);
        }
        let Speculation { decided, mut unfinished, tested, .. } = speculation;
        if let Some((first, _)) = &decided {
            let behind = tested.iter().filter(|place| *place > first).count() as u64;
            self.statistics.borrow_mut().wasted += behind;
        }
        unfinished.sort_unstable();
        match decided {
            Some((place, decision)) if unfinished.first().is_none_or(|first| *first > place) => {
                decision?;
                Ok(Outcome { winner: Some(place), unfinished })
            }
            None if unfinished.is_empty() => Ok(Outcome::default()),
            // Something before the decision was given up, which only an ending does.
            _ => Err(stop.unwrap_or_else(|| self.ending())),
        }
    }
}
