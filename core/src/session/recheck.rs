//! Re-checks: no text is a result because the test said yes to it once.
//!
//! The best so far is asked about again now and then, and the last one before the end. That is cheap as long as the test
//! agrees with itself. When it does not, it is measured how often it errs, on the original and on the empty text, and a
//! sequential test decides whether the text holds.

use std::sync::Arc;
use std::time::Instant;

use super::event::Event;
use super::rates::Tally;
use super::sequential::Sequential;
use super::trust::{Standing, Trust};
use super::{Session, Stop};
use crate::oracle::{Halt, Until, Verdict};

/// The pass under which re-checks are counted.
const PASS: &str = "recheck";
/// Runs on the original, and as many on the empty text, once the test has contradicted itself.
const MEASURED: u32 = 10;

impl Session {
    /// The test has said no to a candidate.
    pub(super) fn note_no(&self) {
        let _ = self.trust(Trust::no);
    }

    /// A text is the best so far: asks about it again if that is due.
    pub(super) fn note_accepted(&self, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        let tests = self.statistics.borrow().property_tests;
        let due = self.trust(|trust| trust.accepted(Arc::clone(text), tokens, tests)) == Some(true);
        if !due || self.holds_better() {
            return Ok(());
        }
        let halts: Vec<&Halt> = self.interruption.iter().map(|halt| &**halt).collect();
        let holds = self.holds(1, &Until { deadline: self.deadline(), halts: &halts, rank: 0 })?;
        if holds { Ok(()) } else { Err(Stop::Contradicted) }
    }

    /// Whether the best so far holds: by so many yeses, or by the sequential test once there is a no, or once it is known
    /// how often the test errs. What the file held before is let go of if it does not.
    pub(super) fn holds(&self, yeses: u32, until: &Until) -> Result<bool, Stop> {
        while let Some(text) = self.best() {
            let held = self.holds_better();
            let known = self.trust(|trust| (*trust.standing_of(held), trust.measured));
            let Some((standing, measured)) = known else { return Ok(true) };
            if standing.holds == Some(false) && held {
                self.let_go_of_held()?;
            } else if let Some(holds) = standing.holds {
                return Ok(holds);
            } else if standing.no == 0 && !measured {
                if standing.yes >= yeses {
                    return Ok(true);
                }
                let yes = self.question(&text, until)?;
                let _ = self.trust(|trust| trust.standing_of(held).take(yes));
            } else {
                self.measure(until)?;
                let mut decided = standing;
                let end = self.decide(&text, &mut decided, until);
                let _ = self.trust(|trust| *trust.standing_of(held) = decided);
                end?;
                if decided.no > 0 && decided.holds == Some(true) {
                    self.tell(&Event::Missed { bytes: text.len(), no: decided.no, runs: decided.runs() });
                }
            }
        }
        Ok(true)
    }

    /// Asks about a text, of which some answers are known, until the sequential test decides.
    pub(super) fn decide(&self, text: &[u8], standing: &mut Standing, until: &Until) -> Result<bool, Stop> {
        let mut sequential = Sequential::new(&self.trust(|trust| trust.rates).unwrap_or_default());
        sequential.take(standing.yes, standing.no);
        loop {
            standing.holds = sequential.decision();
            if let Some(holds) = standing.holds {
                let _ = self.trust(|trust| trust.learn(*standing));
                self.note(text, holds.into());
                return Ok(holds);
            }
            let yes = self.run(text, until)?;
            standing.take(yes);
            sequential.take(u32::from(yes), u32::from(!yes));
        }
    }

    /// Sees to it that it is measured how often the test errs: on the original, and on the empty text if that is known
    /// not to be interesting.
    pub(super) fn measure(&self, until: &Until) -> Result<(), Stop> {
        let unmeasured = self.trust(|trust| (!trust.measured).then(|| trust.ancestry.original())).flatten();
        let Some(original) = unmeasured else { return Ok(()) };
        let missed_yes = Tally::of(MEASURED, || self.run(&original, until).map(|yes| !yes))?;
        if missed_yes.wrong == MEASURED {
            return Err(Stop::Changed);
        }
        let mut false_yes = Tally::default();
        while self.empty_fails && false_yes.runs < MEASURED {
            match self.verdict(b"", until)? {
                // A text that is refused before the test tells nothing of it.
                Verdict::Refused => break,
                verdict => false_yes.take(verdict.is_interesting()),
            }
        }
        let _ = self.trust(|trust| {
            trust.rates.missed_yes += missed_yes;
            trust.rates.false_yes += false_yes;
            trust.measured = true;
        });
        Ok(())
    }

    /// Whether the test says yes, with the repeats of every question.
    fn question(&self, text: &[u8], until: &Until) -> Result<bool, Stop> {
        let (mut yes, mut no) = (0, 0);
        loop {
            if let Some(interesting) = self.repeat.get().decision(yes, no) {
                return Ok(interesting);
            }
            let says_yes = self.run(text, until)?;
            yes += u32::from(says_yes);
            no += u32::from(!says_yes);
        }
    }

    /// Whether one run of the test says yes.
    fn run(&self, text: &[u8], until: &Until) -> Result<bool, Stop> {
        self.verdict(text, until).map(Verdict::is_interesting)
    }

    /// One run of the test.
    fn verdict(&self, text: &[u8], until: &Until) -> Result<Verdict, Stop> {
        let tests = self.statistics.borrow().property_tests;
        if until.halts.iter().any(|halt| halt.is_raised()) || self.budget.is_spent(tests + 1, until.deadline) {
            return Err(self.ending());
        }
        let started = Instant::now();
        let verdict = self.test.verdict_until(text, until)?;
        self.record(PASS, verdict, started.elapsed());
        verdict.ok_or_else(|| self.ending())
    }

    pub(super) fn trust<T>(&self, look: impl FnOnce(&mut Trust) -> T) -> Option<T> {
        self.trust.borrow_mut().as_mut().map(look)
    }
}
