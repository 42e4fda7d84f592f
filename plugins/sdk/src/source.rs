//! The opened text, its tree, and what is known of its language.

use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::ops::Range;

use reduce_tree_abi::{EXTRA, LITERAL, NO_NODE, RtHost, RtText, WRONG};

/// The text that a pass works on, with its tree.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    host: &'a RtHost,
}

impl<'a> Source<'a> {
    pub(crate) fn new(host: &'a RtHost) -> Self {
        Source { host }
    }

    /// The text, byte for byte.
    pub fn text(self) -> &'a [u8] {
        // SAFETY: the host's text stays valid for as long as the text is open, which 'a does not outlive.
        unsafe { bytes((self.host.text)(self.host)) }
    }

    /// The text's language: `javascript`, `python`, `c`, `json`, `xml`, or a grammar's name.
    pub fn language(self) -> &'a str {
        // SAFETY: as for the text.
        unsafe { string((self.host.language)(self.host)) }
    }

    /// The root of the tree.
    pub fn root(self) -> Node<'a> {
        // SAFETY: the host is asked about itself.
        Node { host: self.host, id: unsafe { (self.host.root)(self.host) } }
    }

    /// All nodes in preorder, the root first.
    pub fn nodes(self) -> impl Iterator<Item = Node<'a>> {
        let root = self.root();
        std::iter::once(root).chain(root.descendants())
    }
}

/// A node of the tree. A token is a node without children.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    host: &'a RtHost,
    id: u32,
}

// SAFETY in all of this: the host answers questions about any number, and what it points to stays valid for as long as
// the text is open, which 'a does not outlive.
impl<'a> Node<'a> {
    /// The node's place in preorder: the nodes below a node follow it.
    pub fn id(self) -> u32 {
        self.id
    }

    /// The label, as the grammar names it; that of a literal token is its text in double quotes.
    pub fn kind(self) -> &'a str {
        unsafe { string((self.host.kind)(self.host, self.id)) }
    }

    /// The label of the edge from the parent: the grammar's field name, else `child`, or `token` for literals.
    pub fn edge(self) -> &'a str {
        unsafe { string((self.host.edge)(self.host, self.id)) }
    }

    /// The bytes that the node covers.
    pub fn range(self) -> Range<usize> {
        unsafe { (self.host.start)(self.host, self.id)..(self.host.end)(self.host, self.id) }
    }

    /// The node's bytes.
    pub fn text(self) -> &'a [u8] {
        Source { host: self.host }.text().get(self.range()).unwrap_or_default()
    }

    /// The number of tokens below the node, itself included if it is one. Comments do not count.
    pub fn tokens(self) -> usize {
        unsafe { (self.host.tokens)(self.host, self.id) }
    }

    /// Whether it is a keyword, bracket or operator.
    pub fn is_literal(self) -> bool {
        self.flag(LITERAL)
    }

    /// Whether it is a comment or what else may stand anywhere.
    pub fn is_extra(self) -> bool {
        self.flag(EXTRA)
    }

    /// Whether the grammar could not read it.
    pub fn is_wrong(self) -> bool {
        self.flag(WRONG)
    }

    /// Whether it is a token: a node without children.
    pub fn is_token(self) -> bool {
        self.first_child().is_none()
    }

    /// The parent; none for the root.
    pub fn parent(self) -> Option<Node<'a>> {
        self.at(unsafe { (self.host.parent)(self.host, self.id) })
    }

    /// The first child.
    pub fn first_child(self) -> Option<Node<'a>> {
        self.at(unsafe { (self.host.first_child)(self.host, self.id) })
    }

    /// The sibling behind it.
    pub fn next_sibling(self) -> Option<Node<'a>> {
        self.at(unsafe { (self.host.next_sibling)(self.host, self.id) })
    }

    /// The children, in order, literal tokens and comments among them.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        std::iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// The children that are neither literal tokens nor comments.
    pub fn parts(self) -> impl Iterator<Item = Node<'a>> {
        self.children().filter(|child| !child.is_literal() && !child.is_extra())
    }

    /// The first child on the edge of this name.
    pub fn child(self, edge: &str) -> Option<Node<'a>> {
        self.children().find(|child| child.edge() == edge)
    }

    /// The ancestors, nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'a>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// All below the node in preorder.
    pub fn descendants(self) -> impl Iterator<Item = Node<'a>> {
        // What follows the node in preorder, up to the node that follows its subtree.
        let end = std::iter::once(self).chain(self.ancestors()).find_map(Node::next_sibling).map_or(NO_NODE, |n| n.id);
        (self.id + 1..end).map_while(move |id| {
            let node = Node { host: self.host, id };
            (node.parent().is_some()).then_some(node)
        })
    }

    /// Whether `other` is this node or below it.
    pub fn contains(self, other: Node<'_>) -> bool {
        other.id == self.id || other.ancestors().any(|node| node.id == self.id)
    }

    /// Whether the parent cannot be without it, by the grammar and by the corpus: its edge is mandatory.
    pub fn is_mandatory(self) -> bool {
        unsafe { (self.host.is_mandatory)(self.host, self.id) != 0 }
    }

    /// Whether it is an element of a list: many nodes may stand side by side where it stands.
    pub fn is_in_list(self) -> bool {
        unsafe { (self.host.is_in_list)(self.host, self.id) != 0 }
    }

    /// Whether a node of this kind may stand where this node stands.
    pub fn may_be(self, kind: &str) -> bool {
        let Ok(kind) = CString::new(kind) else { return false };
        unsafe { (self.host.may_stand)(self.host, kind.as_ptr(), self.id) != 0 }
    }

    /// The smallest texts that the corpus has where this node stands, smallest first.
    pub fn smallest(self) -> impl Iterator<Item = &'a [u8]> {
        (0..)
            .map(move |nth| unsafe { bytes((self.host.smallest)(self.host, self.id, nth)) })
            .take_while(|text| !text.is_empty())
    }

    fn flag(self, flag: u32) -> bool {
        unsafe { (self.host.flags)(self.host, self.id) & flag != 0 }
    }

    fn at(self, id: u32) -> Option<Node<'a>> {
        (id != NO_NODE).then_some(Node { host: self.host, id })
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), String::from_utf8_lossy(self.text()))
    }
}

unsafe fn bytes<'a>(text: RtText) -> &'a [u8] {
    if text.bytes.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(text.bytes, text.length) } }
}

unsafe fn string<'a>(text: *const c_char) -> &'a str {
    if text.is_null() { "" } else { unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default() }
}
