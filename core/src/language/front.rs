//! The front ends as one: each gives a [`Tree`] and the number of places it could not read.

use tree_sitter::LanguageError;

use super::builtin::Reader;
use super::bytes::Bytes;
use super::generic::{Generic, Grain};
use super::parser_tree::ParserTree;
use super::patch::Patched;
use super::treesitter::TreeSitter;
use super::xml::Xml;
use super::{Document, Parse, Patch};
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{Symbols, Tree};

/// What reads the texts of a language.
pub(super) enum FrontEnd {
    TreeSitter(TreeSitter),
    Xml(Xml),
    Generic(Generic),
    Bytes(Bytes),
}

impl FrontEnd {
    /// The front end for a reader; its kinds and edges are added to the symbols.
    pub(super) fn new(reader: Reader, symbols: &mut Symbols) -> Result<Self, LanguageError> {
        match reader {
            Reader::TreeSitter(grammar) => TreeSitter::new(grammar(), symbols).map(FrontEnd::TreeSitter),
            Reader::Xml => Ok(FrontEnd::Xml(Xml::new(symbols))),
            Reader::Text => Ok(FrontEnd::Generic(Generic::new(Grain::Words, symbols))),
            Reader::Bytes => Ok(FrontEnd::Bytes(Bytes::new(symbols))),
        }
    }

    /// Parses a text.
    pub(super) fn parse(&self, text: &[u8], cancellation: &Cancellation) -> Result<Parse, Cancelled> {
        match self {
            FrontEnd::TreeSitter(front) => front.parse(&Patched::whole(text), None, cancellation),
            FrontEnd::Xml(front) => Ok(Parse { trouble: front.read(text, cancellation)?.1, ts: None }),
            FrontEnd::Generic(_) | FrontEnd::Bytes(_) => Ok(Parse { trouble: 0, ts: None }),
        }
    }

    /// Parses what became of a document under patches, from what is known of the document where that is of use.
    pub(super) fn probe(&self, old: &Document, patches: &[Patch]) -> Result<Parse, Cancelled> {
        let cancellation = old.cancellation();
        match self {
            FrontEnd::TreeSitter(front) => {
                let new = Patched::new(old.text(), patches);
                let gone: usize = patches.iter().map(|patch| patch.range.len()).sum();
                // Beyond that, bringing the old parse into line costs more than it saves.
                let edited = if gone < new.len() { old.edited(patches)? } else { None };
                front.parse(&new, edited.as_ref().map(ParserTree::get), cancellation)
            }
            FrontEnd::Xml(front) => {
                if old.trouble() == 0 && front.stays_clean((old.text(), old.tree()), patches, cancellation)? {
                    return Ok(Parse { trouble: 0, ts: None });
                }
                self.parse(&Patch::apply(old.text(), patches), cancellation)
            }
            FrontEnd::Generic(_) | FrontEnd::Bytes(_) => Ok(Parse { trouble: 0, ts: None }),
        }
    }

    /// The labelled ordered tree of a parse.
    pub(super) fn tree(&self, text: &[u8], parse: &Parse, cancellation: &Cancellation) -> Result<Tree, Cancelled> {
        match self {
            FrontEnd::TreeSitter(front) => front.tree(text, parse, cancellation),
            FrontEnd::Xml(front) => Ok(front.read(text, cancellation)?.0),
            FrontEnd::Generic(front) => front.tree(text, cancellation),
            FrontEnd::Bytes(front) => front.tree(text, cancellation),
        }
    }
}
