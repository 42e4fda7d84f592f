//! The format of `grammar.json`, in which tree-sitter keeps the rules of a grammar.

use rustc_hash::FxHashMap;
use serde::Deserialize;

/// A grammar: its rules by name.
#[derive(Deserialize)]
pub(crate) struct Grammar {
    pub(crate) rules: FxHashMap<String, Rule>,
    /// Rules that are put in the place of their names.
    #[serde(default)]
    pub(crate) inline: Vec<String>,
    /// Rules that a tree never shows, only what they stand for.
    #[serde(default)]
    pub(crate) supertypes: Vec<String>,
}

/// A rule, or a part of one.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Rule {
    /// Nothing.
    Blank,
    /// A literal token.
    String {
        value: String,
    },
    /// A token that shows no node of its own, unless it is all of a rule.
    Pattern,
    /// Another rule, or an external token.
    Symbol {
        name: String,
    },
    Seq {
        members: Vec<Rule>,
    },
    Choice {
        members: Vec<Rule>,
    },
    Repeat {
        content: Box<Rule>,
    },
    Repeat1 {
        content: Box<Rule>,
    },
    Field {
        content: Box<Rule>,
    },
    /// What the content makes has another kind.
    Alias {
        content: Box<Rule>,
        named: bool,
        value: String,
    },
    #[serde(alias = "IMMEDIATE_TOKEN")]
    Token {
        content: Box<Rule>,
    },
    #[serde(alias = "PREC_LEFT", alias = "PREC_RIGHT", alias = "PREC_DYNAMIC", alias = "RESERVED")]
    Prec {
        content: Box<Rule>,
    },
}

impl Grammar {
    /// Whether trees show what a rule of this name makes as a node.
    pub(crate) fn shows(&self, name: &str) -> bool {
        !name.starts_with('_') && ![&self.inline, &self.supertypes].into_iter().flatten().any(|other| other == name)
    }
}

/// Reads the rules of a grammar.
///
/// # Errors
/// The JSON parser's message when the text is not in that format.
pub(crate) fn read(text: &str) -> Result<Grammar, serde_json::Error> {
    serde_json::from_str(text)
}
