//! The tokens of a text of any language, with the brackets that belong together.

use crate::cancellation::{Cancellation, Cancelled};

/// What a token is, as far as that can be said without a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Words, marks and what is in quotes, as many as stand side by side in a line: nothing looks into that.
    Words,
    Comma,
    Semicolon,
    /// A bracket that is closed later.
    Open,
    /// The bracket that closes it.
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
pub(super) fn tokens(text: &[u8], cancellation: &Cancellation) -> Result<Vec<Token>, Cancelled> {
    let mut scan = Scan { text, tokens: Vec::with_capacity(text.len() / 4), open: Vec::new(), counts: [0; 3] };
    let mut unclosed = Unclosed::default();
    let mut steps = cancellation.steps();
    let (mut at, mut line, mut is_first) = (0, 0, true);
    while let Some(&byte) = text.get(at) {
        steps.step()?;
        if byte.is_ascii_whitespace() {
            at += 1;
            if byte == b'\n' {
                (line, is_first) = (at, true);
            }
            continue;
        }
        let (sort, end) = token_at(text, at, &mut unclosed);
        let column = u16::try_from(at - line).unwrap_or(u16::MAX);
        let (start, end) = (at as u32, end as u32);
        scan.push(Token { start, end, partner: u32::MAX, column, sort, is_first_in_line: is_first });
        at = end as usize;
        is_first = false;
    }
    scan.give_up(0);
    scan.tokens.shrink_to_fit();
    Ok(scan.tokens)
}

/// What kind of token begins here, and where it ends. Brackets are told apart later.
fn token_at(text: &[u8], at: usize, unclosed: &mut Unclosed) -> (Sort, usize) {
    let byte = text[at];
    match byte {
        b'(' | b'[' | b'{' => (Sort::Open, at + 1),
        b')' | b']' | b'}' => (Sort::Close, at + 1),
        b',' => (Sort::Comma, at + 1),
        b';' => (Sort::Semicolon, at + 1),
        b'"' | b'\'' | b'`' => (Sort::Words, unclosed.end_of_quoted(text, at).unwrap_or(at + 1)),
        _ if is_of_word(byte) => (Sort::Words, at + text[at..].iter().take_while(|&&b| is_of_word(b)).count()),
        _ => (Sort::Words, at + 1),
    }
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

struct Scan<'t> {
    text: &'t [u8],
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
        match self.tokens.last_mut() {
            Some(before) if before.sort == Sort::Words && token.sort == Sort::Words && !token.is_first_in_line => {
                before.end = token.end;
            }
            _ => self.tokens.push(token),
        }
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
        let tokens = tokens(text.as_bytes(), &Cancellation::never()).expect("nobody cancels it");
        let text = |token: &Token| text[token.start as usize..token.end as usize].to_owned();
        tokens.iter().map(|token| format!("{:?} {}", token.sort, text(token))).collect()
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
