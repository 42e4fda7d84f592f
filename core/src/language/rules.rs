//! The rules of the built-in languages, which the build takes from the crates of their grammars.

/// The rules of every grammar that the program depends on, by the grammar's own name.
const RULES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The rules of the grammar of a language, in tree-sitter's `grammar.json` format; none if its crate ships none, or the
/// language has no grammar. A grammar has the name of the language, with `_` for `-`.
pub(super) fn named(language: &str) -> Option<&'static str> {
    let grammar = language.replace('-', "_");
    RULES.iter().find(|(name, _)| *name == grammar).map(|(_, rules)| *rules)
}
