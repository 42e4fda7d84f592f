//! A text with its tree.

use std::sync::Arc;

use tree_sitter::InputEdit;

use super::Patch;
use super::lines::{Lines, advance};
use super::parser_tree::ParserTree;

use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{NodeFlags, NodeId, Symbols, Tree, TreeBuilder};

/// A text and its tree: the tree is always the tree of the text.
#[derive(Clone)]
pub struct Document {
    text: Arc<[u8]>,
    tree: Arc<Tree>,
    pub(super) parse: Parse,
    lines: Arc<Lines>,
    cancellation: Cancellation,
}

/// What a front end found in a text, before a [`Tree`] is made of it.
#[derive(Clone)]
pub struct Parse {
    pub(super) trouble: usize,
    pub(super) ts: Option<Arc<ParserTree>>,
}

impl Parse {
    /// How many places the grammar could not read.
    pub fn trouble(&self) -> usize {
        self.trouble
    }
}

impl Document {
    pub(super) fn new(text: Arc<[u8]>, tree: Tree, parse: Parse, cancellation: Cancellation) -> Self {
        Document { text, tree: Arc::new(tree), parse, lines: Arc::default(), cancellation }
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

    /// Frees the tree of a document that is only needed for its text: what is left is a root.
    pub(crate) fn forget_tree(&mut self) {
        let mut builder = TreeBuilder::default();
        builder.open(self.tree.kind(self.tree.root()), Symbols::CHILD, 0..self.text.len(), NodeFlags::default());
        let root = builder.finish().unwrap_or_else(|| unreachable!("it has a root"));
        self.tree = Arc::new(root);
        self.parse = Parse { trouble: self.parse.trouble, ts: None };
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
    pub(super) fn edited(&self, patches: &[Patch]) -> Result<Option<ParserTree>, Cancelled> {
        let Some(ts) = &self.parse.ts else { return Ok(None) };
        let mut tree = ts.get().clone();
        let mut steps = self.cancellation.steps();
        // From the last to the first, so that the positions of the earlier ones still hold.
        for patch in patches.iter().rev() {
            steps.step()?;
            let start = self.lines.point(&self.text, patch.range.start);
            tree.edit(&InputEdit {
                start_byte: patch.range.start,
                old_end_byte: patch.range.end,
                new_end_byte: patch.range.start + patch.text.len(),
                start_position: start,
                old_end_position: self.lines.point(&self.text, patch.range.end),
                new_end_position: advance(start, &patch.text),
            });
        }
        Ok(Some(ParserTree::new(tree)))
    }

    /// Where the line begins in which a byte of the text is.
    pub(super) fn line_start(&self, byte: usize) -> usize {
        byte - self.lines.point(&self.text, byte).column
    }
}
