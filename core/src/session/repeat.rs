//! How often the test is run on a text before its answer counts.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::rates::Rates;
use crate::oracle::{PropertyTest, TestError, Until, Verdict};

/// A test is not repeated more often than this.
pub const MOST_REPEATS: u32 = 100;
/// Numbers of repeats that are looked at for a test that errs at certain rates.
const CHOICE: u32 = 40;
/// How likely a text that is not interesting may be to pass, by repeats that are chosen.
pub(super) const FALSE_YES: f64 = 0.002;
/// How likely an interesting text may be to be turned away by repeats that are chosen. It makes the result
/// larger, and never wrong.
const MISSED: f64 = 0.15;

/// A text is interesting if so many of so many runs of the test say so. The runs end as soon as that is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    needed: u32,
    of: u32,
}

/// One question to the test: its answer and the runs that it took.
#[derive(Debug)]
pub(super) struct Asked {
    /// None if it was given up.
    pub(super) verdict: Option<Verdict>,
    /// The verdict of each run, and the time that it took.
    pub(super) runs: Vec<(Option<Verdict>, Duration)>,
}

impl Repeat {
    /// The first answer counts.
    pub const ONCE: Repeat = Repeat { needed: 1, of: 1 };

    /// So many of so many; none if that cannot be.
    pub fn new(needed: u32, of: u32) -> Option<Self> {
        (1..=of).contains(&needed).then_some(()).filter(|()| of <= MOST_REPEATS)?;
        Some(Repeat { needed, of })
    }

    /// The cheapest repeats by which a text that is not interesting passes with a probability of at most `bound`, and an
    /// interesting one is turned away with at most 0.15, by a test that gives a false yes and misses one with these
    /// probabilities. Where there are none, the first bound is held and the second as nearly as may be.
    pub(super) fn within(bound: f64, false_yes: f64, missed_yes: f64) -> Self {
        let (wrong, right) = (false_yes, 1.0 - missed_yes);
        let all = (1..=CHOICE).flat_map(|of| (1..=of).map(move |needed| Repeat { needed, of }));
        let safe = all.filter(|repeat| repeat.passes(wrong) <= bound);
        // Most texts that are asked about are not interesting.
        let cost = |repeat: &Repeat| {
            let missed = (1.0 - repeat.passes(right)).max(MISSED);
            (missed, 0.8 * repeat.expected_runs(wrong) + 0.2 * repeat.expected_runs(right))
        };
        let cheapest = safe.map(|repeat| (cost(&repeat), repeat)).min_by(|(a, _), (b, _)| {
            let (by_missed, by_runs) = (a.0.total_cmp(&b.0), a.1.total_cmp(&b.1));
            by_missed.then(by_runs)
        });
        cheapest.map_or(Repeat { needed: CHOICE, of: CHOICE }, |(_, repeat)| repeat)
    }

    /// The repeats for a test whose rates of error were measured: a text that is not interesting passes with a
    /// probability of at most 0.002, an interesting one is turned away with at most 0.15.
    pub fn for_rates(rates: &Rates) -> Self {
        Repeat::within(FALSE_YES, rates.false_yes_rate(), rates.missed_yes.rate())
    }

    /// The most runs of one question.
    pub fn most_runs(self) -> u32 {
        self.of
    }

    /// What so many yeses and noes come to, once that is decided.
    pub fn decision(self, yes: u32, no: u32) -> Option<bool> {
        if yes >= self.needed {
            Some(true)
        } else if no > self.of - self.needed {
            Some(false)
        } else {
            None
        }
    }

    /// Asks the test about a text.
    ///
    /// # Errors
    /// [`TestError`] when the test cannot be run.
    pub(super) fn ask(self, test: &dyn PropertyTest, candidate: &[u8], until: &Until) -> Result<Asked, TestError> {
        let mut runs = Vec::with_capacity(1);
        let (mut yes, mut no) = (0, 0);
        loop {
            let started = Instant::now();
            let verdict = test.verdict_until(candidate, until)?;
            runs.push((verdict, started.elapsed()));
            match verdict {
                None | Some(Verdict::Refused) => return Ok(Asked { verdict, runs }),
                Some(Verdict::Interesting) => yes += 1,
                Some(_) => no += 1,
            }
            if let Some(interesting) = self.decision(yes, no) {
                // Of a no the last reason is told.
                let verdict = if interesting { Some(Verdict::Interesting) } else { verdict };
                return Ok(Asked { verdict, runs });
            }
        }
    }

    /// How likely a text is to count as interesting, to which each run says yes with this probability.
    fn passes(self, yes: f64) -> f64 {
        (self.needed..=self.of).map(|k| binomial(self.of, k) * power(yes, k) * power(1.0 - yes, self.of - k)).sum()
    }

    /// The runs that a question takes on average, if each says yes with this probability.
    fn expected_runs(self, yes: f64) -> f64 {
        let noes = self.of - self.needed + 1;
        // A question ends with the yes or with the no that decides it, after all that came before.
        let ends = |last: f64, enough: u32, other: f64, others: u32| -> f64 {
            let after = |k: u32| f64::from(enough + k) * binomial(enough + k - 1, k) * power(other, k);
            power(last, enough) * (0..others).map(after).sum::<f64>()
        };
        ends(yes, self.needed, 1.0 - yes, noes) + ends(1.0 - yes, noes, yes, self.needed)
    }
}

fn binomial(n: u32, k: u32) -> f64 {
    (1..=k).map(|i| f64::from(n - k + i) / f64::from(i)).product()
}

fn power(base: f64, exponent: u32) -> f64 {
    base.powi(exponent.cast_signed())
}

impl Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.needed, self.of)
    }
}

impl FromStr for Repeat {
    type Err = String;

    /// `K/N`, or `N` for all of N.
    fn from_str(given: &str) -> Result<Self, String> {
        let (needed, of) = given.split_once('/').unwrap_or((given, given));
        let repeat = needed.parse().ok().zip(of.parse().ok()).and_then(|(needed, of)| Repeat::new(needed, of));
        repeat.ok_or_else(|| {
            format!(
                "give K/N, such as 2/3 (interesting if 2 of 3 runs say so), with K from 1 to N, N up to {MOST_REPEATS}"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::rates::Tally;
    use super::*;

    fn repeat(given: &str) -> Repeat {
        given.parse().expect("sensible")
    }

    fn rates(missed: u32, false_yes: u32) -> Rates {
        Rates { missed_yes: Tally { runs: 20, wrong: missed }, false_yes: Tally { runs: 20, wrong: false_yes } }
    }

    #[test]
    fn repeats_are_k_of_n() {
        assert_eq!(repeat("2/3"), Repeat { needed: 2, of: 3 });
        assert_eq!(repeat("4"), Repeat { needed: 4, of: 4 });
        for given in ["", "0", "0/3", "4/3", "2/", "two", "-1/2", "1/101"] {
            assert!(given.parse::<Repeat>().is_err(), "{given}");
        }
    }

    #[test]
    fn a_question_ends_as_soon_as_it_is_decided() {
        let ask = |given: &str, answers: &[bool]| {
            let left = Mutex::new(answers.iter().copied());
            let test = |_: &[u8]| left.lock().expect("sane").next().expect("an answer");
            let asked = repeat(given).ask(&test, b"", &Until::default()).expect("runs");
            (asked.verdict == Some(Verdict::Interesting), asked.runs.len())
        };
        assert_eq!(ask("1/1", &[false]), (false, 1));
        assert_eq!(ask("3/3", &[true, false]), (false, 2));
        assert_eq!(ask("2/3", &[true, true]), (true, 2));
        assert_eq!(ask("2/3", &[false, true, true]), (true, 3));
        assert_eq!(ask("2/3", &[false, true, false]), (false, 3));
        assert_eq!(ask("1/3", &[false, false, false]), (false, 3));
    }

    #[test]
    fn probabilities_and_costs_are_those_of_the_binomial_distribution() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        near(repeat("2/3").passes(0.1), 3.0 * 0.01 * 0.9 + 0.001);
        near(repeat("3/3").passes(0.2), 0.008);
        near(repeat("1/1").expected_runs(0.3), 1.0);
        near(repeat("2/2").expected_runs(0.3), 0.7 + 2.0 * 0.3);
        near(repeat("2/3").expected_runs(0.5), 2.5);
    }

    #[test]
    fn more_noise_takes_more_repeats() {
        let chosen = |missed, false_yes| Repeat::for_rates(&rates(missed, false_yes)).to_string();
        assert_eq!(chosen(0, 0), "2/2");
        assert_eq!(chosen(0, 1), "3/3");
        assert_eq!(chosen(0, 4), "5/5");
        assert_eq!(chosen(2, 0), "2/3");
        assert_eq!(chosen(10, 0), "3/8");
    }
}
