//! One process group: started, waited for, ended with all that belongs to it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, kill_process_group, pidfd_open, waitpgid};

use super::captured::Captured;
use super::{Until, orphans};

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It took longer than its time limit.
    TimedOut,
    /// Its answer was not wanted any more.
    GivenUp,
}

/// What a process group did.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) end: End,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Runs a command in a process group of its own and, when the command ends or has to, kills whatever is left of the
/// group. Streams that the command has piped are read, the others are the caller's business.
///
/// No closure runs between fork and exec, and the environment is the caller's: so the standard library takes the fast
/// way of `posix_spawn`, whose cost does not grow with our memory. Of each piped stream so many bytes are kept of the
/// beginning, and again of the end.
pub(crate) fn run(command: &mut Command, limit: Duration, until: &Until, kept: usize) -> io::Result<Ended> {
    let started = Instant::now();
    let (child, leader) = orphans::start(command)?;
    let mut streams = [Stream::new(child.stdout, kept), Stream::new(child.stderr, kept)];
    let waited = wait(leader, &mut streams, started + limit, until);
    let status = end_group(leader);
    orphans::end(leader, command.get_current_dir());
    let given_up = waited?;
    for stream in &mut streams {
        // Only what is there already: someone who got away may hold the other end open.
        stream.read()?;
    }
    let end = given_up.or_else(|| status.and_then(end_of)).unwrap_or(End::GivenUp);
    let [stdout, stderr] = streams.map(|stream| stream.captured.into_bytes());
    Ok(Ended { end, stdout, stderr })
}

/// Kills what is left of a process group, and says how its leader ended.
fn end_group(leader: Pid) -> Option<WaitStatus> {
    // The leader has not been waited for, so that its number is still the group's.
    let _ = kill_process_group(leader, Signal::KILL);
    let mut status = None;
    // With orphans adopted these are all the members of the group, else the leader alone.
    while let Ok(Some((pid, ended))) = waitpgid(leader, WaitOptions::empty()) {
        if pid == leader {
            status = Some(ended);
        }
    }
    status
}

fn end_of(status: WaitStatus) -> Option<End> {
    status.exit_status().map(End::Exit).or_else(|| status.terminating_signal().map(End::Signal))
}

/// Waits for the leader's end, without taking notice of it from the system. Some: it has to be ended before.
fn wait(leader: Pid, streams: &mut [Stream; 2], limit: Instant, until: &Until) -> io::Result<Option<End>> {
    let leader = pidfd_open(leader, PidfdFlags::empty())?;
    let last = until.deadline.map_or(limit, |deadline| deadline.min(limit));
    loop {
        if until.halts.iter().any(|halt| halt.is_raised()) {
            return Ok(Some(End::GivenUp));
        }
        let now = Instant::now();
        if now >= last {
            return Ok(Some(if last == limit { End::TimedOut } else { End::GivenUp }));
        }
        let mut fds: Vec<PollFd> = vec![PollFd::new(&leader, PollFlags::IN)];
        fds.extend(until.halts.iter().map(|halt| PollFd::from_borrowed_fd(halt.event(), PollFlags::IN)));
        fds.extend(streams.iter().filter_map(Stream::fd).map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        let left = last - now;
        let timeout = Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
        match poll(&mut fds, Some(&timeout)) {
            Err(rustix::io::Errno::INTR) => continue,
            polled => polled?,
        };
        let ended = !fds[0].revents().is_empty();
        for stream in &mut *streams {
            stream.read()?;
        }
        if ended {
            return Ok(None);
        }
    }
}

/// A stream that the command writes to, if it is piped and still open.
struct Stream {
    pipe: Option<OwnedFd>,
    captured: Captured,
}

impl Stream {
    fn new(pipe: Option<impl Into<OwnedFd>>, kept: usize) -> Self {
        Stream { pipe: pipe.map(Into::into), captured: Captured::new(kept) }
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes what is there, without waiting for more, and not without end.
    fn read(&mut self) -> io::Result<()> {
        let Some(pipe) = &self.pipe else { return Ok(()) };
        rustix::io::ioctl_fionbio(pipe, true)?;
        let mut buffer = [0; 16 * 1024];
        for _ in 0..64 {
            match rustix::io::read(pipe, &mut buffer) {
                Ok(0) => {
                    self.pipe = None;
                    break;
                }
                Ok(count) => self.captured.push(&buffer[..count]),
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => break,
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }
}
