//! Reducing a program under a property that is a function of its text.

use std::sync::Arc;

use reduce_core::knowledge::{Filter, Knowledge, default_tables};
use reduce_core::language::Language;
use reduce_core::minimize::Minimizer;
use reduce_core::reduce::{Algorithm, Plan, reduce};
use reduce_core::session::Session;

/// What is known of a built-in language with the default tables.
pub fn knowledge(language: &str, filter: Filter) -> Knowledge {
    let language = Language::named(language).expect("built in");
    let tables = default_tables(&language);
    Knowledge::new(language, tables, filter)
}

/// Whether a text parses cleanly and contains all of these.
pub fn parses_with(language: &Arc<Language>, words: &[&str]) -> impl Fn(&[u8]) -> bool + Send + Sync + 'static {
    let language = Arc::clone(language);
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    move |text: &[u8]| {
        let readable = String::from_utf8_lossy(text);
        words.iter().all(|word| readable.contains(word.as_str())) && language.parse(text).trouble() == 0
    }
}

/// What an algorithm makes of a text.
pub fn reduced(
    knowledge: &Knowledge,
    (algorithm, minimizer): (Algorithm, Option<Minimizer>),
    text: &str,
    property: impl Fn(&[u8]) -> bool + Send + Sync + 'static,
) -> String {
    assert!(property(text.as_bytes()), "the original has the property");
    let session = Session::new(Arc::new(property));
    let document = knowledge.language().parse(text.as_bytes());
    reduce(knowledge, document, &Plan { algorithm, minimizer, ..Plan::default() }, &mut [], &session)
        .expect("nothing stops it");
    best(&session, text)
}

/// The best text of a session that began with this one.
pub fn best(session: &Session, original: &str) -> String {
    session.best().map_or_else(|| original.to_owned(), |best| String::from_utf8_lossy(&best).into_owned())
}
