//! The front ends as one: each gives a [`Tree`] and the number of places it could not read.

use tree_sitter::LanguageError;

use super::Parse;
use super::builtin::Reader;
use super::patch::Patched;
use super::treesitter::TreeSitter;
use super::xml::Xml;
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{Symbols, Tree};

/// What reads the texts of a language.
pub(super) enum FrontEnd {
    TreeSitter(TreeSitter),
    Xml(Xml),
}

impl FrontEnd {
    /// The front end for a reader; its kinds and edges are added to the symbols.
    pub(super) fn new(reader: Reader, symbols: &mut Symbols) -> Result<Self, LanguageError> {
        match reader {
            Reader::TreeSitter(grammar) => TreeSitter::new(grammar(), symbols).map(FrontEnd::TreeSitter),
            Reader::Xml => Ok(FrontEnd::Xml(Xml::new(symbols))),
        }
    }

    /// Parses a text, from an edited older parse where the front end can make use of one.
    pub(super) fn parse(
        &self,
        text: &Patched,
        old: Option<&tree_sitter::Tree>,
        cancellation: &Cancellation,
    ) -> Result<Parse, Cancelled> {
        match self {
            FrontEnd::TreeSitter(front) => front.parse(text, old, cancellation),
            FrontEnd::Xml(front) => Ok(Parse { trouble: front.read(&text.text(), cancellation)?.1, ts: None }),
        }
    }

    /// The labelled ordered tree of a parse.
    pub(super) fn tree(&self, text: &[u8], parse: &Parse, cancellation: &Cancellation) -> Result<Tree, Cancelled> {
        match self {
            FrontEnd::TreeSitter(front) => front.tree(text, parse, cancellation),
            FrontEnd::Xml(front) => Ok(front.read(text, cancellation)?.0),
        }
    }
}
