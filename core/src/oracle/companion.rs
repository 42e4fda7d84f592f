//! Processes of our own beside the tests.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};

use super::{End, orphans};

/// A process that works for this one and is no test. It leads a process group of its own, so that Ctrl-C on a terminal
/// is for this process to understand, and is killed when the value goes.
#[derive(Debug)]
pub struct Companion {
    /// None once it has been waited for.
    child: Option<Child>,
}

impl Companion {
    /// Starts it.
    ///
    /// # Errors
    /// When the command cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Companion { child: Some(orphans::start_companion(command)?) })
    }

    /// Kills it if it still runs, and says how it ended.
    pub fn end(mut self) -> End {
        let status = self.child.take().and_then(|child| orphans::end_companion(child).ok());
        let signal = status.and_then(|status| status.signal()).map(End::Signal);
        signal.or(status.and_then(|status| status.code()).map(End::Exit)).unwrap_or(End::GivenUp)
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            let _ = orphans::end_companion(child);
        }
    }
}
