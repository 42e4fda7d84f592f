#![no_main]

// These are parts of a program, which no other can depend on.
#[path = "../../reduce-tree/src/serve/fuzzing.rs"]
mod fuzzing;
#[allow(dead_code)]
#[path = "../../reduce-tree/src/serve/message.rs"]
mod message;

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzing::serve_message(data));
