//! The probabilistic model of ProbDD and WProbDD: how likely each element is to stay.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// The probability to stay that every element starts with, as in the worked example of Zhou et al. (Fig. 2).
const START: f64 = 0.2;
/// Gains that differ by less, relative to their size, are equal: sums and products of the same numbers round differently.
const EQUAL: f64 = 1e-12;
/// What a prior is held to, so that no element is settled before its test and every failure raises what it touches.
const LEAST: f64 = 1e-4;
const MOST: f64 = 0.9;
/// The bits of a float that say less than whether a number is above or below one and a half times a power of two.
const FINER_THAN_HALVES: u32 = f64::MANTISSA_DIGITS - 2;
/// From here on an element counts as one that stays.
const SETTLED: f64 = 1.0 - 1e-6;

/// Probabilities and weights of the elements of a list, and which of them are still in question.
#[derive(Clone)]
pub(super) struct Model {
    probability: Vec<f64>,
    weight: Vec<f64>,
    /// The elements in question with their [`Rank`]s, the first to go first.
    open: BTreeSet<(Rank, usize)>,
    open_weight: f64,
    /// For each element the elements that tend to share its fate; none in the model of the papers, where successes say
    /// nothing of what is left.
    alike: Vec<usize>,
}

/// What the elements are ordered by: the larger the number, the earlier (non-negative floats order as their bits do), and
/// of equals by the tie.
type Rank = (Reverse<u64>, usize);

impl Model {
    /// The model of the papers before any test, where every element is as likely to stay.
    pub fn new(weights: &[usize]) -> Self {
        Self::given(weights, &vec![START; weights.len()], &[])
    }

    /// The model before any test, given how likely each element is to stay. An element without weight counts as one
    /// token: it is worth removing too. Elements of one number in `alike` tend to share their fate, so that successes say
    /// something of what is left; without any numbers they do not.
    pub fn given(weights: &[usize], stays: &[f64], alike: &[usize]) -> Self {
        let weight: Vec<f64> = weights.iter().map(|&weight| weight.max(1) as f64).collect();
        let probability = stays.iter().map(|p| p.clamp(LEAST, MOST)).collect();
        let mut model = Self { probability, weight, open: BTreeSet::new(), open_weight: 0.0, alike: alike.to_vec() };
        for position in 0..weights.len() {
            model.open(position);
        }
        model
    }

    /// The elements to try to remove together, ascending: the prefix of the elements by expected weight that maximizes
    /// the gain, the sum of the weights times the probability that all of them can go (`getPartitionToRemove` of Zhou
    /// et al., Algorithm 2). `None` when every element is settled.
    pub fn choose(&self) -> Option<Vec<usize>> {
        // Of prefixes that gain the same the papers' model takes the longest: in Fig. 2c, five elements and not four.
        let margin = if self.alike.is_empty() { 1.0 - EQUAL } else { 1.0 };
        let mut best = (0.0, 0);
        let (mut weight, mut all_go) = (0.0, 1.0);
        for (at, &(_, position)) in self.open.iter().enumerate() {
            weight += self.weight[position];
            all_go *= 1.0 - self.probability[position];
            if weight * all_go > best.0 * margin {
                best = (weight * all_go, at + 1);
            }
            if self.open_weight * all_go <= best.0 * margin {
                break; // no longer prefix can gain more
            }
        }
        let mut chosen: Vec<usize> = self.open.iter().take(best.1).map(|&(_, position)| position).collect();
        chosen.sort_unstable();
        (!chosen.is_empty()).then_some(chosen)
    }

    /// The elements of `chosen` could not go together: each becomes more likely to stay, a single one is sure to.
    pub fn fail(&mut self, chosen: &[usize]) {
        let all_go: f64 = chosen.iter().map(|&position| 1.0 - self.probability[position]).product();
        for &position in chosen {
            self.close(position);
            let risen = self.probability[position] / (1.0 - all_go);
            self.probability[position] = if chosen.len() == 1 { 1.0 } else { risen };
            if self.probability[position] < SETTLED {
                self.open(position);
            }
        }
    }

    /// The elements of `chosen` are gone. What is alike becomes the less likely to stay, the more of them were expected
    /// to: the rate at which such elements stay is taken to be unknown (an exponential distribution around what is
    /// believed), and so many successes make it smaller. Where all go, each question is about twice as many as the last.
    pub fn succeed(&mut self, chosen: &[usize]) {
        let mut expected: FxHashMap<usize, f64> = FxHashMap::default();
        for &position in chosen {
            self.close(position);
            if let Some(&alike) = self.alike.get(position) {
                *expected.entry(alike).or_default() += self.probability[position];
            }
        }
        if expected.is_empty() {
            return;
        }
        let open: Vec<usize> = self.open.iter().map(|&(_, position)| position).collect();
        for position in open {
            if let Some(expected) = expected.get(&self.alike[position]) {
                self.close(position);
                self.probability[position] = (self.probability[position] / (1.0 + expected)).max(LEAST);
                self.open(position);
            }
        }
    }

    /// How likely an element is to stay.
    #[cfg(test)]
    pub fn probability(&self, position: usize) -> f64 {
        self.probability[position]
    }

    fn open(&mut self, position: usize) {
        self.open.insert((self.rank(position), position));
        self.open_weight += self.weight[position];
    }

    fn close(&mut self, position: usize) {
        if self.open.remove(&(self.rank(position), position)) {
            self.open_weight -= self.weight[position];
        }
    }

    fn rank(&self, position: usize) -> Rank {
        let expected = self.weight[position] * (1.0 - self.probability[position]);
        if self.alike.is_empty() {
            // The expected weight of a deletion; of equals the element with the lower index.
            return (Reverse(expected.to_bits()), position);
        }
        // Another element adds to the gain of a prefix as long as this is above the prefix' weight. Among what is about
        // equal, the order of the list says more than a little weight: what comes later tends to use what came before.
        let rank = (expected / self.probability[position]).to_bits() >> FINER_THAN_HALVES;
        (Reverse(rank), self.weight.len() - position)
    }
}
