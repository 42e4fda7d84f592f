//! The levels of a tree: few ask for them, so they are counted when somebody first does.

use super::{Node, NodeId};

/// The nodes by their distance to the root.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    /// The level of each node.
    of: Vec<u32>,
    /// All nodes, level by level, in order.
    nodes: Vec<NodeId>,
    /// Where each level begins among them; the number of nodes at the end.
    starts: Vec<usize>,
}

impl Levels {
    /// Counts the levels of nodes in preorder.
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut of: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut starts = vec![0];
        for node in nodes {
            // A parent comes before its children; the root has none.
            let level = of.get(node.parent as usize).map_or(0, |above| above + 1);
            of.push(level);
            if level as usize + 1 == starts.len() {
                starts.push(0);
            }
            starts[level as usize + 1] += 1;
        }
        for level in 1..starts.len() {
            starts[level] += starts[level - 1];
        }
        let mut next = starts.clone();
        let mut by_level = vec![NodeId(0); nodes.len()];
        for (index, &level) in of.iter().enumerate() {
            let place = &mut next[level as usize];
            by_level[*place] = NodeId(index as u32);
            *place += 1;
        }
        Levels { of, nodes: by_level, starts }
    }

    /// The level of a node.
    pub(super) fn level(&self, node: NodeId) -> usize {
        self.of[node.index()] as usize
    }

    /// The greatest level.
    pub(super) fn depth(&self) -> usize {
        self.starts.len() - 2
    }

    /// The nodes of a level, in order.
    pub(super) fn nodes(&self, level: usize) -> &[NodeId] {
        let place = |level: usize| self.starts.get(level).copied().unwrap_or(self.nodes.len());
        &self.nodes[place(level)..place(level + 1)]
    }
}
