//! What no grammar reads is reduced as text, too, once the grammar's trees lead no further.
//!
//! The error regions of a tree are text already. But where a parser sees an error, and what it makes of the text around it,
//! changes with every step, and a candidate with more errors than the document is not tried. As text, all of what is left
//! is looked at in another way, and nothing is turned away.

use std::sync::Arc;

use super::passes::Passes;
use super::schedule;
use super::search::Search;
use super::style::Style;
use crate::knowledge::{Filter, Knowledge, Tables};
use crate::language::Language;
use crate::minimize::Minimizer;
use crate::session::Stop;

/// What is known of text, for a language that may not read everything.
pub(super) fn knowledge(of: &Knowledge) -> Option<Knowledge> {
    let plain = Language::named("text").ok().filter(|_| !of.language().is_plain());
    plain.map(|text| Knowledge::new(text, Tables::default(), Filter::Ranked))
}

/// Reduces what is left as text, if its language does not read all of it.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn reduce_as_text<'a>(
    search: &mut Search<'a>,
    minimizer: Option<Minimizer>,
    plain: Option<&'a Knowledge>,
) -> Result<(), Stop> {
    let Some(plain) = plain.filter(|_| search.document().trouble() > 0) else { return Ok(()) };
    let text = Arc::clone(search.document().text());
    search.begin_with(plain, text)?;
    // Passes look at trees of the other language.
    schedule::schedule(search, minimizer, &mut Passes::new(&mut [], plain.language().name(), Style::default()))
}
