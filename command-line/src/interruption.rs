//! Ctrl-C, and the request to terminate.

use std::process;
use std::sync::Arc;

use reduce_core::oracle::{Halt, keeping_hangup};

use crate::exit::{ExitStatus, Failure};

/// A switch that Ctrl-C and requests to terminate raise, the end of the terminal among them unless the caller ignores it. A second time ends the program at once.
///
/// # Errors
/// [`Failure`] when the system does not let us listen.
pub fn interruption() -> Result<Arc<Halt>, Failure> {
    let halt = Arc::new(Halt::new().map_err(Failure::with(ExitStatus::Test))?);
    let raised = Arc::clone(&halt);
    let listen = || {
        ctrlc::set_handler(move || {
            if raised.is_raised() {
                process::exit(ExitStatus::Interrupted as i32);
            }
            raised.raise();
        })
    };
    keeping_hangup(listen).map_err(|e| Failure::new(ExitStatus::Test, format!("cannot listen to Ctrl-C: {e}")))?;
    Ok(halt)
}
