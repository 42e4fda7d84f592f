//! Large texts begin as outlines.
//!
//! A parser takes half a second for a megabyte, and fifty to a hundred times its size. Most of a large text goes in a few
//! coarse steps, which need no grammar: lines with what is indented below them, brackets and lists are enough, and those
//! are found in a hundredth of the time. So the first steps are made on a [generic](Language::outline) tree. What is left
//! is parsed, and from then on the grammar knows better.

use std::sync::Arc;

use super::coarse;
use super::search::{Search, is_large};
use super::sieve::tokens_of;
use super::{Algorithm, Plan};
use crate::cancellation::{Cancellation, Cancelled};
use crate::knowledge::{Filter, Knowledge, Tables};
use crate::language::{Document, Language};
use crate::session::Stop;

/// What a reduction begins with: the input's document, or an outline of it.
pub struct Start {
    pub(super) document: Document,
    /// What is known of outlines, if this is one.
    pub(super) outline: Option<Knowledge>,
    tokens: usize,
}

impl Start {
    /// Reads an input as the plan begins with it. The algorithms of the papers begin with the whole tree, as does the
    /// default with a language that is read fast.
    ///
    /// # Errors
    /// [`Cancelled`] when it is not wanted any more.
    pub fn read(
        language: &Language,
        text: Arc<[u8]>,
        plan: Plan,
        cancellation: &Cancellation,
    ) -> Result<Self, Cancelled> {
        if plan.algorithm != Algorithm::Default || !is_large(&text) || !language.is_read_slowly() {
            let document = language.parse_until(text, cancellation)?;
            return Ok(Start { tokens: tokens_of(language, &document), document, outline: None });
        }
        let knowledge = Knowledge::new(Language::outline(), Tables::default(), Filter::Ranked);
        let document = knowledge.language().parse_until(text, cancellation)?;
        Ok(Start { tokens: tokens_of(knowledge.language(), &document), document, outline: Some(knowledge) })
    }

    /// The tokens of the document. An outline has at most as many as bytes.
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// The input's document, unless there is only an outline of it.
    pub fn document(&self) -> Option<&Document> {
        Some(&self.document).filter(|_| self.outline.is_none())
    }
}

impl From<Document> for Start {
    fn from(document: Document) -> Self {
        let tree = document.tree();
        Start { tokens: tree.weight(tree.root()), document, outline: None }
    }
}

/// Reduces an outline as far as coarse steps lead, and reads what is left in its language.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn reduce_outline<'a>(search: &mut Search<'a>, plan: Plan, knowledge: &'a Knowledge) -> Result<(), Stop> {
    coarse::reduce_coarsely(search, plan.minimizer)?;
    let text = Arc::clone(search.document().text());
    search.begin_with(knowledge, text)
}
