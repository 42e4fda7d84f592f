//! How rows name the parts of a node.
//!
//! | path | what it leads to, below a node |
//! | --- | --- |
//! | | the node itself |
//! | `body` | the first child on the edge `body` |
//! | `.block` | the first child of the kind `block` |
//! | `'async'` | the first literal token `async` |
//! | `*` | every child that is no literal token |
//! | `body*`, `.block*` | every one of those |
//! | `**`, `body**` | all of those, as one run |
//! | `body/**` | a path from there on |

use std::ops::Range;

use reduce_tree_plugin::Node;

/// Siblings, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// The first.
    pub first: Node<'a>,
    /// The last; for a single node, the same.
    pub last: Node<'a>,
}

impl<'a> Run<'a> {
    /// A single node.
    pub fn of(node: Node<'a>) -> Self {
        Run { first: node, last: node }
    }

    /// The bytes from the first to the last.
    pub fn range(self) -> Range<usize> {
        self.first.range().start..self.last.range().end
    }
}

/// All that a path leads to.
pub fn follow<'a>(path: &str, node: Node<'a>) -> Vec<Run<'a>> {
    let mut found = vec![Run::of(node)];
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        found = found.into_iter().flat_map(|run| step(segment, run.first)).collect();
    }
    found
}

fn step<'a>(segment: &str, node: Node<'a>) -> Vec<Run<'a>> {
    let (selector, is_run) = segment.strip_suffix("**").map_or((segment, false), |selector| (selector, true));
    let (selector, is_each) = selector.strip_suffix('*').map_or((selector, false), |selector| (selector, true));
    let mut children = node.children().filter(|child| !child.is_extra() && selects(selector, *child));
    if is_run {
        let first = children.next();
        return first.map(|first| Run { first, last: children.last().unwrap_or(first) }).into_iter().collect();
    }
    children.take(if is_each { usize::MAX } else { 1 }).map(Run::of).collect()
}

fn selects(selector: &str, child: Node<'_>) -> bool {
    if selector.is_empty() {
        !child.is_literal()
    } else if let Some(kind) = selector.strip_prefix('.') {
        child.kind() == kind
    } else if let Some(text) = selector.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        child.is_literal() && child.text() == text.as_bytes()
    } else {
        child.edge() == selector
    }
}
