//! The descriptions of grammars that come with `--grammar`.

use std::sync::{Arc, LazyLock};

use crate::knowledge::GrammarFacts;
use crate::language::Language;

/// The language whose kinds the seeds name.
static JSON: LazyLock<Option<Arc<Language>>> = LazyLock::new(|| Language::named("json").ok());

/// Reads the bytes as a `node-types.json`.
pub fn node_types(data: &[u8]) {
    let (Some(language), Ok(text)) = (JSON.as_ref(), std::str::from_utf8(data)) else { return };
    let _ = GrammarFacts::read(text, language.symbols());
}
