//! The functions that give bytes.

use std::ffi::{c_int, c_uint, c_void};

use crate::traced::traced;

mod behind {
    use super::{c_int, c_uint, c_void};
    use crate::next::next;

    next! {
        fn getrandom(place: *mut c_void, length: usize, flags: c_uint) -> isize, else -1;
        fn getentropy(place: *mut c_void, length: usize) -> c_int, else -1;
        fn arc4random_buf(place: *mut c_void, length: usize) -> (), else ();
        fn _exit(status: c_int) -> (), else ();
    }
}

/// So many bytes and fewer are one number, the first byte the least significant one.
const NUMBER: usize = 8;

/// Random bytes that the system has put there become a choice.
pub fn chosen(function: &'static str, bytes: &mut [u8]) {
    if bytes.is_empty() {
        return;
    }
    traced(|traced| {
        let site = traced.arrive(function);
        if bytes.len() > NUMBER {
            traced.side.bytes(site, bytes, |_| {});
            return;
        }
        let fresh = bytes.iter().rev().fold(0_u128, |number, &byte| number << 8 | u128::from(byte));
        let bound = 1_u128 << (8 * bytes.len());
        let number = traced.side.index(site, bound, &reduce_tree_side::Unlabelled, || fresh);
        bytes.copy_from_slice(&number.to_le_bytes()[..bytes.len()]);
    });
}

/// # Safety
/// There are so many bytes.
unsafe fn filled<'b>(place: *mut c_void, length: usize) -> &'b mut [u8] {
    // SAFETY: the caller says so.
    if length == 0 { &mut [] } else { unsafe { std::slice::from_raw_parts_mut(place.cast(), length) } }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn getrandom(place: *mut c_void, length: usize, flags: c_uint) -> isize {
    // SAFETY: it is given what this was given.
    let got = unsafe { behind::getrandom(place, length, flags) };
    if let Ok(got) = usize::try_from(got) {
        // SAFETY: so many bytes were written there.
        chosen("getrandom", unsafe { filled(place, got) });
    }
    got
}

#[unsafe(no_mangle)]
unsafe extern "C" fn getentropy(place: *mut c_void, length: usize) -> c_int {
    // SAFETY: it is given what this was given.
    let status = unsafe { behind::getentropy(place, length) };
    if status == 0 {
        // SAFETY: so many bytes were written there.
        chosen("getentropy", unsafe { filled(place, length) });
    }
    status
}

#[unsafe(no_mangle)]
unsafe extern "C" fn arc4random_buf(place: *mut c_void, length: usize) {
    // SAFETY: it is given what this was given.
    unsafe { behind::arc4random_buf(place, length) };
    // SAFETY: so many bytes were written there.
    chosen("arc4random_buf", unsafe { filled(place, length) });
}

/// A program may end without its destructors.
#[unsafe(no_mangle)]
unsafe extern "C" fn _exit(status: c_int) -> ! {
    crate::traced::end();
    // SAFETY: it takes any number.
    unsafe { behind::_exit(status) };
    std::process::abort()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn _Exit(status: c_int) -> ! {
    // SAFETY: it takes any number.
    unsafe { _exit(status) }
}
