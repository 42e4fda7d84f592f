//! Labelled ordered trees (Definition 3.1 of the GTR paper), kept as an arena in preorder.
//!
//! A node has a label (its [`KindId`]), the label of the edge that leads to it ([`EdgeId`]) and the range of bytes that
//! it covers. Tokens are the leaves. The subtree of a node is a contiguous run of the arena, so walking a subtree,
//! skipping it and counting it cost nothing beyond a slice.

mod build;
mod difference;
mod symbols;

pub use build::{NodeFlags, TreeBuilder};
pub(crate) use difference::Difference;
pub use symbols::{EdgeId, KindId, Symbols};

use std::ops::Range;

/// A node of one [`Tree`]: its place in preorder. Meaningless in any other tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node's place in preorder, the root being 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a node stands: the kind of its parent and the label of the edge between (GTR, Section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Context {
    /// The parent's label.
    pub parent: KindId,
    /// The label of the edge from the parent.
    pub edge: EdgeId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    kind: KindId,
    edge: EdgeId,
    flags: NodeFlags,
    level: u16,
    parent: u32,
    subtree_end: u32,
    start: u32,
    end: u32,
    weight: u32,
}

/// A labelled ordered tree over a text. It always has a root.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The root, at level 0.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes of the whole tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has only its root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The node at a place in preorder, if there is one.
    pub fn node_at(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// Every node in preorder.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node's label.
    pub fn kind(&self, node: NodeId) -> KindId {
        self.at(node).kind
    }

    /// The label of the edge from the parent to the node.
    pub fn edge(&self, node: NodeId) -> EdgeId {
        self.at(node).edge
    }

    /// What the front end said of the node.
    pub fn flags(&self, node: NodeId) -> NodeFlags {
        self.at(node).flags
    }

    /// The parent; none for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.at(node).parent;
        (parent != u32::MAX).then_some(NodeId(parent))
    }

    /// The context of the node; none for the root.
    pub fn context(&self, node: NodeId) -> Option<Context> {
        let parent = self.parent(node)?;
        Some(Context { parent: self.kind(parent), edge: self.edge(node) })
    }

    /// The bytes that the node covers.
    pub fn range(&self, node: NodeId) -> Range<usize> {
        let node = self.at(node);
        node.start as usize..node.end as usize
    }

    /// The number of tokens in the node's subtree: its weight (WDD, Definition III.1). Comments weigh nothing.
    pub fn weight(&self, node: NodeId) -> usize {
        self.at(node).weight as usize
    }

    /// The number of nodes in the node's subtree, itself included: its size (GTR, Section 3).
    pub fn size(&self, node: NodeId) -> usize {
        (self.at(node).subtree_end - node.0) as usize
    }

    /// The distance to the root.
    pub fn level(&self, node: NodeId) -> usize {
        self.at(node).level as usize
    }

    /// The greatest level of any node.
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|n| n.level as usize).max().unwrap_or(0)
    }

    /// All nodes of a level, in order.
    pub fn level_nodes(&self, level: usize) -> Vec<NodeId> {
        self.nodes().filter(|&n| self.level(n) == level).collect()
    }

    /// The children, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.at(node).subtree_end;
        let mut next = node.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.nodes[child as usize].subtree_end;
                NodeId(child)
            })
        })
    }

    /// The sibling behind the node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let next = self.at(node).subtree_end;
        (next < self.at(parent).subtree_end).then_some(NodeId(next))
    }

    /// The sibling before the node.
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let before = NodeId(node.0 - 1);
        // What precedes the node in preorder is the parent, or lies at the end of the sibling's subtree.
        std::iter::once(before).chain(self.ancestors(before)).find(|&n| self.parent(n) == Some(parent))
    }

    /// The node's subtree in preorder without the node itself.
    pub fn descendants(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (node.0 + 1..self.at(node).subtree_end).map(NodeId)
    }

    /// The ancestors, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&n| self.parent(n))
    }

    /// Whether `inner` lies in the subtree of `outer` (a node contains itself).
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner.0 < self.at(outer).subtree_end
    }

    /// Whether the node is a token: a leaf.
    pub fn is_token(&self, node: NodeId) -> bool {
        self.size(node) == 1
    }

    fn at(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }
}
