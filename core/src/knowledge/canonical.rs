//! Fragments in which the names of the corpus are replaced by short ones.

use std::borrow::Cow;

use crate::language::Document;
use crate::tree::{KindId, NodeId, Symbols};

/// What grammars call the tokens that are names.
const NAME: &str = "identifier";

/// Which kinds of tokens are names.
pub(super) struct Names {
    are_names: Vec<bool>,
}

impl Names {
    pub(super) fn of(symbols: &Symbols) -> Self {
        let is_name = |kind| symbols.kind_name(KindId(kind)).contains(NAME);
        Names { are_names: (0..symbols.kind_count() as u16).map(is_name).collect() }
    }

    /// The text of a node with each of its names replaced by a letter, in the order in which they appear: what differs in
    /// names alone is one fragment, and a corpus' own names make none longer.
    pub(super) fn replaced<'d>(&self, document: &'d Document, node: NodeId) -> Cow<'d, [u8]> {
        let (tree, text) = (document.tree(), document.text());
        let range = tree.range(node);
        let mut known: Vec<&[u8]> = Vec::new();
        let mut out = Vec::new();
        let mut copied = range.start;
        for token in std::iter::once(node).chain(tree.descendants(node)) {
            let name = document.node_text(token);
            let is_name = self.are_names.get(usize::from(tree.kind(token).0)).is_some_and(|&is_name| is_name);
            if !is_name || !tree.is_token(token) || !is_word(name) {
                continue;
            }
            let letter = known.iter().position(|&other| other == name).unwrap_or_else(|| {
                known.push(name);
                known.len() - 1
            });
            let Some(letter) = (b'a'..=b'z').nth(letter) else { break };
            let place = tree.range(token);
            out.extend_from_slice(&text[copied..place.start]);
            out.push(letter);
            copied = place.end;
        }
        if copied == range.start {
            return Cow::Borrowed(document.node_text(node));
        }
        out.extend_from_slice(&text[copied..range.end]);
        Cow::Owned(out)
    }
}

/// Whether a name is of letters and digits: what begins with a sign of its own, or is an operator, has a meaning by it.
fn is_word(name: &[u8]) -> bool {
    name.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
        && name.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn names_become_letters_in_the_order_in_which_they_appear() {
        for (name, text, expected) in [
            ("javascript", "(CoreFoundation.CFTypeRef * dictionary_size)", "(a.b * c)"),
            (
                "javascript",
                "value => ({ value, [value]: $other, if: 'value' })",
                "a => ({ a, [a]: $other, b: 'value' })",
            ),
            ("python", "self.items[0] = None", "a.b[0] = None"),
            ("c", "size_t length = sizeof(int);", "size_t a = sizeof(int);"),
            ("json", "[\"a name\"]", "[\"a name\"]"),
        ] {
            let language = Language::named(name).expect("built in");
            let document = language.parse(text.as_bytes());
            let replaced = Names::of(language.symbols()).replaced(&document, document.tree().root()).into_owned();
            assert_eq!(String::from_utf8_lossy(&replaced), expected);
        }
    }
}
