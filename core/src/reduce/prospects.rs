//! What a transformation promises: how likely it is to succeed, from what happened so far.

use rustc_hash::FxHashMap;

use crate::tree::KindId;

/// Transformations that tend to share their fate: a template on nodes of one kind, on whose names something depends or
/// nothing does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// The template's name.
    pub template: &'static str,
    /// The kind of the node.
    pub kind: KindId,
    /// Whether nothing depends on it.
    pub free: bool,
}

/// Rates of success by class, and what failed when.
#[derive(Default)]
pub struct Prospects {
    /// Per class and, under no kind, per template: tried and failed.
    rates: FxHashMap<(&'static str, bool, Option<KindId>), (f64, f64)>,
    /// For each transformation that failed, by key: the size of the text at that time.
    failures: FxHashMap<u64, usize>,
    /// How likely it is that a name's uses cannot all go.
    needed: FxHashMap<Box<[u8]>, f64>,
}

/// A class counts for as much as this many trials of all kinds together.
const PRIOR_TRIALS: f64 = 6.0;
/// How likely a name is to be needed before anything that uses it was tried.
const NEEDED: f64 = 0.2;
/// What has failed is not tried again before this share of the text has gone.
const STALE: f64 = 0.25;

impl Prospects {
    /// How likely the transformation is to fail when it is tried for the first time.
    pub fn fails(&self, class: Class) -> f64 {
        let start = match (class.template, class.free) {
            ("deletion", true) => 0.1,
            ("deletion", false) => 0.3,
            ("hoist", _) => 0.6,
            _ => 0.75,
        };
        let rate = |kind, prior: f64| {
            let (tried, failed) = self.rates.get(&(class.template, class.free, kind)).copied().unwrap_or_default();
            (failed + PRIOR_TRIALS * prior) / (tried + PRIOR_TRIALS)
        };
        rate(Some(class.kind), rate(None, start))
    }

    /// How likely it is to succeed now, in a text of this size. What failed before is worth another try only as far as
    /// the text around it has changed since, and change is counted by what has gone.
    pub fn succeeds(&self, class: Class, key: u64, size: usize) -> f64 {
        let fresh = match self.failures.get(&key) {
            None => 1.0,
            Some(&then) => 1.0 - size as f64 / then.max(1) as f64,
        };
        if fresh < STALE { 0.0 } else { fresh * (1.0 - self.fails(class)) }
    }

    /// How likely it is that some use of the name has to stay, and with it the definition.
    pub fn needed(&self, name: &[u8]) -> f64 {
        self.needed.get(name).copied().unwrap_or(NEEDED)
    }

    /// What uses these names could not go: one of them is to blame, the likelier the fewer there are (the rule of
    /// ProbDD's model).
    pub fn blame(&mut self, names: &[&[u8]]) {
        let none: f64 = names.iter().map(|name| 1.0 - self.needed(name)).product();
        for &name in names {
            let needed = self.needed(name);
            self.needed.insert(name.into(), if none < 1.0 { (needed / (1.0 - none)).min(1.0) } else { needed });
        }
    }

    /// Notes that there is nothing to try.
    pub fn dismiss(&mut self, key: u64, size: usize) {
        self.failures.insert(key, size);
    }

    /// Notes how a transformation ended, in a text of this size.
    pub fn learn(&mut self, class: Class, key: u64, failed: bool, size: usize) {
        for kind in [Some(class.kind), None] {
            let (tried, failures) = self.rates.entry((class.template, class.free, kind)).or_default();
            // What is long past counts less: an input grows harder to shrink as it shrinks.
            (*tried, *failures) = (*tried * 0.95 + 1.0, *failures * 0.95 + f64::from(u8::from(failed)));
        }
        if failed {
            self.failures.insert(key, size);
        }
    }
}
