//! What a grammar makes nothing of, as a tree all the same: the tokens of an error are grouped by lines, brackets and
//! separators, as in a text of no language, and what the parser has made out among them keeps its own tree.

use std::ops::Range;

use tree_sitter::Node;

use super::generic::{Generic, words};
use super::treesitter::is_blank;
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{EdgeId, NodeFlags, Tree, TreeBuilder};

/// The groups below one error while its children are walked.
pub(super) struct Groups {
    /// Its leaves are the children of the error that are not empty, and the words between them.
    tree: Tree,
    /// The place of its next node.
    next: usize,
    /// For each group that is open, the place of the node behind it.
    open: Vec<usize>,
}

impl Groups {
    /// Groups the children of an error, and what stands around them from `covered` on.
    pub(super) fn of(
        error: Node,
        covered: usize,
        end: usize,
        (text, generic): (&[u8], &Generic),
        cancellation: &Cancellation,
    ) -> Result<Self, Cancelled> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut covered = covered;
        let mut cursor = error.walk();
        for child in error.children(&mut cursor).map(|child| child.byte_range()).filter(|range| !range.is_empty()) {
            found.extend(between(text, covered..child.start.max(covered)));
            covered = covered.max(child.end);
            found.push(child);
        }
        found.extend(between(text, covered..end.max(covered)));
        Ok(Groups { tree: generic.grouped(text, &found, cancellation)?, next: 1, open: Vec::new() })
    }

    /// Ends and begins groups up to the next leaf; gives the edge on which that stands.
    pub(super) fn advance(&mut self, builder: &mut TreeBuilder) -> Option<EdgeId> {
        while self.open.pop_if(|end| *end <= self.next).is_some() {
            builder.close();
        }
        loop {
            let node = self.tree.node_at(self.next)?;
            self.next += 1;
            if self.tree.is_token(node) {
                return Some(self.tree.edge(node));
            }
            let flags = NodeFlags { error: true, ..NodeFlags::default() };
            builder.open(self.tree.kind(node), self.tree.edge(node), self.tree.range(node), flags);
            self.open.push(node.index() + self.tree.size(node));
        }
    }

    /// Ends all groups.
    pub(super) fn end(self, builder: &mut TreeBuilder) {
        for _ in self.open {
            builder.close();
        }
    }
}

/// The words of what no child covers, if that is more than blanks.
fn between(text: &[u8], range: Range<usize>) -> Vec<Range<usize>> {
    if is_blank(&text[range.clone()]) { Vec::new() } else { words(text, range) }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Language};
    use crate::tree::NodeId;

    /// Groups within errors in round brackets, what the parser has made out by its kind.
    fn show(language: &Language, document: &Document, node: NodeId) -> String {
        let tree = document.tree();
        let kind = language.symbols().kind_name(tree.kind(node));
        let inner = || tree.children(node).map(|child| show(language, document, child)).collect::<Vec<_>>().join(" ");
        match kind {
            _ if tree.is_token(node) => String::from_utf8_lossy(document.node_text(node)).into_owned(),
            "ERROR" => format!("ERROR({})", inner()),
            _ if kind.starts_with("ERROR ") => format!("({})", inner()),
            _ => kind.to_owned(),
        }
    }

    #[test]
    fn what_a_parser_makes_nothing_of_has_lines_and_brackets() {
        for (name, text, expected) in [
            ("json", "begin\n  a: b\n[1,\n 2]\n", "ERROR(ERROR((begin (a))) : ERROR(b)) array"),
            (
                "c",
                "struct { int a;\n  int b(int c) {\n    d(1, e;\n    return 2;\n",
                "ERROR((struct { field_declaration ((field_declaration (field_declaration)))))",
            ),
            (
                "javascript",
                "f(1, 2;\nif (g) {\n  h(3);\n  i(4\n",
                "expression_statement ERROR((if parenthesized_expression { (expression_statement (i ( 4))))",
            ),
        ] {
            let language = Language::named(name).expect("built in");
            let document = language.parse(text.as_bytes());
            assert_eq!(document.unparse(), text.as_bytes());
            let tree = document.tree();
            let shown: Vec<String> = tree.children(tree.root()).map(|node| show(&language, &document, node)).collect();
            assert_eq!(shown.join(" "), expected, "{name}");
        }
    }
}
