//! Processes of our own beside the tests.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

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

    /// Kills it if it does not end by itself within this time, and says how it ended.
    pub fn end(mut self, grace: Duration) -> End {
        let Some(child) = self.child.take() else { return End::GivenUp };
        // Without notice of the end from the system it is killed at once, which may be too early to say how it ended.
        let _ = wait(&child, grace);
        let status = orphans::end_companion(child).ok();
        let signal = status.and_then(|status| status.signal()).map(End::Signal);
        signal.or(status.and_then(|status| status.code()).map(End::Exit)).unwrap_or(End::GivenUp)
    }
}

fn wait(child: &Child, grace: Duration) -> io::Result<()> {
    let process = pidfd_open(Pid::from_child(child), PidfdFlags::empty())?;
    let timeout = Timespec { tv_sec: grace.as_secs().cast_signed(), tv_nsec: grace.subsec_nanos().into() };
    poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&timeout))?;
    Ok(())
}

impl Drop for Companion {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            let _ = orphans::end_companion(child);
        }
    }
}
