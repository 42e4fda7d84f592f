//! Processes of our own beside the tests.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use super::supervisor::{Line, Order, Supervisor};
use super::{End, Until};

/// Another run of this program that works for this process and is no test. It leads a process group of its own under the
/// supervisor, so that Ctrl-C on a terminal is for this process to understand, and is killed when the value goes.
#[derive(Debug)]
pub(crate) struct Companion {
    line: Line,
}

impl Companion {
    /// Starts it, with this as the first word of its command line and this socket as its standard input.
    ///
    /// # Errors
    /// When the supervisor cannot be reached.
    pub(crate) fn start(supervisor: &Supervisor, word: &str, socket: &impl AsFd) -> io::Result<Self> {
        Ok(Companion { line: supervisor.start(Order::ourselves(word), socket.as_fd())? })
    }

    /// Kills it if it does not end by itself within this time, and says how it ended.
    pub(crate) fn end(mut self, grace: Duration) -> End {
        let until = Until { deadline: Instant::now().checked_add(grace), halts: &[], rank: 0 };
        if !self.line.wait(&until).unwrap_or(false) {
            let _ = self.line.cancel();
        }
        self.line.reply().ok().and_then(Result::ok).map_or(End::GivenUp, |ended| ended.end)
    }
}
