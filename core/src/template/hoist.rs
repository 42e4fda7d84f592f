//! Hoisting: the nearest things below a node that may stand in its place.

use std::cmp::Reverse;

use super::substitution::{brought_up, seen, spliced};
use super::{Candidate, Leaves, Template, View};
use crate::tree::{Context, NodeId};

/// A node is replaced by the `nth` heaviest of its outermost compatible descendants, lists and wrapped expressions
/// among them. If a hoist from further down would stay interesting, the hoist of what contains it mostly does too, so
/// the outermost ones say whether the node itself is needed.
pub struct Hoist {
    /// 0 for the heaviest, 1 for the second.
    pub nth: usize,
}

impl Template for Hoist {
    fn name(&self) -> &'static str {
        if self.nth == 0 { "hoist" } else { "second hoist" }
    }

    fn is_at_most_one(&self) -> bool {
        true
    }

    fn leaves(&self) -> Leaves {
        Leaves::Part
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let Some(context) = tree.context(node) else { return Vec::new() };
        let mut found = spliced(view, node, node, context);
        outermost(view, node, context, &mut found);
        found.retain(|candidate| candidate.gain(tree) > 0);
        found.sort_by_cached_key(|candidate| (candidate.gain(tree), Reverse(seen(view, candidate, context))));
        found.into_iter().nth(self.nth).into_iter().collect()
    }
}

/// Adds the outermost candidates below the node, in order. Not by recursion: nestings may be deep.
fn outermost(view: View, node: NodeId, context: Context, found: &mut Vec<Candidate>) {
    let tree = view.tree();
    let (mut at, end) = (node.index() + 1, node.index() + tree.size(node));
    while let Some(below) = tree.node_at(at).filter(|_| at < end) {
        if let Some(candidate) = brought_up(view, node, below, context) {
            found.push(candidate);
            at += tree.size(below);
        } else {
            found.extend(spliced(view, node, below, context));
            at += 1;
        }
    }
}
