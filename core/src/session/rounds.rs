//! Tests in rounds: as many at once as there are jobs, all of whose answers count.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::workers::{Job, Workers};
use super::{Session, Stop};
use crate::oracle::{Halt, TestError, Verdict};

/// What came of the first rounds of a sequence, up to one with a success.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The places in the sequence of all that is interesting, in order; none if nothing of the sequence is.
    pub winners: Vec<usize>,
    /// How many members of the sequence have an answer.
    pub answered: usize,
}

impl Session {
    /// Gives up that the results are those of one test at a time: what succeeds in one round may be joined.
    #[must_use]
    pub fn joining(self, joins: bool) -> Self {
        Session { joins, ..self }
    }

    /// Whether what succeeds in one round may be joined.
    pub fn joins(&self) -> bool {
        self.joins && self.jobs > 1
    }

    /// How many tests a round has.
    pub fn in_a_round(&self) -> usize {
        self.jobs
    }

    /// Tests a lazy sequence of texts in rounds, as many texts at once as there are jobs, up to the first round with an
    /// interesting one. Nothing is taken from the sequence after that. How many are in a round does not go by how long
    /// they take: so a number of jobs has one result.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn rounds(&self, pass: &str, texts: &mut dyn Iterator<Item = Arc<[u8]>>) -> Result<Round, Stop> {
        let workers = self.workers()?;
        let mut round = Round::default();
        let mut texts = texts.enumerate();
        loop {
            let given = self.round(workers, pass, &mut texts, &mut round.winners)?;
            round.answered += given;
            if given < self.jobs || !round.winners.is_empty() {
                round.winners.sort_unstable();
                return Ok(round);
            }
        }
    }

    /// One round. How many members of the sequence it had.
    fn round(
        &self,
        workers: &Workers,
        pass: &str,
        texts: &mut dyn Iterator<Item = (usize, Arc<[u8]>)>,
        winners: &mut Vec<usize>,
    ) -> Result<usize, Stop> {
        let mut running: BTreeMap<usize, Arc<Halt>> = BTreeMap::new();
        let (mut given, mut end) = (0, None);
        let mut refused: Option<TestError> = None;
        for (place, text) in texts.take(self.jobs) {
            if let Some(verdict) = self.replayed(&text) {
                winners.extend(verdict.is_interesting().then_some(place));
            } else if let Err(stop) = self.may_go_on(running.len()) {
                end = Some(stop);
                break;
            } else {
                let halt = Arc::new(Halt::new()?);
                let halts = [&halt].into_iter().chain(&self.interruption).cloned().collect();
                workers.give(Job { place, text, repeat: self.repeat.get(), deadline: self.deadline(), halts });
                running.insert(place, halt);
            }
            given += 1;
        }
        while !running.is_empty() {
            let answer = workers.answer()?;
            running.remove(&answer.place);
            match answer.asked {
                Ok(asked) => {
                    self.count(pass, &answer.text, &asked);
                    match asked.verdict {
                        Some(Verdict::Interesting) => winners.push(answer.place),
                        Some(_) => {}
                        None => end = Some(self.ending()),
                    }
                }
                Err(error) => {
                    self.record(pass, None, answer.took);
                    for halt in running.values() {
                        halt.raise();
                    }
                    refused = Some(error);
                }
            }
        }
        match (refused, end) {
            (Some(error), _) => Err(error.into()),
            // What was found is not lost; the next question ends.
            (None, Some(stop)) if winners.is_empty() => Err(stop),
            (None, _) => Ok(given),
        }
    }
}
