//! A program at the service of another run of itself: as the supervisor of its tests, or with a plugin in it.

use std::ffi::OsString;

use reduce_core::oracle::{keeping_hangup, serve_as_supervisor};
use reduce_core::plugin::serve_as_helper;

use crate::exit::{ExitStatus, Failure};

/// Runs tests for another run of this program.
///
/// # Errors
/// [`Failure`] when it was not told what it needs, or cannot hear the other run.
pub fn supervised(largest_file: Option<OsString>) -> Result<ExitStatus, Failure> {
    let bytes = largest_file.and_then(|word| word.to_str()?.parse().ok());
    let wrong = |reason: &str| Failure::new(ExitStatus::Usage, format!("cannot serve as a supervisor: {reason}"));
    let bytes = bytes.ok_or_else(|| wrong("no number of bytes"))?;
    keeping_hangup(|| ctrlc::set_handler(|| ())).map_err(|e| wrong(&e.to_string()))?;
    serve_as_supervisor(bytes).map_err(|e| wrong(&e.to_string())).map(|()| ExitStatus::Reduced)
}

/// Calls a plugin for another run of this program.
///
/// # Errors
/// [`Failure`] when it cannot hear the other run.
pub fn helped() -> Result<ExitStatus, Failure> {
    let served =
        serve_as_helper().map_err(|e| Failure::new(ExitStatus::Usage, format!("cannot serve as a helper: {e}")));
    served.map(|()| ExitStatus::Reduced)
}
