//! The texts that a reduction can go back to.

use std::sync::Arc;

/// More than the original may be kept in other texts, by so many bytes.
const ROOM: usize = 16 << 20;

/// A text that was accepted.
#[derive(Clone, Debug)]
pub(super) struct Ancestor {
    pub(super) text: Arc<[u8]>,
    pub(super) tokens: usize,
}

/// The original and the accepted texts that led to the best so far, oldest first.
///
/// A large input that shrinks by a little at a time would fill the memory with texts that are nearly the same. So when
/// they come to more than twice the original, every second one is forgotten, but for the original and the best so far.
#[derive(Debug)]
pub(super) struct Ancestry {
    /// Never empty.
    line: Vec<Ancestor>,
    bytes: usize,
    most: usize,
}

impl Ancestry {
    /// Nothing but the original yet.
    pub(super) fn new(original: Arc<[u8]>, tokens: usize) -> Self {
        let most = original.len().saturating_mul(2).saturating_add(ROOM);
        Ancestry { bytes: original.len(), line: vec![Ancestor { text: original, tokens }], most }
    }

    /// A text is the best so far.
    pub(super) fn push(&mut self, text: Arc<[u8]>, tokens: usize) {
        self.bytes += text.len();
        self.line.push(Ancestor { text, tokens });
        if self.bytes > self.most && self.line.len() > 2 {
            let last = self.line.len() - 1;
            let mut place = 0;
            self.line.retain(|_| {
                let stays = place == last || place % 2 == 0;
                place += 1;
                stays
            });
            self.bytes = self.line.iter().map(|ancestor| ancestor.text.len()).sum();
        }
    }

    /// The first of them.
    pub(super) fn original(&self) -> Arc<[u8]> {
        Arc::clone(&self.line[0].text)
    }

    /// All of them.
    pub(super) fn line(&self) -> &[Ancestor] {
        &self.line
    }

    /// Forgets those after this place; the original stays.
    pub(super) fn go_back(&mut self, place: usize) {
        self.line.truncate(place + 1);
        self.bytes = self.line.iter().map(|ancestor| ancestor.text.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_input_that_shrinks_slowly_does_not_fill_the_memory() {
        let length = 8 << 20;
        let mut ancestry = Ancestry::new(vec![b'x'; length].into(), 100);
        for step in 1..100 {
            ancestry.push(vec![b'x'; length - step].into(), 100 - step);
            let bytes: usize = ancestry.line().iter().map(|ancestor| ancestor.text.len()).sum();
            assert!(bytes <= 3 * length + ROOM, "{bytes}");
            let sizes: Vec<usize> = ancestry.line().iter().map(|ancestor| ancestor.tokens).collect();
            assert!(sizes.is_sorted_by(|a, b| a > b), "in order: {sizes:?}");
            assert_eq!((sizes.first(), sizes.last()), (Some(&100), Some(&(100 - step))));
        }
    }

    #[test]
    fn going_back_forgets_what_came_later() {
        let mut ancestry = Ancestry::new(b"abc"[..].into(), 3);
        ancestry.push(b"ab"[..].into(), 2);
        ancestry.push(b"a"[..].into(), 1);
        ancestry.go_back(1);
        assert_eq!(ancestry.line().last().map(|last| last.tokens), Some(2));
    }
}
