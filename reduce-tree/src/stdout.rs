//! What goes to the standard output.

use std::io::Write;

use crate::exit::{ExitStatus, Failure};

/// Writes a whole answer.
pub fn write(answer: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(answer).and_then(|()| out.flush());
    written.map_err(|e| Failure::new(ExitStatus::File, format!("cannot write to the standard output: {e}")))
}
