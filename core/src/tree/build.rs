//! Building a [`Tree`] in preorder, as a front end walks its parse.

use super::{EdgeId, KindId, Node, Tree};

/// What a front end says of a node beyond its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFlags {
    /// A literal of the grammar (keyword, bracket, operator).
    pub literal: bool,
    /// May stand anywhere and means nothing (a comment).
    pub extra: bool,
    /// The parser could make nothing of it, or made it up.
    pub error: bool,
}

/// Builds a tree node by node: [`open`](Self::open), the children, [`close`](Self::close).
#[derive(Debug, Default)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl TreeBuilder {
    /// A builder with room for `nodes` nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        TreeBuilder { nodes: Vec::with_capacity(nodes), open: Vec::new() }
    }

    /// Begins a node under the node that is open (the first one is the root), over these bytes.
    pub fn open(&mut self, kind: KindId, edge: EdgeId, range: std::ops::Range<usize>, flags: NodeFlags) {
        let parent = self.open.last().copied().unwrap_or(u32::MAX);
        let id = self.nodes.len() as u32;
        let bit = |is: bool, bit: u8| if is { bit } else { 0 };
        self.nodes.push(Node {
            kind,
            edge,
            parent,
            subtree_end: id + 1,
            start: range.start as u32,
            end: range.end as u32,
            bits: bit(flags.literal, Node::LITERAL) | bit(flags.extra, Node::EXTRA) | bit(flags.error, Node::ERROR),
        });
        self.open.push(id);
    }

    /// Says where the node that is open ends after all: a front end that reads its text once learns it only now.
    pub fn end_at(&mut self, end: usize) {
        if let Some(&id) = self.open.last() {
            self.nodes[id as usize].end = end as u32;
        }
    }

    /// Ends the node that is open. A node without children is a token and weighs 1, unless it is empty or a comment.
    pub fn close(&mut self) {
        let Some(id) = self.open.pop() else { return };
        let end = self.nodes.len() as u32;
        let node = &mut self.nodes[id as usize];
        node.subtree_end = end;
        if end == id + 1 && node.end > node.start && !node.flags().extra {
            node.bits |= Node::COUNTS;
        }
    }

    /// Forgets the children of the node that is open: it is one token after all.
    pub fn drop_children(&mut self) {
        if let Some(&id) = self.open.last() {
            self.nodes.truncate(id as usize + 1);
        }
    }

    /// The finished tree; none if no node was ever opened.
    pub fn finish(mut self) -> Option<Tree> {
        while !self.open.is_empty() {
            self.close();
        }
        (!self.nodes.is_empty()).then(|| Tree::of(self.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NodeId, Symbols};
    use super::*;

    #[test]
    fn weights_sizes_and_levels_follow_the_nesting() {
        let mut symbols = Symbols::new();
        let (list, item) = (symbols.add_kind("list"), symbols.add_kind("item"));
        let mut builder = TreeBuilder::with_capacity(4);
        builder.open(list, Symbols::CHILD, 0..5, NodeFlags::default());
        for range in [0..1, 2..3] {
            builder.open(item, Symbols::CHILD, range, NodeFlags::default());
            builder.close();
        }
        builder.open(item, Symbols::CHILD, 4..5, NodeFlags { extra: true, ..NodeFlags::default() });
        builder.close();
        builder.close();
        let tree = builder.finish().expect("a root was opened");
        assert_eq!(tree.size(tree.root()), 4);
        assert_eq!(tree.weight(tree.root()), 2, "a comment weighs nothing");
        assert_eq!(tree.level_nodes(1).len(), 3);
        assert_eq!(tree.depth(), 1);
        assert_eq!(tree.children(tree.root()).map(NodeId::index).collect::<Vec<_>>(), [1, 2, 3]);
    }
}
