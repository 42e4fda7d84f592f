//! The supervisor: a process of our own between this one and the tests, which ends them when this one is gone.
//!
//! It is small, so that it starts processes fast whatever this one holds; it is in a session of its own, so that a
//! terminal does not stop it; and it adopts what tests leave, so that children of our caller are not taken for that.

mod captured;
mod gauge;
mod job;
mod line;
mod order;
mod orphans;
mod procfs;
mod serve;

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

pub use serve::serve_as_supervisor;

pub(crate) use order::Order;
pub(crate) use serve::socket_of_stdin;

use super::halt::readable_until;
use super::scratch::Scratch;
use super::{End, Ended, TestError, Until};
use line::{Inbox, send_with};
use order::{Hello, Request, read_reply};

/// The word after which a program that runs tests has to [serve as a supervisor](serve_as_supervisor); the word after it
/// is a number of bytes.
pub const SUPERVISOR_WORD: &str = "supervisor";

/// A supervisor says within this time that it is ready.
const READY: Duration = Duration::from_secs(60);
/// What was given up is waited for so long.
const GIVEN_UP: Duration = Duration::from_secs(1);
/// At the end the supervisor is waited for so long. It goes on to clean behind our back.
const CLEANED: Duration = Duration::from_secs(5);

const GONE: &str = "the process that runs the tests is gone: was it killed?";

/// The supervisor as seen from the process that it works for. Its process is started when it is needed first, and ends
/// with this value.
pub struct Supervisor {
    largest_file: u64,
    running: OnceLock<Result<Running, String>>,
}

struct Running {
    /// None at the end.
    control: Option<UnixStream>,
    /// Lines on which nothing runs.
    free: Mutex<Vec<Line>>,
    scratch: Arc<Scratch>,
    notices: Vec<String>,
    process: Option<Child>,
}

impl Supervisor {
    /// A supervisor under which no file that a test writes grows beyond so many bytes.
    ///
    /// Only for programs that [serve as a supervisor](serve_as_supervisor) when they are called so.
    pub fn new(largest_file: u64) -> Self {
        Supervisor { largest_file, running: OnceLock::new() }
    }

    /// One in a thread of this process: what it runs is ended, but what that leaves is not found.
    #[cfg(test)]
    pub(crate) fn in_a_thread(root: &std::path::Path) -> Self {
        let (ours, theirs) = UnixStream::pair().expect("a pair");
        std::thread::spawn(move || serve::serve(&theirs, orphans::Orphans::default()));
        let hello = Hello { root: root.to_owned(), notices: Vec::new() };
        Supervisor { largest_file: u64::MAX, running: Ok(Running::new(ours, hello, None)).into() }
    }

    /// What the user should know of how tests run here, a line each. Starts the process.
    ///
    /// # Errors
    /// [`TestError`] when it cannot be started.
    pub fn notices(&self) -> Result<&[String], TestError> {
        self.running().map(|running| running.notices.as_slice()).map_err(|e| TestError(e.to_string()))
    }

    /// A folder of this name beside those of tests, empty at first: it goes with the supervisor, whatever ends this program.
    ///
    /// # Errors
    /// When it cannot be made, or is there already.
    pub fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.scratch()?.root().join(name);
        fs::create_dir(&path).map(|()| path)
    }

    /// The folders for tests.
    pub(crate) fn scratch(&self) -> io::Result<&Arc<Scratch>> {
        self.running().map(|running| &running.scratch)
    }

    /// Runs a process group to its end, or until that is not wanted any more.
    ///
    /// # Errors
    /// The system's error when it cannot be started; another one when the supervisor is gone.
    pub(crate) fn run(&self, order: Order, until: &Until) -> io::Result<Ended> {
        let running = self.running()?;
        let mut line = running.line()?;
        line.say(&Request::Run(Box::new(order)))?;
        let ended = if line.wait(until)? {
            line.reply()?
        } else {
            line.say(&Request::Cancel)?;
            let grace = Until { deadline: Instant::now().checked_add(GIVEN_UP), halts: &[], rank: 0 };
            if !line.wait(&grace)? {
                // The supervisor itself hangs, which is no reason to wait for it.
                return Ok(Ended { end: End::GivenUp, stdout: Vec::new(), stderr: Vec::new(), took: GIVEN_UP });
            }
            line.reply()?
        };
        running.free().push(line);
        ended.map_err(io::Error::from_raw_os_error)
    }

    /// Starts a process group that is talked to, with this file as its standard input. It is killed when its line goes.
    pub(super) fn start(&self, order: Order, input: BorrowedFd) -> io::Result<Line> {
        let line = self.running()?.line()?;
        send_with(&line.socket, &Request::Run(Box::new(order)).frame()?, input)?;
        Ok(line)
    }

    fn running(&self) -> io::Result<&Running> {
        let running = self.running.get_or_init(|| Running::start(self.largest_file).map_err(|e| e.to_string()));
        running.as_ref().map_err(|reason| io::Error::other(reason.clone()))
    }
}

impl Running {
    fn start(largest_file: u64) -> io::Result<Self> {
        let failed = |e: io::Error| io::Error::other(format!("cannot start the process that runs the tests ({e})"));
        let (ours, theirs) = UnixStream::pair().map_err(failed)?;
        let process = launch(theirs, largest_file).map_err(failed)?;
        let mut line = Line::new(ours);
        let ready = Until { deadline: Instant::now().checked_add(READY), halts: &[], rank: 0 };
        if !line.wait(&ready)? {
            return Err(failed(io::ErrorKind::TimedOut.into()));
        }
        let hello = Hello::read(&line.frame()?).map_err(|_| failed(io::ErrorKind::InvalidData.into()))?;
        if let Some(reason) = hello.refused() {
            return Err(io::Error::other(reason.to_owned()));
        }
        Ok(Running::new(line.socket, hello, Some(process)))
    }

    fn new(control: UnixStream, hello: Hello, process: Option<Child>) -> Self {
        let Hello { root, notices } = hello;
        Running {
            control: Some(control),
            free: Mutex::default(),
            scratch: Arc::new(Scratch::new(root)),
            notices,
            process,
        }
    }

    /// A line on which nothing runs.
    fn line(&self) -> io::Result<Line> {
        if let Some(line) = self.free().pop() {
            return Ok(line);
        }
        let (ours, theirs) = UnixStream::pair()?;
        let control = self.control.as_ref().ok_or_else(gone)?;
        send_with(control, &[0], theirs.as_fd()).map_err(|_| gone())?;
        Ok(Line::new(ours))
    }

    fn free(&self) -> MutexGuard<'_, Vec<Line>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control = None;
        self.free().clear();
        let Some(mut process) = self.process.take() else { return };
        // It ends by itself, once it has cleaned up.
        if let Ok(end) = pidfd_open(Pid::from_child(&process), PidfdFlags::empty()) {
            let timeout = Timespec { tv_sec: CLEANED.as_secs().cast_signed(), tv_nsec: 0 };
            let _ = poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&timeout));
        }
        let _ = process.try_wait();
    }
}

impl fmt::Debug for Supervisor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Supervisor").finish_non_exhaustive()
    }
}

fn launch(control: UnixStream, largest_file: u64) -> io::Result<Child> {
    let name = std::env::args_os().next().unwrap_or_default();
    let mut command = Command::new(order::our_program());
    command.arg0(&name).arg(SUPERVISOR_WORD).arg(largest_file.to_string());
    command.stdin(OwnedFd::from(control)).stdout(Stdio::null()).stderr(Stdio::null());
    // Our own group, so nothing new; but with it the standard library forks. After `posix_spawn` we could not be stopped
    // by a terminal before the other runs, who could be: then nobody goes on.
    command.gid(rustix::process::getgid().as_raw());
    command.spawn()
}

fn gone() -> io::Error {
    io::Error::other(GONE)
}

/// Our end of a line to the supervisor.
#[derive(Debug)]
pub(super) struct Line {
    socket: UnixStream,
    inbox: Inbox,
}

impl AsFd for Line {
    /// Readable once there is something to hear.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Line {
    fn new(socket: UnixStream) -> Self {
        Line { socket, inbox: Inbox::default() }
    }

    pub(super) fn cancel(&mut self) -> io::Result<()> {
        self.say(&Request::Cancel)
    }

    /// What became of the group.
    pub(super) fn reply(&mut self) -> io::Result<Result<Ended, i32>> {
        read_reply(&self.frame()?).map_err(|_| gone())
    }

    /// Waits until there is something to hear. False: that is not waited for any more.
    pub(super) fn wait(&self, until: &Until) -> io::Result<bool> {
        readable_until(self.socket.as_fd(), until)
    }

    fn say(&mut self, request: &Request) -> io::Result<()> {
        self.socket.write_all(&request.frame()?).map_err(|_| gone())
    }

    fn frame(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let Some(content) = self.inbox.next() {
                return Ok(content);
            }
            if !self.inbox.fill(&self.socket).map_err(|_| gone())? {
                return Err(gone());
            }
        }
    }
}
