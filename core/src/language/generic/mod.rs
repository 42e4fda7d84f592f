//! The front end that knows no grammar: a tree of lines, indentation, brackets and separators.
//!
//! | node | what it is |
//! | --- | --- |
//! | `text` | the whole |
//! | `item` | a line with those that belong to it, a statement, or an element between two commas |
//! | `block` | the items that are indented below a line; the statements of one line |
//! | `group` | a bracket, items, the bracket that closes it |
//! | `string` | a quotation mark, words, the quotation mark that closes it |
//! | `name`, `number`, `mark` | a word, one that begins with a digit, any other character as often as it is repeated |
//! | `words` | in an outline: what stands between brackets and separators in one line |
//!
//! An item of a single token or group is that token or group. Commas, semicolons, and what else parts the columns of a
//! text (see [`separators`]) are tokens.
//!
//! An *outline* shows a large text less closely: what is small beside the whole text is `words` as well, whatever is in
//! it. Scanning takes a few milliseconds a megabyte, a hundredth of what a parser takes, and there is no text that it
//! cannot read.

mod items;
mod scan;
mod separators;

use std::ops::Range;
use std::sync::Arc;

pub(super) use scan::words;

use super::builtin::BRACKETED;
use super::front::FrontEnd;
use super::{Language, Layout};
use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::{KindId, NodeFlags, Symbols, Tree, TreeBuilder};

/// What `Language::node_types` says of it, in the format of tree-sitter's grammars.
pub(super) const NODE_TYPES: &str = include_str!("node-types.json");

/// How closely a text is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    /// As closely as coarse steps on a large text need it.
    Outline,
    /// Every word and mark is a token.
    Words,
}

/// The kinds of the nodes.
pub(super) struct Generic {
    grain: Grain,
    text: KindId,
    item: KindId,
    block: KindId,
    group: KindId,
    string: KindId,
    words: KindId,
    name: KindId,
    number: KindId,
    mark: KindId,
    comma: KindId,
    semicolon: KindId,
    separator: KindId,
    /// Brackets and quotation marks, by their bytes.
    brackets: [(u8, KindId); 9],
}

impl Language {
    /// The language of outlines: what can be told of a large text without a grammar, in little time and room. It is no
    /// row of the table of languages.
    pub fn outline() -> Arc<Language> {
        let mut symbols = Symbols::new();
        let front = FrontEnd::Generic(Generic::new(Grain::Outline, &mut symbols));
        Arc::new(Language {
            name: "outline".to_owned(),
            extensions: Vec::new(),
            version: "outline 1".to_owned(),
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
    pub(super) fn new(grain: Grain, symbols: &mut Symbols) -> Self {
        Self::with_kinds(grain, |name| symbols.add_kind(name))
    }

    fn with_kinds(grain: Grain, mut kind: impl FnMut(&str) -> KindId) -> Self {
        Generic {
            grain,
            text: kind("text"),
            item: kind("item"),
            block: kind("block"),
            group: kind("group"),
            string: kind("string"),
            words: kind("words"),
            name: kind("name"),
            number: kind("number"),
            mark: kind("mark"),
            comma: kind("\",\""),
            semicolon: kind("\";\""),
            separator: kind("\"separator\""),
            brackets: (*b"()[]{}\"'`").map(|byte| (byte, kind(&format!("\"{}\"", char::from(byte))))),
        }
    }

    /// The same within a grammar's tree: no kind of these is one of the grammar's.
    pub(super) fn within_errors(symbols: &mut Symbols) -> Self {
        let within = |name: &str| symbols.add_kind(&format!("ERROR {name}"));
        Self::with_kinds(Grain::Words, within)
    }

    /// How closely texts are looked at.
    pub(super) fn grain(&self) -> Grain {
        self.grain
    }

    /// The tree of a text.
    pub(super) fn tree(&self, text: &[u8], cancellation: &Cancellation) -> Result<Tree, Cancelled> {
        let tokens = scan::tokens(text, self.grain, cancellation)?;
        let mut builder = TreeBuilder::with_capacity(tokens.len() + tokens.len() / 2 + 1);
        builder.open(self.text, Symbols::CHILD, 0..text.len(), NodeFlags::default());
        items::build(self, text, &tokens, &mut builder, cancellation)?;
        Ok(builder.finish().unwrap_or_else(|| unreachable!("the root is open")))
    }
}

impl Generic {
    /// Groups tokens that a parser has found and makes nothing of together, none of which is empty, by lines, brackets and
    /// separators: the leaves of the tree are these tokens, in order.
    pub(super) fn grouped(
        &self,
        text: &[u8],
        found: &[Range<usize>],
        cancellation: &Cancellation,
    ) -> Result<Tree, Cancelled> {
        let tokens = scan::tokens_of_parser(text, found, cancellation)?;
        let mut builder = TreeBuilder::with_capacity(2 * tokens.len() + 1);
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
        let language = Language::outline();
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
        let language = Language::outline();
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
            let document = Language::outline().parse(text.as_bytes());
            assert!(document.tree().len() < 40_000, "{} nodes", document.tree().len());
            assert_eq!(document.unparse(), text.as_bytes());
        }
    }

    #[test]
    fn a_nesting_of_any_depth_is_read() {
        let text = "f(".repeat(100_000) + &")".repeat(100_000);
        let document = Language::outline().parse(text.as_bytes());
        assert!(document.tree().depth() > 1000, "{} levels", document.tree().depth());
        assert_eq!(document.unparse(), text.as_bytes());
    }
}
