//! What goes to the standard output.

use std::io::{ErrorKind, Write};

use crate::exit::{ExitStatus, Failure};

/// Writes a whole answer. A reader that goes away before the end has seen enough.
pub fn write(answer: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(answer).and_then(|()| out.flush());
    let written = written.or_else(|e| if e.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(e) });
    written.map_err(|e| Failure::new(ExitStatus::File, format!("cannot write to the standard output: {e}")))
}
