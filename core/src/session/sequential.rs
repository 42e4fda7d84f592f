//! Wald's sequential probability ratio test (1945): is a text interesting, as far as a flaky property test can tell?

use super::rates::Rates;

/// How likely a decision is to be wrong, either way.
const ERROR: f64 = 0.001;
/// What is undecided after so many runs counts as not interesting.
const MOST_RUNS: u32 = 100;

/// The answers of one text, weighed as they come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequential {
    of_yes: f64,
    of_no: f64,
    /// The logarithm of how much likelier the answers are if the text is interesting.
    evidence: f64,
    runs: u32,
}

impl Sequential {
    /// A test that errs at these rates has not said anything yet.
    pub(super) fn new(rates: &Rates) -> Self {
        let missed = rates.missed_yes.rate();
        // A yes always speaks for the text.
        let false_yes = rates.suspected_false_yes().min((1.0 - missed) / 2.0);
        Sequential {
            of_yes: ((1.0 - missed) / false_yes).ln(),
            of_no: (missed / (1.0 - false_yes)).ln(),
            evidence: 0.0,
            runs: 0,
        }
    }

    /// Takes answers.
    pub(super) fn take(&mut self, yes: u32, no: u32) {
        self.evidence += f64::from(yes) * self.of_yes + f64::from(no) * self.of_no;
        self.runs += yes + no;
    }

    /// Whether the text is interesting, once that is decided.
    pub(super) fn decision(&self) -> Option<bool> {
        let enough = (1.0 / ERROR).ln();
        if self.evidence >= enough {
            Some(true)
        } else if self.evidence <= -enough || self.runs >= MOST_RUNS {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rates::Tally;
    use super::*;

    fn rates(missed: u32, false_yes: u32) -> Rates {
        Rates { missed_yes: Tally { runs: 20, wrong: missed }, false_yes: Tally { runs: 20, wrong: false_yes } }
    }

    fn runs_until(rates: &Rates, answers: impl IntoIterator<Item = bool>) -> (u32, bool) {
        let mut test = Sequential::new(rates);
        for answer in answers {
            test.take(u32::from(answer), u32::from(!answer));
            if let Some(decision) = test.decision() {
                return (test.runs, decision);
            }
        }
        panic!("not decided");
    }

    #[test]
    fn a_test_that_hardly_errs_decides_in_three_runs() {
        assert_eq!(runs_until(&rates(0, 0), [true; 9]), (3, true));
        assert_eq!(runs_until(&rates(0, 0), [false; 9]), (2, false));
        assert_eq!(runs_until(&rates(0, 0), [false, true, true, true, true, true]), (5, true));
    }

    #[test]
    fn where_yeses_are_often_missed_few_of_them_are_enough() {
        let half = rates(10, 0);
        assert_eq!(runs_until(&half, [false, true, false, true, false, true, true]), (7, true));
        assert_eq!(runs_until(&half, [false; 20]), (11, false));
    }

    #[test]
    fn a_test_that_tells_nothing_apart_never_makes_a_text_interesting() {
        let coin = rates(10, 10);
        assert!(!coin.tell_apart());
        assert!(!runs_until(&coin, (0..200).map(|i| i % 3 == 0)).1);
    }
}
