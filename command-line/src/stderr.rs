//! What goes to the standard error, apart from the live line.

use std::io::{self, Write};

/// Says a line. A standard error that takes none, since its reader has gone, its disk is full or its terminal closed, is
/// no reason to lose a result: the line is lost instead.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
