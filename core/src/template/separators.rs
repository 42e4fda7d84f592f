//! A list element goes with one separator.

use rustc_hash::FxHashSet;

use super::{View, is_deletion};
use crate::language::Edit;
use crate::tree::{Context, NodeId};

/// The edits, and the deletion of one separator for every list element that they delete: the one behind it, or the one
/// before it where none is behind.
pub fn with_separators(view: View, edits: &[Edit]) -> Vec<Edit> {
    let tree = view.tree();
    let mut gone: FxHashSet<NodeId> = edits.iter().filter(|e| is_deletion(e)).map(|e| e.node).collect();
    let mut out = edits.to_vec();
    let mut elements: Vec<NodeId> = gone.iter().copied().collect();
    elements.sort_unstable();
    for element in elements {
        let Some(parent) = tree.parent(element) else { continue };
        if tree.flags(element).extra || tree.flags(element).literal {
            continue;
        }
        let list = Context { parent: tree.kind(parent), edge: tree.edge(element) };
        let left = |n: &NodeId| !gone.contains(n) && !tree.flags(*n).extra;
        let separates = |n: &NodeId| tree.flags(*n).literal && view.knowledge.separates(tree.kind(*n), list);
        let behind = tree.children(parent).find(|n| *n > element && !tree.flags(*n).extra);
        let before = || tree.children(parent).take_while(|n| *n < element).filter(left).last();
        // A separator behind that is gone already belongs to this element as well: nothing more has to go.
        let separator = behind.filter(separates).filter(left).or_else(|| before().filter(separates));
        if let Some(separator) = separator {
            gone.insert(separator);
            out.push(Edit::delete(separator));
        }
    }
    out
}
