//! The table of functions that a plugin calls.
//!
//! A plugin may call them with any numbers: each answers for what there is and gives nothing for what there is not.

#![allow(unsafe_code)] // What a plugin calls is called through pointers.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::sync::Arc;

use reduce_tree_abi::{ABI_MAJOR, ABI_MINOR, DONE, ERROR, EXTRA, LITERAL, NO_NODE, RtHost, RtText, WRONG};

use super::{Trouble, answer};
use crate::knowledge::Knowledge;
use crate::language::{Change, Document, Edit, Patch};
use crate::template::{Deletion, Template, View};
use crate::tree::{NodeId, Tree};

/// What a plugin sees of us: the table first, then what its functions need.
#[repr(C)]
pub(super) struct Host {
    table: RtHost,
    knowledge: Arc<Knowledge>,
    language: CString,
    kinds: Vec<CString>,
    edges: Vec<CString>,
    opened: Option<Opened>,
    call: RefCell<Call>,
}

struct Opened {
    document: Document,
    /// The text with a NUL behind it.
    text: Vec<u8>,
}

/// What a call of the plugin has said so far.
#[derive(Default)]
struct Call {
    /// Whether the call may edit.
    edits: Option<Editing>,
    message: Option<String>,
}

#[derive(Default)]
struct Editing {
    replaced: Vec<Patch>,
    nodes: Vec<Edit>,
    brought: usize,
    too_large: bool,
}

impl Host {
    /// A host for texts in the language of this knowledge. Its place is what plugins know it by: it must not move.
    pub(super) fn new(knowledge: Arc<Knowledge>) -> Box<Self> {
        let symbols = knowledge.language().symbols();
        let kinds = symbols.kind_names().map(named).collect();
        let edges = symbols.edge_names().map(named).collect();
        let language = named(knowledge.language().name());
        let call = RefCell::default();
        Box::new(Host { table: TABLE, language, kinds, edges, knowledge, opened: None, call })
    }

    /// What is handed to the plugin.
    pub(super) fn as_ptr(&self) -> *const RtHost {
        std::ptr::from_ref(self).cast()
    }

    /// Takes up a document.
    pub(super) fn open(&mut self, document: &Document) {
        let text = [document.text(), &b"\0"[..]].concat();
        self.opened = Some(Opened { document: document.clone(), text });
        self.call = RefCell::default();
    }

    /// Lets go of the document.
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
        let Some(view) = self.view() else { return Ok(Vec::new()) };
        if editing.too_large {
            return Err(Trouble::TooLarge(answer::bound(view.document.text().len())));
        }
        answer::patches(view, &editing.replaced, &editing.nodes)
    }

    /// What the plugin said when it failed.
    pub(super) fn take_message(&self) -> String {
        let mut call = self.call.borrow_mut();
        call.edits = None;
        call.message.take().unwrap_or_else(|| "it cannot, and does not say why".to_owned())
    }

    fn view(&self) -> Option<View<'_>> {
        self.opened.as_ref().map(|opened| View { knowledge: &self.knowledge, document: &opened.document })
    }

    /// Asks about a node that there is.
    fn node<T>(&self, node: u32, ask: impl FnOnce(View, NodeId) -> T) -> Option<T> {
        let view = self.view()?;
        view.tree().node_at(node as usize).map(|node| ask(view, node))
    }

    /// Asks for a neighbour of a node.
    fn neighbour(&self, node: u32, ask: impl FnOnce(&Tree, NodeId) -> Option<NodeId>) -> u32 {
        self.node(node, |view, node| ask(view.tree(), node)).flatten().map_or(NO_NODE, |node| node.index() as u32)
    }

    /// Notes an edit that brings so many bytes; none if there is no such place.
    fn edit(&self, brought: usize, edit: impl FnOnce(View, &mut Editing) -> Option<()>) -> i32 {
        let mut call = self.call.borrow_mut();
        let (Some(view), Some(editing)) = (self.view(), &mut call.edits) else { return ERROR };
        editing.brought = editing.brought.saturating_add(brought);
        editing.too_large |= editing.brought > answer::bound(view.document.text().len());
        if editing.too_large {
            return ERROR;
        }
        if edit(view, editing).is_some() { DONE } else { ERROR }
    }
}

/// The name as C wants it. A name with a NUL in it is no name.
fn named(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

const TABLE: RtHost = RtHost {
    abi_major: ABI_MAJOR,
    abi_minor: ABI_MINOR,
    text,
    language,
    root,
    parent,
    first_child,
    next_sibling,
    kind,
    edge,
    start,
    end,
    tokens,
    flags,
    is_mandatory,
    is_in_list,
    may_stand,
    smallest,
    replace,
    fail,
    remove,
    lift,
    put,
};

const NO_TEXT: RtText = RtText { bytes: std::ptr::null(), length: 0 };

/// # Safety
/// `host` is what [`Host::as_ptr`] gave, and the host is still there: the contract with the plugin, which has it from us.
unsafe fn of<'a>(host: *const RtHost) -> &'a Host {
    unsafe { &*host.cast::<Host>() }
}

/// # Safety
/// `bytes` points to `length` bytes, or is null.
unsafe fn copied(bytes: *const u8, length: usize) -> Vec<u8> {
    if bytes.is_null() { Vec::new() } else { unsafe { std::slice::from_raw_parts(bytes, length) }.to_vec() }
}

unsafe extern "C" fn text(host: *const RtHost) -> RtText {
    let opened = unsafe { of(host) }.opened.as_ref();
    opened.map_or(NO_TEXT, |opened| RtText { bytes: opened.text.as_ptr(), length: opened.text.len() - 1 })
}

unsafe extern "C" fn language(host: *const RtHost) -> *const c_char {
    unsafe { of(host) }.language.as_ptr()
}

unsafe extern "C" fn root(host: *const RtHost) -> u32 {
    unsafe { of(host) }.view().map_or(NO_NODE, |view| view.tree().root().index() as u32)
}

unsafe extern "C" fn parent(host: *const RtHost, node: u32) -> u32 {
    unsafe { of(host) }.neighbour(node, Tree::parent)
}

unsafe extern "C" fn first_child(host: *const RtHost, node: u32) -> u32 {
    unsafe { of(host) }.neighbour(node, |tree, node| tree.children(node).next())
}

unsafe extern "C" fn next_sibling(host: *const RtHost, node: u32) -> u32 {
    unsafe { of(host) }.neighbour(node, Tree::next_sibling)
}

unsafe extern "C" fn kind(host: *const RtHost, node: u32) -> *const c_char {
    let host = unsafe { of(host) };
    let kind = host.node(node, |view, node| view.tree().kind(node));
    kind.and_then(|kind| host.kinds.get(kind.0 as usize)).map_or(c"".as_ptr(), |name| name.as_ptr())
}

unsafe extern "C" fn edge(host: *const RtHost, node: u32) -> *const c_char {
    let host = unsafe { of(host) };
    let edge = host.node(node, |view, node| view.tree().parent(node).map(|_| view.tree().edge(node))).flatten();
    edge.and_then(|edge| host.edges.get(edge.0 as usize)).map_or(c"".as_ptr(), |name| name.as_ptr())
}

unsafe extern "C" fn start(host: *const RtHost, node: u32) -> usize {
    unsafe { of(host) }.node(node, |view, node| view.tree().range(node).start).unwrap_or_default()
}

unsafe extern "C" fn end(host: *const RtHost, node: u32) -> usize {
    unsafe { of(host) }.node(node, |view, node| view.tree().range(node).end).unwrap_or_default()
}

unsafe extern "C" fn tokens(host: *const RtHost, node: u32) -> usize {
    unsafe { of(host) }.node(node, |view, node| view.tree().weight(node)).unwrap_or_default()
}

unsafe extern "C" fn flags(host: *const RtHost, node: u32) -> u32 {
    let said = unsafe { of(host) }.node(node, |view, node| {
        let flags = view.tree().flags(node);
        let said = [(flags.literal, LITERAL), (flags.extra, EXTRA), (flags.error, WRONG)];
        said.iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag).sum()
    });
    said.unwrap_or_default()
}

unsafe extern "C" fn is_mandatory(host: *const RtHost, node: u32) -> i32 {
    let said = unsafe { of(host) }.node(node, |view, node| !view.knowledge.may_go(view.tree(), node));
    i32::from(said.unwrap_or_default())
}

unsafe extern "C" fn is_in_list(host: *const RtHost, node: u32) -> i32 {
    let said = unsafe { of(host) }.node(node, |view, node| {
        let tree = view.tree();
        !tree.flags(node).literal && tree.context(node).is_some_and(|context| view.knowledge.is_list(context))
    });
    i32::from(said.unwrap_or_default())
}

unsafe extern "C" fn may_stand(host: *const RtHost, kind: *const c_char, node: u32) -> i32 {
    if kind.is_null() {
        return 0;
    }
    // SAFETY: a string of this interface ends with a NUL.
    let Ok(kind) = unsafe { CStr::from_ptr(kind) }.to_str() else { return 0 };
    let said = unsafe { of(host) }.node(node, |view, node| {
        let kind = view.knowledge.language().symbols().kind(kind)?;
        Some(view.knowledge.may_stand(kind, view.tree().context(node)?))
    });
    i32::from(said.flatten().unwrap_or_default())
}

unsafe extern "C" fn smallest(host: *const RtHost, node: u32, nth: usize) -> RtText {
    let host = unsafe { of(host) };
    let context = host.node(node, |view, node| view.tree().context(node)).flatten();
    let fragment = context.and_then(|context| host.knowledge.smallest(context).get(nth));
    fragment.map_or(NO_TEXT, |fragment| RtText { bytes: fragment.text.as_ptr(), length: fragment.text.len() })
}

unsafe extern "C" fn replace(host: *const RtHost, start: usize, end: usize, bytes: *const u8, length: usize) -> i32 {
    unsafe { of(host) }.edit(length, |view, editing| {
        let range = start..end;
        view.document.text().get(range.clone())?;
        // SAFETY: the contract with the plugin.
        editing.replaced.push(Patch { range, text: unsafe { copied(bytes, length) } });
        Some(())
    })
}

unsafe extern "C" fn fail(host: *const RtHost, message: *const c_char) {
    if !message.is_null() {
        // SAFETY: a string of this interface ends with a NUL.
        let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
        unsafe { of(host) }.call.borrow_mut().message = Some(message);
    }
}

unsafe extern "C" fn remove(host: *const RtHost, node: u32) -> i32 {
    unsafe { of(host) }.edit(0, |view, editing| {
        let node = view.tree().node_at(node as usize).filter(|&node| node != view.tree().root())?;
        let proposed = Deletion.propose(view, node).into_iter().next();
        editing.nodes.extend(proposed.map_or_else(|| vec![Edit::delete(node)], |candidate| candidate.edits));
        Some(())
    })
}

unsafe extern "C" fn lift(host: *const RtHost, node: u32, first: u32, last: u32) -> i32 {
    unsafe { of(host) }.edit(0, |view, editing| {
        let tree = view.tree();
        let [node, first, last] = [node, first, last].map(|node| tree.node_at(node as usize));
        let (node, first, last) = (node?, first?, last?);
        let context = tree.context(node)?;
        let is_below = node != first && tree.contains(node, first);
        if !is_below || last < first || tree.parent(first) != tree.parent(last) {
            return None;
        }
        let (kind, knowledge) = (tree.kind(first), view.knowledge);
        let terminated = !knowledge.may_stand(kind, context) && knowledge.may_stand_wrapped(kind, context);
        editing.nodes.push(Edit { node, change: Change::Hoist { first, last, terminated } });
        Some(())
    })
}

unsafe extern "C" fn put(host: *const RtHost, node: u32, bytes: *const u8, length: usize) -> i32 {
    unsafe { of(host) }.edit(length, |view, editing| {
        let node = view.tree().node_at(node as usize)?;
        // SAFETY: the contract with the plugin.
        let text = unsafe { copied(bytes, length) }.into();
        editing.nodes.push(Edit { node, change: Change::Put { text, tokens: 1 } });
        Some(())
    })
}
