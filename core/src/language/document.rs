//! A text with its tree.

use std::ops::Range;
use std::sync::Arc;

use tree_sitter::{InputEdit, Point};

use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{NodeId, Tree};

/// A text and its tree: the tree is always the tree of the text.
#[derive(Clone)]
pub struct Document {
    text: Arc<[u8]>,
    tree: Arc<Tree>,
    pub(super) parse: Parse,
    /// Where each line begins, for the points that the parser wants with an edit.
    lines: Arc<[usize]>,
    cancellation: Cancellation,
}

/// What a front end found in a text, before a [`Tree`] is made of it.
#[derive(Clone)]
pub struct Parse {
    pub(super) trouble: usize,
    pub(super) ts: Option<tree_sitter::Tree>,
}

impl Parse {
    /// How many places the grammar could not read.
    pub fn trouble(&self) -> usize {
        self.trouble
    }
}

/// A replacement of a range of the old text by other bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The bytes of the old text that go.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: Vec<u8>,
}

impl Patch {
    /// The text under patches, which are in order and do not overlap.
    ///
    /// ```
    /// use reduce_core::language::Patch;
    ///
    /// let patches = [Patch { range: 0..1, text: b"y".to_vec() }, Patch { range: 4..5, text: Vec::new() }];
    /// assert_eq!(Patch::apply(b"x = 12", &patches), b"y = 2");
    /// ```
    pub fn apply(old: &[u8], patches: &[Patch]) -> Vec<u8> {
        let brought: usize = patches.iter().map(|patch| patch.text.len()).sum();
        let mut new = Vec::with_capacity(old.len() + brought);
        let mut at = 0;
        for patch in patches {
            new.extend_from_slice(&old[at..patch.range.start]);
            new.extend_from_slice(&patch.text);
            at = patch.range.end;
        }
        new.extend_from_slice(&old[at..]);
        new
    }

    /// What turns one text into another: all between what they have in common at both ends.
    pub fn between(old: &[u8], new: &[u8]) -> Self {
        let head = common(old.chunks(CHUNK), new.chunks(CHUNK), |chunk, place| chunk[place]);
        let tail = common(old[head..].rchunks(CHUNK), new[head..].rchunks(CHUNK), |chunk, place| {
            chunk[chunk.len() - 1 - place]
        });
        Patch { range: head..old.len() - tail, text: new[head..new.len() - tail].to_vec() }
    }
}

/// So many bytes are compared at once.
const CHUNK: usize = 512;

/// How many bytes two texts have in common from one end on. `byte` gives a byte of a chunk, counted from that end.
fn common<'a>(
    one: impl Iterator<Item = &'a [u8]>,
    other: impl Iterator<Item = &'a [u8]>,
    byte: impl Fn(&[u8], usize) -> u8,
) -> usize {
    let mut count = 0;
    for (a, b) in one.zip(other) {
        if a != b {
            let most = a.len().min(b.len());
            return count + (0..most).take_while(|&place| byte(a, place) == byte(b, place)).count();
        }
        count += a.len();
    }
    count
}

impl Document {
    pub(super) fn new(text: Arc<[u8]>, tree: Tree, parse: Parse, cancellation: Cancellation) -> Self {
        let lines = std::iter::once(0)
            .chain(text.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(i, _)| i + 1))
            .collect();
        Document { text, tree: Arc::new(tree), parse, lines, cancellation }
    }

    /// A text with its tree alone: enough to look at it and to render edits, but no parser can go on from it.
    pub(crate) fn without_parse(text: Arc<[u8]>, tree: Arc<Tree>) -> Self {
        let parse = Parse { trouble: 0, ts: None };
        Document { text, tree, parse, lines: Arc::default(), cancellation: Cancellation::never() }
    }

    /// The document, on which nothing is computed any more once that is cancelled.
    #[must_use]
    pub fn with_cancellation(self, cancellation: Cancellation) -> Self {
        Document { cancellation, ..self }
    }

    /// What everything that is computed on the document asks whether it is still wanted.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// The text, byte for byte.
    pub fn text(&self) -> &Arc<[u8]> {
        &self.text
    }

    /// The tree of the text.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The bytes of a node.
    pub fn node_text(&self, node: NodeId) -> &[u8] {
        &self.text[self.tree.range(node)]
    }

    /// How many places the grammar could not read; 0 when the text parses cleanly.
    pub fn trouble(&self) -> usize {
        self.parse.trouble
    }

    /// The text again, from the tokens and the trivia between them: always the bytes that were parsed.
    pub fn unparse(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len());
        let mut at = 0;
        for node in self.tree.nodes().filter(|&n| self.tree.is_token(n)) {
            let range = self.tree.range(node);
            out.extend_from_slice(&self.text[at..range.start]);
            out.extend_from_slice(&self.text[range.clone()]);
            at = range.end;
        }
        out.extend_from_slice(&self.text[at..]);
        out
    }

    /// The parser's tree moved along with the patches, from which it parses the new text the faster.
    pub(super) fn edited(&self, patches: &[Patch]) -> Result<Option<tree_sitter::Tree>, Cancelled> {
        let Some(mut tree) = self.parse.ts.clone() else { return Ok(None) };
        let mut steps = self.cancellation.steps();
        // From the last to the first, so that the positions of the earlier ones still hold.
        for patch in patches.iter().rev() {
            steps.step()?;
            let start = self.point(patch.range.start);
            tree.edit(&InputEdit {
                start_byte: patch.range.start,
                old_end_byte: patch.range.end,
                new_end_byte: patch.range.start + patch.text.len(),
                start_position: start,
                old_end_position: self.point(patch.range.end),
                new_end_position: advance(start, &patch.text),
            });
        }
        Ok(Some(tree))
    }

    fn point(&self, byte: usize) -> Point {
        let row = self.lines.partition_point(|&start| start <= byte) - 1;
        Point::new(row, byte - self.lines[row])
    }
}

fn advance(start: Point, text: &[u8]) -> Point {
    match text.iter().rposition(|&b| b == b'\n') {
        None => Point::new(start.row, start.column + text.len()),
        Some(last) => {
            let rows = text.iter().filter(|&&b| b == b'\n').count();
            Point::new(start.row + rows, text.len() - last - 1)
        }
    }
}
