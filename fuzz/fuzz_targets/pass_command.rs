#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reduce_core::fuzzing::pass_command(data));
