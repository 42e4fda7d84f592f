#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reduce_core::fuzzing::session_journal(data));
