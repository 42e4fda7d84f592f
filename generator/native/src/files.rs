//! Reads of `/dev/random` and `/dev/urandom`: by descriptor, and as files of the C library, which for them are made here
//! without a buffer, so that nothing is drawn that the program does not read. The C library then reads byte by byte: four
//! bytes of such a file are four choices.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

use libc::FILE;

use crate::bytes::chosen;

mod behind {
    use super::{FILE, c_char, c_int, c_void};
    use crate::next::next;

    next! {
        fn open(path: *const c_char, flags: c_int, mode: libc::mode_t) -> c_int, else -1;
        fn openat(folder: c_int, path: *const c_char, flags: c_int, mode: libc::mode_t) -> c_int, else -1;
        fn __open_2(path: *const c_char, flags: c_int) -> c_int, else -1;
        fn close(file: c_int) -> c_int, else -1;
        fn read(file: c_int, place: *mut c_void, length: usize) -> isize, else -1;
        fn __read_chk(file: c_int, place: *mut c_void, length: usize, there: usize) -> isize, else -1;
        fn fopen(path: *const c_char, mode: *const c_char) -> *mut FILE, else std::ptr::null_mut();
    }
}

unsafe extern "C" {
    fn fopencookie(cookie: *mut c_void, mode: *const c_char, functions: Functions) -> *mut FILE;
}

/// What a file of the C library calls that is made by `fopencookie`.
#[repr(C)]
struct Functions {
    read: unsafe extern "C" fn(*mut c_void, *mut c_char, usize) -> isize,
    write: Option<unsafe extern "C" fn(*mut c_void, *const c_char, usize) -> isize>,
    seek: Option<unsafe extern "C" fn(*mut c_void, *mut i64, c_int) -> c_int>,
    close: unsafe extern "C" fn(*mut c_void) -> c_int,
}

/// So many open descriptors of the devices are known at a time; of one that is opened when there are as many, the reads
/// are not traced.
const MOST: usize = 16;
/// No descriptor.
const NONE: c_int = -1;

static DEVICES: [AtomicI32; MOST] = [const { AtomicI32::new(NONE) }; MOST];

/// # Safety
/// The path ends with a zero byte.
unsafe fn is_device(path: *const c_char) -> bool {
    // SAFETY: the caller says so.
    !path.is_null() && [c"/dev/urandom", c"/dev/random"].contains(&unsafe { CStr::from_ptr(path) })
}

/// Remembers a descriptor that was opened, if it is one of the devices.
///
/// # Safety
/// The path ends with a zero byte.
unsafe fn opened(file: c_int, path: *const c_char) -> c_int {
    // SAFETY: the caller says so.
    if file >= 0 && unsafe { is_device(path) } {
        let free =
            |place: &&AtomicI32| place.compare_exchange(NONE, file, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        let _ = DEVICES.iter().find(free);
    }
    file
}

/// What was read becomes a choice, if it came from one of the devices.
///
/// # Safety
/// So many bytes were written there.
unsafe fn read_from(file: c_int, place: *mut c_void, got: isize) -> isize {
    if got > 0 && DEVICES.iter().any(|device| device.load(Ordering::Relaxed) == file) {
        // SAFETY: the caller says so.
        chosen("read", unsafe { std::slice::from_raw_parts_mut(place.cast(), got as usize) });
    }
    got
}

/// The C library takes the mode only if the flags ask for one; on every platform that this is built for the register of an
/// argument that was not given holds some number, which goes on as it is.
macro_rules! stand_before_open {
    ($($name:ident of $path:ident = $behind:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            // SAFETY: it is given what this was given.
            let file = unsafe { behind::$behind($($argument),*) };
            // SAFETY: the path is one that the C library takes.
            unsafe { opened(file, $path) }
        }
    )*};
}

stand_before_open! {
    open of path = open(path: *const c_char, flags: c_int, mode: libc::mode_t);
    open64 of path = open(path: *const c_char, flags: c_int, mode: libc::mode_t);
    openat of path = openat(folder: c_int, path: *const c_char, flags: c_int, mode: libc::mode_t);
    openat64 of path = openat(folder: c_int, path: *const c_char, flags: c_int, mode: libc::mode_t);
    __open_2 of path = __open_2(path: *const c_char, flags: c_int);
    __open64_2 of path = __open_2(path: *const c_char, flags: c_int);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn close(file: c_int) -> c_int {
    if file >= 0 {
        for device in &DEVICES {
            let _ = device.compare_exchange(file, NONE, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
    // SAFETY: it takes any number.
    unsafe { behind::close(file) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn read(file: c_int, place: *mut c_void, length: usize) -> isize {
    // SAFETY: it is given what this was given.
    let got = unsafe { behind::read(file, place, length) };
    // SAFETY: so many bytes were written there.
    unsafe { read_from(file, place, got) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __read_chk(file: c_int, place: *mut c_void, length: usize, there: usize) -> isize {
    // SAFETY: it is given what this was given.
    let got = unsafe { behind::__read_chk(file, place, length, there) };
    // SAFETY: so many bytes were written there.
    unsafe { read_from(file, place, got) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fopen(path: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: the path is one that the C library takes.
    if unsafe { is_device(path) } {
        // SAFETY: the path and the mode are what this was given.
        let device = unsafe { unbuffered(path, mode) };
        if !device.is_null() {
            return device;
        }
    }
    // SAFETY: it is given what this was given.
    unsafe { behind::fopen(path, mode) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fopen64(path: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: it is given what this was given.
    unsafe { fopen(path, mode) }
}

/// A device as a file of the C library.
///
/// # Safety
/// Path and mode are ones that `fopen` takes.
unsafe fn unbuffered(path: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: the caller says so.
    let file = unsafe { behind::open(path, libc::O_RDONLY | libc::O_CLOEXEC, 0) };
    if file < 0 {
        return std::ptr::null_mut();
    }
    let functions = Functions { read: read_device, write: None, seek: None, close: close_device };
    // SAFETY: the functions take the descriptor that they are given as a pointer.
    let device = unsafe { fopencookie(file as usize as *mut c_void, mode, functions) };
    if device.is_null() {
        // SAFETY: it takes any number.
        unsafe { behind::close(file) };
    } else {
        // SAFETY: the file has just been made.
        unsafe { libc::setvbuf(device, std::ptr::null_mut(), libc::_IONBF, 0) };
    }
    device
}

unsafe extern "C" fn read_device(cookie: *mut c_void, place: *mut c_char, length: usize) -> isize {
    // SAFETY: there are so many bytes.
    let got = unsafe { behind::read(cookie as usize as c_int, place.cast(), length) };
    if got > 0 {
        // SAFETY: so many bytes were written there.
        chosen("fread", unsafe { std::slice::from_raw_parts_mut(place.cast(), got as usize) });
    }
    got
}

unsafe extern "C" fn close_device(cookie: *mut c_void) -> c_int {
    // SAFETY: it takes any number.
    unsafe { behind::close(cookie as usize as c_int) }
}
