//! What was last taken from a lazy sequence: the one that wins is among it.

use std::collections::VecDeque;

/// More than any number of jobs has in flight.
const KEPT: usize = 512;

/// The last members of a sequence by their places. A round of a list minimizer can ask about as many configurations as
/// the list is long, each as long as the list: they cannot all be kept.
pub struct Recent<T> {
    last: VecDeque<T>,
    dropped: usize,
}

impl<T> Recent<T> {
    /// Nothing yet.
    pub fn new() -> Self {
        Recent { last: VecDeque::new(), dropped: 0 }
    }

    /// The next member of the sequence.
    pub fn push(&mut self, member: T) {
        if self.last.len() == KEPT {
            self.last.pop_front();
            self.dropped += 1;
        }
        self.last.push_back(member);
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
