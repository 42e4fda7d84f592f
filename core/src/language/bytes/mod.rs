//! The front end for bytes that are no text: a tree of chunks, of pieces, of bytes.
//!
//! | node | what it is |
//! | --- | --- |
//! | `bytes` | the whole |
//! | `chunk` | a run of one byte, a string, or data of one sort (see [`chunks`]) |
//! | `piece` | a record, where records of one length follow each other (see [`records`]); a sixteenth of what is around it |
//! | `byte` | a byte; of a large file so many that there are a quarter of a million of these at most |

mod chunks;
mod records;

use std::ops::Range;

use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{KindId, NodeFlags, Symbols, Tree, TreeBuilder};

/// What `Language::node_types` says of it, in the format of tree-sitter's grammars.
pub(super) const NODE_TYPES: &str = include_str!("node-types.json");

/// What is not a list of records is divided into so many pieces, these likewise, and so on.
const PIECES: usize = 16;
/// No more leaves than this.
const LEAVES: usize = 1 << 18;

/// The kinds of the nodes.
pub(super) struct Bytes {
    file: KindId,
    chunk: KindId,
    piece: KindId,
    byte: KindId,
}

impl Bytes {
    /// Adds the kinds to the symbols.
    pub(super) fn new(symbols: &mut Symbols) -> Self {
        Bytes {
            file: symbols.add_kind("bytes"),
            chunk: symbols.add_kind("chunk"),
            piece: symbols.add_kind("piece"),
            byte: symbols.add_kind("byte"),
        }
    }

    /// The tree of a file.
    pub(super) fn tree(&self, bytes: &[u8], cancellation: &Cancellation) -> Result<Tree, Cancelled> {
        let leaf = bytes.len().div_ceil(LEAVES).max(1);
        let mut building = Building { front: self, leaf, builder: TreeBuilder::default() };
        let mut steps = cancellation.steps();
        building.open(self.file, 0..bytes.len());
        for chunk in chunks::chunks(bytes) {
            steps.step()?;
            building.open(self.chunk, chunk.clone());
            match records::length(&bytes[chunk.clone()]) {
                Some(record) => building.pieces(chunk, record),
                None => building.divide(chunk),
            }
            building.builder.close();
        }
        Ok(building.builder.finish().unwrap_or_else(|| unreachable!("the root is open")))
    }
}

struct Building<'a> {
    front: &'a Bytes,
    /// The bytes of a leaf.
    leaf: usize,
    builder: TreeBuilder,
}

impl Building<'_> {
    fn open(&mut self, kind: KindId, range: Range<usize>) {
        self.builder.open(kind, Symbols::CHILD, range, NodeFlags::default());
    }

    /// Pieces of a length, the last of which may be shorter.
    fn pieces(&mut self, range: Range<usize>, length: usize) {
        for start in range.clone().step_by(length) {
            let piece = start..range.end.min(start + length);
            if piece.len() <= self.leaf {
                self.open(self.front.byte, piece);
            } else {
                self.open(self.front.piece, piece.clone());
                self.divide(piece);
            }
            self.builder.close();
        }
    }

    /// Leaves, if there are few; else pieces of these. The depth is the logarithm of the length.
    fn divide(&mut self, range: Range<usize>) {
        let mut length = self.leaf;
        while length * PIECES < range.len() {
            length *= PIECES;
        }
        self.pieces(range, length);
    }
}

/// Whether bytes are text of some encoding that has ASCII's characters in ASCII's places: without NUL, and with hardly
/// any characters that no text has.
pub(super) fn are_text(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x08 | 0x1b);
    let controls = bytes.iter().filter(|byte| is_control(byte)).count();
    let foreign = if std::str::from_utf8(bytes).is_ok() { 0 } else { bytes.iter().filter(|b| !b.is_ascii()).count() };
    !bytes.contains(&0) && controls * 50 <= bytes.len() && foreign * 3 <= bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Edit, Language};

    #[test]
    fn every_byte_is_a_leaf_and_nothing_else_goes_with_it() {
        let bytes = b"\x7fELF \0\0\n\x01\xff\xfe \n";
        let language = Language::named("bytes").expect("built in");
        let document = language.parse(&bytes[..]);
        assert_eq!(document.unparse(), bytes);
        let tree = document.tree();
        assert_eq!(tree.weight(tree.root()), bytes.len());
        for node in tree.nodes().filter(|&node| node != tree.root()) {
            let range = tree.range(node);
            let left = [&bytes[..range.start], &bytes[range.end..]].concat();
            assert_eq!(language.render(&document, &[Edit::delete(node)]).text, left);
        }
    }

    #[test]
    fn a_large_file_has_a_bounded_number_of_nodes() {
        let bytes: Vec<u8> = (0..3_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let document = Language::named("bytes").expect("built in").parse(&bytes[..]);
        assert!(document.tree().len() < 2 * LEAVES, "{} nodes", document.tree().len());
        assert_eq!(document.unparse(), bytes);
    }

    #[test]
    fn text_is_told_from_other_bytes() {
        for text in ["", "a\n\tb\r\n\x1b[1m", "größer\n", "\u{feff}x"] {
            assert!(are_text(text.as_bytes()), "{text}");
        }
        assert!(are_text(b"gr\xf6\xdfer als sonst\n"), "of another encoding");
        for bytes in [&b"\x7fELF\x02\x01\x01\0"[..], b"\x89PNG\r\n\x1a\n\x01\x02", b"\xff\xfea\0b\0"] {
            assert!(!are_text(bytes), "{bytes:?}");
        }
    }
}
