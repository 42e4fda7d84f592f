//! What has failed where: an instance is tried again only where the text has changed since.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::Xxh3;

use super::change::Change;
use crate::language::{Document, Patch};
use crate::tree::{NodeId, Tree};

/// The surroundings that an edit may depend on: the smallest node around it with so many tokens.
const SURROUNDINGS: usize = 16;

/// The failed instances of one pass, in the coordinates of one document.
#[derive(Clone, Default)]
pub struct Failures {
    /// By what they would have done: what their surroundings are. Shared by copies, of which a search keeps many.
    places: Arc<Places>,
    document: Option<Document>,
}

/// Patches with their surroundings, by their identity.
type Places = FxHashMap<u128, (Vec<Patch>, Vec<Range<usize>>)>;

impl Failures {
    /// Brings what is remembered to where it is in this document, and forgets what lies where the text has changed, or
    /// where a name stands that came or went.
    pub fn follow(&mut self, document: &Document) {
        let Some(old) = self.document.replace(document.clone()) else { return };
        if self.places.is_empty() || old.text() == document.text() {
            return;
        }
        let change = Change::between(old.text(), document.text());
        let places = Arc::unwrap_or_clone(std::mem::take(&mut self.places));
        let mut kept: Vec<(Vec<Patch>, Vec<Range<usize>>)> = places.into_values().collect();
        kept.retain(|(_, around)| !around.iter().any(|range| touched(range, &change.patches)));
        for (patches, around) in &mut kept {
            for range in patches.iter_mut().map(|patch| &mut patch.range).chain(around) {
                *range = moved(range.start, &change.patches)..moved(range.end, &change.patches);
            }
        }
        kept.retain(|(patches, _)| !patches.iter().any(|patch| change.concerns(patch.range.clone())));
        let places = kept.into_iter().map(|(patches, around)| (identity(&patches), (patches, around)));
        self.places = Arc::new(places.collect());
    }

    /// Whether these patches have failed, and nothing has changed where they are.
    pub fn contains(&self, patches: &[Patch]) -> bool {
        self.places.contains_key(&identity(patches))
    }

    /// Remembers that these patches of the document have failed.
    pub fn insert(&mut self, patches: Vec<Patch>) {
        let Some(document) = &self.document else { return };
        let around = patches.iter().map(|patch| surroundings(document.tree(), patch)).collect();
        Arc::make_mut(&mut self.places).insert(identity(&patches), (patches, around));
    }
}

/// The bytes of the smallest node around a patch that is large enough, or of the whole text.
fn surroundings(tree: &Tree, patch: &Patch) -> Range<usize> {
    let holds = |node: &NodeId| {
        let range = tree.range(*node);
        range.start <= patch.range.start && patch.range.end <= range.end && tree.weight(*node) >= SURROUNDINGS
    };
    let innermost = tree.last_from(patch.range.start);
    let node = std::iter::once(innermost).chain(tree.ancestors(innermost)).find(holds);
    node.filter(|&node| node != tree.root()).map_or(0..usize::MAX, |node| tree.range(node))
}

fn identity(patches: &[Patch]) -> u128 {
    let mut hash = Xxh3::new();
    for Patch { range, text } in patches {
        for number in [range.start, range.end, text.len()] {
            hash.update(&number.to_le_bytes());
        }
        hash.update(text);
    }
    hash.digest128()
}

fn touched(range: &Range<usize>, changes: &[Patch]) -> bool {
    changes.iter().any(|change| change.range.start <= range.end && range.start <= change.range.end)
}

fn moved(offset: usize, changes: &[Patch]) -> usize {
    let before = changes.iter().take_while(|change| change.range.end <= offset);
    let by: isize = before.map(|change| change.text.len().cast_signed() - change.range.len().cast_signed()).sum();
    offset.saturating_add_signed(by)
}
