//! How often the test is asked about each text: `--repeat`, and what the initial check asks.

use std::time::Duration;

use reduce_core::oracle::{Capture, CommandTest, End, Halt, Run, Until, Verdict};
use reduce_core::session::{MEASURED, Rates, Repeat, Tally};

use crate::exit::{ExitStatus, Failure};

/// So many further yeses show that a test means its yes to the empty text.
const CONFIRMED: u32 = 2;

/// What `--repeat` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// K/N.
    Given(Repeat),
    /// By the rates at which the test errs.
    Auto,
}

impl Repeats {
    /// Reads K/N, N or `auto`.
    ///
    /// # Errors
    /// What to give instead.
    pub fn parse(given: &str) -> Result<Self, String> {
        if given == "auto" { Ok(Repeats::Auto) } else { given.parse().map(Repeats::Given) }
    }

    /// How often a run may be tried before it shows what it has to.
    pub fn tries(self) -> u32 {
        match self {
            Repeats::Given(repeat) => repeat.most_runs(),
            Repeats::Auto => MEASURED,
        }
    }
}

/// What questions are asked about, whose right answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The original, which is interesting.
    Original,
    /// The empty text, which is not, or nothing at all is left.
    Empty,
    /// Anything else.
    Neither,
}

/// The questions of the initial check.
pub struct Asking<'a> {
    test: &'a CommandTest,
    until: Until<'a>,
    halt: &'a Halt,
    /// Every run so far: verdict and time.
    pub runs: Vec<(Verdict, Duration)>,
    /// The answers so far.
    pub rates: Rates,
    /// The last run that said no.
    pub last_no: Option<Run>,
}

impl<'a> Asking<'a> {
    /// Nothing has been asked yet.
    pub fn new(test: &'a CommandTest, until: Until<'a>, halt: &'a Halt) -> Self {
        Asking { test, until, halt, runs: Vec::new(), rates: Rates::default(), last_no: None }
    }

    /// Counts a run. Whether it says yes.
    pub fn heard(&mut self, known: Known, run: Run) -> bool {
        let verdict = self.test.judge(&run).unwrap_or(Verdict::Uninteresting);
        let yes = verdict.is_interesting();
        self.runs.push((verdict, run.took));
        match known {
            Known::Original => self.rates.missed_yes.take(!yes),
            Known::Empty => self.rates.false_yes.take(yes),
            Known::Neither => {}
        }
        if !yes {
            self.last_no = Some(run);
        }
        yes
    }

    /// Makes a run. Whether it says yes.
    ///
    /// # Errors
    /// [`Failure`] when the test cannot be run.
    pub fn run(&mut self, known: Known, text: &[u8]) -> Result<bool, Failure> {
        let run = self.test.run(text, Capture::Output, &self.until).map_err(Failure::with(ExitStatus::Test))?;
        finished(run, self.halt).map(|run| self.heard(known, run))
    }

    /// Asks about a text. Whether it is interesting.
    ///
    /// # Errors
    /// [`Failure`] when the test cannot be run.
    pub fn ask(&mut self, known: Known, text: &[u8], repeat: Repeat) -> Result<bool, Failure> {
        self.ask_further(known, text, repeat, (0, 0))
    }

    /// The same with the yeses and noes that are there.
    fn ask_further(
        &mut self,
        known: Known,
        text: &[u8],
        repeat: Repeat,
        (mut yes, mut no): (u32, u32),
    ) -> Result<bool, Failure> {
        loop {
            if let Some(interesting) = repeat.decision(yes, no) {
                return Ok(interesting);
            }
            let says_yes = self.run(known, text)?;
            yes += u32::from(says_yes);
            no += u32::from(!says_yes);
        }
    }

    /// Asks about the original on which the first runs were made. Whether it is interesting.
    ///
    /// # Errors
    /// [`Failure`] when the test cannot be run.
    pub fn ask_on(&mut self, original: &[u8], repeat: Repeat) -> Result<bool, Failure> {
        let Tally { runs, wrong } = self.rates.missed_yes;
        self.ask_further(Known::Original, original, repeat, (runs - wrong, wrong))
    }

    /// Completes the runs on the original, and on the empty text unless that is refused before the test, to so many that
    /// the rates can be counted on.
    ///
    /// # Errors
    /// [`Failure`] when the test cannot be run.
    pub fn measure(&mut self, original: &[u8], refuses_empty: bool) -> Result<(), Failure> {
        while self.rates.missed_yes.runs < MEASURED {
            self.run(Known::Original, original)?;
        }
        while !refuses_empty && self.rates.false_yes.runs < MEASURED {
            self.run(Known::Empty, b"")?;
        }
        Ok(())
    }

    /// The repeats that suit what was measured.
    ///
    /// # Errors
    /// [`Failure`] when no number of repeats helps.
    pub fn suitable(&self) -> Result<Repeat, Failure> {
        let rates = self.known_rates();
        if rates.tell_apart() {
            return Ok(Repeat::for_rates(&rates));
        }
        let message = format!(
            "the test is flaky, and no number of repeats helps: {}. Make it say yes to the original more often than to \
             anything else",
            self.seen()
        );
        Err(Failure::new(ExitStatus::Flaky, message))
    }

    /// Yeses to the original.
    pub fn yeses_to_original(&self) -> u32 {
        let Tally { runs, wrong } = self.rates.missed_yes;
        runs - wrong
    }

    /// Whether the test means its yes to the empty text: it says so again.
    ///
    /// # Errors
    /// [`Failure`] when the test cannot be run.
    pub fn confirms_empty(&mut self) -> Result<bool, Failure> {
        for _ in 0..CONFIRMED {
            if !self.run(Known::Empty, b"")? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the test says yes to the empty text more often than not, and so means it.
    pub fn empty_is_interesting(&self) -> bool {
        let Tally { runs, wrong } = self.rates.false_yes;
        2 * wrong > runs
    }

    /// What is known of the test's errors: of false yeses nothing, if it means its yes to the empty text.
    pub fn known_rates(&self) -> Rates {
        let false_yes = if self.empty_is_interesting() { Tally::default() } else { self.rates.false_yes };
        Rates { false_yes, ..self.rates }
    }

    /// What was measured, and what is made of it.
    pub fn remark(&self, repeat: Repeat) -> String {
        format!("{}: on with --repeat {repeat}", self.seen())
    }

    fn seen(&self) -> String {
        let Rates { missed_yes, false_yes } = self.rates;
        let of_empty = match false_yes.runs {
            0 => String::new(),
            runs => format!(" and to the empty file in {} of {runs}", false_yes.wrong),
        };
        format!(
            "the test says yes to the original in {} of {} runs{of_empty}",
            self.yeses_to_original(),
            missed_yes.runs
        )
    }
}

/// A run that came to its end.
///
/// # Errors
/// [`Failure`] when it has not come to its end.
pub fn finished(run: Run, halt: &Halt) -> Result<Run, Failure> {
    match run.end {
        End::GivenUp if halt.is_raised() => {
            Err(Failure::new(ExitStatus::Interrupted, "interrupted during the initial check: nothing is written"))
        }
        End::GivenUp => Err(Failure::new(
            ExitStatus::Test,
            "the time of --max-time is over before the initial check is: give more, or make the test faster",
        )),
        _ => Ok(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_given_or_found_out() {
        assert_eq!(Repeats::parse("auto"), Ok(Repeats::Auto));
        assert_eq!(Repeats::parse("2/3").map(Repeats::tries), Ok(3));
        assert!(Repeats::parse("sometimes").is_err());
    }
}
