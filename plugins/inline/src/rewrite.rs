//! Rewriting a text: what comes in the place of which part of it.

use std::collections::BTreeMap;
use std::ops::Range;

use reduce_tree_plugin::{Edits, Node};

use crate::precedence::{self, Level, fitted};
use crate::program::Language;

/// Parts of a text and what comes in their place. A part within another part goes with that one.
#[derive(Clone)]
pub struct Rewrite<'a> {
    language: Language,
    text: &'a [u8],
    /// By start.
    parts: BTreeMap<usize, Part>,
    removed: Vec<Node<'a>>,
    /// Whether two parts overlap without one lying in the other.
    failed: bool,
}

#[derive(Clone)]
struct Part {
    end: usize,
    text: Vec<u8>,
    /// The text without the parentheses that it needs here, and how it binds, if it is an expression.
    expression: Option<(Vec<u8>, Level)>,
}

/// A rewriting that can be proposed.
pub struct Proposal {
    pub edits: Edits,
    /// By how many tokens the text grows, about.
    pub growth: isize,
    /// How many bytes the edits bring.
    pub bytes: usize,
}

impl<'a> Rewrite<'a> {
    pub fn new(language: Language, text: &'a [u8]) -> Self {
        Rewrite { language, text, parts: BTreeMap::new(), removed: Vec::new(), failed: false }
    }

    /// An expression comes in a node's place, in parentheses if it needs them there.
    pub fn put(&mut self, place: Node<'_>, expression: Vec<u8>, level: Level) {
        let text = fitted(self.language, expression.clone(), level, place);
        self.set(place.range(), Part { end: place.range().end, text, expression: Some((expression, level)) });
    }

    /// A text comes in the place of a range.
    pub fn replace(&mut self, range: Range<usize>, text: Vec<u8>) {
        let end = range.end;
        self.set(range, Part { end, text, expression: None });
    }

    /// A node goes, with its separator or its lines.
    pub fn remove(&mut self, node: Node<'a>) {
        self.removed.push(node);
    }

    fn set(&mut self, range: Range<usize>, part: Part) {
        let inside: Vec<usize> = self.parts.range(range.start..range.end).map(|(&start, _)| start).collect();
        for start in inside {
            self.failed |= self.parts.remove(&start).is_some_and(|inner| inner.end > range.end);
        }
        let before = self.parts.range(..range.start).next_back();
        self.failed |= before.is_some_and(|(_, before)| before.end > range.start);
        self.parts.insert(range.start, part);
    }

    /// The text of a range as it is now.
    pub fn text(&self, range: Range<usize>) -> Vec<u8> {
        let mut out = Vec::with_capacity(range.len());
        let mut at = range.start;
        for (&start, part) in self.parts.range(range.start..range.end) {
            append(&mut out, self.text.get(at..start).unwrap_or_default());
            append(&mut out, &part.text);
            at = part.end;
        }
        append(&mut out, self.text.get(at..range.end).unwrap_or_default());
        out
    }

    /// The expression of a node as it is now, without parentheses around it that only its place needs, and how it binds.
    pub fn expression(&self, node: Node<'_>) -> (Vec<u8>, Level) {
        let range = node.range();
        let whole = self.parts.get(&range.start).filter(|part| part.end == range.end);
        match whole.and_then(|part| part.expression.clone()) {
            Some(expression) => expression,
            None => (self.text(range), precedence::level(self.language, node)),
        }
    }

    /// The whole as edits; none if its parts are at odds, or nothing comes of it.
    pub fn proposal(&self) -> Option<Proposal> {
        let is_within = |node: &Node<'_>| {
            let range = node.range();
            let after = self.parts.range(range.start..range.end.max(range.start + 1)).next();
            let before = self.parts.range(..range.start).next_back();
            after.is_some() || before.is_some_and(|(_, part)| part.end > range.start)
        };
        if self.failed || self.removed.iter().any(is_within) {
            return None;
        }
        let mut growth = 0;
        let mut bytes = 0;
        let mut edits = Edits::new();
        let mut changes = !self.removed.is_empty();
        for (&start, part) in &self.parts {
            let old = self.text.get(start..part.end).unwrap_or_default();
            changes |= old != part.text;
            growth += tokens(&part.text).cast_signed() - tokens(old).cast_signed();
            bytes += part.text.len();
            edits = edits.replace(start..part.end, self.kept_apart(start, part));
        }
        for &node in &self.removed {
            growth -= node.tokens().cast_signed();
            edits = edits.remove(node);
        }
        changes.then_some(Proposal { edits, growth, bytes })
    }

    /// The text of a part, with blanks where it would fuse with what stands beside it.
    fn kept_apart(&self, start: usize, part: &Part) -> Vec<u8> {
        let before = self.parts.range(..start).next_back().filter(|(_, before)| before.end == start);
        let left = match before {
            Some((_, before)) => before.text.last(),
            None => start.checked_sub(1).and_then(|at| self.text.get(at)),
        };
        let mut out: Vec<u8> = left.copied().into_iter().collect();
        let borrowed = out.len();
        append(&mut out, &part.text);
        let mut out = out.split_off(borrowed);
        let right = self.text.get(part.end).filter(|_| !self.parts.contains_key(&part.end));
        let last = out.last().or(left).copied();
        if let (Some(last), Some(&right)) = (last, right)
            && fuse(last, right)
        {
            out.push(b' ');
        }
        out
    }
}

/// Appends a text, after a blank if it would fuse with what is there.
pub fn append(out: &mut Vec<u8>, text: &[u8]) {
    if let (Some(&left), Some(&right)) = (out.last(), text.first())
        && fuse(left, right)
    {
        out.push(b' ');
    }
    out.extend_from_slice(text);
}

/// Whether two bytes that end one token and begin the next could read as one.
fn fuse(left: u8, right: u8) -> bool {
    let sign = |b: u8| b"+-&|<>=*/".contains(&b);
    let quote = |b: u8| matches!(b, b'"' | b'\'' | b'`');
    (is_word(left) && (is_word(right) || quote(right)))
        || (left == right && sign(left))
        || (left == b'/' && right == b'*')
        || (left.is_ascii_digit() && right == b'.')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// About how many tokens a text has: words, strings, and each other character that is no blank.
pub fn tokens(text: &[u8]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at + 1..];
        at += 1;
        if byte.is_ascii_whitespace() {
            continue;
        }
        count += 1;
        if is_word(byte) {
            at += rest.iter().take_while(|&&b| is_word(b)).count();
        } else if matches!(byte, b'"' | b'\'') {
            at += rest.iter().position(|&b| b == byte).map_or(0, |end| end + 1);
        }
    }
    count
}
