//! The functions that a plugin calls.
//!
//! A plugin may call them with any numbers: each answers for what there is and gives nothing for what there is not.

#![allow(unsafe_code)] // What a plugin calls is called through pointers.

use std::ffi::{CStr, c_char};

use reduce_tree_abi::{ABI_MAJOR, ABI_MINOR, EXTRA, LITERAL, NO_NODE, RtHost, RtText, WRONG};

use super::host::Host;
use crate::language::{Change, Edit, Patch};
use crate::template::{Deletion, Template};
use crate::tree::Tree;

/// The functions, each with its name in the interface.
pub(super) const TABLE: RtHost = RtHost {
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
    let opened = unsafe { of(host) }.text();
    opened.map_or(NO_TEXT, |text| RtText { bytes: text.as_ptr(), length: text.len() })
}

unsafe extern "C" fn language(host: *const RtHost) -> *const c_char {
    unsafe { of(host) }.background().name().as_ptr()
}

unsafe extern "C" fn root(host: *const RtHost) -> u32 {
    unsafe { of(host) }.tree().map_or(NO_NODE, |tree| tree.root().index() as u32)
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
    let kind = host.node(node, Tree::kind);
    kind.and_then(|kind| host.background().kind_name(kind.0 as usize)).map_or(c"".as_ptr(), |name| name.as_ptr())
}

unsafe extern "C" fn edge(host: *const RtHost, node: u32) -> *const c_char {
    let host = unsafe { of(host) };
    let edge = host.node(node, |tree, node| tree.parent(node).map(|_| tree.edge(node))).flatten();
    edge.and_then(|edge| host.background().edge_name(edge.0 as usize)).map_or(c"".as_ptr(), |name| name.as_ptr())
}

unsafe extern "C" fn start(host: *const RtHost, node: u32) -> usize {
    unsafe { of(host) }.node(node, |tree, node| tree.range(node).start).unwrap_or_default()
}

unsafe extern "C" fn end(host: *const RtHost, node: u32) -> usize {
    unsafe { of(host) }.node(node, |tree, node| tree.range(node).end).unwrap_or_default()
}

unsafe extern "C" fn tokens(host: *const RtHost, node: u32) -> usize {
    unsafe { of(host) }.node(node, Tree::weight).unwrap_or_default()
}

unsafe extern "C" fn flags(host: *const RtHost, node: u32) -> u32 {
    let said = unsafe { of(host) }.node(node, |tree, node| {
        let flags = tree.flags(node);
        let said = [(flags.literal, LITERAL), (flags.extra, EXTRA), (flags.error, WRONG)];
        said.iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag).sum()
    });
    said.unwrap_or_default()
}

unsafe extern "C" fn is_mandatory(host: *const RtHost, node: u32) -> i32 {
    let said = unsafe { of(host) }.known(node, |view, node| !view.knowledge.may_go(view.tree(), node));
    i32::from(said.unwrap_or_default())
}

unsafe extern "C" fn is_in_list(host: *const RtHost, node: u32) -> i32 {
    let said = unsafe { of(host) }.known(node, |view, node| {
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
    let said = unsafe { of(host) }.known(node, |view, node| {
        let kind = view.knowledge.language().symbols().kind(kind)?;
        Some(view.knowledge.may_stand(kind, view.tree().context(node)?))
    });
    i32::from(said.flatten().unwrap_or_default())
}

unsafe extern "C" fn smallest(host: *const RtHost, node: u32, nth: usize) -> RtText {
    let host = unsafe { of(host) };
    let fragment = host.known(node, |view, node| {
        // What is known does not move until the host goes.
        let fragment = view.knowledge.smallest(view.tree().context(node)?).get(nth)?;
        Some(RtText { bytes: fragment.text.as_ptr(), length: fragment.text.len() })
    });
    fragment.flatten().unwrap_or(NO_TEXT)
}

unsafe extern "C" fn replace(host: *const RtHost, start: usize, end: usize, bytes: *const u8, length: usize) -> i32 {
    unsafe { of(host) }.edit(length, |text, editing| {
        let range = start..end;
        text.get(range.clone())?;
        // SAFETY: the contract with the plugin.
        editing.replaced.push(Patch { range, text: unsafe { copied(bytes, length) } });
        Some(())
    })
}

unsafe extern "C" fn fail(host: *const RtHost, message: *const c_char) {
    if !message.is_null() {
        // SAFETY: a string of this interface ends with a NUL.
        let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
        unsafe { of(host) }.note(message);
    }
}

unsafe extern "C" fn remove(host: *const RtHost, node: u32) -> i32 {
    unsafe { of(host) }.edit_nodes(0, |view| {
        let node = view.tree().node_at(node as usize).filter(|&node| node != view.tree().root())?;
        let proposed = Deletion.propose(view, node).into_iter().next();
        Some(proposed.map_or_else(|| vec![Edit::delete(node)], |candidate| candidate.edits))
    })
}

unsafe extern "C" fn lift(host: *const RtHost, node: u32, first: u32, last: u32) -> i32 {
    unsafe { of(host) }.edit_nodes(0, |view| {
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
        Some(vec![Edit { node, change: Change::Hoist { first, last, terminated } }])
    })
}

unsafe extern "C" fn put(host: *const RtHost, node: u32, bytes: *const u8, length: usize) -> i32 {
    unsafe { of(host) }.edit_nodes(length, |view| {
        let node = view.tree().node_at(node as usize)?;
        // SAFETY: the contract with the plugin.
        let text = unsafe { copied(bytes, length) }.into();
        Some(vec![Edit { node, change: Change::Put { text, tokens: 1 } }])
    })
}
