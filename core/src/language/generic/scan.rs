//! The tokens of a text of any language, with the brackets that belong together.

use std::ops::Range;

use super::Grain;
use super::separators::Separators;
use crate::cancellation::{Cancellation, Cancelled};

/// What a token is, as far as that can be said without a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A word, a number, a mark. In an outline: these and what is in quotes, as many as stand side by side in a line.
    Words,
    Comma,
    Semicolon,
    /// What else parts the columns of this text.
    Separator,
    /// A bracket that is closed later, or the quotation mark before what is quoted.
    Open,
    /// The bracket or quotation mark that closes it.
    Close,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub start: u32,
    pub end: u32,
    /// The place of the bracket that belongs to this one.
    pub partner: u32,
    /// Bytes before it in its line, if it is the first one there, all of them blanks.
    pub column: u16,
    pub sort: Sort,
    pub is_first_in_line: bool,
}

/// The tokens of a text. A bracket that is not closed, or not opened, is none.
pub(super) fn tokens(text: &[u8], grain: Grain, cancellation: &Cancellation) -> Result<Vec<Token>, Cancelled> {
    let separators = Separators::of(text, grain);
    let tokens = Vec::with_capacity(text.len() / 4);
    let mut scan = Scan { text, grain, tokens, open: Vec::new(), counts: [0; 3] };
    let mut unclosed = Unclosed::default();
    let mut steps = cancellation.steps();
    let (mut at, mut line, mut is_first) = (0, 0, true);
    while let Some(&byte) = text.get(at) {
        steps.step()?;
        if byte.is_ascii_whitespace() && !separators.contains(byte) {
            at += 1;
            if byte == b'\n' {
                (line, is_first) = (at, true);
            }
            continue;
        }
        let column = u16::try_from(at - line).unwrap_or(u16::MAX);
        let quoted = if is_quote(byte) { unclosed.end_of_quoted(text, at) } else { None };
        let (sort, end) = match quoted {
            Some(end) => (Sort::Words, end),
            None if separators.contains(byte) => (Sort::Separator, at + 1),
            None => token_at(text, at),
        };
        let token =
            Token { start: at as u32, end: end as u32, partner: u32::MAX, column, sort, is_first_in_line: is_first };
        match quoted {
            Some(_) if grain == Grain::Words => scan.push_quoted(token),
            _ => scan.push(token),
        }
        at = end;
        is_first = false;
    }
    scan.give_up(0);
    scan.tokens.shrink_to_fit();
    Ok(scan.tokens)
}

/// What kind of token begins here, and where it ends. Brackets are told apart later.
fn token_at(text: &[u8], at: usize) -> (Sort, usize) {
    match text[at] {
        b'(' | b'[' | b'{' => (Sort::Open, at + 1),
        b')' | b']' | b'}' => (Sort::Close, at + 1),
        b',' => (Sort::Comma, at + 1),
        b';' => (Sort::Semicolon, at + 1),
        _ => (Sort::Words, end_of_word(text, at)),
    }
}

/// Where a word or number ends, or a mark with all that repeat it: a ruler of dashes is one token.
fn end_of_word(text: &[u8], at: usize) -> usize {
    let byte = text[at];
    let goes_on = |&&next: &&u8| if is_of_word(byte) { is_of_word(next) } else { next == byte };
    at + text[at..].iter().take_while(goes_on).count()
}

/// The marks that quote what stands between two of them.
pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Letters, digits, `_`, `$`, and what is not ASCII.
pub(super) fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Up to where there is no closing quotation mark of each kind: nothing is looked through twice.
#[derive(Default)]
struct Unclosed {
    until: [usize; 3],
}

impl Unclosed {
    /// Where the text in quotes that begins here ends. An apostrophe within a word begins none.
    fn end_of_quoted(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let quote = text[at];
        let until = &mut self.until[usize::from(quote == b'\'') + 2 * usize::from(quote == b'`')];
        if at < *until || (quote == b'\'' && at > 0 && is_of_word(text[at - 1])) {
            return None;
        }
        let mut end = at + 1;
        while let Some(&byte) = text.get(end).filter(|&&byte| byte != b'\n') {
            end += match byte {
                b'\\' if text.get(end + 1).is_some_and(|&next| next != b'\n') => 2,
                _ if byte == quote => return Some(end + 1),
                _ => 1,
            };
        }
        *until = end;
        None
    }
}

/// Tokens that a parser has found and that it makes nothing of together: each is a bracket, a separator, or a word with
/// whatever is in it.
pub(super) fn tokens_of_parser(
    text: &[u8],
    found: &[Range<usize>],
    cancellation: &Cancellation,
) -> Result<Vec<Token>, Cancelled> {
    let tokens = Vec::with_capacity(found.len());
    let mut scan = Scan { text, grain: Grain::Words, tokens, open: Vec::new(), counts: [0; 3] };
    let mut steps = cancellation.steps();
    let mut before = found.first().map_or(0, |range| range.start);
    let last_break =
        |range: Range<usize>| text[range.clone()].iter().rposition(|&b| b == b'\n').map(|at| range.start + at);
    let mut line = last_break(0..before).map_or(0, |at| at + 1);
    let mut is_first = text[line..before].iter().all(u8::is_ascii_whitespace);
    for range in found {
        steps.step()?;
        if let Some(at) = last_break(before..range.start) {
            (line, is_first) = (at + 1, true);
        }
        let column = u16::try_from(range.start - line).unwrap_or(u16::MAX);
        let sort = if range.len() == 1 { token_at(text, range.start).0 } else { Sort::Words };
        let (start, end) = (range.start as u32, range.end as u32);
        scan.push(Token { start, end, partner: u32::MAX, column, sort, is_first_in_line: is_first });
        line = last_break(range.clone()).map_or(line, |at| at + 1);
        before = range.end;
        is_first = false;
    }
    scan.give_up(0);
    Ok(scan.tokens)
}

/// The words and marks of a stretch of text.
pub(in crate::language) fn words(text: &[u8], stretch: Range<usize>) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = stretch.start;
    while at < stretch.end {
        if text[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let end = end_of_word(&text[..stretch.end], at);
        words.push(at..end);
        at = end;
    }
    words
}

struct Scan<'t> {
    text: &'t [u8],
    grain: Grain,
    tokens: Vec<Token>,
    /// The brackets that are open.
    open: Vec<u32>,
    /// How many of each kind are.
    counts: [usize; 3],
}

impl Scan<'_> {
    fn push(&mut self, mut token: Token) {
        let place = self.tokens.len() as u32;
        match token.sort {
            Sort::Open => {
                self.counts[self.kind(token)] += 1;
                self.open.push(place);
            }
            Sort::Close if self.counts[self.kind(token)] > 0 => {
                let kind = self.kind(token);
                let fits = |&open: &u32| self.kind(self.tokens[open as usize]) == kind;
                // There is one: it is counted.
                let opened = self.open.iter().rposition(fits).unwrap_or_default();
                self.give_up(opened + 1);
                if let Some(open) = self.open.pop() {
                    self.counts[kind] -= 1;
                    self.tokens[open as usize].partner = place;
                    token.partner = open;
                }
            }
            Sort::Close => token.sort = Sort::Words,
            _ => {}
        }
        // What stands side by side in a line is one token of an outline.
        let joins = self.grain == Grain::Outline && token.sort == Sort::Words && !token.is_first_in_line;
        match self.tokens.last_mut() {
            Some(before) if joins && before.sort == Sort::Words => before.end = token.end,
            _ => self.tokens.push(token),
        }
    }

    /// What is in quotes: two quotation marks that belong together, and words between them.
    fn push_quoted(&mut self, quoted: Token) {
        let open = self.tokens.len();
        let inner = Token { sort: Sort::Words, is_first_in_line: false, ..quoted };
        self.tokens.push(Token { end: quoted.start + 1, sort: Sort::Open, ..quoted });
        let last = quoted.end as usize - 1;
        let words = words(self.text, quoted.start as usize + 1..last).into_iter();
        self.tokens.extend(words.map(|word| Token { start: word.start as u32, end: word.end as u32, ..inner }));
        let close = self.tokens.len();
        self.tokens[open].partner = close as u32;
        self.tokens.push(Token { start: last as u32, partner: open as u32, sort: Sort::Close, ..inner });
    }

    /// The brackets that are open from there on are never closed: they are words like any other.
    fn give_up(&mut self, from: usize) {
        for open in self.open.split_off(from) {
            let kind = self.kind(self.tokens[open as usize]);
            self.counts[kind] -= 1;
            self.tokens[open as usize].sort = Sort::Words;
        }
    }

    /// Round, square or curly.
    fn kind(&self, bracket: Token) -> usize {
        match self.text[bracket.start as usize] {
            b'(' | b')' => 0,
            b'[' | b']' => 1,
            _ => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        shown_in(text, Grain::Outline)
    }

    fn shown_in(text: &str, grain: Grain) -> Vec<String> {
        let tokens = tokens(text.as_bytes(), grain, &Cancellation::never()).expect("nobody cancels it");
        let text = |token: &Token| text[token.start as usize..token.end as usize].to_owned();
        tokens.iter().map(|token| format!("{:?} {}", token.sort, text(token))).collect()
    }

    #[test]
    fn words_marks_and_what_is_quoted_are_tokens_of_their_own() {
        assert_eq!(
            shown_in("a-->'b (c'", Grain::Words),
            ["Words a", "Words --", "Words >", "Open '", "Words b", "Words (", "Words c", "Close '"]
        );
        assert_eq!(shown_in("'' \"", Grain::Words), ["Open '", "Close '", "Words \""]);
    }

    #[test]
    fn quotes_end_on_their_line_and_apostrophes_are_no_quotes() {
        assert_eq!(shown("don't, 'a\\',b';"), ["Words don't", "Comma ,", "Words 'a\\',b'", "Semicolon ;"]);
        assert_eq!(shown("\"a,\nb\""), ["Words \"a", "Comma ,", "Words b\""]);
    }

    #[test]
    fn a_bracket_without_a_partner_does_no_harm_to_others() {
        assert_eq!(shown("{ :( }"), ["Open {", "Words :", "Words (", "Close }"]);
        assert_eq!(shown(") (]"), ["Words )", "Words (", "Words ]"]);
    }
}
