//! How far the best so far is to be trusted.

use std::sync::Arc;

use super::ancestry::Ancestry;
use super::rates::{Rates, Tally};
use super::repeat::{FALSE_YES, Repeat};

/// The best so far is asked about again after so many tests, then after four times as many, and so on.
const FIRST_DUE: u64 = 200;
const NEXT_DUE: u64 = 4;
/// A text that is not interesting passes for confirmed with this probability, as far as the noes before tell how rare a
/// false yes is.
const UNCONFIRMED: f64 = 0.001;
/// The last text has to be confirmed by at least and at most so many yeses, as long as nothing speaks against the test.
const LEAST_YESES: u32 = 2;
const MOST_YESES: u32 = 3;
/// After so many contradictions the reduction ends with what holds.
const MOST_CONTRADICTIONS: u32 = 8;

/// How far a session's best text is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The test said yes to it again, or it is the original.
    Confirmed,
    /// The reduction ended before the test could be asked again.
    NotAsked,
    /// The test contradicts itself, and the reduction ended before that was settled.
    Doubtful,
}

/// What came of the re-checks.
#[derive(Clone, Copy, Debug)]
pub struct Findings {
    /// Whether the best so far holds.
    pub confirmation: Confirmation,
    /// How often the reduction went back, since an accepted text did not hold.
    pub contradictions: u32,
    /// How often the test errs, if that was measured.
    pub rates: Option<Rates>,
    /// How often the test is asked about a text by now.
    pub repeat: Repeat,
}

/// The answers on a text, but for the one by which it was accepted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    pub(super) yes: u32,
    pub(super) no: u32,
    /// What the sequential test decided.
    pub(super) holds: Option<bool>,
}

impl Standing {
    pub(super) fn take(&mut self, yes: bool) {
        self.yes += u32::from(yes);
        self.no += u32::from(!yes);
    }

    pub(super) fn runs(self) -> u32 {
        self.yes + self.no
    }
}

/// What a session knows for its re-checks.
#[derive(Debug)]
pub(super) struct Trust {
    pub(super) ancestry: Ancestry,
    pub(super) rates: Rates,
    /// The rates come from enough runs to count on.
    pub(super) measured: bool,
    /// Of the best so far.
    pub(super) standing: Standing,
    /// Of what the file held before.
    held: Standing,
    contradictions: u32,
    /// Noes since the last accepted text.
    noes: u64,
    /// The number of tests after which the best so far is asked about.
    due: u64,
}

impl Trust {
    pub(super) fn new(original: Arc<[u8]>, tokens: usize, rates: Rates, measured: bool) -> Self {
        Trust {
            ancestry: Ancestry::new(original, tokens),
            rates,
            measured,
            standing: Standing::default(),
            held: Standing::default(),
            contradictions: 0,
            noes: 0,
            due: FIRST_DUE,
        }
    }

    /// Another reduction goes on from the result of this one.
    pub(super) fn begin_again(self, original: Arc<[u8]>, tokens: usize) -> Self {
        Trust { ancestry: Ancestry::new(original, tokens), ..self }
    }

    /// The test has said no to a candidate.
    pub(super) fn no(&mut self) {
        self.noes += 1;
    }

    /// A text is the best so far, after so many tests. Whether it is time to ask about it again.
    pub(super) fn accepted(&mut self, text: Arc<[u8]>, tokens: usize, tests: u64) -> bool {
        self.ancestry.push(text, tokens);
        self.noes = 0;
        self.standing = Standing::default();
        let due = tests >= self.due;
        if due {
            self.due = tests.saturating_mul(NEXT_DUE);
        }
        due
    }

    /// The best so far has another style. The noes before it still tell how rare a false yes is: this one was no search.
    pub(super) fn restyled(&mut self, text: Arc<[u8]>, tokens: usize) {
        self.ancestry.push(text, tokens);
        self.standing = Standing::default();
    }

    /// How many yeses confirm the best so far while nothing speaks against the test: so many that a text that is not
    /// interesting would hardly get them. So many noes in a row have told how rare a false yes is: by Bayes' rule, with
    /// every rate equally likely before, the rate's m-th moment is the product of `i / (noes + 1 + i)` for i up to m.
    pub(super) fn yeses_wanted(&self) -> u32 {
        let noes = self.noes as f64;
        let all_false = |yeses: u32| (1..=yeses).map(f64::from).map(|i| i / (noes + 1.0 + i)).product::<f64>();
        (LEAST_YESES..MOST_YESES).find(|&yeses| all_false(yeses) <= UNCONFIRMED).unwrap_or(MOST_YESES)
    }

    /// Learns from the answers on a text of which it is decided by now whether it is interesting.
    pub(super) fn learn(&mut self, of: Standing) {
        match of.holds {
            Some(true) => self.rates.missed_yes += Tally { runs: of.runs(), wrong: of.no },
            Some(false) => self.rates.false_yes += Tally { runs: of.runs(), wrong: of.yes },
            None => {}
        }
    }

    /// The best so far did not hold, and the ancestor at this place is the best again, after so many tests. The repeats
    /// from here on.
    pub(super) fn go_back(&mut self, place: usize, standing: Standing, tests: u64) -> Repeat {
        self.ancestry.go_back(place);
        self.standing = standing;
        self.noes = 0;
        self.due = tests + FIRST_DUE;
        // Each further contradiction asks for more certainty.
        let bound = FALSE_YES / 10f64.powi(self.contradictions.cast_signed());
        self.contradictions += 1;
        Repeat::within(bound, self.rates.suspected_false_yes(), self.rates.missed_yes.rate())
    }

    /// Whether the reduction should go on after so many contradictions.
    pub(super) fn may_go_on(&self) -> bool {
        self.contradictions < MOST_CONTRADICTIONS
    }

    /// The standing of the best so far, or of what the file held before.
    pub(super) fn standing_of(&mut self, held: bool) -> &mut Standing {
        if held { &mut self.held } else { &mut self.standing }
    }

    /// What is known; `held` asks about what the file held before.
    pub(super) fn findings(&self, held: bool, repeat: Repeat) -> Findings {
        let is_original = !held && self.ancestry.line().len() == 1;
        let confirmation = match if held { self.held } else { self.standing } {
            Standing { holds: Some(true), .. } => Confirmation::Confirmed,
            Standing { holds: None, no: 0, yes } if yes > 0 || is_original => Confirmation::Confirmed,
            Standing { holds: None, no: 0, .. } => Confirmation::NotAsked,
            Standing { .. } => Confirmation::Doubtful,
        };
        let rates = self.measured.then_some(self.rates);
        Findings { confirmation, contradictions: self.contradictions, rates, repeat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_noes_the_fewer_yeses_confirm() {
        let wanted = |noes| {
            let mut trust = Trust::new(b"text"[..].into(), 1, Rates::default(), false);
            (0..noes).for_each(|_| trust.no());
            trust.yeses_wanted()
        };
        assert_eq!((wanted(0), wanted(42), wanted(43), wanted(100_000)), (3, 3, 2, 2));
    }

    #[test]
    fn the_best_so_far_is_asked_about_now_and_then() {
        let mut trust = Trust::new(b"text"[..].into(), 4, Rates::default(), false);
        let due = [100, 199, 200, 201, 799, 805, 3000, 3220].map(|tests| trust.accepted(b"t"[..].into(), 1, tests));
        assert_eq!(due, [false, false, true, false, false, true, false, true]);
    }
}
