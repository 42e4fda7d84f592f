//! The functions that this library stands before.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function of the C library, looked up when it is first called.
pub struct Next {
    name: &'static CStr,
    address: AtomicPtr<c_void>,
}

impl Next {
    /// The function of this name.
    pub const fn new(name: &'static CStr) -> Self {
        Next { name, address: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// Its address; null if the C library has no such function.
    pub fn address(&self) -> *mut c_void {
        let known = self.address.load(Ordering::Relaxed);
        if !known.is_null() {
            return known;
        }
        // SAFETY: the name ends with a zero byte.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        self.address.store(found, Ordering::Relaxed);
        found
    }
}

/// Declares a function that calls the one of the same name behind this library. Where there is none, which happens with a C
/// library that is older than the program, it gives `otherwise`.
macro_rules! next {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty, else $otherwise:expr;)*) => {$(
        pub unsafe fn $name($($argument: $type),*) -> $result {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => c"",
            };
            static NEXT: $crate::next::Next = $crate::next::Next::new(NAME);
            let address = NEXT.address();
            if address.is_null() {
                return $otherwise;
            }
            // SAFETY: the C library declares it so.
            let function: unsafe extern "C" fn($($type),*) -> $result = unsafe { std::mem::transmute(address) };
            // SAFETY: the caller gives it what it was given for it.
            unsafe { function($($argument),*) }
        }
    )*};
}

pub(crate) use next;
