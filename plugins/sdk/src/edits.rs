//! What an instance does to the text.

use std::ops::Range;

use reduce_tree_abi::{DONE, RtHost};

use crate::source::Node;

/// Edits of the opened text, which together are one instance. They must not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits(Vec<Edit>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Edit {
    Replace(Range<usize>, Vec<u8>),
    Remove(u32),
    Lift(u32, u32, u32),
    Put(u32, Vec<u8>),
}

impl Edits {
    /// No edit yet.
    pub fn new() -> Self {
        Edits::default()
    }

    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These bytes take the place of those in the range, as they are. A whole new text replaces all of the old one.
    #[must_use]
    pub fn replace(self, range: Range<usize>, bytes: impl Into<Vec<u8>>) -> Self {
        self.and(Edit::Replace(range, bytes.into()))
    }

    /// The node goes, with the tokens that only introduce it and with its separator. The host sees to blanks, lines,
    /// and blocks that would be empty.
    #[must_use]
    pub fn remove(self, node: Node<'_>) -> Self {
        self.and(Edit::Remove(node.id()))
    }

    /// The siblings from `first` to `last`, which lie below the node, take its place, indented as it is.
    #[must_use]
    pub fn lift(self, node: Node<'_>, first: Node<'_>, last: Node<'_>) -> Self {
        self.and(Edit::Lift(node.id(), first.id(), last.id()))
    }

    /// Some text takes the node's place; blanks keep it apart from what stands beside it.
    #[must_use]
    pub fn put(self, node: Node<'_>, text: impl Into<Vec<u8>>) -> Self {
        self.and(Edit::Put(node.id(), text.into()))
    }

    /// The edits of both.
    #[must_use]
    pub fn with(mut self, other: Edits) -> Self {
        self.0.extend(other.0);
        self
    }

    fn and(mut self, edit: Edit) -> Self {
        self.0.push(edit);
        self
    }

    /// Hands the edits to the host. False if the host refuses one.
    pub(crate) fn hand_over(&self, host: &RtHost) -> bool {
        self.0.iter().all(|edit| {
            // SAFETY: the host's functions take any numbers, and the bytes outlive the call.
            let status = unsafe {
                match edit {
                    Edit::Replace(range, bytes) => {
                        (host.replace)(host, range.start, range.end, bytes.as_ptr(), bytes.len())
                    }
                    Edit::Remove(node) => (host.remove)(host, *node),
                    Edit::Lift(node, first, last) => (host.lift)(host, *node, *first, *last),
                    Edit::Put(node, bytes) => (host.put)(host, *node, bytes.as_ptr(), bytes.len()),
                }
            };
            status == DONE
        })
    }
}
