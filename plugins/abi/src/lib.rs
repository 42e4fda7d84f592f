//! `plugins/include/reduce_tree_plugin.h` as Rust types, member for member. The header is the definition: what a member
//! means stands there. Authors of plugins use the SDK, which hides this.

#![no_std]

use core::ffi::{c_char, c_void};

/// Hosts and plugins of different major versions do not understand each other.
pub const ABI_MAJOR: u32 = 1;
/// A host serves plugins of this minor version and older.
pub const ABI_MINOR: u32 = 2;

/// The one symbol that a plugin exports: a function of the type [`Entry`].
pub const ENTRY_NAME: &str = "reduce_tree_plugin";

/// No node.
pub const NO_NODE: u32 = u32::MAX;

/// The call did what it should.
pub const DONE: i32 = 0;
/// The pass has no instance of this number.
pub const NO_SUCH_INSTANCE: i32 = 1;
/// The call failed.
pub const ERROR: i32 = 2;
/// The number of instances is not known.
pub const UNKNOWN: i64 = -1;

/// A pass that makes texts smaller.
pub const SHRINKS: u32 = 0;
/// A pass that has to enlarge texts first.
pub const PUMP: u32 = 1;
/// A pass that makes texts look simpler.
pub const POLISHES: u32 = 2;
/// A pass that makes texts read better, and no smaller.
pub const TIDIES: u32 = 3;

/// The node is a keyword, bracket or operator.
pub const LITERAL: u32 = 1;
/// The node may stand anywhere, as a comment.
pub const EXTRA: u32 = 2;
/// The grammar could not read the node.
pub const WRONG: u32 = 4;

/// What a plugin exports.
pub type Entry = unsafe extern "C" fn() -> *const RtPlugin;

/// `rt_text`: some bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RtText {
    /// The first of them; may be null if there is none.
    pub bytes: *const u8,
    /// How many.
    pub length: usize,
}

/// `rt_host`: what the host does for a pass.
#[repr(C)]
#[allow(missing_docs)]
pub struct RtHost {
    pub abi_major: u32,
    pub abi_minor: u32,
    pub text: unsafe extern "C" fn(*const RtHost) -> RtText,
    pub language: unsafe extern "C" fn(*const RtHost) -> *const c_char,
    pub root: unsafe extern "C" fn(*const RtHost) -> u32,
    pub parent: unsafe extern "C" fn(*const RtHost, u32) -> u32,
    pub first_child: unsafe extern "C" fn(*const RtHost, u32) -> u32,
    pub next_sibling: unsafe extern "C" fn(*const RtHost, u32) -> u32,
    pub kind: unsafe extern "C" fn(*const RtHost, u32) -> *const c_char,
    pub edge: unsafe extern "C" fn(*const RtHost, u32) -> *const c_char,
    pub start: unsafe extern "C" fn(*const RtHost, u32) -> usize,
    pub end: unsafe extern "C" fn(*const RtHost, u32) -> usize,
    pub tokens: unsafe extern "C" fn(*const RtHost, u32) -> usize,
    pub flags: unsafe extern "C" fn(*const RtHost, u32) -> u32,
    pub is_mandatory: unsafe extern "C" fn(*const RtHost, u32) -> i32,
    pub is_in_list: unsafe extern "C" fn(*const RtHost, u32) -> i32,
    pub may_stand: unsafe extern "C" fn(*const RtHost, *const c_char, u32) -> i32,
    pub smallest: unsafe extern "C" fn(*const RtHost, u32, usize) -> RtText,
    pub replace: unsafe extern "C" fn(*const RtHost, usize, usize, *const u8, usize) -> i32,
    pub fail: unsafe extern "C" fn(*const RtHost, *const c_char),
    // Since 1.1.
    pub remove: unsafe extern "C" fn(*const RtHost, u32) -> i32,
    pub lift: unsafe extern "C" fn(*const RtHost, u32, u32, u32) -> i32,
    pub put: unsafe extern "C" fn(*const RtHost, u32, *const u8, usize) -> i32,
}

/// `rt_pass`: a transformation.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct RtPass {
    pub name: *const c_char,
    pub description: *const c_char,
    pub languages: *const c_char,
    pub kind: u32,
    pub open: Option<unsafe extern "C" fn(*const RtHost, *mut *mut c_void) -> i32>,
    pub count: Option<unsafe extern "C" fn(*const RtHost, *mut c_void) -> i64>,
    pub apply: Option<unsafe extern "C" fn(*const RtHost, *mut c_void, u64) -> i32>,
    pub close: Option<unsafe extern "C" fn(*const RtHost, *mut c_void)>,
}

/// `rt_plugin`: what a plugin says of itself.
#[repr(C)]
#[allow(missing_docs)]
pub struct RtPlugin {
    pub abi_major: u32,
    pub abi_minor: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub pass_count: usize,
    pub passes: *const *const RtPass,
}

// SAFETY: a description is written once, before anyone sees it, and is only read from then on.
#[allow(unsafe_code)]
unsafe impl Sync for RtPlugin {}
// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl Sync for RtPass {}
