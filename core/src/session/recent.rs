//! What was last taken from a lazy sequence: the one that wins is among it.

use std::collections::VecDeque;

/// The last members of a sequence by their places. A round of a list minimizer can ask about as many configurations as
/// the list is long, each as long as the list, and texts may be large: they cannot all be kept.
pub struct Recent<T> {
    last: VecDeque<T>,
    dropped: usize,
    kept: usize,
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
