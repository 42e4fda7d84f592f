//! One process group: started, waited for, ended with all that belongs to it.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, pidfd_open, waitpgid,
};

use super::captured::Captured;
use super::gauge::Gauge;
use super::order::Order;
use super::orphans::Orphans;
use crate::oracle::{End, Ended, Limit};

/// What has been killed and is still there after so long cannot be killed (it waits for a device, say), and is given up.
const GRACE: Duration = Duration::from_millis(500);
/// How often what has been killed is looked for.
pub(super) const LOOK: Duration = Duration::from_millis(1);

/// A process group that runs, or that has to end.
#[derive(Debug)]
pub(super) struct Job {
    leader: Pid,
    /// Readable once the leader has ended.
    end: OwnedFd,
    streams: [Stream; 2],
    folder: Option<PathBuf>,
    started: Instant,
    /// When its time is over.
    last: Option<Instant>,
    gauge: Gauge,
    /// Bytes of output that it may still write.
    output_left: Option<u64>,
    ending: Option<Ending>,
}

/// A group that has to end.
#[derive(Debug)]
struct Ending {
    since: Instant,
    /// Why it has to, unless its leader has ended by itself.
    reason: Option<End>,
    /// How the leader ended.
    status: Option<WaitStatus>,
}

impl Job {
    /// Starts a group. A file that came with the order becomes its standard input, unless the order names one.
    ///
    /// Nothing of our own runs between fork and exec, and the environment is the caller's: so the standard library takes
    /// the fast way of `posix_spawn`.
    pub(super) fn start(order: &Order, file: Option<OwnedFd>, orphans: &Orphans) -> io::Result<Self> {
        let mut command = Command::new(&order.program);
        if let Some(name) = &order.name {
            command.arg0(name);
        }
        let read = || if order.kept.is_some() { Stdio::piped() } else { Stdio::null() };
        let output = match file.as_ref().filter(|_| order.talks) {
            Some(socket) => Stdio::from(socket.try_clone()?),
            None => read(),
        };
        let input = match &order.input {
            Some(path) => Stdio::from(File::open(path)?),
            None => file.map_or_else(Stdio::null, Stdio::from),
        };
        command.args(&order.words).stdin(input).stdout(output).stderr(read()).process_group(0);
        if let Some(folder) = &order.folder {
            command.current_dir(folder);
        }
        if order.folder.is_some() {
            orphans.starts();
        }
        let child = command.spawn().inspect_err(|_| count_end(order.folder.as_deref(), orphans))?;
        let started = Instant::now();
        let leader = Pid::from_child(&child);
        let kept = order.kept.map_or(0, |kept| usize::try_from(kept).unwrap_or(usize::MAX));
        let streams = [Stream::new(child.stdout, kept), Stream::new(child.stderr, kept)];
        match pidfd_open(leader, PidfdFlags::empty()) {
            Ok(end) => Ok(Job {
                leader,
                end,
                streams,
                folder: order.folder.clone(),
                started,
                last: order.time.and_then(|time| started.checked_add(time)),
                gauge: Gauge::new(order.bounds, started),
                output_left: order.bounds.output,
                ending: None,
            }),
            Err(e) => {
                let _ = kill_process_group(leader, Signal::KILL);
                while let Ok(Some(_)) = waitpgid(leader, WaitOptions::empty()) {}
                count_end(order.folder.as_deref(), orphans);
                Err(e.into())
            }
        }
    }

    /// What there is to wait for: the leader's end first, then output.
    pub(super) fn files(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        std::iter::once(self.end.as_fd()).chain(self.streams.iter().filter_map(Stream::fd))
    }

    /// When it has to be looked at again even if nothing happens.
    pub(super) fn due(&self) -> Option<Instant> {
        match &self.ending {
            Some(_) => Some(Instant::now() + LOOK),
            None => [self.last, self.gauge.due].into_iter().flatten().min(),
        }
    }

    /// Looks after it. `has_ended`: so has its leader. Some: all of it has ended.
    pub(super) fn tend(&mut self, has_ended: bool, has_output: bool, orphans: &Orphans) -> Option<Ended> {
        if self.ending.is_none() {
            // First of all that, since we may come late.
            if has_ended {
                self.begin_to_end(None, orphans);
            } else if has_output && self.read() {
                self.begin_to_end(Some(End::OverLimit(Limit::Output)), orphans);
            } else if self.last.is_some_and(|last| last <= Instant::now()) {
                self.begin_to_end(Some(End::TimedOut), orphans);
            } else if let Some(limit) = self.over_limit(orphans) {
                self.begin_to_end(Some(End::OverLimit(limit)), orphans);
            }
        }
        self.ended(orphans)
    }

    /// Kills it, if it has not to end anyway.
    pub(super) fn cancel(&mut self, orphans: &Orphans) {
        if self.ending.is_none() {
            self.begin_to_end(Some(End::GivenUp), orphans);
        }
    }

    fn over_limit(&mut self, orphans: &Orphans) -> Option<Limit> {
        let now = self.gauge.due.filter(|due| *due <= Instant::now()).map(|_| Instant::now())?;
        let members = orphans.members(self.leader, self.folder.as_deref());
        self.gauge.measure(&members, self.folder.as_deref(), now)
    }

    fn begin_to_end(&mut self, reason: Option<End>, orphans: &Orphans) {
        // While the leader lives it is seen who descends from it, in sessions of their own, too.
        let members = if reason.is_some() { orphans.members(self.leader, self.folder.as_deref()) } else { Vec::new() };
        // The leader has not been waited for, so that its number is still the group's.
        let _ = kill_process_group(self.leader, Signal::KILL);
        for pid in members {
            let _ = kill_process(pid, Signal::KILL);
        }
        self.ending = Some(Ending { since: Instant::now(), reason, status: None });
    }

    fn ended(&mut self, orphans: &Orphans) -> Option<Ended> {
        let ending = self.ending.as_mut()?;
        let took = ending.since.duration_since(self.started);
        // With orphans adopted these are all the members of the group, else the leader alone.
        let is_empty = loop {
            match waitpgid(self.leader, WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.leader => {
                    ending.status = Some(status);
                    count_end(self.folder.as_deref(), orphans);
                }
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        let is_over = is_empty && orphans.end(self.folder.as_deref());
        if !is_over && ending.since.elapsed() < GRACE {
            return None;
        }
        if ending.status.is_none() {
            count_end(self.folder.as_deref(), orphans);
        }
        let (reason, status) = (ending.reason, ending.status);
        // Only what is there already: someone who got away may hold the other end open.
        let too_much = self.read();
        let end = match reason.or_else(|| status.and_then(end_of)).unwrap_or(End::GivenUp) {
            End::Exit(_) | End::Signal(_) if too_much => End::OverLimit(Limit::Output),
            end => end,
        };
        let [stdout, stderr] = self.streams.each_mut().map(|stream| std::mem::take(&mut stream.captured).into_bytes());
        Some(Ended { end, stdout, stderr, took })
    }

    /// Takes what was written. True: that was more than it may be.
    fn read(&mut self) -> bool {
        let read: u64 = self.streams.iter_mut().map(Stream::read).sum();
        let Some(left) = &mut self.output_left else { return false };
        let is_too_much = read > *left;
        *left = left.saturating_sub(read);
        is_too_much
    }
}

/// A group has ended; one with a folder is a test.
fn count_end(folder: Option<&Path>, orphans: &Orphans) {
    if folder.is_some() {
        orphans.ended();
    }
}

fn end_of(status: WaitStatus) -> Option<End> {
    status.exit_status().map(End::Exit).or_else(|| status.terminating_signal().map(End::Signal))
}

/// A stream that the group writes to, if it is piped and still open.
#[derive(Debug)]
struct Stream {
    pipe: Option<OwnedFd>,
    captured: Captured,
}

impl Stream {
    fn new(pipe: Option<impl Into<OwnedFd>>, kept: usize) -> Self {
        let pipe = pipe.map(Into::into).filter(|pipe| rustix::io::ioctl_fionbio(pipe, true).is_ok());
        Stream { pipe, captured: Captured::new(kept) }
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes what is there, without waiting for more, and not without end. Gives how many bytes that were.
    fn read(&mut self) -> u64 {
        let Some(pipe) = &self.pipe else { return 0 };
        let mut buffer = [0; 16 * 1024];
        let mut all = 0;
        for _ in 0..64 {
            match rustix::io::read(pipe, &mut buffer) {
                Ok(count) if count > 0 => {
                    self.captured.push(&buffer[..count]);
                    all += count as u64;
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => break,
                Ok(_) | Err(_) => {
                    self.pipe = None;
                    break;
                }
            }
        }
        all
    }
}
