//! Labelled ordered trees (Definition 3.1 of the GTR paper), kept as an arena in preorder.
//!
//! A node has a label (its [`KindId`]), the label of the edge that leads to it ([`EdgeId`]) and the range of bytes that
//! it covers. Tokens are the leaves. The subtree of a node is a contiguous run of the arena, so walking a subtree,
//! skipping it and counting it cost nothing beyond a slice. Inputs may be large and nested as deep as they are long: a
//! node takes 21 bytes, and nothing here walks a path to the root but what says so.

mod build;
mod difference;
mod levels;
mod symbols;
mod tokens;

pub use build::{NodeFlags, TreeBuilder};
pub(crate) use difference::Difference;
pub use symbols::{EdgeId, KindId, Symbols};

use std::ops::Range;
use std::sync::OnceLock;

use levels::Levels;
use tokens::Tokens;

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

/// Without gaps between the fields: large inputs have millions of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, packed)]
struct Node {
    kind: KindId,
    edge: EdgeId,
    parent: u32,
    subtree_end: u32,
    start: u32,
    end: u32,
    /// As bits: what the front end said, and whether it is a token that counts.
    bits: u8,
}

impl Node {
    const LITERAL: u8 = 1;
    const EXTRA: u8 = 2;
    const ERROR: u8 = 4;
    const COUNTS: u8 = 8;

    fn flags(&self) -> NodeFlags {
        let has = |bit| self.bits & bit != 0;
        NodeFlags { literal: has(Self::LITERAL), extra: has(Self::EXTRA), error: has(Self::ERROR) }
    }

    fn counts(&self) -> bool {
        self.bits & Self::COUNTS != 0
    }
}

/// A labelled ordered tree over a text. It always has a root.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    tokens: Tokens,
    levels: OnceLock<Levels>,
}

impl Tree {
    /// The tree of nodes in preorder, of which there is one at least.
    fn of(nodes: Vec<Node>) -> Self {
        let tokens = Tokens::of(&nodes);
        Tree { nodes, tokens, levels: OnceLock::new() }
    }

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
        self.at(node).flags()
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
        self.weight_of_run(node, node)
    }

    /// The number of tokens in the subtrees of siblings, from the first to the last.
    pub fn weight_of_run(&self, first: NodeId, last: NodeId) -> usize {
        self.tokens.before(self.at(last).subtree_end) - self.tokens.before(first.0)
    }

    /// The number of nodes in the node's subtree, itself included: its size (GTR, Section 3).
    pub fn size(&self, node: NodeId) -> usize {
        (self.at(node).subtree_end - node.0) as usize
    }

    /// The distance to the root.
    pub fn level(&self, node: NodeId) -> usize {
        self.levels().level(node)
    }

    /// The greatest level of any node.
    pub fn depth(&self) -> usize {
        self.levels().depth()
    }

    /// All nodes of a level, in order.
    pub fn level_nodes(&self, level: usize) -> &[NodeId] {
        self.levels().nodes(level)
    }

    fn levels(&self) -> &Levels {
        self.levels.get_or_init(|| Levels::of(&self.nodes))
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

    /// The last node in preorder that begins at this byte or before it. (The later a node, the later it begins.)
    pub fn last_from(&self, byte: usize) -> NodeId {
        NodeId(self.nodes.partition_point(|node| node.start as usize <= byte).saturating_sub(1) as u32)
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A tree with these many nodes opened and closed in turn, over as many bytes as it has leaves.
    fn built(steps: &[(u8, bool)]) -> Tree {
        let mut builder = TreeBuilder::with_capacity(steps.len());
        builder.open(KindId(0), Symbols::CHILD, 0..steps.len(), NodeFlags::default());
        let mut open = 0;
        for (place, &(closed, extra)) in steps.iter().enumerate() {
            builder.open(KindId(1), Symbols::CHILD, place..place + 1, NodeFlags { extra, ..NodeFlags::default() });
            open += 1;
            for _ in 0..closed.min(open) {
                builder.close();
            }
            open -= closed.min(open);
        }
        builder.finish().expect("a root was opened")
    }

    fn weight(tree: &Tree, node: NodeId) -> usize {
        if tree.is_token(node) {
            return usize::from(!tree.flags(node).extra && !tree.range(node).is_empty());
        }
        tree.children(node).map(|child| weight(tree, child)).sum()
    }

    proptest! {
        #[test]
        fn what_a_tree_says_of_a_node_is_what_its_children_say(
            steps in prop::collection::vec((0u8..4, any::<bool>()), 0..300),
        ) {
            let tree = built(&steps);
            for node in tree.nodes() {
                let children: Vec<NodeId> = tree.children(node).collect();
                prop_assert_eq!(tree.weight(node), weight(&tree, node));
                prop_assert_eq!(tree.level(node), tree.ancestors(node).count());
                let start = tree.range(node).start;
                prop_assert_eq!(tree.last_from(start), tree.nodes().rfind(|&n| tree.range(n).start <= start).expect("itself"));
                prop_assert!(tree.level_nodes(tree.level(node)).binary_search(&node).is_ok());
                for (place, &child) in children.iter().enumerate() {
                    prop_assert_eq!(tree.parent(child), Some(node));
                    prop_assert_eq!(tree.next_sibling(child), children.get(place + 1).copied());
                    prop_assert_eq!(tree.previous_sibling(child), place.checked_sub(1).map(|before| children[before]));
                    let run: usize = children[..=place].iter().map(|&n| tree.weight(n)).sum();
                    prop_assert_eq!(tree.weight_of_run(children[0], child), run);
                }
            }
            let all: usize = (0..=tree.depth()).map(|level| tree.level_nodes(level).len()).sum();
            prop_assert_eq!(all, tree.len());
            prop_assert!(tree.level_nodes(tree.depth() + 1).is_empty());
        }
    }
}
