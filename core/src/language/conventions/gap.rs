//! What stands between two neighbouring tokens of one line.

use super::{Conventions, Gap, Others};
use crate::language::layout::fuse;
use crate::language::{Document, Language, Layout};
use crate::tree::{NodeId, Tree};

/// What stands between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Nothing.
    Tight,
    /// One blank.
    Blank,
    /// The end of a line, and the indentation of the next.
    Break,
    /// What stands there.
    Kept,
}

/// Two neighbouring tokens, and where in the tree they meet.
pub(super) struct Boundary<'a> {
    language: &'a Language,
    document: &'a Document,
    /// The innermost node that both are in, and the children of it that they are in.
    pub within: NodeId,
    pub left: NodeId,
    pub right: NodeId,
    left_token: NodeId,
    right_token: NodeId,
}

/// The name that rows call a node by: its kind, or the text of a keyword, bracket or operator.
pub(super) fn name_of<'a>(language: &'a Language, tree: &Tree, node: NodeId) -> &'a str {
    let kind = language.symbols().kind_name(tree.kind(node));
    let text = kind.strip_prefix('"').and_then(|kind| kind.strip_suffix('"'));
    text.filter(|_| tree.flags(node).literal).unwrap_or(kind)
}

impl<'a> Boundary<'a> {
    /// The boundary between two tokens, the left one being the first of them.
    pub(super) fn between(
        language: &'a Language,
        document: &'a Document,
        left_token: NodeId,
        right_token: NodeId,
    ) -> Option<Self> {
        let tree = document.tree();
        let mut right = right_token;
        let within = loop {
            let parent = tree.parent(right)?;
            if tree.contains(parent, left_token) {
                break parent;
            }
            right = parent;
        };
        let mut left = left_token;
        while tree.parent(left)? != within {
            left = tree.parent(left)?;
        }
        Some(Boundary { language, document, within, left, right, left_token, right_token })
    }

    /// The nodes that begin behind the boundary, innermost first.
    pub(super) fn begins(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.up(self.right_token, self.right)
    }

    /// The nodes that end before it, innermost first.
    pub(super) fn ends(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.up(self.left_token, self.left)
    }

    fn up(&self, from: NodeId, to: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(
            Some(from),
            move |&node| if node == to { None } else { self.document.tree().parent(node) },
        )
    }

    pub(super) fn right_text(&self) -> &'a [u8] {
        self.document.node_text(self.right_token)
    }

    fn left_text(&self) -> &'a [u8] {
        self.document.node_text(self.left_token)
    }

    /// Whether the tokens would read as one if nothing parted them.
    pub(super) fn fuses(&self, layout: &Layout) -> bool {
        let (left, right) = (self.left_text().last(), self.right_text().first());
        left.zip(right).is_some_and(|(&left, &right)| fuse(left, right, layout))
    }

    /// What the language's row asks for.
    fn particular<'g>(&self, mut gaps: impl Iterator<Item = &'g Gap>) -> Option<Space> {
        let tree = self.document.tree();
        let is = |pattern: &str, node| {
            pattern.is_empty() || pattern.split(' ').any(|name| name == name_of(self.language, tree, node))
        };
        let fits = |gap: &&Gap| is(gap.within, self.within) && is(gap.right, self.right) && is(gap.left, self.left);
        gaps.find(fits).map(|gap| gap.space)
    }

    /// What the row asks for between parts of a list: where it names the list and what is on the left.
    pub(super) fn particular_in_list(&self) -> Option<Space> {
        let conventions = self.language.layout().conventions?;
        let is_named = |gap: &&Gap| !gap.within.is_empty() && !gap.left.is_empty();
        self.particular(conventions.gaps.iter().filter(is_named))
    }

    /// What stands there in one line.
    pub(super) fn space(&self, conventions: &Conventions) -> Space {
        if let Some(space) = self.particular(conventions.gaps.iter()) {
            return space;
        }
        match conventions.others {
            Others::Kept => Space::Kept,
            _ if self.is_within_a_word() => Space::Kept,
            Others::Usual { blank_in_braces } => self.usual(conventions, blank_in_braces),
        }
    }

    /// Whether the node is a string or the like, in which blanks are text.
    fn is_within_a_word(&self) -> bool {
        let kind = self.language.symbols().kind_name(self.document.tree().kind(self.within));
        kind.contains("string") || kind.contains("regex") || kind.contains("char_literal") || kind.contains("rune")
    }

    /// What is usual in languages with brackets and operators.
    fn usual(&self, conventions: &Conventions, blank_in_braces: bool) -> Space {
        let (left, right) = (self.left_text(), self.right_text());
        let in_braces = if blank_in_braces { Space::Blank } else { Space::Tight };
        let is_tight = |text: &[u8]| conventions.tight.iter().any(|tight| tight.as_bytes() == text);
        match (left, right) {
            (b"(" | b"[", _) | (_, b")" | b"]" | b"," | b";") | (b"{", b"}") => Space::Tight,
            (b"," | b";", _) => Space::Blank,
            (b"{", _) if self.is_sign(self.left) => in_braces,
            (_, b"}") => in_braces,
            _ if is_tight(left) || is_tight(right) => Space::Tight,
            (_, b":") => Space::Tight,
            (b":", _) => Space::Blank,
            _ => self.by_signs().or_else(|| self.by_keywords(conventions)).unwrap_or_else(|| self.by_texts()),
        }
    }

    /// An operator between two others has blanks, one before or behind another has none.
    fn by_signs(&self) -> Option<Space> {
        let tree = self.document.tree();
        let visible = |node: &NodeId| !tree.range(*node).is_empty() && !tree.flags(*node).extra;
        if self.is_operator(self.left) {
            let mut before =
                std::iter::successors(tree.previous_sibling(self.left), |&node| tree.previous_sibling(node));
            let is_infix = before.any(|node| visible(&node));
            return Some(if is_infix { Space::Blank } else { Space::Tight });
        }
        if self.is_operator(self.right) {
            let mut behind = std::iter::successors(tree.next_sibling(self.right), |&node| tree.next_sibling(node));
            let is_infix = behind.any(|node| visible(&node));
            return Some(if is_infix { Space::Blank } else { Space::Tight });
        }
        None
    }

    fn by_keywords(&self, conventions: &Conventions) -> Option<Space> {
        if self.is_keyword(self.left) {
            let is_function = conventions.functions.iter().any(|word| word.as_bytes() == self.left_text());
            let is_called = matches!(self.right_text(), b"(" | b"<") && is_function;
            return Some(if is_called { Space::Tight } else { Space::Blank });
        }
        self.is_keyword(self.right).then_some(Space::Blank)
    }

    fn by_texts(&self) -> Space {
        let is_word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80);
        let is_statement = name_of(self.language, self.document.tree(), self.right).ends_with("_statement");
        let (left, right) = (self.left_text(), self.right_text());
        match right.first() {
            _ if is_statement => Space::Blank,
            Some(b'(' | b'[' | b'<') if is_word(left.last()) || matches!(left.last(), Some(b')' | b']' | b'>')) => {
                Space::Tight
            }
            Some(b'(') => Space::Tight,
            _ => Space::Blank,
        }
    }

    /// A literal token that is no word and no bracket.
    fn is_operator(&self, node: NodeId) -> bool {
        self.is_sign(node) && !matches!(self.document.node_text(node), b"(" | b")" | b"[" | b"]" | b"{" | b"}")
    }

    fn is_sign(&self, node: NodeId) -> bool {
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        self.is_literal(node) && !self.document.node_text(node).iter().any(is_word)
    }

    fn is_keyword(&self, node: NodeId) -> bool {
        self.is_literal(node) && !self.is_sign(node)
    }

    fn is_literal(&self, node: NodeId) -> bool {
        let tree = self.document.tree();
        tree.is_token(node) && tree.flags(node).literal
    }
}
