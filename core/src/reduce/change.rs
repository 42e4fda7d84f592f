//! What changed between two texts, and whom that may concern.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::difference::difference;
use crate::language::Patch;

/// A name that stands in more places than this says nothing about any of them.
const RARE: usize = 4;

/// How one text became another.
pub struct Change<'a> {
    now: &'a [u8],
    /// The patches, in order, of the old text.
    pub patches: Vec<Patch>,
    /// The names that came or went, but for those that stand everywhere.
    names: FxHashSet<&'a [u8]>,
}

impl<'a> Change<'a> {
    /// What changed from one text to another.
    pub fn between(before: &'a [u8], now: &'a [u8]) -> Self {
        let patches = difference(before, now);
        let (mut names, mut grown) = (FxHashSet::default(), 0);
        for Patch { range, text } in &patches {
            let start = range.start.saturating_add_signed(grown);
            names.extend(words_around(before, range.clone()));
            names.extend(words_around(now, start..start + text.len()));
            grown += text.len().cast_signed() - range.len().cast_signed();
        }
        let mut places: FxHashMap<&[u8], usize> = FxHashMap::default();
        for word in words(now) {
            *places.entry(word).or_default() += 1;
        }
        names.retain(|name| places.get(name).is_some_and(|&count| count <= RARE));
        Change { now, patches, names }
    }

    /// Whether one of the names stands in this place of the new text: a declaration without its last use may go now.
    pub fn concerns(&self, place: Range<usize>) -> bool {
        self.now.get(place).is_some_and(|text| words(text).any(|word| self.names.contains(word)))
    }
}

/// The names and numbers in a text.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| !is_of_word(byte)).filter(|word| !word.is_empty())
}

/// Those in a range of a text, whole even where the range begins or ends within one.
fn words_around(text: &[u8], range: Range<usize>) -> impl Iterator<Item = &[u8]> {
    let is_within = |at: usize| at > 0 && at < text.len() && is_of_word(text[at - 1]) && is_of_word(text[at]);
    let (mut start, mut end) = (range.start, range.end);
    while is_within(start) {
        start -= 1;
    }
    while is_within(end) {
        end += 1;
    }
    words(&text[start..end])
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_concerned_when_a_use_goes() {
        let (before, now) = (&b"let ab = 1; let c = 2; f(ab, c);"[..], &b"let ab = 1; let c = 2; f(c);"[..]);
        let change = Change::between(before, now);
        assert!(change.concerns(0..11));
        assert!(!change.concerns(12..22));
    }

    #[test]
    fn a_name_is_whole_even_if_a_part_of_it_changed() {
        let change = Change::between(b"abc(); xyz()", b"abd(); xyz()");
        assert!(change.concerns(0..3));
        assert!(!change.concerns(7..10));
    }

    #[test]
    fn what_stands_everywhere_concerns_nobody() {
        let change = Change::between(b"a; a; a; a; a; a", b"a; a; a; a; a");
        assert!(!change.concerns(0..1));
    }
}
