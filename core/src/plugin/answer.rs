//! The edits of an instance as patches of the text, held to the contract.

use super::Trouble;
use crate::language::{Document, Edit, Patch};
use crate::template::{View, with_separators};

/// A new text may be so many times as long as the old one, and [`SLACK`] bytes more.
const GROWTH: usize = 4;
const SLACK: usize = 1 << 20;

/// The most bytes that may become of a text of this length.
pub(super) fn bound(length: usize) -> usize {
    length.saturating_mul(GROWTH).saturating_add(SLACK)
}

/// Makes patches of replacements of bytes and edits of nodes.
pub(super) fn patches(view: View, replaced: &[Patch], edits: &[Edit]) -> Result<Vec<Patch>, Trouble> {
    let mut patches = if edits.is_empty() {
        Vec::new()
    } else {
        view.knowledge.language().render(view.document, &with_separators(view, edits)).patches
    };
    let text = view.document.text();
    patches.extend(replaced.iter().map(|patch| narrowed(text, patch)));
    patches.retain(|patch| !patch.range.is_empty() || !patch.text.is_empty());
    patches.sort_by_key(|patch| (patch.range.start, patch.range.end));
    if patches.windows(2).any(|pair| pair[1].range.start < pair[0].range.end) {
        return Err(Trouble::Broken("its edits overlap".to_owned()));
    }
    checked(view.document, patches)
}

/// Patches that give a text that the contract allows.
pub(super) fn checked(document: &Document, patches: Vec<Patch>) -> Result<Vec<Patch>, Trouble> {
    let text = document.text();
    let new = Patch::apply(text, &patches);
    if new.len() > bound(text.len()) {
        return Err(Trouble::TooLarge(bound(text.len())));
    }
    if new[..] == text[..] {
        return Err(Trouble::Unchanged);
    }
    if std::str::from_utf8(&new).is_err() && std::str::from_utf8(text).is_ok() {
        return Err(Trouble::NotText);
    }
    Ok(patches)
}

/// The patch without what it leaves as it was.
fn narrowed(text: &[u8], patch: &Patch) -> Patch {
    let Patch { range, text: new } = Patch::between(&text[patch.range.clone()], &patch.text);
    Patch { range: patch.range.start + range.start..patch.range.start + range.end, text: new }
}
