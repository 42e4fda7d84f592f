//! The tokens of a text, as its front end has them.

use std::ops::Range;

use reduce_tree_plugin::{Node, Source};

/// A token. Blanks are none, even where a grammar has them as such (the end of a line of C's preprocessor).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is.
    pub class: Class,
}

/// What can be done to a token depends on what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A name.
    Word,
    /// A word of the language.
    Keyword,
    /// Brackets, operators, quotes.
    Sign,
    /// A number.
    Number,
    /// The content of a string, of XML.
    Text,
    /// A comment.
    Comment,
    /// An escape in a string.
    Escape,
}

/// All tokens in order.
pub fn tokens(source: Source<'_>) -> Vec<Token> {
    let mut out = Vec::new();
    let is_blank = |node: &Node| node.range().is_empty() || (node.is_literal() && node.text().trim_ascii().is_empty());
    for node in source.nodes().filter(|node| node.is_token() && !is_blank(node)) {
        if node.kind() == "preproc_arg" {
            out.extend(of_macro(source.text(), node.range()));
        } else {
            out.push(Token { range: node.range(), class: class(node) });
        }
    }
    out
}

fn class(node: Node<'_>) -> Class {
    let (kind, text) = (node.kind(), node.text());
    let is_word = is_name(text);
    if kind.contains("comment") {
        Class::Comment
    } else if kind.contains("escape") || kind == "reference" {
        Class::Escape
    } else if node.is_literal() {
        if is_word { Class::Keyword } else { Class::Sign }
    } else if kind.contains("identifier") || kind == "name" {
        Class::Word
    } else if text[0].is_ascii_digit() || (text[0] == b'.' && text.len() > 1) {
        Class::Number
    } else if is_word && !is_content(kind) && (kind.ends_with("type") || kind.as_bytes().eq_ignore_ascii_case(text)) {
        // `int`, `this`, `None`.
        Class::Keyword
    } else {
        Class::Text
    }
}

/// Whether a kind of token is text of the user's.
fn is_content(kind: &str) -> bool {
    ["content", "fragment", "text", "word"].iter().any(|content| kind.contains(content))
}

/// Whether a text could be a name in most languages.
pub fn is_name(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| !byte.is_ascii_digit()) && text.iter().all(|&byte| is_of_name(byte))
}

/// Whether a byte can be a part of a name.
pub fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#') || byte >= 0x80
}

/// The tokens of what a macro of C stands for, which is one token to the grammar.
fn of_macro(text: &[u8], range: Range<usize>) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let (length, class) = match rest[0] {
            byte if byte.is_ascii_whitespace() || byte == b'\\' => {
                at += 1;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let mut end = 1;
                while rest.get(end).is_some_and(|&byte| byte != quote) {
                    end += if rest[end] == b'\\' { 2 } else { 1 };
                }
                ((end + 1).min(rest.len()), Class::Text)
            }
            byte if byte.is_ascii_digit() => {
                (rest.iter().take_while(|&&byte| is_of_name(byte) || byte == b'.').count(), Class::Number)
            }
            byte if byte != b'#' && is_of_name(byte) => {
                (rest.iter().take_while(|&&byte| is_of_name(byte)).count(), Class::Word)
            }
            _ => (1, Class::Sign),
        };
        out.push(Token { range: at..at + length, class });
        at += length;
    }
    out
}

/// Whether two tokens side by side would read as one, or as others.
pub fn fuse(left: &[u8], right: &[u8]) -> bool {
    let (Some(&left), Some(&right)) = (left.last(), right.first()) else { return false };
    let is_operator = |byte: u8| b"+-*/<>=&|!~^%?:.@".contains(&byte);
    let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
    (is_of_name(left) && (is_of_name(right) || is_quote(right)))
        || (is_operator(left) && is_operator(right))
        || (left.is_ascii_digit() && right == b'.')
        || (left == b'.' && right.is_ascii_digit())
}
