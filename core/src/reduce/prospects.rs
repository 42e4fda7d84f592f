//! What a transformation promises: how likely it is to succeed, from what happened so far.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::outcomes::Outcomes;
use crate::language::Patch;
use crate::tree::{KindId, NodeId, Tree};

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

/// One transformation of one node, wherever the node has moved in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    template: &'static str,
    kind: KindId,
    start: usize,
    end: usize,
}

impl Place {
    /// The transformation of this node by this template.
    pub fn of(template: &'static str, tree: &Tree, node: NodeId) -> Self {
        let range = tree.range(node);
        Place { template, kind: tree.kind(node), start: range.start, end: range.end }
    }

    /// How much of a text of this size lies around the node: all that is left when it goes.
    fn around(&self, size: usize) -> usize {
        size.saturating_sub(self.end - self.start)
    }
}

/// What is remembered of a failure.
#[derive(Clone, Copy)]
struct Failure {
    /// Whether a test said so, and of a node on which nothing depended: then something in the node is needed.
    shows_need: bool,
    /// The size of what lay around the node.
    around: usize,
    times: i32,
}

/// How often classes have failed, and what failed when.
#[derive(Clone, Default)]
pub struct Prospects {
    /// Per class and, under no kind, per template.
    outcomes: Outcomes<(&'static str, bool, Option<KindId>)>,
    failures: FxHashMap<Place, Failure>,
    /// How likely it is that a name's uses cannot all go.
    needed: FxHashMap<Box<[u8]>, f64>,
}

/// So many alike things are needed of any number, as long as nothing is known of them: what a bug needs does not grow
/// with the length of the lists that it stands in.
const NEEDED_OF_MANY: f64 = 8.0;
/// How likely a name is to be needed before anything that uses it was tried.
const NEEDED: f64 = 0.2;
/// What has failed is not tried again before this share of the text around it has gone.
const STALE: f64 = 0.2;
/// How much less likely each further try of the same is to succeed.
const AGAIN: f64 = 0.6;

impl Prospects {
    /// How likely the transformation is to fail when it is tried for the first time, together with so many of its class.
    fn fails(&self, class: Class, together: usize) -> f64 {
        let start = match (class.template, class.free) {
            ("deletion", true) => 0.1,
            ("deletion", false) => 0.3,
            ("hoist", _) => 0.6,
            _ => 0.75,
        };
        let rate = |kind, prior| self.outcomes.fails(&(class.template, class.free, kind), prior);
        rate(Some(class.kind), rate(None, start).min(NEEDED_OF_MANY / together.max(1) as f64))
    }

    /// How likely it is to succeed where nothing is known of the place, tried together with so many of its class.
    pub fn succeeds(&self, class: Class, together: usize) -> f64 {
        1.0 - self.fails(class, together)
    }

    /// Of how many transformations of a class, out of so many together, one test takes away as much as of one that
    /// succeeds for certain: as many are tried at once as are likely to succeed together by what is known of them, and
    /// about one such test in e does.
    pub fn at_once(&self, class: Class, together: usize) -> f64 {
        let likely = (together as f64).min(1.0 / self.fails(class, 1));
        (likely / std::f64::consts::E).max(1.0)
    }

    /// What a failure in this place leaves of the chance, in a text of this size: all of it without one. What failed
    /// before is worth another try only as far as the text around it has changed since, and change is counted by what has
    /// gone. What changed inside the node does not count: what of it was needed then is needed still.
    pub fn fresh(&self, place: Place, size: usize) -> f64 {
        match self.failures.get(&place) {
            None => 1.0,
            Some(failure) => {
                let gone = 1.0 - place.around(size) as f64 / failure.around.max(1) as f64;
                if gone < STALE { 0.0 } else { gone * AGAIN.powi(failure.times - 1) }
            }
        }
    }

    /// Whether a test said no to the transformation in this place, of a node on which nothing depended, and little has
    /// changed since: something in the node is needed.
    pub fn shows_need(&self, place: Place, size: usize) -> bool {
        self.failures.get(&place).is_some_and(|failure| failure.shows_need) && self.fresh(place, size) <= 0.0
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

    /// Notes how a transformation ended, in a text of this size. A failure that was expected because of its place alone,
    /// with this likelihood, says the less about its class.
    pub fn learn(&mut self, class: Class, place: Place, failed: bool, expected: f64, size: usize) {
        let counts = if failed { 1.0 - expected } else { 1.0 };
        for kind in [Some(class.kind), None] {
            self.outcomes.learn((class.template, class.free, kind), failed, counts);
        }
        if failed {
            self.note(place, class.free, size);
        }
    }

    /// Notes that there is no such transformation of a text of this size.
    pub fn dismiss(&mut self, place: Place, size: usize) {
        self.note(place, false, size);
    }

    fn note(&mut self, place: Place, shows_need: bool, size: usize) {
        let times = self.failures.get(&place).map_or(0, |failure| failure.times);
        self.failures.insert(place, Failure { shows_need, around: place.around(size), times: times + 1 });
    }

    /// Forgets the failures in these places of the text.
    pub fn forget(&mut self, changed: impl Fn(Range<usize>) -> bool) {
        self.failures.retain(|place, _| !changed(place.start..place.end));
    }

    /// Follows the nodes to where they are after these patches, in order, of the text.
    pub fn follow(&mut self, patches: &[Patch]) {
        // For each patch: where it ends in the old text, and by how much all behind it has moved.
        let mut moved = 0;
        let shifts: Vec<(usize, isize)> = patches
            .iter()
            .map(|patch| {
                moved += patch.text.len() as isize - patch.range.len() as isize;
                (patch.range.end, moved)
            })
            .collect();
        let shifted = |offset: usize| {
            let passed = shifts.partition_point(|&(end, _)| end <= offset);
            offset.saturating_add_signed(passed.checked_sub(1).map_or(0, |last| shifts[last].1))
        };
        let gone = |place: &Place| {
            let at = patches.partition_point(|patch| patch.range.end <= place.start);
            patches.get(at).is_some_and(|p| p.range.start <= place.start && place.end <= p.range.end)
        };
        let failures = std::mem::take(&mut self.failures);
        self.failures.extend(failures.into_iter().filter(|(place, _)| !gone(place)).map(|(place, failure)| {
            let (start, end) = (shifted(place.start), shifted(place.end));
            (Place { start, end: end.max(start), ..place }, failure)
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: Class = Class { template: "deletion", kind: KindId(1), free: true };

    fn place(start: usize, end: usize) -> Place {
        Place { template: "deletion", kind: KindId(1), start, end }
    }

    #[test]
    fn what_failed_is_worth_another_try_once_the_text_around_it_has_gone() {
        let mut prospects = Prospects::default();
        prospects.learn(CLASS, place(10, 20), true, 0.0, 100);
        assert!(prospects.fresh(place(10, 20), 100) < f64::EPSILON);
        prospects.follow(&[Patch { range: 12..18, text: Vec::new() }]);
        assert!(prospects.fresh(place(10, 14), 94) < f64::EPSILON, "only its inside has changed");
        prospects.follow(&[Patch { range: 0..8, text: Vec::new() }, Patch { range: 40..80, text: Vec::new() }]);
        let again = prospects.fresh(place(2, 6), 46);
        assert!(again > 0.0 && again < prospects.fresh(place(30, 36), 46));
    }

    #[test]
    fn a_class_that_fails_promises_less() {
        let mut prospects = Prospects::default();
        let before = prospects.succeeds(CLASS, 1);
        for start in 10..20 {
            prospects.learn(CLASS, place(start, start + 1), true, 0.0, 100);
        }
        assert!(prospects.succeeds(CLASS, 1) < before / 2.0);
    }

    #[test]
    fn of_few_names_each_is_blamed_more() {
        let mut prospects = Prospects::default();
        prospects.blame(&[b"a", b"b"]);
        prospects.blame(&[b"c"]);
        assert!(prospects.needed(b"x") < prospects.needed(b"a"));
        assert!(prospects.needed(b"a") < prospects.needed(b"c"));
    }
}
