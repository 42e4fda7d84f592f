//! How tightly expressions bind: whether one may stand in the place of another without parentheses.

mod c;
mod javascript;
mod python;

use reduce_tree_plugin::Node;

use crate::program::Language;

/// How tightly an expression binds, or what a place asks for: a place takes what binds at least as tightly. The numbers
/// of one language have nothing to do with those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// That of a list with commas, which nothing binds less than.
    pub const LIST: Level = Level(0);
    /// That of what stands between commas.
    pub const ELEMENT: Level = Level(1);
    /// That of names, literals and all that has brackets of its own.
    pub const PRIMARY: Level = Level(20);
}

/// How tightly an expression binds.
pub fn level(language: Language, node: Node<'_>) -> Level {
    match language {
        Language::JavaScript => javascript::level(node),
        Language::Python => python::level(node),
        Language::C => c::level(node),
    }
}

/// What the place of an expression asks for.
fn demanded(language: Language, place: Node<'_>) -> Level {
    let Some(parent) = place.parent() else { return Level::PRIMARY };
    match language {
        Language::JavaScript => javascript::demanded(place, parent),
        Language::Python => python::demanded(place, parent),
        Language::C => c::demanded(place, parent),
    }
}

/// A text that binds as said in the place of an expression, in parentheses if it needs them there.
pub fn fitted(language: Language, text: Vec<u8>, level: Level, place: Node<'_>) -> Vec<u8> {
    let is_safe = match language {
        Language::JavaScript => javascript::is_safe(&text, place),
        Language::Python => !is_before_dot(&text, place),
        Language::C => true,
    };
    if is_safe && level >= demanded(language, place) { text } else { parenthesized(&text) }
}

/// The text in parentheses.
pub fn parenthesized(text: &[u8]) -> Vec<u8> {
    [b"(", text, b")"].concat()
}

/// Whether a number would get a dot behind it.
fn is_before_dot(text: &[u8], place: Node<'_>) -> bool {
    text.first().is_some_and(u8::is_ascii_digit) && place.next_sibling().is_some_and(|next| next.text() == b".")
}

/// The text of a node's operator.
fn operator(node: Node<'_>) -> &[u8] {
    let operator = node.child("operator").or_else(|| node.children().find(|child| child.is_literal()));
    operator.map(Node::text).unwrap_or_default()
}

/// What a binary operator of this level asks of its operand: a little more on the side to which it does not group.
fn operand(place: Node<'_>, level: Level, groups_left: bool) -> Level {
    let is_left = place.edge() == "left";
    if is_left == groups_left { level } else { Level(level.0 + 1) }
}
