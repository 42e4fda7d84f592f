//! What a program says of itself through `generator/native/include/reduce_tree_trace.h`: choices of its own, and scopes.

use std::ffi::{CStr, c_char};

use reduce_tree_side::Kind;

use crate::traced::{self, traced};

/// The kinds of scopes, by their numbers in the header.
const KINDS: [Kind; 4] = [Kind::Call, Kind::For, Kind::While, Kind::If];

/// # Safety
/// The name ends with a zero byte, or is null.
unsafe fn text(name: *const c_char) -> String {
    if name.is_null() {
        return "-".to_owned();
    }
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn reduce_tree_enter(kind: i32, name: *const c_char) {
    let Some(kind) = usize::try_from(kind).ok().and_then(|kind| KINDS.get(kind)) else { return };
    // SAFETY: the header says what a name is.
    let name = unsafe { text(name) };
    traced(|traced| traced.enter(*kind, &name));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn reduce_tree_next(arm: i32) {
    traced(|traced| traced.next(u32::try_from(arm).ok().filter(|arm| *arm > 0)));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn reduce_tree_leave() {
    traced(traced::Traced::leave);
}

/// The number that the program would draw by itself is `fresh`.
#[unsafe(no_mangle)]
unsafe extern "C" fn reduce_tree_choice(bound: u64, fresh: u64) -> u64 {
    if bound == 0 {
        return fresh;
    }
    traced::index("reduce_tree_choice", bound.into(), fresh.min(bound - 1).into()) as u64
}
