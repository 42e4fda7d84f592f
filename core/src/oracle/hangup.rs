//! The end of the terminal, which is nothing to a program that `nohup` has started.

use std::fs;

use nix::sys::signal::{SigHandler, Signal, signal};

/// Has a program begin to listen to signals. If its caller ignores the end of the terminal, it stays ignored, here and in
/// what inherits it: all that is started from here.
pub fn keeping_hangup<T>(listen: impl FnOnce() -> T) -> T {
    let is_ignored = is_hangup_ignored();
    let listening = listen();
    if is_ignored {
        // SAFETY: to ignore a signal installs no function.
        #[allow(unsafe_code)]
        let _ = unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) };
    }
    listening
}

fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (Signal::SIGHUP as u32 - 1) & 1 == 1
}
