//! The small print of XML: characters, names, words.

use std::borrow::Cow;
use std::ops::Range;

pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The bytes as UTF-8, position by position. In any other encoding that agrees with ASCII the markup is the same, so
/// every byte beyond ASCII is shown to the reader as a letter.
pub(super) fn readable(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&b| if b.is_ascii() { char::from(b) } else { 'x' }).collect()),
    }
}

/// How many characters may not stand in a document at all.
pub(super) fn forbidden_characters(text: &str) -> usize {
    text.bytes().filter(|b| *b < b' ' && !is_blank(*b)).count()
}

/// XML's white space.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The range without the blanks at both ends.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let bytes = &text.as_bytes()[range.clone()];
    let Some(first) = bytes.iter().position(|&b| !is_blank(b)) else { return range.start..range.start };
    let last = bytes.iter().rposition(|&b| !is_blank(b)).unwrap_or(first);
    range.start + first..range.start + last + 1
}

/// Whether the text is a name, a colon counting as a letter. Letters beyond ASCII are taken on trust.
pub(super) fn is_name(text: &str) -> bool {
    let letter = |b: u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b':') || !b.is_ascii();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|&b| letter(b))
        && bytes.iter().all(|&b| letter(b) || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
}

/// Whether the text between `&#` and `;` is the number of a character that XML allows.
pub(super) fn is_character_number(number: &str) -> bool {
    let value = match number.strip_prefix('x') {
        Some(hex) if !hex.starts_with('+') => u32::from_str_radix(hex, 16),
        Some(_) => return false,
        None if number.starts_with('+') => return false,
        None => number.parse(),
    };
    let character = value.ok().and_then(char::from_u32);
    character.is_some_and(|c| !matches!(c, '\u{fffe}' | '\u{ffff}') && (c >= ' ' || matches!(c, '\t' | '\r' | '\n')))
}

/// The words of a range: what lies between blanks. With references, each `&...;` is a word of its own; an ampersand
/// that begins none goes up to the next blank or ampersand.
pub(super) fn words(text: &str, range: Range<usize>, references: bool) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = &text.as_bytes()[..range.end];
    let mut at = range.start;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|&b| !is_blank(b))?;
        let rest = &bytes[start + 1..];
        let in_reference = references && bytes[start] == b'&';
        let length =
            rest.iter().position(|&b| is_blank(b) || (references && (b == b'&' || (in_reference && b == b';'))));
        at = match length {
            Some(length) if in_reference && rest[length] == b';' => start + length + 2,
            Some(length) => start + length + 1,
            None => bytes.len(),
        };
        Some(start..at)
    })
}
