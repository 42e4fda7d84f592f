//! How often things have failed so far, by what tends to share its fate.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// What is believed before anything was tried counts for as much as this many trials.
const PRIOR_TRIALS: f64 = 6.0;
/// What is past counts by so much less with each trial: an input grows harder to shrink as it shrinks.
const FADES: f64 = 0.05;

/// For each class of things that were tried how many were, and how many of these failed.
#[derive(Clone)]
pub struct Outcomes<K>(FxHashMap<K, (f64, f64)>);

impl<K> Default for Outcomes<K> {
    fn default() -> Self {
        Outcomes(FxHashMap::default())
    }
}

impl<K: Eq + Hash> Outcomes<K> {
    /// How likely one of a class is to fail; `prior` is what is believed where nothing of the class was tried.
    pub fn fails(&self, class: &K, prior: f64) -> f64 {
        let (tried, failed) = self.0.get(class).copied().unwrap_or_default();
        (failed + PRIOR_TRIALS * prior) / (tried + PRIOR_TRIALS)
    }

    /// Notes how one of a class ended, which counts as so many.
    pub fn learn(&mut self, class: K, failed: bool, counts: f64) {
        let (tried, failures) = self.0.entry(class).or_default();
        let faded = 1.0 - FADES * counts;
        *tried = *tried * faded + counts;
        *failures = *failures * faded + if failed { counts } else { 0.0 };
    }

    /// What was seen so far counts as this share of itself.
    pub fn fade(&mut self, share: f64) {
        for (tried, failures) in self.0.values_mut() {
            *tried *= share;
            *failures *= share;
        }
    }
}
