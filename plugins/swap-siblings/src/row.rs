//! Rows: nodes side by side that may change places.

use std::ops::Range;

use reduce_tree_plugin::{Node, Source};

/// Nodes whose texts may be put into each other's places, in the order of the text.
pub struct Row {
    pub slots: Vec<Slot>,
    /// What binds the text of a slot to its place.
    pub bounds: Bounds,
}

/// A place in a row, and the text that stands there.
pub struct Slot {
    /// The bytes, without blanks at the ends.
    pub range: Range<usize>,
    /// The tokens.
    pub weight: usize,
    /// Whether the text says itself where it ends, or what follows it does.
    pub ending: (bool, bool),
}

/// What a text of a row needs around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// Nothing: there are separators or an operator in between.
    Separated,
    /// To be told from its neighbours, since nothing but blanks is in between.
    Juxtaposed,
    /// The same, in a language in which lines and indentation count.
    Lines,
}

/// Nodes whose parts come in one order, by language: what an XML declaration says, `public` and the class behind it.
const ORDERED: [(&str, &str); 2] = [("xml", "declaration"), ("cpp", "base_class_clause")];

/// All rows of a text: lists, and the two sides of operators.
pub fn rows(source: Source<'_>) -> Vec<Row> {
    let in_lines = source.language() == "python";
    let mut rows = Vec::new();
    let is_free = |node: &Node<'_>| !ORDERED.contains(&(source.language(), node.kind()));
    for parent in source.nodes().filter(|node| is_free(node) && !node.is_wrong()) {
        operands(parent, &mut rows);
        let unseparated = match parent.kind() {
            "module" | "block" if in_lines => Bounds::Lines,
            _ => Bounds::Juxtaposed,
        };
        for list in lists(parent) {
            if list.windows(2).flat_map(between).any(|token| names(token.text())) {
                continue;
            }
            let touches = |pair: &[Node<'_>]| pair[0].range().end == pair[1].range().start && !closes(pair[0]);
            if list.windows(2).any(touches) {
                // The parts of a string, say.
                continue;
            }
            let separated = |pair| between(pair).any(|token| token.text() != b";");
            let bounds = if list.windows(2).all(separated) { Bounds::Separated } else { unseparated };
            add(list, bounds, &mut rows);
        }
    }
    rows
}

/// The children that stand side by side on an edge that takes many.
fn lists(parent: Node<'_>) -> Vec<Vec<Node<'_>>> {
    let mut lists: Vec<Vec<Node<'_>>> = Vec::new();
    let mut continues = None;
    for child in parent.parts() {
        let may_move = child.is_in_list() && !child.is_wrong() && !child.text().trim_ascii().is_empty();
        match lists.last_mut().filter(|_| continues == Some(child.edge())) {
            Some(list) if may_move => list.push(child),
            _ if may_move => lists.push(vec![child]),
            _ => {}
        }
        continues = may_move.then(|| child.edge());
    }
    lists
}

/// The literal tokens between two siblings. A `;` ends the one before it rather than parting the two.
fn between<'p, 'a>(pair: &'p [Node<'a>]) -> impl Iterator<Item = Node<'a>> + use<'p, 'a> {
    let after = pair.first().and_then(|left| left.next_sibling());
    std::iter::successors(after, |node| node.next_sibling())
        .take_while(|node| Some(node) != pair.last())
        .filter(|node| node.is_literal())
}

/// Whether a node says itself where it ends. A statement that ends with an expression does not, whatever that ends with.
fn closes(node: Node<'_>) -> bool {
    match node.text().trim_ascii_end().last() {
        Some(b';' | b'>') => true,
        Some(b'}') => !matches!(
            node.kind(),
            "expression_statement"
                | "variable_declaration"
                | "lexical_declaration"
                | "return_statement"
                | "throw_statement"
        ),
        _ => false,
    }
}

/// Whether a token says that what stands before it is a name for, or has, what stands behind it: these are no list.
fn names(token: &[u8]) -> bool {
    assigns(token) || [&b":"[..], b".", b"=>"].contains(&token)
}

/// The operands of an operator, unless it assigns.
fn operands(parent: Node<'_>, rows: &mut Vec<Row>) {
    let mut children = parent.children().filter(|child| !child.is_extra());
    let (Some(left), Some(operator), Some(right), None) =
        (children.next(), children.next(), children.next(), children.next())
    else {
        return;
    };
    let sides_fit = (left.edge(), right.edge()) == ("left", "right") && operator.is_literal();
    if sides_fit && !assigns(operator.text()) && left.may_be(right.kind()) && right.may_be(left.kind()) {
        add(vec![left, right], Bounds::Separated, rows);
    }
}

fn assigns(operator: &[u8]) -> bool {
    let compares = [&b"=="[..], b"===", b"!=", b"!==", b"<=", b">="].contains(&operator);
    operator.ends_with(b"=") && !compares
}

fn add(nodes: Vec<Node<'_>>, bounds: Bounds, rows: &mut Vec<Row>) {
    if nodes.len() < 2 {
        return;
    }
    let slot = |node: Node<'_>| {
        // Grammars count the end of a line to some nodes; it belongs to the place.
        let start = node.range().start;
        let range = start..start + node.text().trim_ascii_end().len();
        let follows =
            std::iter::successors(node.next_sibling(), |node| node.next_sibling()).find(|node| !node.is_extra());
        let ending = (closes(node), follows.is_some_and(|follows| follows.text() == b";"));
        Slot { range, weight: node.tokens(), ending }
    };
    rows.push(Row { slots: nodes.into_iter().map(slot).collect(), bounds });
}
