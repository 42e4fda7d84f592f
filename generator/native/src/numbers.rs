//! The functions that give numbers.

use std::ffi::{c_double, c_int, c_long, c_uint, c_ushort, c_void};

use crate::traced::{index, traced};

/// The behind of the functions below.
mod behind {
    use super::{c_double, c_int, c_long, c_uint, c_ushort, c_void};
    use crate::next::next;

    next! {
        fn rand() -> c_int, else 0;
        fn rand_r(state: *mut c_uint) -> c_int, else 0;
        fn random() -> c_long, else 0;
        fn random_r(state: *mut c_void, result: *mut i32) -> c_int, else -1;
        fn lrand48() -> c_long, else 0;
        fn nrand48(state: *mut c_ushort) -> c_long, else 0;
        fn mrand48() -> c_long, else 0;
        fn jrand48(state: *mut c_ushort) -> c_long, else 0;
        fn drand48() -> c_double, else 0.0;
        fn erand48(state: *mut c_ushort) -> c_double, else 0.0;
        fn drand48_r(state: *mut c_void, result: *mut c_double) -> c_int, else -1;
        fn lrand48_r(state: *mut c_void, result: *mut c_long) -> c_int, else -1;
        fn mrand48_r(state: *mut c_void, result: *mut c_long) -> c_int, else -1;
        fn arc4random() -> u32, else 0;
        fn arc4random_uniform(bound: u32) -> u32, else 0;
    }
}

/// Numbers from 0 up to 2^31.
const BELOW_2_31: u128 = 1 << 31;

fn below_2_31(function: &'static str, fresh: c_long) -> c_long {
    index(function, BELOW_2_31, fresh as u128 % BELOW_2_31) as c_long
}

/// Numbers from -2^31 up to 2^31, those next to 0 first: 0, -1, 1, -2.
fn signed(function: &'static str, fresh: c_long) -> c_long {
    let fresh = fresh as i32;
    let folded = ((fresh << 1) ^ (fresh >> 31)) as u32;
    let chosen = index(function, 1 << 32, folded.into()) as u32;
    c_long::from((chosen >> 1) as i32 ^ -((chosen & 1) as i32))
}

fn unit(function: &'static str, fresh: c_double) -> c_double {
    let chosen = traced(|traced| {
        let site = traced.arrive(function);
        traced.side.unit(site, || fresh)
    });
    chosen.unwrap_or(fresh)
}

/// Functions as the C library declares them: the program's own state goes on as it would without this library, and the
/// result is a choice.
macro_rules! stand_before {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $choice:ident;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type),*) -> $result {
            // SAFETY: it is given what this was given.
            let fresh = unsafe { behind::$name($($argument),*) };
            $choice(stringify!($name), fresh.into()) as $result
        }
    )*};
}

stand_before! {
    fn rand() -> c_int = below_2_31;
    fn rand_r(state: *mut c_uint) -> c_int = below_2_31;
    fn random() -> c_long = below_2_31;
    fn lrand48() -> c_long = below_2_31;
    fn nrand48(state: *mut c_ushort) -> c_long = below_2_31;
    fn mrand48() -> c_long = signed;
    fn jrand48(state: *mut c_ushort) -> c_long = signed;
    fn drand48() -> c_double = unit;
    fn erand48(state: *mut c_ushort) -> c_double = unit;
}

/// Functions that put the result where they are told.
macro_rules! stand_before_with_place {
    ($(fn $name:ident($type:ty) = $choice:ident;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(state: *mut c_void, result: *mut $type) -> c_int {
            // SAFETY: it is given what this was given.
            let status = unsafe { behind::$name(state, result) };
            if status == 0 {
                // SAFETY: the function has just written there.
                unsafe { *result = $choice(stringify!($name), (*result).into()) as $type };
            }
            status
        }
    )*};
}

stand_before_with_place! {
    fn random_r(i32) = below_2_31;
    fn lrand48_r(c_long) = below_2_31;
    fn mrand48_r(c_long) = signed;
    fn drand48_r(c_double) = unit;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn arc4random() -> u32 {
    // SAFETY: it takes nothing.
    let fresh = unsafe { behind::arc4random() };
    index("arc4random", 1 << 32, fresh.into()) as u32
}

#[unsafe(no_mangle)]
unsafe extern "C" fn arc4random_uniform(bound: u32) -> u32 {
    // SAFETY: it takes any number.
    let fresh = unsafe { behind::arc4random_uniform(bound) };
    index("arc4random_uniform", bound.max(1).into(), fresh.into()) as u32
}
