//! What a plugin has before it: the opened text, and the edits of a call.

use std::cell::RefCell;
use std::rc::Rc;

use reduce_tree_abi::{DONE, ERROR, NO_NODE, RtHost};

use super::background::{Background, Subject};
use super::table::TABLE;
use super::{Trouble, answer};
use crate::language::{Edit, Patch};
use crate::template::View;
use crate::tree::{NodeId, Tree};

/// What a plugin sees of us: the table first, then what its functions need.
#[repr(C)]
pub(super) struct Host {
    table: RtHost,
    background: Rc<Background>,
    opened: Option<Rc<Subject>>,
    call: RefCell<Call>,
}

/// What a call of the plugin has said so far.
#[derive(Default)]
struct Call {
    /// Whether the call may edit.
    edits: Option<Editing>,
    message: Option<String>,
}

/// The edits of a call.
#[derive(Default)]
pub(super) struct Editing {
    pub(super) replaced: Vec<Patch>,
    pub(super) nodes: Vec<Edit>,
    brought: usize,
    too_large: bool,
}

impl Host {
    /// A host that answers from this. Its place is what plugins know it by: it must not move.
    pub(super) fn new(background: Rc<Background>) -> Box<Self> {
        Box::new(Host { table: TABLE, background, opened: None, call: RefCell::default() })
    }

    /// What is handed to the plugin.
    pub(super) fn as_ptr(&self) -> *const RtHost {
        std::ptr::from_ref(self).cast()
    }

    /// Takes up a text.
    pub(super) fn open(&mut self, subject: Rc<Subject>) {
        self.opened = Some(subject);
        self.call = RefCell::default();
    }

    /// Lets go of the text.
    pub(super) fn close(&mut self) {
        self.opened = None;
    }

    /// From here on the plugin may edit.
    pub(super) fn begin_edits(&self) {
        *self.call.borrow_mut() = Call { edits: Some(Editing::default()), message: None };
    }

    /// The edits since, as patches.
    pub(super) fn take_patches(&self) -> Result<Vec<Patch>, Trouble> {
        let editing = self.call.borrow_mut().edits.take().unwrap_or_default();
        let Some(text) = self.text() else { return Ok(Vec::new()) };
        if editing.too_large {
            return Err(Trouble::TooLarge(answer::bound(text.len())));
        }
        let rendered = if editing.nodes.is_empty() {
            Vec::new()
        } else {
            self.view().map(|view| answer::rendered(view, &editing.nodes)).unwrap_or_default()
        };
        answer::joined(text, rendered, &editing.replaced)
    }

    /// What the plugin said when it failed.
    pub(super) fn take_message(&self) -> String {
        let mut call = self.call.borrow_mut();
        call.edits = None;
        call.message.take().unwrap_or_else(|| "it cannot, and does not say why".to_owned())
    }

    /// Notes what the plugin says when it fails.
    pub(super) fn note(&self, message: String) {
        self.call.borrow_mut().message = Some(message);
    }

    /// What it answers from.
    pub(super) fn background(&self) -> &Background {
        &self.background
    }

    /// The opened text. A NUL follows it in memory.
    pub(super) fn text(&self) -> Option<&[u8]> {
        self.opened.as_deref().map(Subject::text)
    }

    /// The tree of the text.
    pub(super) fn tree(&self) -> Option<&Tree> {
        let subject = self.opened.as_deref()?;
        self.background.document(subject).map(crate::language::Document::tree)
    }

    /// The text with its tree and all that is known.
    pub(super) fn view(&self) -> Option<View<'_>> {
        self.background.view(self.opened.as_deref()?)
    }

    /// Asks the tree about a node that there is.
    pub(super) fn node<T>(&self, node: u32, ask: impl FnOnce(&Tree, NodeId) -> T) -> Option<T> {
        let tree = self.tree()?;
        tree.node_at(node as usize).map(|node| ask(tree, node))
    }

    /// Asks what is known about a node that there is.
    pub(super) fn known<T>(&self, node: u32, ask: impl FnOnce(View, NodeId) -> T) -> Option<T> {
        let view = self.view()?;
        view.tree().node_at(node as usize).map(|node| ask(view, node))
    }

    /// Asks for a neighbour of a node.
    pub(super) fn neighbour(&self, node: u32, ask: impl FnOnce(&Tree, NodeId) -> Option<NodeId>) -> u32 {
        self.node(node, ask).flatten().map_or(NO_NODE, |node| node.index() as u32)
    }

    /// Notes an edit that brings so many bytes; none if there is no such place.
    pub(super) fn edit(&self, brought: usize, edit: impl FnOnce(&[u8], &mut Editing) -> Option<()>) -> i32 {
        let mut call = self.call.borrow_mut();
        let (Some(text), Some(editing)) = (self.text(), &mut call.edits) else { return ERROR };
        editing.brought = editing.brought.saturating_add(brought);
        editing.too_large |= editing.brought > answer::bound(text.len());
        if editing.too_large {
            return ERROR;
        }
        if edit(text, editing).is_some() { DONE } else { ERROR }
    }

    /// Notes an edit of the tree, likewise.
    pub(super) fn edit_nodes(&self, brought: usize, edit: impl FnOnce(View) -> Option<Vec<Edit>>) -> i32 {
        self.edit(brought, |_, editing| {
            editing.nodes.extend(edit(self.view()?)?);
            Some(())
        })
    }
}
