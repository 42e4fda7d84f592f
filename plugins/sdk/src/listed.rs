//! Passes that list their instances when they take up a text.

use std::marker::PhantomData;
use std::ops::Range;

use crate::{About, Edits, Pass, Source};

/// A pass that knows all its instances as soon as it sees a text. [`Listed`] makes a [`Pass`] of it:
/// `plugin!(c"name", [Listed<MyPass>]);`.
pub trait List: 'static {
    /// What the pass says of itself.
    const ABOUT: About;

    /// The instances of this text, in order.
    ///
    /// # Errors
    /// A message that says why the pass cannot serve this text.
    fn list(source: Source<'_>) -> Result<Vec<Edits>, String>;
}

/// What a [`List`] has found in one text.
pub struct Listed<L>(Vec<Edits>, PhantomData<L>);

impl<L: List> Pass for Listed<L> {
    const ABOUT: About = L::ABOUT;

    fn open(source: Source<'_>) -> Result<Self, String> {
        L::list(source).map(|instances| Listed(instances, PhantomData))
    }

    fn count(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn apply(&self, _source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        Ok(self.0.get(instance).cloned())
    }
}

/// A run of elements of one of several lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which list.
    pub list: usize,
    /// Which of its elements.
    pub elements: Range<usize>,
}

impl Chunk {
    fn halves(&self) -> [Chunk; 2] {
        let Range { start, end } = self.elements;
        let middle = start + self.elements.len().div_ceil(2);
        [start..middle, middle..end].map(|elements| Chunk { list: self.list, elements })
    }
}

/// What a list minimizer takes out of lists of these lengths, as instances: every list as a whole, then the halves of
/// every list, the quarters, and so on down to single elements.
///
/// Whatever is alike stands together, so that the host, which tries neighbours at once when the ones before succeeded,
/// has something to join. There are no finer chunks than those that bring the number to `most`: of a large text, single
/// elements are not worth a test each, and once the coarse ones have made it small, the fine ones are there.
pub fn chunks(lengths: &[usize], most: usize) -> Vec<Chunk> {
    let whole = lengths.iter().enumerate().filter(|(_, length)| **length > 0);
    let mut level: Vec<Chunk> = whole.map(|(list, &length)| Chunk { list, elements: 0..length }).collect();
    let mut out = Vec::new();
    while !level.is_empty() && (out.is_empty() || out.len() + level.len() <= most) {
        let finer = level.iter().filter(|chunk| chunk.elements.len() > 1).flat_map(Chunk::halves).collect();
        out.append(&mut std::mem::replace(&mut level, finer));
    }
    out
}

/// The first of each list, then the second of each, and so on: neighbours then are instances that can be taken
/// together.
pub fn rounds<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut out = Vec::new();
    while !lists.is_empty() {
        lists.retain_mut(|list| list.next().map(|element| out.push(element)).is_some());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(chunks: &[Chunk]) -> Vec<(usize, Range<usize>)> {
        chunks.iter().map(|chunk| (chunk.list, chunk.elements.clone())).collect()
    }

    #[test]
    fn chunks_go_from_all_to_single_elements() {
        let expected = [(0, 0..3), (1, 0..1), (0, 0..2), (0, 2..3), (0, 0..1), (0, 1..2)];
        assert_eq!(elements(&chunks(&[3, 1, 0], 100)), expected);
        assert!(chunks(&[], 100).is_empty());
        for length in 0..40 {
            let all = chunks(&[length], 100);
            assert!((0..length).all(|at| all.iter().any(|chunk| chunk.elements == (at..at + 1))), "{length}");
            assert!(all.iter().enumerate().all(|(at, chunk)| !all[..at].contains(chunk)), "{length}: none twice");
        }
    }

    #[test]
    fn rounds_take_one_of_each() {
        assert_eq!(rounds(vec![vec![1, 4], vec![], vec![2], vec![3, 5, 6]]), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn long_lists_have_coarse_chunks_only() {
        assert_eq!(
            elements(&chunks(&[1000], 10)),
            [(0, 0..1000), (0, 0..500), (0, 500..1000), (0, 0..250), (0, 250..500), (0, 500..750), (0, 750..1000)]
        );
        assert_eq!(chunks(&[1; 1000], 10).len(), 1000, "every list as a whole, however many there are");
    }
}
