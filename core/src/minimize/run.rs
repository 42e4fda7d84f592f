//! One run of a minimizer: the test it asks, and the configurations whose answer it already knows.

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_128;

use super::{Kept, ListTest};

/// The test of one minimization behind a cache.
pub(super) struct Run<'t, T> {
    test: &'t mut T,
    /// Configurations that failed, and the lists that had the property, as 128-bit hashes: rounds over long lists hold
    /// as many configurations as elements, so keeping them whole would take quadratic space.
    known: FxHashSet<u128>,
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
        let known = &mut self.known;
        let mut asked = Vec::new();
        let mut unknown = question.filter_map(|(kept, mark)| {
            let hash = hash(&kept);
            known.insert(hash).then(|| {
                asked.push((hash, mark));
                kept
            })
        });
        let found = self.test.first(&mut unknown)?;
        drop(unknown);
        let Some((place, kept)) = found else { return Ok(None) };
        for (hash, _) in asked.drain(place + 1..) {
            known.remove(&hash);
        }
        let (_, mark) = asked.swap_remove(place);
        Ok(Some((kept, mark)))
    }
}

fn hash(kept: &[usize]) -> u128 {
    let bytes: Vec<u8> = kept.iter().flat_map(|&position| (position as u32).to_le_bytes()).collect();
    xxh3_128(&bytes)
}

/// `list` without its elements in `gone`; both ascending.
pub(super) fn without(list: &[usize], gone: &[usize]) -> Kept {
    let mut gone = gone.iter().peekable();
    list.iter().filter(|position| gone.next_if_eq(position).is_none()).copied().collect()
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
