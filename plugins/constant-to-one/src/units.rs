//! A literal's content as units that stay whole: characters, escapes, references, substitutions.

use std::ops::Range;

use reduce_tree_plugin::{Node, Source};

/// Kinds of string literals end like this, in most grammars.
const STRINGS: [&str; 4] = ["string", "string_literal", "char_literal", "character_literal"];

/// Kinds of tokens that are plain content of a literal.
const CONTENTS: [&str; 5] = ["content", "fragment", "character", "word", "text"];

/// A literal of more bytes has units of several characters.
const MOST_UNITS: usize = 1 << 16;

/// The units of a literal; none if the node is no literal with content.
pub fn units(source: Source<'_>, node: Node<'_>) -> Option<Vec<Range<usize>>> {
    let is_xml = source.language() == "xml";
    let inner = if is_xml { markup(node)? } else { quoted(node)? };
    let syntax = if is_xml {
        Syntax::Markup
    } else if node.kind() == "jsx_text" {
        Syntax::Plain
    } else {
        let is_formatted = node.first_child().is_some_and(|first| {
            first.kind() == "string_start" && first.text().iter().any(|byte| byte.eq_ignore_ascii_case(&b'f'))
        });
        Syntax::Escapes { braces: is_formatted }
    };
    let mut out = Units { least: inner.len() / MOST_UNITS, ranges: Vec::new() };
    let mut at = inner.start;
    let is_whole = |child: &Node<'_>| !CONTENTS.iter().any(|content| child.kind().contains(content));
    let wholes = node.children().filter(is_whole).map(Node::range);
    for whole in wholes.filter(|range| inner.start <= range.start && range.end <= inner.end && !range.is_empty()) {
        split(source.text(), at..whole.start, syntax, &mut out);
        at = whole.end;
        out.push(whole);
    }
    split(source.text(), at..inner.end, syntax, &mut out);
    (!out.ranges.is_empty()).then_some(out.ranges)
}

/// The content of a quoted literal.
fn quoted(node: Node<'_>) -> Option<Range<usize>> {
    let kind = node.kind();
    if kind == "jsx_text" {
        return Some(node.range());
    }
    if !STRINGS.iter().any(|known| kind.ends_with(known)) {
        return None;
    }
    let range = node.range();
    let Some(first) = node.first_child() else {
        // Grammars that have a string as one token.
        let text = node.text();
        let quote = text.first().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
        return (text.len() >= 2 && text.last() == Some(quote)).then(|| range.start + 1..range.end - 1);
    };
    let last = node.children().last()?;
    let opens = first.is_literal() || first.kind().ends_with("start");
    let closes = last.is_literal() || last.kind().ends_with("end");
    (opens && closes && first != last).then(|| first.range().end..last.range().start)
}

/// The content of an attribute's value, of a text or of a `CDATA` section.
fn markup(node: Node<'_>) -> Option<Range<usize>> {
    match node.kind() {
        "text" => Some(node.range()),
        "value" if !crate::numbers::in_declaration(node.first_child()?) => delimited(node),
        "cdata" => delimited(node),
        _ => None,
    }
}

fn delimited(node: Node<'_>) -> Option<Range<usize>> {
    Some(node.first_child()?.range().end..node.children().last()?.range().start)
}

/// The units so far.
struct Units {
    /// A unit of fewer bytes takes up the one behind it.
    least: usize,
    ranges: Vec<Range<usize>>,
}

impl Units {
    fn push(&mut self, range: Range<usize>) {
        match self.ranges.last_mut() {
            Some(last) if last.len() < self.least => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }
}

/// What keeps characters together.
#[derive(Clone, Copy)]
enum Syntax {
    /// `&amp;`
    Markup,
    Plain,
    /// `\n`, and `{{` in a Python f-string.
    Escapes {
        braces: bool,
    },
}

/// Splits a range of plain content.
fn split(text: &[u8], range: Range<usize>, syntax: Syntax, out: &mut Units) {
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let length = match (syntax, rest[0]) {
            (Syntax::Escapes { .. }, b'\\') => escape(rest),
            (Syntax::Escapes { braces: true }, b'{' | b'}') if rest.get(1) == rest.first() => 2,
            (Syntax::Markup, b'&') => rest.iter().position(|&byte| byte == b';').map_or(1, |end| end + 1),
            _ => character(rest),
        };
        out.push(at..at + length);
        at += length;
    }
}

/// The length of the character that a text begins with: bytes of UTF-8 that go on stay with the first.
pub fn character(text: &[u8]) -> usize {
    1 + text[1..].iter().take_while(|&&byte| byte & 0xc0 == 0x80).count()
}

/// The length of the escape that a text begins with.
pub fn escape(text: &[u8]) -> usize {
    let hexadecimal = |from: usize, most: usize| {
        from + text.iter().skip(from).take(most).take_while(|byte| byte.is_ascii_hexdigit()).count()
    };
    let braced = text.get(2) == Some(&b'{');
    let length = match text.get(1) {
        None => 1,
        Some(b'u' | b'N' | b'p' | b'P') if braced => {
            text.iter().position(|&byte| byte == b'}').map_or(3, |end| end + 1)
        }
        Some(b'x') => hexadecimal(2, 2),
        Some(b'u') => hexadecimal(2, 4),
        Some(b'U') => hexadecimal(2, 8),
        Some(b'0'..=b'7') => 1 + text[1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count(),
        Some(b'\r') if text.get(2) == Some(&b'\n') => 3,
        Some(_) => 1 + character(&text[1..]),
    };
    length.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, syntax: Syntax) -> Vec<&str> {
        let mut out = Units { least: 0, ranges: Vec::new() };
        split(text.as_bytes(), 0..text.len(), syntax, &mut out);
        out.ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn escapes_are_units() {
        let escapes = Syntax::Escapes { braces: false };
        assert_eq!(
            pieces(r"a\nb\\\x41\u0041\u{41}\0123", escapes),
            ["a", r"\n", "b", r"\\", r"\x41", r"\u0041", r"\u{41}", r"\012", "3"]
        );
        assert_eq!(pieces(r"é\é\x4", escapes), ["é", r"\é", r"\x4"]);
        assert_eq!(pieces("{{a}}", Syntax::Escapes { braces: true }), ["{{", "a", "}}"]);
        assert_eq!(pieces("a&amp;&b", Syntax::Markup), ["a", "&amp;", "&", "b"]);
    }
}
