//! The answers of passes: patches of the opened text, held to the contract.
//!
//! No new text is made to look at it: a call of a pass is to cost microseconds, whatever the length of the text.

use super::Trouble;
use crate::language::{Edit, Patch};
use crate::template::{View, with_separators};

/// A new text may be so many times as long as the old one, and [`SLACK`] bytes more.
const GROWTH: usize = 4;
const SLACK: usize = 1 << 20;

/// The most bytes that may become of a text of this length.
pub(super) fn bound(length: usize) -> usize {
    length.saturating_mul(GROWTH).saturating_add(SLACK)
}

/// The most bytes that an answer from a helper takes up for a text of this length: two patches for each byte, one that
/// goes and one that comes, with the numbers around each.
pub(super) fn longest(length: usize) -> usize {
    bound(length).saturating_add(length.saturating_mul(64)).saturating_add(1 << 10)
}

/// Edits of nodes as patches.
pub(super) fn rendered(view: View, edits: &[Edit]) -> Vec<Patch> {
    view.knowledge.language().edit(view.document, &with_separators(view, edits)).patches
}

/// Patches and replaced ranges as patches in order.
pub(super) fn joined(text: &[u8], mut patches: Vec<Patch>, replaced: &[Patch]) -> Result<Vec<Patch>, Trouble> {
    patches.extend(replaced.iter().map(|patch| narrowed(text, patch)));
    patches.retain(|patch| !patch.range.is_empty() || !patch.text.is_empty());
    patches.sort_by_key(|patch| (patch.range.start, patch.range.end));
    if patches.windows(2).any(|pair| pair[1].range.start < pair[0].range.end) {
        return Err(Trouble::Broken("its edits overlap".to_owned()));
    }
    Ok(patches)
}

/// The patch without what it leaves as it was.
fn narrowed(text: &[u8], patch: &Patch) -> Patch {
    let Patch { range, text: new } = Patch::between(&text[patch.range.clone()], &patch.text);
    Patch { range: patch.range.start + range.start..patch.range.start + range.end, text: new }
}

/// Whether these are patches of this text at all: in order, apart, within it.
pub(super) fn fit(text: &[u8], patches: &[Patch]) -> bool {
    let in_text = |patch: &Patch| patch.range.start <= patch.range.end && patch.range.end <= text.len();
    patches.iter().all(in_text) && patches.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start)
}

/// Whether patches that fit give a text that the contract allows.
pub(super) fn check(text: &[u8], patches: &[Patch]) -> Result<(), Trouble> {
    let brought: usize = patches.iter().map(|patch| patch.text.len()).sum();
    let gone: usize = patches.iter().map(|patch| patch.range.len()).sum();
    if text.len() - gone + brought > bound(text.len()) {
        return Err(Trouble::TooLarge(bound(text.len())));
    }
    if brought == gone && is_same(text, patches) {
        return Err(Trouble::Unchanged);
    }
    if !patches.iter().all(|patch| keeps_characters(text, patch))
        && std::str::from_utf8(text).is_ok()
        && std::str::from_utf8(&Patch::apply(text, patches)).is_err()
    {
        return Err(Trouble::NotText);
    }
    Ok(())
}

/// Whether patches give the same text again. They bring as much as they take.
fn is_same(text: &[u8], patches: &[Patch]) -> bool {
    // Where we are in the old text, and in the new.
    let (mut old, mut new) = (0, 0);
    let mut matches = |part: &[u8]| {
        let same = text[new..].starts_with(part);
        new += part.len();
        same
    };
    patches.iter().all(|patch| {
        let kept = &text[old..patch.range.start];
        old = patch.range.end;
        matches(kept) && matches(&patch.text)
    }) && matches(&text[old..])
}

/// Whether a patch brings whole characters and takes whole ones from a text that is made of them.
fn keeps_characters(text: &[u8], patch: &Patch) -> bool {
    let is_boundary = |at: usize| text.get(at).is_none_or(|byte| byte & 0b1100_0000 != 0b1000_0000);
    is_boundary(patch.range.start) && is_boundary(patch.range.end) && std::str::from_utf8(&patch.text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(range: std::ops::Range<usize>, text: &[u8]) -> Patch {
        Patch { range, text: text.to_vec() }
    }

    #[test]
    fn the_same_text_is_found_out_whatever_the_patches() {
        let text = b"aab";
        // One `a` goes and another comes.
        assert_eq!(check(text, &[patch(0..1, b""), patch(2..2, b"a")]), Err(Trouble::Unchanged));
        assert_eq!(check(text, &[patch(0..2, b"aa")]), Err(Trouble::Unchanged));
        assert_eq!(check(text, &[]), Err(Trouble::Unchanged));
        assert_eq!(check(text, &[patch(0..1, b""), patch(3..3, b"a")]), Ok(()));
        assert_eq!(check(text, &[patch(1..3, b"ba")]), Ok(()));
    }

    #[test]
    fn characters_stay_whole() {
        let text = "é0è".as_bytes();
        assert_eq!(check(text, &[patch(2..3, b"\xff")]), Err(Trouble::NotText));
        assert_eq!(check(text, &[patch(0..1, b"")]), Err(Trouble::NotText));
        // From one character to another by its second byte alone.
        assert_eq!(check(text, &[patch(1..2, b"\xa8")]), Ok(()));
        assert_eq!(check(text, &[patch(2..3, "ü".as_bytes())]), Ok(()));
        // What was no text before need not be.
        assert_eq!(check(b"\xff0", &[patch(1..2, b"\xfe")]), Ok(()));
    }

    #[test]
    fn a_text_stays_within_bounds() {
        assert_eq!(check(b"a", &[patch(0..0, &vec![b'a'; bound(1)])]), Err(Trouble::TooLarge(bound(1))));
        assert_eq!(check(b"a", &[patch(0..1, &vec![b'a'; bound(1)])]), Ok(()));
    }
}
