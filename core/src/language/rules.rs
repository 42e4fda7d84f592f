//! The rules of the built-in languages, which the build takes from the crates of their grammars.

/// The rules of every grammar that the program depends on, by the grammar's own name.
const RULES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The rules of the grammar of this name, in tree-sitter's `grammar.json` format; none if its crate ships none, or the
/// language has no grammar.
pub(super) fn named(grammar: &str) -> Option<&'static str> {
    RULES.iter().find(|(name, _)| *name == grammar).map(|(_, rules)| *rules)
}
