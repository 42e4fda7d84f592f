//! What moves to another place of a text: lines come to the indentation or the columns of that place, and into one line
//! where brackets held them together.

use std::ops::Range;

use super::Indentation;
use super::layout::Painter;
use crate::tree::NodeId;

impl Painter<'_> {
    /// The text of siblings in the place of `node`, laid out as it has to be there.
    pub(super) fn hoisted(&self, node: NodeId, first: NodeId, last: NodeId, terminated: bool) -> Vec<u8> {
        let tree = self.document.tree();
        let range = tree.range(first).start..tree.range(last).end;
        let mut out = match self.language.layout.indentation {
            _ if self.is_joined(node, first) => self.in_one_line(range, first, last),
            Indentation::Free => self.text[range].to_vec(),
            Indentation::Lines => {
                let (from, to) = (self.indentation(range.start), self.indentation(tree.range(node).start));
                self.moved(range, first, last, |line| Some([to, line.strip_prefix(from)?].concat()))
            }
            Indentation::Columns => {
                let column = |position| position - self.document.line_start(position);
                let (from, to) = (column(range.start), column(tree.range(node).start));
                self.moved(range, first, last, |line| shifted(line, from, to))
            }
        };
        let terminator = self.language.layout.terminator.as_bytes();
        if terminated && !out.ends_with(terminator) {
            out.extend_from_slice(terminator);
        }
        out
    }

    /// The text of siblings with each line but the first as `line_at` has it; lines that it gives nothing for, and those
    /// that begin within a token, stay.
    fn moved(
        &self,
        range: Range<usize>,
        first: NodeId,
        last: NodeId,
        line_at: impl Fn(&[u8]) -> Option<Vec<u8>>,
    ) -> Vec<u8> {
        let mut fixed = self.tokens_over_lines(first, last).into_iter().peekable();
        let mut out = Vec::with_capacity(range.len());
        let mut at = range.start;
        while at < range.end {
            let next = self.text[at..range.end].iter().position(|&b| b == b'\n').map_or(range.end, |i| at + i + 1);
            while fixed.peek().is_some_and(|token| token.end <= at) {
                fixed.next();
            }
            let in_string = fixed.peek().is_some_and(|token| token.start < at);
            let line = &self.text[at..next];
            let is_moved = at > range.start && !in_string && !line.trim_ascii().is_empty();
            match line_at(line).filter(|_| is_moved) {
                Some(line) => out.extend_from_slice(&line),
                None => out.extend_from_slice(line),
            }
            at = next;
        }
        out
    }

    /// Whether `first` stands in brackets below `node` within which the end of a line means nothing.
    fn is_joined(&self, node: NodeId, first: NodeId) -> bool {
        let joining = self.language.layout.joining;
        if joining.is_empty() {
            return false;
        }
        let tree = self.document.tree();
        let bracket = |child: NodeId| match self.document.node_text(child) {
            &[byte] if tree.flags(child).literal && b"([{".contains(&byte) => Some(byte),
            _ => None,
        };
        let mut at = first;
        while at != node {
            let mut before = std::iter::successors(tree.previous_sibling(at), |&n| tree.previous_sibling(n));
            if let Some(byte) = before.find_map(bracket) {
                return joining.contains(&byte);
            }
            let Some(parent) = tree.parent(at) else { return false };
            at = parent;
        }
        false
    }

    /// The text of siblings with blanks for the ends of lines outside of all brackets. The end of a line behind a comment
    /// stays.
    fn in_one_line(&self, range: Range<usize>, first: NodeId, last: NodeId) -> Vec<u8> {
        let tree = self.document.tree();
        let until = tree.descendants(last).next_back().unwrap_or(last);
        let tokens =
            (first.index()..=until.index()).filter_map(|index| tree.node_at(index)).filter(|&n| tree.is_token(n));
        let mut out = Vec::with_capacity(range.len());
        let (mut at, mut depth, mut is_comment) = (range.start, 0usize, false);
        for token in tokens {
            let place = tree.range(token);
            let gap = &self.text[at..place.start.max(at)];
            let is_break = depth == 0 && !is_comment && gap.contains(&b'\n') && gap.trim_ascii().is_empty();
            out.extend_from_slice(if is_break { b" " } else { gap });
            let text = &self.text[place.start.max(at)..place.end.max(at)];
            match text {
                b"(" | b"[" | b"{" => depth += 1,
                b")" | b"]" | b"}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            out.extend_from_slice(text);
            is_comment = tree.flags(token).extra;
            at = place.end.max(at);
        }
        out.extend_from_slice(&self.text[at..range.end]);
        out
    }

    /// Tokens whose own text goes over lines: nothing inside them is indentation.
    fn tokens_over_lines(&self, first: NodeId, last: NodeId) -> Vec<Range<usize>> {
        let tree = self.document.tree();
        let until = tree.descendants(last).next_back().unwrap_or(last);
        (first.index()..=until.index())
            .filter_map(|index| tree.node_at(index))
            .filter(|&n| tree.is_token(n))
            .map(|n| tree.range(n))
            .filter(|range| self.text[range.clone()].contains(&b'\n'))
            .collect()
    }

    /// The blanks that begin the line of a position.
    fn indentation(&self, position: usize) -> &[u8] {
        let line = &self.text[self.document.line_start(position)..];
        let blanks = line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        &line[..blanks]
    }
}

/// A line moved by as many columns as there are between two; none if there are not so many blanks to take away.
fn shifted(line: &[u8], from: usize, to: usize) -> Option<Vec<u8>> {
    if let Some(more) = to.checked_sub(from) {
        return Some([&vec![b' '; more], line].concat());
    }
    let gone = from - to;
    let blanks = line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    (blanks >= gone).then(|| line[gone..].to_vec())
}
