//! The side of native programs that know nothing of it: a library to be preloaded. It stands before the functions of the C
//! library that draw random numbers and has their results recorded, or taken from a trace; what is between two choices, the
//! loops and calls, is inferred from the stacks on which they are made.
//!
//! Only the main thread of the first process that makes a choice is traced. All others draw as they always did.

mod bytes;
mod files;
mod marks;
mod modules;
mod next;
mod numbers;
mod rule;
mod scopes;
mod stack;
mod traced;

use dlmalloc::GlobalDlmalloc;

/// What is allocated here comes from pages of its own: the heap of the program is laid out as it is without this library,
/// recorded or replayed, since there are generators that go by the order of addresses.
#[global_allocator]
static ALLOCATOR: GlobalDlmalloc = GlobalDlmalloc;

#[used]
#[unsafe(link_section = ".init_array")]
static BEGIN: extern "C" fn() = begin;

#[used]
#[unsafe(link_section = ".fini_array")]
static END: extern "C" fn() = end;

extern "C" fn begin() {
    traced::begin();
}

extern "C" fn end() {
    traced::end();
}
