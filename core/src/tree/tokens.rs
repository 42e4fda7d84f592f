//! Which nodes are tokens that count, as a bit for each, with the number of those before each block of bits: the weight
//! of any subtree by two look-ups, in a quarter of a byte a node.

use super::Node;

/// A bit for each node in preorder.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// The bits of 64 nodes, and the number of bits that are set before them; one block more than nodes need.
    blocks: Vec<(u64, u32)>,
}

impl Tokens {
    /// Of nodes in preorder.
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut blocks = Vec::with_capacity(nodes.len() / 64 + 1);
        let mut before = 0;
        for block in nodes.chunks(64) {
            let bits = block.iter().enumerate().fold(0, |bits, (at, node)| bits | u64::from(node.counts()) << at);
            blocks.push((bits, before));
            before += bits.count_ones();
        }
        blocks.push((0, before));
        Tokens { blocks }
    }

    /// How many tokens that count stand before this place in preorder.
    pub(super) fn before(&self, index: u32) -> usize {
        let (bits, before) = self.blocks[index as usize / 64];
        (before + (bits & ((1 << (index % 64)) - 1)).count_ones()) as usize
    }
}
