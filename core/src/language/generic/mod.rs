//! The front end that knows no grammar: a tree of lines, indentation, brackets and separators.
//!
//! | node | what it is |
//! | --- | --- |
//! | `text` | the whole |
//! | `item` | a line with those that belong to it, a statement, or an element between two commas |
//! | `block` | the items that are indented below a line; the statements of one line |
//! | `group` | a bracket, items, the bracket that closes it |
//! | `words` | what stands between these, in one line: words, marks, quoted strings |
//!
//! What is small beside the whole text is `words` as well, whatever is in it: a large text is not looked at so closely.
//! An item of a single token or group is that token or group. A comma and a semicolon are tokens. Scanning takes a few milliseconds a megabyte, a hundredth
//! of what a parser takes, and there is no text that it cannot read.

mod items;
mod scan;

use std::sync::Arc;

use super::builtin::BRACKETED;
use super::front::FrontEnd;
use super::{Language, Layout};
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{KindId, NodeFlags, Symbols, Tree, TreeBuilder};

/// What `Language::node_types` says of it, in the format of tree-sitter's grammars.
const NODE_TYPES: &str = include_str!("node-types.json");

/// The kinds of the nodes.
pub(super) struct Generic {
    text: KindId,
    item: KindId,
    block: KindId,
    group: KindId,
    words: KindId,
    comma: KindId,
    semicolon: KindId,
    /// Brackets, by their bytes.
    brackets: [(u8, KindId); 6],
}

impl Language {
    /// The language of any text: what can be told without a grammar. It is no row of the table of languages.
    pub fn generic() -> Arc<Language> {
        let mut symbols = Symbols::new();
        let front = FrontEnd::Generic(Generic::new(&mut symbols));
        Arc::new(Language {
            name: "text".to_owned(),
            version: "text 1".to_owned(),
            layout: Layout { terminator: "", name_bytes: b"$", ..BRACKETED },
            node_types: NODE_TYPES.to_owned(),
            rules: None,
            symbols,
            front,
            grammar: None,
        })
    }
}

impl Generic {
    /// Adds the kinds to the symbols.
    fn new(symbols: &mut Symbols) -> Self {
        Generic {
            text: symbols.add_kind("text"),
            item: symbols.add_kind("item"),
            block: symbols.add_kind("block"),
            group: symbols.add_kind("group"),
            words: symbols.add_kind("words"),
            comma: symbols.add_kind("\",\""),
            semicolon: symbols.add_kind("\";\""),
            brackets: (*b"()[]{}").map(|byte| (byte, symbols.add_kind(&format!("\"{}\"", char::from(byte))))),
        }
    }

    /// The tree of a text.
    pub(super) fn tree(&self, text: &[u8], cancellation: &Cancellation) -> Result<Tree, Cancelled> {
        let tokens = scan::tokens(text, cancellation)?;
        let mut builder = TreeBuilder::with_capacity(tokens.len() + tokens.len() / 2 + 1);
        builder.open(self.text, Symbols::CHILD, 0..text.len(), NodeFlags::default());
        items::build(self, text, &tokens, &mut builder, cancellation)?;
        Ok(builder.finish().unwrap_or_else(|| unreachable!("the root is open")))
    }
}

#[cfg(test)]
mod tests {
    use crate::language::{Document, Edit, Language};
    use crate::tree::NodeId;

    /// Items in round brackets, blocks and groups in curly ones, literals as they are.
    fn shown(text: &str) -> String {
        let language = Language::generic();
        let document = language.parse(text.as_bytes());
        assert_eq!(document.unparse(), text.as_bytes());
        show(&language, &document, document.tree().root())
    }

    fn show(language: &Language, document: &Document, node: NodeId) -> String {
        let tree = document.tree();
        let inner: Vec<String> = tree.children(node).map(|child| show(language, document, child)).collect();
        match language.symbols().kind_name(tree.kind(node)) {
            "text" => inner.join(" "),
            "item" => format!("({})", inner.join(" ")),
            "block" | "group" => format!("<{}>", inner.join(" ")),
            _ => String::from_utf8_lossy(document.node_text(node)).into_owned(),
        }
    }

    #[test]
    fn lines_hold_the_lines_that_are_indented_below_them() {
        assert_eq!(shown("def f:\n  a 1\n  if b:\n    c\nd\n"), "(def f: <a 1 (if b: <c>)>) d");
    }

    #[test]
    fn a_bracket_on_a_line_of_its_own_belongs_to_the_line_before() {
        assert_eq!(shown("int f(a)\n{\n  b;\n}\nint c;\n"), "(int f <( a )> <{ b ; }>) (int c ;)");
        assert_eq!(shown("{\"a\": 1}\n{\"b\": 2}\n"), "<{ \"a\": 1 }> <{ \"b\": 2 }>");
    }

    #[test]
    fn statements_of_one_line_and_elements_of_a_list_are_items() {
        assert_eq!(shown("a b;c d;"), "(a b ;) (c d ;)");
        assert_eq!(shown("a b;c d;\ne"), "(<(a b ;) (c d ;)>) e");
        assert_eq!(shown("function a(){b}function c(){d}"), "(function a <( )> <{ b }>) (function c <( )> <{ d }>)");
        assert_eq!(shown("[1, {x: 2, y},\n 3]"), "<[ 1 , <{ x: 2 , y }> , 3 ]>");
    }

    #[test]
    fn an_item_goes_with_its_line_and_no_token_fuses() {
        let language = Language::generic();
        let document = language.parse(&b"a 1\n  b\nc(d)e\n"[..]);
        let tree = document.tree();
        let find = |text: &str| tree.nodes().find(|&n| document.node_text(n) == text.as_bytes()).expect("a node");
        let edits = [Edit::delete(find("b")), Edit::delete(find("(d)"))];
        assert_eq!(language.render(&document, &edits).text, b"a 1\nc e\n");
    }

    #[test]
    fn what_is_small_beside_the_text_is_not_divided() {
        let list = format!("f({}b);\n", "a,".repeat(1 << 19));
        let nested = "(".repeat(1 << 19) + "b" + &")".repeat(1 << 19);
        let lines = "if a {\n  b;\n}\n".repeat(1 << 16);
        for text in [list, nested, lines] {
            let document = Language::generic().parse(text.as_bytes());
            assert!(document.tree().len() < 40_000, "{} nodes", document.tree().len());
            assert_eq!(document.unparse(), text.as_bytes());
        }
    }

    #[test]
    fn a_nesting_of_any_depth_is_read() {
        let text = "f(".repeat(100_000) + &")".repeat(100_000);
        let document = Language::generic().parse(text.as_bytes());
        assert!(document.tree().depth() > 1000, "{} levels", document.tree().depth());
        assert_eq!(document.unparse(), text.as_bytes());
    }
}
