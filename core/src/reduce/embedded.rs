//! Texts of other languages within the document: scripts and styles in HTML.
//!
//! To the document's own grammar each of them is one token. It is reduced in its own language, with the rest of the document
//! around it, as the content of a file is reduced with the other files of a folder around it.

use std::ops::Range;
use std::sync::Arc;

use super::descent::Descent;
use super::frame::Frame;
use super::search::Search;
use super::sieve::tokens_of;
use super::{Known, Plan, Reader};
use crate::cancellation::Cancelled;
use crate::minimize::Minimizer;
use crate::session::Stop;

/// Takes from the document what goes around such texts, before anything is made of them: most of them need not be looked at.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn prepare(search: &mut Search, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    let language = search.knowledge().language();
    if language.embedded_texts(search.document()).is_empty() {
        return Ok(());
    }
    let mut descent = Descent::new(minimizer, language.symbols());
    while descent.step(search)? {}
    Ok(())
}

/// Reduces those texts whose languages there are readers for, the last first. Whether any became smaller.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn reduce(search: &mut Search, plan: Plan, readers: &mut [Reader]) -> Result<bool, Stop> {
    let language = search.knowledge().language();
    let before = Arc::clone(search.document().text());
    // Those before one that has become smaller are where they were.
    for (range, name) in language.embedded_texts(search.document()).into_iter().rev() {
        let Some(reader) = readers.iter_mut().find(|reader| reader.knowledge.language().name() == name) else {
            continue;
        };
        text(search, plan, reader, range)?;
    }
    Ok(*search.document().text() != before)
}

/// Reduces the text in this range of the document.
fn text(search: &mut Search, plan: Plan, reader: &mut Reader, range: Range<usize>) -> Result<(), Stop> {
    let session = search.session;
    let whole = Arc::clone(search.document().text());
    let knowledge = Arc::clone(&reader.knowledge);
    let inner: Arc<[u8]> = whole[range.clone()].into();
    let parsed = knowledge.language().parse_until(inner, &session.cancellation());
    let document = parsed.map_err(|Cancelled| session.ending())?;
    let tokens = tokens_of(search.knowledge().language(), search.document());
    let around = [whole[..range.start].into(), whole[range.end..].into()];
    let known = Known::of(&knowledge);
    let mut inner = Search::new(&knowledge, document, session).within(Frame::Text { around, tokens: Some(tokens) });
    let Reader { passes, embedded, .. } = reader;
    super::run(plan, &known, passes, embedded, &mut inner)?;
    let reduced = inner.document().text();
    if reduced.len() < range.len() {
        let text = [&whole[..range.start], reduced, &whole[range.end..]].concat().into();
        search.begin_with(search.knowledge(), text)?;
    }
    Ok(())
}
