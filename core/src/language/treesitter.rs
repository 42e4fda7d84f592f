//! The front end over tree-sitter: every node of its tree, literal tokens too.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use tree_sitter::{LanguageError, Node, ParseOptions, ParseState, Parser, Point, TreeCursor};

use super::Parse;
use super::errors::Groups;
use super::generic::{Generic, words};
use super::parser_tree::{ParserTree, free_beside};
use super::patch::Patched;
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{EdgeId, KindId, NodeFlags, Symbols, Tree, TreeBuilder};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A tree-sitter grammar with the numbers of its kinds and fields in [`Symbols`].
pub(super) struct TreeSitter {
    grammar: tree_sitter::Language,
    kinds: Vec<KindId>,
    /// Which of the kinds are named: the others are literals.
    named: Vec<bool>,
    edges: Vec<EdgeId>,
    error: KindId,
    text: KindId,
    /// What is not to be read is looked at by.
    generic: Generic,
    /// Parsers at rest: one is taken for each parse, so that threads do not wait for each other.
    parsers: Mutex<Vec<Parser>>,
}

impl TreeSitter {
    /// Takes a grammar and adds its kinds and fields to the symbols.
    pub(super) fn new(grammar: tree_sitter::Language, symbols: &mut Symbols) -> Result<Self, LanguageError> {
        let mut parser = Parser::new();
        parser.set_language(&grammar)?;
        let kinds = (0..grammar.node_kind_count() as u16)
            .map(|id| {
                let name = grammar.node_kind_for_id(id).unwrap_or("");
                if grammar.node_kind_is_named(id) {
                    symbols.add_kind(name)
                } else {
                    symbols.add_kind(&format!("\"{name}\""))
                }
            })
            .collect();
        let named = (0..grammar.node_kind_count() as u16).map(|id| grammar.node_kind_is_named(id)).collect();
        let edges = (1..=grammar.field_count() as u16)
            .map(|id| symbols.add_edge(grammar.field_name_for_id(id).unwrap_or("")))
            .collect();
        let error = symbols.add_kind("ERROR");
        let text = symbols.add_kind("text");
        symbols.end_grammar();
        let generic = Generic::within_errors(symbols);
        Ok(TreeSitter { grammar, kinds, named, edges, error, text, generic, parsers: Mutex::new(vec![parser]) })
    }

    /// Parses a text, from an edited older parse if there is one.
    pub(super) fn parse(
        &self,
        text: &Patched,
        old: Option<&tree_sitter::Tree>,
        cancellation: &Cancellation,
    ) -> Result<Parse, Cancelled> {
        let pooled = self.parsers.lock().ok().and_then(|mut pool| pool.pop());
        let mut parser = pooled.unwrap_or_else(|| {
            let mut parser = Parser::new();
            // invariant: the grammar was accepted in `new`
            let _ = parser.set_language(&self.grammar);
            parser
        });
        let mut from = |byte: usize, _: Point| text.from(byte);
        let mut go_on = |_: &ParseState| {
            if cancellation.is_due() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let Some(tree) = parser.parse_with_options(&mut from, old, Some(options)) else {
            // This parser would go on with this text when it is asked for the next one.
            free_beside(parser);
            cancellation.check()?;
            return Ok(Parse { trouble: 1, ts: None });
        };
        if let Ok(mut pool) = self.parsers.lock() {
            pool.push(parser);
        }
        let trouble = count_trouble(tree.root_node());
        Ok(Parse { trouble, ts: Some(Arc::new(ParserTree::new(tree))) })
    }

    /// The labelled ordered tree of a parse.
    pub(super) fn tree(&self, text: &[u8], parse: &Parse, cancellation: &Cancellation) -> Result<Tree, Cancelled> {
        let nodes = parse.ts.as_ref().map_or(1, |ts| ts.get().root_node().descendant_count());
        let mut walk = Walk { front: self, text, builder: TreeBuilder::with_capacity(nodes) };
        match &parse.ts {
            Some(ts) => walk.all(&mut ts.get().walk(), cancellation)?,
            None => walk.leaf(0..text.len()),
        }
        Ok(walk.builder.finish().unwrap_or_else(|| unreachable!("the walk opens the root first")))
    }

    /// The label of a node and what else there is to say of it. An error's kind is outside the grammar's numbers. Most
    /// of the time of a walk goes into questions to the parser's tree, so none is asked twice.
    fn label(&self, node: &Node, empty: bool) -> (KindId, NodeFlags) {
        let id = node.kind_id() as usize;
        match self.kinds.get(id) {
            None => (self.error, NodeFlags { error: true, ..NodeFlags::default() }),
            Some(&kind) => {
                let error = empty && node.is_missing();
                (kind, NodeFlags { literal: !self.named[id], extra: node.is_extra(), error })
            }
        }
    }
}

/// How many error and missing nodes there are. Without any, the answer is at hand.
fn count_trouble(root: Node) -> usize {
    if !root.has_error() {
        return 0;
    }
    let mut cursor = root.walk();
    let mut count = 0;
    loop {
        let node = cursor.node();
        count += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                // A root that is marked but holds no such node counts as one place.
                return count.max(1);
            }
        }
    }
}

struct Walk<'a> {
    front: &'a TreeSitter,
    text: &'a [u8],
    builder: TreeBuilder,
}

/// A node whose children the walk is in.
struct Open {
    end: usize,
    /// Up to where the children so far have come.
    covered: usize,
    /// Its own text between its children stays apart as tokens; elsewhere such text makes the node one token.
    keeps_gaps: bool,
    gap: bool,
    /// How its children are grouped, if it is an error.
    groups: Option<Groups>,
}

impl Walk<'_> {
    fn all(&mut self, cursor: &mut TreeCursor, cancellation: &Cancellation) -> Result<(), Cancelled> {
        let mut open: Vec<Open> = Vec::new();
        let mut steps = cancellation.steps();
        loop {
            steps.step()?;
            let node = cursor.node();
            let (mut start, mut end) = (node.start_byte(), node.end_byte());
            if let Some(parent) = open.last_mut() {
                let covered = parent.covered;
                if start > covered && !is_blank(&self.text[covered..start]) {
                    parent.gap = true;
                    if parent.keeps_gaps {
                        self.gap(covered..start, parent.groups.as_mut());
                    }
                }
                parent.covered = end.max(covered);
            } else {
                (start, end) = (0, self.text.len());
            }
            let (kind, mut flags) = self.front.label(&node, start == end);
            if let Some(groups) = open.last_mut().and_then(|parent| parent.groups.as_mut()).filter(|_| start < end)
                && groups.advance(&mut self.builder) == Some(Symbols::CHILD)
                && flags.literal
            {
                // A word of the language is one word among others here.
                flags = NodeFlags { literal: false, error: true, ..flags };
            }
            self.builder.open(kind, self.edge(cursor, flags.literal), start..end, flags);
            let keeps_gaps = open.is_empty() || kind == self.front.error;
            if cursor.goto_first_child() {
                let covered = if open.is_empty() { self.mark(cursor.node().start_byte()) } else { start };
                let is_error = kind == self.front.error;
                let front = (self.text, &self.front.generic);
                let groups = is_error.then(|| Groups::of(node, covered, end, front, cancellation)).transpose()?;
                open.push(Open { end, covered, keeps_gaps, gap: false, groups });
                continue;
            }
            if kind == self.front.error {
                let front = (self.text, &self.front.generic);
                let mut groups = Groups::of(node, start, end, front, cancellation)?;
                self.gap(start..end, Some(&mut groups));
                groups.end(&mut self.builder);
            }
            self.builder.close();
            while !cursor.goto_next_sibling() {
                let Some(mut done) = open.pop() else { return Ok(()) };
                let rest = done.covered..done.end;
                let rest_is_text = !rest.is_empty() && !is_blank(&self.text[rest.clone()]);
                if done.keeps_gaps {
                    if rest_is_text {
                        self.gap(rest, done.groups.as_mut());
                    }
                    if let Some(groups) = done.groups {
                        groups.end(&mut self.builder);
                    }
                } else if done.gap || rest_is_text {
                    self.builder.drop_children();
                }
                self.builder.close();
                if !cursor.goto_parent() {
                    return Ok(());
                }
            }
        }
    }

    /// A byte order mark before the first node, as a node that may go as comments do. Gives where it ends.
    fn mark(&mut self, first: usize) -> usize {
        let mark = BYTE_ORDER_MARK.len_utf8();
        if first < mark || !self.text.starts_with(BYTE_ORDER_MARK.encode_utf8(&mut [0; 4]).as_bytes()) {
            return 0;
        }
        let flags = NodeFlags { extra: true, ..NodeFlags::default() };
        self.builder.open(self.front.text, Symbols::CHILD, 0..mark, flags);
        self.builder.close();
        mark
    }

    /// Text that no node of the parse covers: word by word where it is grouped.
    fn gap(&mut self, range: std::ops::Range<usize>, groups: Option<&mut Groups>) {
        let Some(groups) = groups else { return self.leaf(range) };
        for word in words(self.text, range) {
            groups.advance(&mut self.builder);
            self.leaf(word);
        }
    }

    /// Text that no node of the parse covers.
    fn leaf(&mut self, range: std::ops::Range<usize>) {
        let flags = NodeFlags { error: true, ..NodeFlags::default() };
        self.builder.open(self.front.text, Symbols::CHILD, range, flags);
        self.builder.close();
    }

    fn edge(&self, cursor: &TreeCursor, literal: bool) -> EdgeId {
        match cursor.field_id() {
            Some(field) => self.front.edges[field.get() as usize - 1],
            None if literal => Symbols::TOKEN,
            None => Symbols::CHILD,
        }
    }
}

/// Whether bytes between two tokens are nothing but trivia: white space of any script, a byte order mark, a line that
/// goes on after a backslash.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|b| b.is_ascii_whitespace() || matches!(b, b'\\' | 0x0b))
        || std::str::from_utf8(bytes)
            .is_ok_and(|text| text.chars().all(|c| c.is_whitespace() || c == BYTE_ORDER_MARK || c == '\\'))
}

#[cfg(test)]
mod tests {
    use super::super::Language;

    fn tokens(language: &str, text: &str) -> usize {
        let doc = Language::named(language).expect("built in").parse(text.as_bytes());
        assert_eq!(doc.unparse(), text.as_bytes());
        doc.tree().weight(doc.tree().root())
    }

    #[test]
    fn weight_is_the_number_of_tokens() {
        assert_eq!(tokens("javascript", "if (a) b(1); // c"), 9);
        assert_eq!(tokens("python", "if a:\n    b(1)\n"), 7);
        assert_eq!(tokens("c", "int x = 1;"), 5);
        assert_eq!(tokens("json", "[1, 2]"), 5);
    }

    #[test]
    fn a_byte_order_mark_is_a_node_that_weighs_nothing() {
        let doc = Language::named("c").expect("built in").parse("\u{feff}int x;".as_bytes());
        let tree = doc.tree();
        let mark = tree.children(tree.root()).next().expect("a node");
        assert_eq!((tree.range(mark), tree.weight(mark), tree.flags(mark).extra), (0..3, 0, true));
        assert_eq!(tokens("c", "\u{feff}int x;"), 3);
        assert_eq!(tokens("c", "\u{feff}"), 1);
    }

    #[test]
    fn text_that_no_node_covers_is_kept_as_tokens() {
        let doc = Language::named("python").expect("built in").parse(&b"x = 'a\\n\\tb'\n"[..]);
        assert_eq!(doc.trouble(), 0);
        let broken = Language::named("javascript").expect("built in").parse(&b"let \x01\x02 = ;;; }"[..]);
        assert!(broken.trouble() > 0);
        assert_eq!(broken.unparse(), b"let \x01\x02 = ;;; }");
    }
}
