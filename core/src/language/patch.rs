//! Patches of a text, and the text under them without writing it out.

use std::borrow::Cow;
use std::ops::Range;

/// A replacement of a range of the old text by other bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The bytes of the old text that go.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: Vec<u8>,
}

impl Patch {
    /// The text under patches, which are in order and do not overlap.
    ///
    /// ```
    /// use reduce_core::language::Patch;
    ///
    /// let patches = [Patch { range: 0..1, text: b"y".to_vec() }, Patch { range: 4..5, text: Vec::new() }];
    /// assert_eq!(Patch::apply(b"x = 12", &patches), b"y = 2");
    /// ```
    pub fn apply(old: &[u8], patches: &[Patch]) -> Vec<u8> {
        let brought: usize = patches.iter().map(|patch| patch.text.len()).sum();
        let mut new = Vec::with_capacity(old.len() + brought);
        let mut at = 0;
        for patch in patches {
            new.extend_from_slice(&old[at..patch.range.start]);
            new.extend_from_slice(&patch.text);
            at = patch.range.end;
        }
        new.extend_from_slice(&old[at..]);
        new
    }

    /// What turns one text into another: all between what they have in common at both ends.
    pub fn between(old: &[u8], new: &[u8]) -> Self {
        let head = common(old.chunks(CHUNK), new.chunks(CHUNK), |chunk, place| chunk[place]);
        let tail = common(old[head..].rchunks(CHUNK), new[head..].rchunks(CHUNK), |chunk, place| {
            chunk[chunk.len() - 1 - place]
        });
        Patch { range: head..old.len() - tail, text: new[head..new.len() - tail].to_vec() }
    }
}

/// So many bytes are compared at once.
const CHUNK: usize = 512;

/// How many bytes two texts have in common from one end on. `byte` gives a byte of a chunk, counted from that end.
fn common<'a>(
    one: impl Iterator<Item = &'a [u8]>,
    other: impl Iterator<Item = &'a [u8]>,
    byte: impl Fn(&[u8], usize) -> u8,
) -> usize {
    let mut count = 0;
    for (a, b) in one.zip(other) {
        if a != b {
            let most = a.len().min(b.len());
            return count + (0..most).take_while(|&place| byte(a, place) == byte(b, place)).count();
        }
        count += a.len();
    }
    count
}

/// A text under patches, piece by piece: what reads only parts of it need not wait for the whole.
pub(super) struct Patched<'a> {
    /// Where each piece begins, in order; none of them is empty. One piece if the text is written out.
    pieces: Vec<(usize, Cow<'a, [u8]>)>,
    length: usize,
}

impl<'a> Patched<'a> {
    /// A text as it is.
    pub(super) fn whole(text: &'a [u8]) -> Self {
        Self::of([Cow::Borrowed(text)])
    }

    /// The text under patches, which are in order and do not overlap.
    pub(super) fn new(old: &'a [u8], patches: &'a [Patch]) -> Self {
        let mut at = 0;
        let mut pieces = Vec::with_capacity(2 * patches.len() + 1);
        for Patch { range, text } in patches {
            pieces.extend([Cow::Borrowed(&old[at..range.start]), Cow::Borrowed(&text[..])]);
            at = range.end;
        }
        pieces.push(Cow::Borrowed(&old[at..]));
        let within_character = |piece: &[u8]| piece.first().is_some_and(|byte| (0x80..0xc0).contains(byte));
        if pieces.iter().any(|piece| within_character(piece)) {
            // Who reads piece by piece would see two broken characters where there is one.
            return Self::of([Cow::Owned(Patch::apply(old, patches))]);
        }
        Self::of(pieces)
    }

    fn of(all: impl IntoIterator<Item = Cow<'a, [u8]>>) -> Self {
        let mut length = 0;
        let mut pieces = Vec::new();
        for piece in all.into_iter().filter(|piece| !piece.is_empty()) {
            let start = length;
            length += piece.len();
            pieces.push((start, piece));
        }
        Patched { pieces, length }
    }

    /// Its bytes.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The text from this byte on, up to the end of a piece; empty at the end of the text.
    pub(super) fn from(&self, byte: usize) -> &[u8] {
        let piece = self.pieces.partition_point(|(start, _)| *start <= byte).checked_sub(1);
        let Some((start, piece)) = piece.and_then(|piece| self.pieces.get(piece)) else { return &[] };
        piece.get(byte - start..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_pieces_of_a_text_under_patches_are_that_text(
            old in "[aä€\n]{0,20}",
            cuts in prop::collection::vec((0usize..8, 0usize..4, "[bö]{0,3}"), 0..5),
        ) {
            let old = old.as_bytes();
            let mut at = 0;
            let mut patches = Vec::new();
            for (skipped, gone, text) in cuts {
                let start = old.len().min(at + skipped);
                at = old.len().min(start + gone);
                patches.push(Patch { range: start..at, text: text.into_bytes() });
            }
            let new = Patch::apply(old, &patches);
            let patched = Patched::new(old, &patches);
            prop_assert_eq!(patched.len(), new.len());
            for byte in 0..new.len() {
                let piece = patched.from(byte);
                prop_assert!(!piece.is_empty() && new[byte..].starts_with(piece));
                let next = new.get(byte + piece.len());
                prop_assert!(next.is_none_or(|next| !(0x80..0xc0).contains(next)), "a character is cut");
            }
            prop_assert!(patched.from(new.len()).is_empty());
        }
    }
}
