#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reduce_core::fuzzing::plugin_reply(data));
