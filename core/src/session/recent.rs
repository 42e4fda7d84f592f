//! What was last taken from a lazy sequence: the one that wins is among it.

use std::collections::VecDeque;

/// The last members of a sequence by their places. A round of a list minimizer can ask about as many configurations as
/// the list is long, each as long as the list, and texts may be large: they cannot all be kept.
pub struct Recent<T> {
    last: VecDeque<T>,
    dropped: usize,
    kept: usize,
}

/// How many configurations of a list of so many elements are kept: many, since those that the sieve turns away are taken
/// from the sequence between two that are tested, but not more than fit into some megabytes.
pub fn kept_configurations(elements: usize) -> usize {
    (4_000_000 / elements.max(1)).clamp(64, 512)
}

impl Recent<Vec<usize>> {
    /// What all of the configurations in these places keep. One that is not kept in memory any more is left out.
    pub fn kept_by_all(&self, places: &[usize]) -> Vec<usize> {
        let mut configurations = places.iter().filter_map(|&place| self.get(place));
        let first = configurations.next().cloned().unwrap_or_default();
        configurations.fold(first, |kept, other| {
            kept.into_iter().filter(|position| other.binary_search(position).is_ok()).collect()
        })
    }
}

impl<T> Recent<T> {
    /// Nothing yet; so many members will be kept, one at least.
    pub fn new(kept: usize) -> Self {
        Recent { last: VecDeque::new(), dropped: 0, kept: kept.max(1) }
    }

    /// The next member of the sequence.
    pub fn push(&mut self, member: T) {
        self.make_room();
        self.last.push_back(member);
    }

    /// Drops what would have to go for the next member: worth it before a large one is made.
    pub fn make_room(&mut self) {
        if self.last.len() == self.kept {
            self.last.pop_front();
            self.dropped += 1;
        }
    }

    /// The member at a place, if it is kept still.
    pub fn get(&self, place: usize) -> Option<&T> {
        self.last.get(place.checked_sub(self.dropped)?)
    }

    /// The same for good.
    pub fn take(mut self, place: usize) -> Option<T> {
        self.last.remove(place.checked_sub(self.dropped)?)
    }
}
