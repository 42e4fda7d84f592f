//! The lists of a text whose parts have a line each, and how deep each line is indented.

use rustc_hash::FxHashMap;

use super::gap::{Boundary, Space, name_of};
use super::{Conventions, List};
use crate::language::{Document, Language};
use crate::tree::{KindId, NodeId};

/// A list that is longer than this does not stay in one line.
const LINE: usize = 72;

/// The lists of a document.
pub(super) struct Lists {
    lists: FxHashMap<NodeId, Found>,
    /// The level of each node, by its place in preorder.
    levels: Vec<u32>,
}

/// A list with the children that its parts stand between.
#[derive(Clone, Copy)]
pub(super) struct Found {
    open: Option<NodeId>,
    close: Option<NodeId>,
    nests: bool,
}

impl Found {
    fn has(&self, child: NodeId) -> bool {
        self.open.is_none_or(|open| open < child) && self.close.is_none_or(|close| child < close)
    }

    /// Nothing but its lines shows where it begins and ends.
    fn is_bare_block(&self) -> bool {
        self.nests && self.open.is_none()
    }
}

impl Lists {
    pub(super) fn of(language: &Language, conventions: &'static Conventions, document: &Document) -> Self {
        let tree = document.tree();
        let kinds: FxHashMap<KindId, &'static List> =
            conventions.lists.iter().filter_map(|list| Some((language.symbols().kind(list.kind)?, list))).collect();
        let mut found = Lists { lists: FxHashMap::default(), levels: vec![0; tree.len()] };
        for node in tree.nodes() {
            if let Some(parent) = tree.parent(node) {
                let deeper = found.get(parent).is_some_and(|list| list.nests && list.has(node));
                found.levels[node.index()] = found.levels[parent.index()] + u32::from(deeper);
            }
            let list = kinds.get(&tree.kind(node)).and_then(|list| list.find(language, document, node));
            if let Some(list) = list {
                found.lists.insert(node, list);
            }
        }
        found
    }

    pub(super) fn get(&self, node: NodeId) -> Option<&Found> {
        self.lists.get(&node)
    }

    /// How deep the line of a token is indented that begins there.
    pub(super) fn level(&self, token: NodeId) -> usize {
        self.levels[token.index()] as usize
    }

    /// What lists ask for between two neighbours, if they ask for anything.
    pub(super) fn space(&self, boundary: &Boundary) -> Option<Space> {
        let is_bare = |node: &NodeId| self.get(*node).is_some_and(Found::is_bare_block);
        if boundary.begins().chain(boundary.ends()).any(|node| is_bare(&node)) {
            return Some(Space::Break);
        }
        let list = self.get(boundary.within)?;
        let (left, right) = (boundary.left, boundary.right);
        let (opens, closes) = (list.open == Some(left), list.close == Some(right));
        let is_inside = (opens || list.has(left)) && (closes || list.has(right));
        if !is_inside || (opens && closes) {
            return None;
        }
        match boundary.right_text() {
            b";" | b"," if !opens => Some(Space::Tight),
            _ => Some(boundary.particular_in_list().unwrap_or(Space::Break)),
        }
    }
}

impl List {
    /// The list that a node is; none if it is empty, or its parts stay in their line.
    fn find(&self, language: &Language, document: &Document, node: NodeId) -> Option<Found> {
        let tree = document.tree();
        let named = |name: &str, child: NodeId| name_of(language, tree, child) == name;
        let open = tree.children(node).find(|&child| !self.open.is_empty() && named(self.open, child));
        if open.is_none() && !self.open.is_empty() {
            return None;
        }
        let last = tree.children(node).filter(|&child| !self.close.is_empty() && named(self.close, child)).last();
        let close = last.filter(|&close| open.is_none_or(|open| open < close));
        if close.is_none() && !self.close.is_empty() {
            return None;
        }
        let found = Found { open, close, nests: self.nests };
        let is_part = |&child: &NodeId| found.has(child) && !tree.range(child).is_empty();
        let mut parts = tree.children(node).filter(is_part).peekable();
        parts.peek()?;
        let is_hindrance = |child: NodeId| self.unless.split(' ').any(|kind| named(kind, child));
        if parts.any(is_hindrance) || (self.only_long && width(document, node) <= LINE) {
            return None;
        }
        Some(found)
    }
}

/// The columns that a node takes in one line, with a blank behind each comma and colon.
fn width(document: &Document, node: NodeId) -> usize {
    let tree = document.tree();
    let tokens = std::iter::once(node).chain(tree.descendants(node)).filter(|&node| tree.is_token(node));
    let columns = |token: NodeId| match document.node_text(token) {
        b"," | b":" => 2,
        text => text.len(),
    };
    tokens.map(columns).sum()
}
