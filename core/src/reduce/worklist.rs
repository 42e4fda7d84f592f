//! Nodes by weight, largest first, across a document that changes underway.

use std::cmp::Reverse;

use crate::tree::{NodeId, Tree};

/// Walks the nodes of a tree from the heaviest to the lightest, equals by position. After the document has changed, the
/// walk goes on where it was: what lies in a changed node is lighter than the node was and so is still to come.
#[derive(Clone, Default)]
pub struct Worklist {
    order: Vec<NodeId>,
    next: usize,
    /// Weight and position of the node that came last.
    last: Option<(usize, NodeId)>,
}

impl Worklist {
    /// A walk that has come to this node of the tree.
    pub fn after(tree: &Tree, node: NodeId) -> Self {
        Worklist { last: Some((tree.weight(node), node)), ..Worklist::default() }
    }

    /// The next node of the tree. `changed` says that the tree is another one than at the last call.
    pub fn next(&mut self, tree: &Tree, changed: bool) -> Option<NodeId> {
        if changed || self.order.is_empty() {
            let nodes = tree.nodes().filter(|&n| !tree.range(n).is_empty());
            // Each weight is looked up once, and a pair of numbers is sorted faster than nodes are compared.
            let mut heaviest: Vec<(Reverse<u32>, NodeId)> =
                nodes.map(|n| (Reverse(tree.weight(n) as u32), n)).collect();
            heaviest.sort_unstable();
            self.order = heaviest.into_iter().map(|(_, node)| node).collect();
            self.next = self.last.map_or(0, |(weight, last)| {
                self.order.partition_point(|&n| tree.weight(n) > weight || (tree.weight(n) == weight && n <= last))
            });
        }
        let node = *self.order.get(self.next)?;
        self.next += 1;
        self.last = Some((tree.weight(node), node));
        Some(node)
    }
}
