//! Transformation templates (GTR, Definition 4.1): what may be done to one node.
//!
//! A template proposes [`Candidate`]s for a node; whether one is tried, when, and together with which others is for
//! [`reduce`](crate::reduce) to decide. One template, one file.

mod compatible;
mod deletion;
mod hoist;
mod jump;
mod minimal;
mod separators;
mod substitution;
mod token;

pub use compatible::CompatibleDescendants;
pub use deletion::Deletion;
pub use hoist::Hoist;
pub use jump::Jump;
pub use minimal::{MinimalReplacement, OtherKinds};
pub use separators::with_separators;
pub use substitution::{Descendants, SubstituteByChild};
pub use token::OptionalToken;

use crate::knowledge::Knowledge;
use crate::language::{Change, Document, Edit};
use crate::tree::{NodeId, Tree};

/// As many bytes are worth a token more.
pub const BYTES_PER_TOKEN: usize = 8;

/// A set of edits that are tried together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The edits; none lies within another one's node.
    pub edits: Vec<Edit>,
}

impl Candidate {
    /// A single edit.
    pub fn of(edit: Edit) -> Self {
        Candidate { edits: vec![edit] }
    }

    /// The tokens that the text loses.
    pub fn gain(&self, tree: &Tree) -> isize {
        self.edits.iter().map(|edit| edit.gain(tree)).sum()
    }

    /// What the candidate is worth to the default schedule: the tokens that go, and a little for their length, since a
    /// long string or a comment is one token or none.
    pub fn saves(&self, document: &Document) -> usize {
        let bytes: usize = self.edits.iter().map(|edit| document.tree().range(edit.node).len()).sum();
        self.gain(document.tree()).max(1) as usize + bytes / BYTES_PER_TOKEN
    }
}

/// What a template looks at.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// What is known of the language.
    pub knowledge: &'a Knowledge,
    /// The document in which the node is.
    pub document: &'a Document,
}

impl View<'_> {
    /// The tree of the document.
    pub fn tree(&self) -> &Tree {
        self.document.tree()
    }

    /// Whether the candidate's text parses at least as cleanly as the document. Once nothing is to be computed on the
    /// document any more, the answer is no, at once.
    pub fn parses(&self, candidate: &Candidate) -> bool {
        if self.document.cancellation().is_due() {
            return false;
        }
        let language = self.knowledge.language();
        let edited = language.edit(self.document, &with_separators(*self, &candidate.edits));
        let probed = language.probe(self.document, &edited.patches);
        probed.is_ok_and(|parse| parse.trouble() <= self.document.trouble())
    }
}

/// What a template leaves in the place of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaves {
    /// Nothing: the node goes.
    Nothing,
    /// The least thing that can stand there.
    Least,
    /// A part of the node.
    Part,
    /// At most this share of the node.
    Share(f64),
}

/// A transformation template.
pub trait Template {
    /// The name, as statistics give it.
    fn name(&self) -> &'static str;

    /// Whether there is never more than one candidate for a node, so that a list minimizer can decide which nodes to
    /// transform (GTR, Algorithm 4).
    fn is_at_most_one(&self) -> bool;

    /// What is left in the node's place.
    fn leaves(&self) -> Leaves;

    /// The candidates for a node, best first.
    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate>;
}

/// Whether an edit only deletes.
fn is_deletion(edit: &Edit) -> bool {
    edit.change == Change::Delete
}
