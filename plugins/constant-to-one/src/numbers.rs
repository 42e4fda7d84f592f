//! The numbers of a text, and those that become 1 or 0.

use std::ops::Range;

use reduce_tree_plugin::{About, Edits, Kind, List, Node, Source};

use crate::number::Number;

/// What kinds of numbers are called by grammars.
const KINDS: [&str; 6] = ["number", "integer", "float", "int_literal", "decimal", "numeric"];

/// A number where it stands.
pub struct Found<'a> {
    /// Its text.
    pub text: &'a [u8],
    place: Place<'a>,
}

enum Place<'a> {
    Node(Node<'a>),
    Bytes(Range<usize>),
}

impl Found<'_> {
    /// Another text takes the number's place.
    pub fn put(&self, text: &[u8]) -> Edits {
        match &self.place {
            Place::Node(node) => Edits::new().put(*node, text),
            Place::Bytes(range) => Edits::new().replace(range.clone(), text),
        }
    }
}

/// All numbers in order of appearance.
pub fn numbers(source: Source<'_>) -> Vec<Found<'_>> {
    let is_xml = source.language() == "xml";
    let mut out = Vec::new();
    for node in source.nodes().filter(|node| node.is_token() && !node.is_literal()) {
        let (kind, text) = (node.kind(), node.text());
        if kind == "preproc_arg" {
            out.extend(in_macro(node));
        } else if is_xml {
            let is_whole = Number::read(text).is_some_and(|number| number.suffix.is_empty());
            if kind == "word" && is_whole && !in_declaration(node) {
                out.push(Found { text, place: Place::Bytes(node.range()) });
            }
        } else if KINDS.iter().any(|known| kind.contains(known)) && Number::read(text).is_some() {
            out.push(Found { text, place: Place::Node(node) });
        }
    }
    out
}

/// The numbers in what a macro of C stands for, which the grammar has as one token.
fn in_macro(node: Node<'_>) -> Vec<Found<'_>> {
    let (text, start) = (node.text(), node.range().start);
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let mut out = Vec::new();
    let (mut at, mut quote) = (0, None);
    while at < text.len() {
        let length = text[at..].iter().take_while(|&&byte| in_word(byte)).count();
        let word = &text[at..at + length];
        if quote.is_none() && Number::read(word).is_some() {
            out.push(Found { text: word, place: Place::Bytes(start + at..start + at + length) });
        }
        at += length;
        match text.get(at) {
            Some(b'\\') => at += 1,
            Some(&byte) if quote == Some(byte) => quote = None,
            Some(&byte @ (b'"' | b'\'')) if quote.is_none() => quote = Some(byte),
            _ => {}
        }
        at += 1;
    }
    out
}

/// Whether a word belongs to `<?xml version="1.0"?>`.
pub fn in_declaration(node: Node<'_>) -> bool {
    node.ancestors().nth(2).is_some_and(|node| node.kind() == "declaration")
}

/// The essay's example.
pub struct ToOne;

impl List for ToOne {
    const ABOUT: About = About {
        name: c"constant-to-one",
        description: c"replaces a number by 1",
        languages: None,
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        Ok(numbers(source).iter().filter(|found| found.text != b"1").map(|found| found.put(b"1")).collect())
    }
}

/// For those that 1 does not do for. It leaves 1 alone, so that the two do not undo each other's work for ever.
pub struct ToZero;

impl List for ToZero {
    const ABOUT: About = About {
        name: c"constant-to-zero",
        description: c"replaces a number other than 1 by 0",
        languages: None,
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let numbers = numbers(source);
        let large = numbers.iter().filter(|found| found.text != b"0" && found.text != b"1");
        Ok(large.map(|found| found.put(b"0")).collect())
    }
}
