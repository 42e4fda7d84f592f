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

/// All rows of a text: lists, and the two sides of operators.
pub fn rows(source: Source<'_>) -> Vec<Row> {
    let in_lines = source.language() == "python";
    let mut rows = Vec::new();
    for parent in source.nodes() {
        operands(parent, &mut rows);
        let unseparated = match parent.kind() {
            "module" | "block" if in_lines => Bounds::Lines,
            _ => Bounds::Juxtaposed,
        };
        for list in lists(parent) {
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

/// Whether a separator stands between two siblings. A `;` ends the one before it rather than parting the two.
fn separated(pair: &[Node<'_>]) -> bool {
    let [left, right] = pair else { return false };
    std::iter::successors(left.next_sibling(), |node| node.next_sibling())
        .take_while(|node| node != right)
        .any(|node| node.is_literal() && node.text() != b";")
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
        Slot { range, weight: node.tokens() }
    };
    rows.push(Row { slots: nodes.into_iter().map(slot).collect(), bounds });
}
