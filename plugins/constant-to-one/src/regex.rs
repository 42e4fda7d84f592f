//! Regular expressions of JavaScript: shorter ones that are still regular expressions.

use std::cmp::Reverse;
use std::ops::Range;

use reduce_tree_plugin::{About, Edits, Kind, List, Node, Source, chunks};

use crate::MOST;
use crate::units::{character, escape};

/// Takes pieces out of regular expressions: alternatives, runs of what stands one after the other, groups around
/// something, quantifiers, members of classes, flags.
pub struct ShorterRegexes;

impl List for ShorterRegexes {
    const ABOUT: About = About {
        name: c"shorten-regexes",
        description: c"replaces a regular expression by /./, or takes a piece out of it",
        languages: Some(c"javascript typescript tsx"),
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let mut out = Vec::new();
        for node in source.nodes().filter(|node| node.kind() == "regex") {
            if let Some(pattern) = node.child("pattern") {
                out.extend(shorter_patterns(pattern));
            }
            if let Some(flags) = node.child("flags") {
                let range = flags.range();
                let chunks = chunks(&[range.len()], MOST);
                let places = chunks.into_iter().map(|c| range.start + c.elements.start..range.start + c.elements.end);
                out.extend(places.map(|range| Edits::new().replace(range, "")));
            }
        }
        out.truncate(MOST);
        Ok(out)
    }
}

fn shorter_patterns(pattern: Node<'_>) -> Vec<Edits> {
    let (text, start) = (pattern.text(), pattern.range().start);
    let any = (text.len() > 1).then(|| Edits::new().replace(pattern.range(), "."));
    let removed = |piece: Piece| {
        let places = piece.into_iter().filter(|range| !range.is_empty());
        let places = places.map(|range| start + range.start..start + range.end);
        places.fold(Edits::new(), |edits, range| edits.replace(range, ""))
    };
    any.into_iter().chain(pieces(text).into_iter().map(removed)).collect()
}

/// What goes together: a run, or the two ends of a group; the second range is then not empty.
type Piece = [Range<usize>; 2];

/// What can be taken out of a pattern, the longest first. Something is always left: `//` begins a comment.
fn pieces(text: &[u8]) -> Vec<Piece> {
    let mut scan = Scan { text, at: 0, found: Vec::new() };
    while scan.at < text.len() {
        scan.alternatives();
        // A bracket that closes nothing.
        scan.at += 1;
    }
    let length = |piece: &Piece| piece.iter().map(Range::len).sum::<usize>();
    let mut found = scan.found;
    found.retain(|piece| (1..text.len()).contains(&length(piece)));
    found.sort_by_key(|piece| (Reverse(length(piece)), piece[0].start, piece[1].start));
    found.dedup();
    found
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    found: Vec<Piece>,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn goes(&mut self, range: Range<usize>) {
        let end = range.end;
        self.found.push([range, end..end]);
    }

    /// Alternatives up to the end of their group.
    fn alternatives(&mut self) {
        let first = self.at;
        loop {
            let start = self.at;
            let mut items = Vec::new();
            while !matches!(self.peek(), None | Some(b'|' | b')')) {
                items.push(self.item());
            }
            for chunk in chunks(&[items.len()], MOST) {
                self.goes(items[chunk.elements.start].start..items[chunk.elements.end - 1].end);
            }
            let has_bar = self.peek() == Some(b'|');
            // An alternative goes with a bar: the one before it, or the one behind the first.
            let bar_before = usize::from(start > first);
            if has_bar || bar_before > 0 {
                let bar_behind = usize::from(has_bar && bar_before == 0);
                self.goes(start - bar_before..self.at + bar_behind);
            }
            if !has_bar {
                return;
            }
            self.at += 1;
        }
    }

    /// One thing to match, with its quantifier.
    fn item(&mut self) -> Range<usize> {
        let start = self.at;
        match self.text[start] {
            b'\\' => self.at += escape(&self.text[start..]),
            b'[' => self.class(),
            b'(' => self.group(),
            _ => self.at += character(&self.text[start..]),
        }
        let atom = self.at;
        match self.peek() {
            Some(b'*' | b'+' | b'?') => self.at += 1,
            Some(b'{') => {
                let inside = |byte: &u8| byte.is_ascii_digit() || *byte == b',';
                let length = self.text[atom + 1..].iter().take_while(|byte| inside(byte)).count();
                if length > 0 && self.text.get(atom + 1 + length) == Some(&b'}') {
                    self.at += length + 2;
                }
            }
            _ => {}
        }
        if self.at > atom {
            if self.peek() == Some(b'?') {
                self.goes(self.at..self.at + 1);
                self.at += 1;
            }
            self.goes(atom..self.at);
        }
        start..self.at
    }

    /// `[^a-z\d]`
    fn class(&mut self) {
        self.at += 1;
        if self.peek() == Some(b'^') {
            self.goes(self.at..self.at + 1);
            self.at += 1;
        }
        let mut members = Vec::new();
        while !matches!(self.peek(), None | Some(b']')) {
            let start = self.at;
            self.member();
            if self.peek() == Some(b'-') && !matches!(self.text.get(self.at + 1), None | Some(b']')) {
                self.at += 1;
                self.member();
            }
            members.push(start..self.at);
        }
        for chunk in chunks(&[members.len()], MOST).into_iter().filter(|chunk| chunk.elements.len() < members.len()) {
            self.goes(members[chunk.elements.start].start..members[chunk.elements.end - 1].end);
        }
        self.at = self.text.len().min(self.at + 1);
    }

    fn member(&mut self) {
        let rest = &self.text[self.at..];
        self.at += if rest[0] == b'\\' { escape(rest) } else { character(rest) };
    }

    /// `(a)`, `(?:a)`, `(?=a)`, `(?<name>a)`
    fn group(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let opening = match (rest.get(1), rest.get(2), rest.get(3)) {
            (Some(b'?'), Some(b'<'), Some(b'=' | b'!')) => 4,
            (Some(b'?'), Some(b'<'), _) => rest.iter().position(|&byte| byte == b'>').map_or(3, |end| end + 1),
            (Some(b'?'), Some(_), _) => 3,
            _ => 1,
        };
        self.at = start + opening;
        if opening > 1 {
            // A group of any kind becomes a plain one.
            self.goes(start + 1..self.at);
        }
        self.alternatives();
        if self.peek() == Some(b')') {
            self.found.push([start..start + opening, self.at..self.at + 1]);
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shorter(text: &str) -> Vec<String> {
        let without = |pieces: Piece| {
            let keeps = |at: &usize| !pieces.iter().any(|piece| piece.contains(at));
            let kept = (0..text.len()).filter(keeps).map(|at| text.as_bytes()[at]);
            String::from_utf8(kept.collect()).expect("whole characters")
        };
        pieces(text.as_bytes()).into_iter().map(without).collect()
    }

    #[test]
    fn pieces_of_each_kind_go() {
        assert_eq!(shorter("ab+c"), ["c", "ac", "b+c", "abc", "ab+"]);
        assert_eq!(shorter("a|b"), ["b", "a", "|b", "a|"]);
        assert_eq!(shorter(r"(?:\d){2,3}?"), [r"(?:\d)", r"\d{2,3}?", r"(\d){2,3}?", "(?:){2,3}?", r"(?:\d){2,3}"]);
        assert_eq!(shorter("[^a-z_]"), ["[^_]", "[a-z_]", "[^a-z]"]);
        assert!(shorter("a").is_empty());
    }

    #[test]
    fn what_is_no_regular_expression_does_no_harm() {
        for text in ["(", ")", "a)b", "[", "[a", "(?<", "(?", "\\", "a{", "a{2", "[a-", "*", "|", "(|", r"\u{41"] {
            assert!(shorter(text).iter().all(|shorter| shorter.len() < text.len()));
        }
    }
}
