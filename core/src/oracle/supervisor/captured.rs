//! The output of a test, within bounds.

use std::collections::VecDeque;

/// What a test wrote to one of its streams: all of it, or its beginning and its end when it wrote too much.
#[derive(Debug, Default)]
pub(super) struct Captured {
    /// Bytes kept of the beginning, and again of the end.
    kept: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
}

impl Captured {
    /// Nothing yet. So many bytes will be kept of the beginning, and again of the end.
    pub(super) fn new(kept: usize) -> Self {
        Captured { kept, head: Vec::new(), tail: VecDeque::new() }
    }

    /// Takes the next bytes of the stream.
    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        let room = self.kept - self.head.len();
        if room > 0 {
            let (first, rest) = bytes.split_at(room.min(bytes.len()));
            self.head.extend_from_slice(first);
            bytes = rest;
        }
        bytes = &bytes[bytes.len().saturating_sub(self.kept)..];
        let surplus = (self.tail.len() + bytes.len()).saturating_sub(self.kept);
        self.tail.drain(..surplus);
        self.tail.extend(bytes);
    }

    /// What was kept.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        let (front, back) = self.tail.as_slices();
        self.head.extend_from_slice(front);
        self.head.extend_from_slice(back);
        self.head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_output_is_kept_whole() {
        let mut captured = Captured::new(100);
        captured.push(b"one ");
        captured.push(b"two");
        assert_eq!(captured.into_bytes(), b"one two");
    }

    #[test]
    fn of_endless_output_the_beginning_and_the_end_are_kept() {
        let mut captured = Captured::new(100);
        captured.push(b"first");
        for _ in 0..100 {
            captured.push(&[b'.'; 1000]);
        }
        captured.push(b"last");
        let bytes = captured.into_bytes();
        assert_eq!(bytes.len(), 200);
        assert!(bytes.starts_with(b"first.") && bytes.ends_with(b".last"));
    }
}
