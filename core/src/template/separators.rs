//! A list element goes with one separator.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{View, is_deletion};
use crate::language::Edit;
use crate::tree::NodeId;

/// The edits, and the deletion of one separator for every list element that they delete: the one behind it, or the one
/// before it where none is behind. An element of which the edits delete the separator before it has its separator.
pub fn with_separators(view: View, edits: &[Edit]) -> Vec<Edit> {
    let tree = view.tree();
    let mut gone: FxHashSet<NodeId> = edits.iter().filter(|e| is_deletion(e)).map(|e| e.node).collect();
    let given = gone.clone();
    let mut out = edits.to_vec();
    let mut elements: Vec<NodeId> = gone.iter().copied().collect();
    elements.sort_unstable();
    // For elements that look to the left: where to go on from there, so that a long run of them is walked once.
    let mut further: FxHashMap<NodeId, Option<NodeId>> = FxHashMap::default();
    for element in elements {
        let Some(context) = tree.context(element) else { continue };
        if tree.flags(element).extra || tree.flags(element).literal {
            continue;
        }
        let separates = |n: &NodeId| tree.flags(*n).literal && view.knowledge.separates(tree.kind(*n), context);
        let parts_all = |n: &NodeId| separates(n) && view.knowledge.mostly_separates(tree.kind(*n), context);
        let extra = |n: &NodeId| tree.flags(*n).extra;
        if tree.previous_sibling(element).is_some_and(|n| given.contains(&n) && separates(&n)) {
            continue;
        }
        let behind = siblings(element, |n| tree.next_sibling(n)).find(|n| !extra(n)).filter(separates);
        // A separator behind that is gone already was this element's: nothing more has to go.
        let separator = behind.or_else(|| {
            let before = |n| further.get(&n).copied().unwrap_or_else(|| tree.previous_sibling(n));
            let found = siblings(element, before).find(|n| !extra(n) && !gone.contains(n));
            further.insert(element, found);
            found.filter(parts_all)
        });
        if let Some(separator) = separator
            && gone.insert(separator)
        {
            out.push(Edit::delete(separator));
        }
    }
    out
}

fn siblings(node: NodeId, step: impl Fn(NodeId) -> Option<NodeId>) -> impl Iterator<Item = NodeId> {
    std::iter::successors(step(node), move |&n| step(n))
}
