//! One run of a minimizer: the test it asks, and the configurations whose answer it already knows.

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_128;

use super::{Joined, Kept, ListTest};

/// The test of one minimization behind a cache.
pub(super) struct Run<'t, T> {
    test: &'t mut T,
    /// Configurations that failed, and the lists that had the property, as 128-bit hashes: rounds over long lists hold
    /// as many configurations as elements, so keeping them whole would take quadratic space.
    known: FxHashSet<u128>,
}

/// What came of a question.
pub(super) struct Answers<M> {
    /// What all that were joined keep.
    pub kept: Kept,
    /// The marks of these, in order.
    pub joined: Vec<M>,
    /// The marks of those that failed, in order.
    pub failed: Vec<M>,
}

impl<'t, T: ListTest> Run<'t, T> {
    /// A run that starts from `list`, which has the property.
    pub fn new(test: &'t mut T, list: &[usize]) -> Self {
        Self { test, known: FxHashSet::from_iter([hash(list)]) }
    }

    /// The first configuration that has the property and was not known before, with the mark that came with it.
    ///
    /// Known configurations are left out of the question. What the test pulled behind the one it chose was only tried
    /// ahead: no answer to it was given, so it stays unknown.
    pub fn first<M>(&mut self, question: impl Iterator<Item = (Kept, M)>) -> Result<Option<(Kept, M)>, T::Stop> {
        let one = |test: &mut T, configurations: &mut dyn Iterator<Item = Kept>| {
            let found = test.first(configurations)?;
            Ok(found.map(|(place, kept)| Joined::first(place, kept)))
        };
        let answers = self.ask(question, one)?;
        Ok(answers.and_then(|mut answers| Some((answers.kept, answers.joined.pop()?))))
    }

    /// Configurations that have the property, joined, and all that were answered with them.
    pub fn first_joined<M>(
        &mut self,
        question: impl Iterator<Item = (Kept, M)>,
    ) -> Result<Option<Answers<M>>, T::Stop> {
        self.ask(question, |test, configurations| test.first_joined(configurations))
    }

    fn ask<M>(
        &mut self,
        question: impl Iterator<Item = (Kept, M)>,
        ask: impl FnOnce(&mut T, &mut dyn Iterator<Item = Kept>) -> Result<Option<Joined>, T::Stop>,
    ) -> Result<Option<Answers<M>>, T::Stop> {
        let known = &mut self.known;
        let mut asked = Vec::new();
        let mut unknown = question.filter_map(|(kept, mark)| {
            let hash = hash(&kept);
            known.insert(hash).then(|| {
                asked.push((hash, mark));
                kept
            })
        });
        let found = ask(self.test, &mut unknown)?;
        drop(unknown);
        let Some(Joined { winners, failed, kept }) = found else { return Ok(None) };
        let mut answers = Answers { kept, joined: Vec::new(), failed: Vec::new() };
        for (place, (hash, mark)) in asked.into_iter().enumerate() {
            if winners.binary_search(&place).is_ok() {
                answers.joined.push(mark);
            } else if failed.binary_search(&place).is_ok() {
                answers.failed.push(mark);
            } else {
                known.remove(&hash);
            }
        }
        Ok(Some(answers))
    }
}

fn hash(kept: &[usize]) -> u128 {
    let bytes: Vec<u8> = kept.iter().flat_map(|&position| (position as u32).to_le_bytes()).collect();
    xxh3_128(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pulls two configurations before it takes the first.
    struct TwoAtOnce(Vec<Kept>);

    impl ListTest for TwoAtOnce {
        type Stop = std::convert::Infallible;

        fn first(
            &mut self,
            configurations: &mut dyn Iterator<Item = Kept>,
        ) -> Result<Option<(usize, Kept)>, Self::Stop> {
            self.0.extend(configurations.take(2));
            Ok(self.0.first().map(|kept| (0, kept.clone())))
        }
    }

    #[test]
    fn what_was_only_tried_ahead_is_asked_again() {
        let mut test = TwoAtOnce(Vec::new());
        let mut run = Run::new(&mut test, &[0, 1, 2]);
        for _ in 0..2 {
            let Ok(_) = run.first([(vec![0, 1], ()), (vec![1, 2], ())].into_iter());
        }
        assert_eq!(test.0, [vec![0, 1], vec![1, 2], vec![1, 2]]);
    }
}
