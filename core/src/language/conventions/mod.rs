//! How people write a language: where its lines end, how deep they are indented, which tokens have a blank between them.
//!
//! What is particular to a language is data: a row of [`rows`]. A language without a row has no conventions, and its texts
//! keep the layout that they have.

mod gap;
mod lists;
pub mod rows;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::{Document, Language, Patch};
use crate::tree::NodeId;
use gap::{Boundary, Space};
use lists::Lists;

/// What may stand before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What people do with blanks and ends of lines in a language.
#[derive(Debug)]
pub struct Conventions {
    /// What each level of nesting is indented by.
    indent: &'static str,
    /// What has a line each.
    lists: &'static [List],
    /// The end of a line ends a statement: a `;` that stands there can be left out.
    lines_end_statements: bool,
    /// What stands between which tokens; the first that fits counts.
    gaps: &'static [Gap],
    /// What stands between all other tokens.
    others: Others,
    /// Tokens around which there is no blank: `.`.
    tight: &'static [&'static str],
    /// Keywords that are written like functions: `sizeof(a)`.
    functions: &'static [&'static str],
    /// A kind of token, and the word that serves in its place in a declaration without a type: C's `static f()` is
    /// `int f()`.
    mends: &'static [(&'static str, &'static str)],
}

/// A kind of node whose parts have a line each.
#[derive(Debug)]
struct List {
    kind: &'static str,
    /// The child behind which they begin, and the one before which they end; from and to the ends of the node, if empty.
    open: &'static str,
    close: &'static str,
    /// They are indented.
    nests: bool,
    /// With one of these among them they stay where they are: blanks between elements and text mean something.
    unless: &'static str,
    /// They have a line each only if one line is too short for all.
    only_long: bool,
}

/// What stands between two neighbours in a node. A name is a kind, or the text of a keyword, bracket or operator; several
/// are parted by blanks, and none is any.
#[derive(Debug)]
struct Gap {
    within: &'static str,
    left: &'static str,
    right: &'static str,
    space: Space,
}

/// What stands between tokens of which no row says anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    /// What is usual in languages with brackets and operators, with a blank inside of braces or none.
    Usual { blank_in_braces: bool },
    /// What stands there.
    Kept,
}

impl Language {
    /// Whether anything is known of how people write it.
    pub fn has_conventions(&self) -> bool {
        self.layout.conventions.is_some()
    }

    /// How a document's layout differs from what people would write: patches of blanks, and of `;` that the end of a line
    /// makes needless; in order, not overlapping. `line_end` is what lines are to end in.
    pub fn conventional_layout(&self, document: &Document, line_end: &str) -> Vec<Patch> {
        let Some(conventions) = self.layout.conventions else { return Vec::new() };
        Writer { language: self, document, conventions, lists: Lists::of(self, conventions, document), line_end }
            .patches()
    }

    /// The tokens of a declaration without a type each of which could be one, with the word that would do.
    pub fn mends(&self, document: &Document) -> Vec<Patch> {
        let mends = self.layout.conventions.map_or(&[][..], |conventions| conventions.mends);
        let tree = document.tree();
        let mend = |node: NodeId| {
            let kind = self.symbols.kind_name(tree.kind(node));
            let (_, word) = mends.iter().find(|(mended, _)| *mended == kind)?;
            Some(Patch { range: tree.range(node), text: word.as_bytes().to_vec() })
        };
        tree.nodes().filter_map(mend).collect()
    }
}

/// What a text is laid out with.
struct Writer<'a> {
    language: &'a Language,
    document: &'a Document,
    conventions: &'static Conventions,
    lists: Lists,
    line_end: &'a str,
}

impl Writer<'_> {
    fn patches(&self) -> Vec<Patch> {
        let tokens = self.tokens();
        let (Some(&first), Some(&last)) = (tokens.first(), tokens.last()) else { return Vec::new() };
        let tree = self.document.tree();
        let end = self.document.text().len();
        let before = self.patch(0..tree.range(first).start, Vec::new());
        let inner = tokens.windows(2).filter_map(|pair| {
            let range = tree.range(pair[0]).end..tree.range(pair[1]).start;
            let space = self.space(pair[0], pair[1], &range)?;
            self.patch(range, self.written(space, pair[1]))
        });
        let behind = self.patch(tree.range(last).end..end, self.line_end.as_bytes().to_vec());
        before.into_iter().chain(inner).chain(behind).collect()
    }

    /// The tokens that stay, in order: no blanks that a grammar has as tokens, and no needless ends of statements.
    fn tokens(&self) -> Vec<NodeId> {
        let tree = self.document.tree();
        let stays = |&node: &NodeId| {
            let text = self.document.node_text(node);
            let is_visible = !text.trim_ascii().is_empty() && text != BYTE_ORDER_MARK;
            tree.is_token(node) && is_visible && !(text == b";" && self.is_needless(node))
        };
        tree.nodes().filter(stays).collect()
    }

    /// Whether a `;` ends a part of a list, where the end of the line does that.
    fn is_needless(&self, semicolon: NodeId) -> bool {
        let ends_part =
            || self.document.tree().parent(semicolon).is_some_and(|parent| self.lists.get(parent).is_some());
        self.conventions.lines_end_statements && ends_part()
    }

    /// What is to stand between two tokens; none where it has to be what it is.
    fn space(&self, left: NodeId, right: NodeId, range: &Range<usize>) -> Option<Space> {
        let tree = self.document.tree();
        let gap = self.document.text().get(range.clone())?;
        let breaks = gap.contains(&b'\n');
        let boundary = Boundary::between(self.language, self.document, left, right)?;
        let space = self.lists.space(&boundary).unwrap_or_else(|| boundary.space(self.conventions));
        let is_comment = |token: NodeId| tree.flags(token).extra;
        match space {
            // A comment may reach to the end of its line; one that has a line of its own keeps it.
            _ if is_comment(left) && breaks => Some(Space::Break),
            _ if is_comment(right) && self.conventions.others != Others::Kept => {
                Some(if breaks { Space::Break } else { Space::Blank })
            }
            Space::Kept => None,
            // A grammar that has the end of a line as a token needs it.
            Space::Tight | Space::Blank if breaks && self.has_line_token(range) => None,
            Space::Tight if !gap.is_empty() && boundary.fuses(self.language.layout()) => Some(Space::Blank),
            space => Some(space),
        }
    }

    fn has_line_token(&self, range: &Range<usize>) -> bool {
        let tree = self.document.tree();
        let mut tokens = tree.nodes().skip(tree.last_from(range.start).index().saturating_sub(1));
        tokens
            .find(|&node| tree.is_token(node) && !tree.range(node).is_empty() && tree.range(node).end > range.start)
            .is_some_and(|node| tree.range(node).start < range.end)
    }

    fn written(&self, space: Space, right: NodeId) -> Vec<u8> {
        match space {
            Space::Tight | Space::Kept => Vec::new(),
            Space::Blank => b" ".to_vec(),
            Space::Break => {
                [self.line_end, &self.conventions.indent.repeat(self.lists.level(right))].concat().into_bytes()
            }
        }
    }

    /// The patch of a gap, if it changes anything, and nothing but blanks and needless tokens is there.
    fn patch(&self, range: Range<usize>, text: Vec<u8>) -> Option<Patch> {
        let gap = self.document.text().get(range.clone())?;
        let is_blank =
            gap.iter().all(|b| b.is_ascii_whitespace() || (*b == b';' && self.conventions.lines_end_statements));
        (is_blank && gap != text).then_some(Patch { range, text })
    }
}
