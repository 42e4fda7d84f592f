//! Ctrl-C, and the request to terminate.

use std::fs;
use std::process;
use std::sync::Arc;

use nix::sys::signal::{SigHandler, Signal, signal};
use reduce_core::oracle::Halt;

use crate::exit::{ExitStatus, Failure};

/// A switch that Ctrl-C and requests to terminate raise, the end of the terminal among them unless the caller ignores it. A second time ends the program at once.
///
/// # Errors
/// [`Failure`] when the system does not let us listen.
pub fn interruption() -> Result<Arc<Halt>, Failure> {
    let was_ignored = Hangup::of_caller();
    let halt = Arc::new(Halt::new().map_err(Failure::with(ExitStatus::Test))?);
    let raised = Arc::clone(&halt);
    ctrlc::set_handler(move || {
        if raised.is_raised() {
            process::exit(ExitStatus::Interrupted as i32);
        }
        raised.raise();
    })
    .map_err(|e| Failure::new(ExitStatus::Test, format!("cannot listen to Ctrl-C: {e}")))?;
    was_ignored.stay();
    Ok(halt)
}

/// Whether the end of the terminal is nothing to this program: so `nohup` starts it.
pub struct Hangup {
    is_ignored: bool,
}

impl Hangup {
    /// What the caller has set, to be asked before anything listens to signals.
    pub fn of_caller() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
        Hangup { is_ignored: mask >> (Signal::SIGHUP as u32 - 1) & 1 == 1 }
    }

    /// Leaves it as the caller has set it, for the tests too, which inherit it.
    pub fn stay(&self) {
        if self.is_ignored {
            // SAFETY: to ignore a signal installs no function.
            #[allow(unsafe_code)]
            let _ = unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) };
        }
    }
}
