//! Edits of a document: what a candidate is made of.

use std::ops::Range;
use std::sync::Arc;

use crate::tree::{NodeId, Tree};

/// What happens to one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The node goes with all below it.
    Delete,
    /// The text of a run of siblings further down, from `first` to `last`, takes the node's place.
    Hoist {
        /// The first of the siblings.
        first: NodeId,
        /// The last of them; the same as the first to hoist a single node.
        last: NodeId,
        /// Whether the language's statement terminator follows: an expression becomes a statement of its own.
        terminated: bool,
    },
    /// Another text takes the node's place.
    Put {
        /// That text.
        text: Arc<[u8]>,
        /// Its weight in tokens.
        tokens: usize,
    },
}

/// One node and what happens to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The node.
    pub node: NodeId,
    /// What happens to it.
    pub change: Change,
}

impl Edit {
    /// The deletion of a node.
    pub fn delete(node: NodeId) -> Self {
        Edit { node, change: Change::Delete }
    }

    /// The replacement of a node by one of its descendants.
    pub fn hoist(node: NodeId, descendant: NodeId) -> Self {
        Edit { node, change: Change::Hoist { first: descendant, last: descendant, terminated: false } }
    }

    /// The level from which a hoist takes its text; that of the node for other edits.
    pub fn hoisted_level(&self, tree: &Tree) -> usize {
        match self.change {
            Change::Hoist { first, .. } => tree.level(first),
            _ => tree.level(self.node),
        }
    }

    /// The bytes that a hoist brings up; none for other edits.
    pub fn hoisted_range(&self, tree: &Tree) -> Option<Range<usize>> {
        match self.change {
            Change::Hoist { first, last, .. } => Some(tree.range(first).start..tree.range(last).end),
            _ => None,
        }
    }

    /// The tokens of the node that the edit takes away, less those it brings.
    pub fn gain(&self, tree: &Tree) -> isize {
        let brought = match &self.change {
            Change::Delete => 0,
            Change::Hoist { first, last, terminated } => tree.weight_of_run(*first, *last) + usize::from(*terminated),
            Change::Put { tokens, .. } => *tokens,
        };
        tree.weight(self.node).cast_signed() - brought.cast_signed()
    }
}
