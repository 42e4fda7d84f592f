//! Tests in rounds: as many at once as there are jobs, all of whose answers count.

use std::iter::successors;
use std::sync::Arc;

use super::{Session, Stop};

/// What came of the first rounds of a sequence, up to one with a success.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The places in the sequence of all that is interesting, in order; none if nothing of the sequence is.
    pub winners: Vec<usize>,
    /// How many members of the sequence have an answer.
    pub answered: usize,
    /// Tests whose answers were not waited for, those given as open among them: they may run still.
    pub open: usize,
}

/// Members of a sequence whose successes were joined.
#[derive(Debug)]
pub struct Together {
    /// Their places in the sequence, in order.
    pub winners: Vec<usize>,
    /// The places of those that failed, in order.
    pub failed: Vec<usize>,
}

impl Together {
    /// The first success alone, in this place.
    pub fn first(place: usize) -> Self {
        Together { winners: vec![place], failed: (0..place).collect() }
    }
}

/// How many of so many successes are joined, the most first: all, three quarters of them, half and so on, down to two.
pub fn joint_sizes(successes: usize) -> impl Iterator<Item = usize> {
    let smaller = |&size: &usize| Some(if size > 3 { size * 3 / 4 } else { size.saturating_sub(1) });
    successors(Some(successes), smaller).take_while(|&size| size > 1)
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

    /// How many tests a round has at most.
    pub fn in_a_round(&self) -> usize {
        self.jobs
    }

    /// Tests a lazy sequence of texts in rounds, as many texts at once as there are jobs, up to the first round with an
    /// interesting one. Nothing is taken from the sequence after that. So many jobs are taken to be at work still on what
    /// came before, and the first round has the others. How many are in a round does not go by how long tests take: so a
    /// number of jobs has one result.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn rounds(&self, pass: &str, open: usize, texts: &mut dyn Iterator<Item = Arc<[u8]>>) -> Result<Round, Stop> {
        let found = self.all_rounds(&Arc::from(pass), open, texts);
        if !self.goes_back() {
            self.forget_tests();
        }
        found
    }

    fn all_rounds(
        &self,
        pass: &Arc<str>,
        open: usize,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Round, Stop> {
        let mut round = Round { open, ..Round::default() };
        loop {
            let size = self.jobs.saturating_sub(round.open).max(1);
            let asked = self.round(pass, round.answered, size, texts, &mut round.winners)?;
            round.answered += asked;
            let is_last = asked < size;
            round.open = if is_last && round.winners.is_empty() { round.open + asked } else { 0 };
            if is_last || !round.winners.is_empty() {
                return Ok(round);
            }
        }
    }

    /// One round of so many members at most, the first of which has this place in the sequence. How many it had.
    ///
    /// The last round of a sequence may have few members. If the search can go back, it is assumed to come to nothing, so
    /// that what comes next is tested beside it.
    fn round(
        &self,
        pass: &Arc<str>,
        first: usize,
        size: usize,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
        winners: &mut Vec<usize>,
    ) -> Result<usize, Stop> {
        let (mut members, mut end) = (Vec::new(), None);
        for text in texts.take(size) {
            while self.is_busy() {
                self.wait()?;
                self.take_answers()?;
                self.see_to_misjudged()?;
            }
            match self.test(pass, text) {
                Ok(member) => members.push(member),
                Err(stop @ (Stop::Budget(_) | Stop::Interrupted)) => {
                    end = Some(stop);
                    break;
                }
                Err(stop) => return Err(stop),
            }
        }
        let may_assume = self.assumes() && members.len() < size && end.is_none();
        let answers = loop {
            self.take_answers()?;
            self.see_to_misjudged()?;
            let (answers, given_up) = self.answers(&members)?;
            if given_up {
                end = Some(self.ending());
            }
            if !answers.contains(&None) || (may_assume && !answers.contains(&Some(true))) {
                break answers;
            }
            self.wait()?;
        };
        for (place, (member, answer)) in (first..).zip(members.iter().zip(answers)) {
            winners.extend(answer.filter(|yes| *yes).map(|_| place));
            if end.is_none() {
                self.give(*member, answer.unwrap_or(false), pass, place);
            }
        }
        match end {
            // What was found is not lost; the next question ends.
            Some(stop) if winners.is_empty() => Err(stop),
            _ => Ok(members.len()),
        }
    }
}
