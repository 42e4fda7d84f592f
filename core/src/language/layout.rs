//! From edits of a document to the new text: what must be right about blanks, lines and indentation.
//!
//! - Two tokens that would fuse get a blank between them.
//! - What filled its lines goes with its lines; what stood within a line goes with the blanks on one side.
//! - A block of an indentation language that loses its last statement gets a filler (`pass`).
//! - Statements that move to another depth are re-indented; strings over several lines are left alone.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Change, Document, Edit, Language, Layout, Patch};
use crate::tree::{KindId, NodeId};

/// The text that edits of a document give, and how it differs from the document's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The new text.
    pub text: Vec<u8>,
    /// The differences, in order, not overlapping.
    pub patches: Vec<Patch>,
    /// How many blocks got a filler, which is a token each.
    pub fillers: usize,
}

/// What edits change in the text of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The differences, in order, not overlapping.
    pub patches: Vec<Patch>,
    /// How many blocks got a filler, which is a token each.
    pub fillers: usize,
}

impl Language {
    /// Renders edits of a document, as [`Language::edit`] does, to the whole new text.
    pub fn render(&self, document: &Document, edits: &[Edit]) -> Rendered {
        let Edited { patches, fillers } = self.edit(document, edits);
        Rendered { text: Patch::apply(document.text(), &patches), patches, fillers }
    }

    /// What edits of a document change in its text: this takes as long as there are edits, not as the text is. An edit
    /// inside a node that another edit deletes or replaces has no effect.
    pub fn edit(&self, document: &Document, edits: &[Edit]) -> Edited {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.node);
        edits.dedup_by(|inner, outer| document.tree().contains(outer.node, inner.node));
        let painter = Painter { language: self, document, text: document.text() };
        let fillers = painter.fillers(&edits);
        let mut cuts: Vec<Patch> = Vec::with_capacity(edits.len());
        let mut hoisted: FxHashMap<usize, Range<usize>> = FxHashMap::default();
        for edit in edits {
            let range = document.tree().range(edit.node);
            hoisted.extend(edit.hoisted_range(document.tree()).map(|hoisted| (range.start, hoisted)));
            let text = match &edit.change {
                Change::Delete => fillers.get(&edit.node).map(|f| f.to_vec()).unwrap_or_default(),
                Change::Hoist { first, last, terminated } => painter.hoisted(edit.node, *first, *last, *terminated),
                Change::Put { text, .. } => text.to_vec(),
            };
            match cuts.last_mut() {
                // Neighbours that go together leave one hole.
                Some(last) if last.text.is_empty() && text.is_empty() && painter.joins(last.range.end..range.start) => {
                    last.range.end = range.end;
                }
                _ => cuts.push(Patch { range, text }),
            }
        }
        let mut floor = 0;
        let mut patches = Vec::with_capacity(cuts.len());
        for cut in cuts {
            let patch = painter.settle(cut, floor);
            floor = patch.range.end;
            patches.push(patch);
        }
        painter.part(&mut patches);
        let narrowed = patches.into_iter().flat_map(|patch| match hoisted.get(&patch.range.start) {
            Some(range) => painter.around(patch, range.clone()),
            None => vec![patch],
        });
        Edited { patches: narrowed.collect(), fillers: fillers.len() }
    }
}

/// What is looked at to lay out edits of a document.
pub(super) struct Painter<'a> {
    pub language: &'a Language,
    pub document: &'a Document,
    pub text: &'a [u8],
}

impl Painter<'_> {
    /// The first deleted statement of each block that would be left empty, with what takes its place.
    fn fillers(&self, edits: &[&Edit]) -> FxHashMap<NodeId, &'static [u8]> {
        let tree = self.document.tree();
        let mut fillers = FxHashMap::default();
        let kind = |&(kind, filler): &(&str, &'static str)| Some((self.language.symbols.kind(kind)?, filler));
        let kinds: FxHashMap<KindId, &'static str> = self.language.layout.fillers.iter().filter_map(kind).collect();
        if kinds.is_empty() {
            return fillers;
        }
        let deleted: FxHashSet<NodeId> = edits.iter().filter(|e| e.change == Change::Delete).map(|e| e.node).collect();
        let blocks: FxHashSet<NodeId> = deleted.iter().filter_map(|&n| tree.parent(n)).collect();
        for block in blocks {
            let Some(filler) = kinds.get(&tree.kind(block)) else { continue };
            let mut statements = tree.children(block).filter(|&n| !tree.flags(n).extra && !tree.flags(n).literal);
            let first = statements.next().filter(|first| deleted.contains(first));
            if let Some(first) = first
                && statements.all(|statement| deleted.contains(&statement))
            {
                fillers.insert(first, filler.as_bytes());
            }
        }
        fillers
    }

    /// The patch of a hoist as two around what it brings up, where that stays as it is: the parser then reads none of it
    /// again.
    fn around(&self, patch: Patch, hoisted: Range<usize>) -> Vec<Patch> {
        if hoisted.start < patch.range.start || patch.range.end < hoisted.end {
            return vec![patch];
        }
        let kept = &self.text[hoisted.clone()];
        // A blank may stand before it.
        let at = (0..=1).find(|&at| patch.text.get(at..).is_some_and(|text| text.starts_with(kept)));
        let Some(at) = at else { return vec![patch] };
        let before = Patch { range: patch.range.start..hoisted.start, text: patch.text[..at].to_vec() };
        let behind = Patch { range: hoisted.end..patch.range.end, text: patch.text[at + kept.len()..].to_vec() };
        [before, behind].into_iter().filter(|patch| !patch.range.is_empty() || !patch.text.is_empty()).collect()
    }

    /// Whether what stands between two cuts goes with them.
    fn joins(&self, range: Range<usize>) -> bool {
        range.start >= range.end
            || (!self.language.layout.exact && self.text[range].iter().all(u8::is_ascii_whitespace))
    }

    /// Fits a cut into its surroundings: takes the blanks or the lines along that a deletion leaves behind.
    fn settle(&self, mut cut: Patch, floor: usize) -> Patch {
        // An empty node may lie in the blanks that went with what stood before it.
        cut.range.start = cut.range.start.max(floor);
        cut.range.end = cut.range.end.max(cut.range.start);
        if !cut.text.is_empty() || self.language.layout.exact {
            return cut;
        }
        let is_inline_blank = |b: &u8| matches!(b, b' ' | b'\t');
        let Range { start, end } = cut.range;
        let before = self.text[floor..start].iter().rev().take_while(|b| is_inline_blank(b)).count();
        let after = self.text[end..].iter().take_while(|b| is_inline_blank(b)).count();
        let line_start = start == before || self.text[start - before - 1] == b'\n';
        let rest = &self.text[end + after..];
        let line_break = if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\n")) };
        let line_end = rest.is_empty() || line_break > 0;
        cut.range = match (line_start, line_end) {
            (true, true) => start - before..end + after + line_break,
            (false, true) => start - before..end + after,
            (true, false) => start..end + after,
            (false, false)
                if before > 0 || self.text[..start].ends_with(b"(") || self.text[..start].ends_with(b"[") =>
            {
                start..end + after
            }
            (false, false) => start..end,
        };
        cut
    }

    /// Keeps tokens apart: a patch whose borders would fuse two of them gets a blank there.
    fn part(&self, patches: &mut [Patch]) {
        let layout = &self.language.layout;
        if layout.exact {
            return;
        }
        let mut at = 0;
        // The last byte of the new text so far.
        let mut left = None;
        for index in 0..patches.len() {
            let next_start = patches.get(index + 1).map_or(self.text.len(), |p| p.range.start);
            let patch = &mut patches[index];
            left = self.text[at..patch.range.start].last().copied().or(left);
            let follows = (patch.range.end < next_start).then(|| self.text[patch.range.end]);
            let first = patch.text.first().copied().or(follows);
            if let (Some(left), Some(first)) = (left, first)
                && fuse(left, first, layout)
                && (!patch.text.is_empty() || !patch.range.is_empty())
            {
                patch.text.insert(0, b' ');
            }
            if let (Some(&last), Some(right)) = (patch.text.last(), follows)
                && fuse(last, right, layout)
            {
                patch.text.push(b' ');
            }
            left = patch.text.last().copied().or(left);
            at = patch.range.end;
        }
    }
}

/// Whether two bytes that end one token and begin the next could read as one token.
pub(super) fn fuse(left: u8, right: u8, layout: &Layout) -> bool {
    if layout.glued {
        return false;
    }
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80 || layout.name_bytes.contains(&b);
    let operator = |b: u8| layout.operator_bytes.contains(&b);
    let quote = |b: u8| matches!(b, b'"' | b'\'' | b'`');
    (word(left) && (word(right) || quote(right)))
        || (operator(left) && operator(right))
        || (left.is_ascii_digit() && right == b'.')
        || (left == b'.' && right.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    /// Renders edits of the first nodes of the given texts.
    fn render(language: &str, text: &str, edits: impl Fn(&Document, &dyn Fn(&str) -> NodeId) -> Vec<Edit>) -> String {
        let language = Language::named(language).expect("built in");
        let document = language.parse(text.as_bytes());
        let find = |wanted: &str| {
            let tree: &Tree = document.tree();
            let is = |n: &NodeId| document.node_text(*n) == wanted.as_bytes();
            tree.nodes().find(is).unwrap_or_else(|| panic!("no node `{wanted}`"))
        };
        let rendered = language.render(&document, &edits(&document, &find));
        let mut patched = Vec::new();
        let mut at = 0;
        for patch in &rendered.patches {
            patched.extend_from_slice(&text.as_bytes()[at..patch.range.start]);
            patched.extend_from_slice(&patch.text);
            at = patch.range.end;
        }
        patched.extend_from_slice(&text.as_bytes()[at..]);
        assert_eq!(patched, rendered.text, "the patches say what changed");
        String::from_utf8(rendered.text).expect("text")
    }

    #[test]
    fn tokens_that_would_fuse_get_a_blank() {
        let out = render("javascript", "return(a)\nelse", |_, find| vec![Edit::hoist(find("(a)"), find("a"))]);
        assert_eq!(out, "return a\nelse");
        let out = render("javascript", "x = a-(-b)", |_, find| vec![Edit::hoist(find("(-b)"), find("-b"))]);
        assert_eq!(out, "x = a- -b");
    }

    #[test]
    fn the_first_of_a_list_leaves_no_blank_behind_the_bracket() {
        let first = render("javascript", "f(a, b)", |_, node| vec![Edit::delete(node("a")), Edit::delete(node(","))]);
        assert_eq!(first, "f(b)");
    }

    #[test]
    fn a_statement_goes_with_its_line() {
        let out = render("c", "int a;\n  int b;\nint c;\n", |_, find| vec![Edit::delete(find("int b;"))]);
        assert_eq!(out, "int a;\nint c;\n");
        let out = render("c", "int a;\r\n\tint b;\r\nint c;\r\n", |_, find| vec![Edit::delete(find("int b;"))]);
        assert_eq!(out, "int a;\r\nint c;\r\n", "lines that end in CRLF and tabs too");
    }

    #[test]
    fn neighbours_leave_one_hole() {
        let out = render("c", "f(a, b, c);", |_, find| {
            vec![Edit::delete(find("b")), Edit::delete(find(",")), Edit::delete(find("a"))]
        });
        assert_eq!(out, "f(, c);");
    }

    #[test]
    fn an_emptied_block_gets_a_filler() {
        let text = "if a:\n    b\n    c\nd\n";
        let out = render("python", text, |_, find| vec![Edit::delete(find("b")), Edit::delete(find("c"))]);
        assert_eq!(out, "if a:\n    pass\nd\n");
    }

    #[test]
    fn moved_statements_are_indented_anew_but_strings_are_left_alone() {
        let text = "if a:\n    if b:\n        x = '''\n        s'''\n        y\nz\n";
        let out = render("python", text, |document, find| {
            let block = document.tree().parent(find("y"));
            let outer = find("if b:\n        x = '''\n        s'''\n        y");
            vec![Edit::hoist(outer, block.unwrap_or_else(|| find("y")))]
        });
        assert_eq!(out, "if a:\n    x = '''\n        s'''\n    y\nz\n");
    }

    #[test]
    fn a_byte_order_mark_stays() {
        let out = render("python", "\u{feff}a = 1\nb = 2\n", |_, find| vec![Edit::delete(find("a = 1"))]);
        assert_eq!(out, "\u{feff}\nb = 2\n");
    }
}
