//! What goes to the standard error, apart from the live line.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// A pipe whose reader does not read is waited for so long, once.
const PATIENCE: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };
const NONE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// The reader was waited for in vain, and has taken nothing since.
static IS_STUCK: AtomicBool = AtomicBool::new(false);

/// Says a line. A standard error that takes none, since its reader has gone or does not read, its disk is full or its
/// terminal closed, is no reason to lose a result or to wait for ever: the line is lost instead.
pub fn say(line: &str) {
    if has_room() {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// Whether a line can be written at once, or within the patience that is left.
fn has_room() -> bool {
    let stderr = io::stderr();
    let patience = if IS_STUCK.load(Ordering::Relaxed) { NONE } else { PATIENCE };
    let mut fds = [PollFd::new(&stderr, PollFlags::OUT)];
    let is_stuck = poll(&mut fds, Some(&patience)) == Ok(0);
    IS_STUCK.store(is_stuck, Ordering::Relaxed);
    !is_stuck
}
