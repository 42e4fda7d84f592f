#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reduce_core::fuzzing::server_lines(data));
