//! The supervisor itself: a process between this program and its tests.

use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, getrlimit, setrlimit};

use super::job::{Job, LOOK};
use super::line::Inbox;
use super::order::{Hello, Request, reply_frame};
use super::orphans::Orphans;
use crate::oracle::root::{self, Root};

/// What is left of tests at the end is looked for at most so long.
const LAST: Duration = Duration::from_secs(2);
/// A line needs little.
const STACK: usize = 256 << 10;

/// What a supervisor does: runs what the process that started it orders, until that is gone, however it went; then it
/// ends all that still runs, removes the folders of tests, and returns. No file that a test writes grows beyond
/// `largest_file` bytes. The first word on the command line is [`SUPERVISOR_WORD`](super::SUPERVISOR_WORD).
///
/// Who ends every process of this name means the other one, with which this one ends. So the program has to catch signals
/// to end, and do nothing. (Tests would inherit signals that are blocked or ignored, but not those that are caught.)
///
/// # Errors
/// When the program was not started as a supervisor, or the system refuses.
pub fn serve_as_supervisor(largest_file: u64) -> io::Result<()> {
    let control = socket_of_stdin()?;
    // A session of our own: the terminal's Ctrl-Z and Ctrl-C, and its end, do not concern us or the tests.
    rustix::process::setsid()?;
    limit_files(largest_file)?;
    let (mut orphans, mut notices) = (Orphans::default(), Vec::new());
    if let Err(e) = orphans.adopt() {
        notices.push(format!(
            "processes that leave their test's process group cannot be found here and outlive it, and those of a test are \
             not counted ({e}): see that /proc is mounted"
        ));
    }
    let place = tempfile::env::temp_dir();
    for (path, reason) in root::remove_stale(&place) {
        let shown = path.display();
        notices.push(format!("cannot remove `{shown}`, which a killed run has left ({reason}): remove it by hand"));
    }
    let root = Root::new(&place);
    let hello = match &root {
        Ok(root) => Hello { root: root.path().to_owned(), notices },
        Err(e) => Hello::refusal(&place, e),
    };
    (&control).write_all(&hello.frame()?)?;
    serve(&control, orphans)
}

/// Runs what is ordered over lines that come through `control`, until that is closed.
pub(super) fn serve(control: &UnixStream, orphans: Orphans) -> io::Result<()> {
    let orphans = Arc::new(orphans);
    let mut lines: Vec<JoinHandle<()>> = Vec::new();
    let mut inbox = Inbox::default();
    while inbox.fill(control)? {
        let Some(file) = inbox.file.take() else { continue };
        let (socket, orphans) = (UnixStream::from(file), Arc::clone(&orphans));
        socket.set_nonblocking(true)?;
        // This thread starts no processes itself, and so is not held up by one that does not come to its start.
        let thread = thread::Builder::new().name("line".to_owned()).stack_size(STACK);
        // Without a thread the line is closed, and the other side told so by that.
        lines.extend(thread.spawn(move || Line::new(socket).serve(&orphans)));
        lines.retain(|line| !line.is_finished());
    }
    // Who is gone has closed all lines, too.
    let since = Instant::now();
    while since.elapsed() < LAST && !(lines.iter().all(JoinHandle::is_finished) && orphans.end(None)) {
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Takes the socket away from standard input, so that no process that we start has it.
pub(crate) fn socket_of_stdin() -> io::Result<UnixStream> {
    let socket = rustix::io::fcntl_dupfd_cloexec(io::stdin().as_fd(), 3)?;
    let null = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    let socket = UnixStream::from(socket);
    // Whatever else was there is no socket.
    socket.peer_addr()?;
    Ok(socket)
}

/// No file that this process or one that it starts writes from now on grows beyond so many bytes. A lower limit that
/// holds already stays.
fn limit_files(bytes: u64) -> io::Result<()> {
    let mut limit = getrlimit(Resource::Fsize);
    limit.current = Some(limit.current.map_or(bytes, |old| old.min(bytes)));
    Ok(setrlimit(Resource::Fsize, limit)?)
}

/// A line, on which one group runs at a time.
struct Line {
    socket: UnixStream,
    inbox: Inbox,
    /// What the other side has not taken yet.
    outbox: Vec<u8>,
    job: Option<Job>,
}

impl Line {
    fn new(socket: UnixStream) -> Self {
        Line { socket, inbox: Inbox::default(), outbox: Vec::new(), job: None }
    }

    /// Runs what is ordered until the line is closed; then what still runs has to end.
    fn serve(&mut self, orphans: &Orphans) {
        // An error means the same: there is nobody to work for.
        while self.step(orphans).is_ok() {}
        let Some(job) = &mut self.job else { return };
        job.cancel(orphans);
        while job.tend(false, false, orphans).is_none() {
            thread::sleep(LOOK);
        }
    }

    /// Waits until something happens and deals with it.
    fn step(&mut self, orphans: &Orphans) -> io::Result<()> {
        let happened = self.wait()?;
        if happened.heard {
            self.hear(orphans)?;
        }
        let ended = self.job.as_mut().and_then(|job| job.tend(happened.has_ended, happened.has_output, orphans));
        if let Some(ended) = ended {
            self.job = None;
            self.outbox.extend(reply_frame(&Ok(ended))?);
        }
        self.flush()
    }

    fn wait(&self) -> io::Result<Happened> {
        let out = if self.outbox.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
        let mut fds = vec![PollFd::new(&self.socket, PollFlags::IN | out)];
        let files = self.job.iter().flat_map(Job::files);
        fds.extend(files.map(|file| PollFd::from_borrowed_fd(file, PollFlags::IN)));
        let timeout = self.job.as_ref().and_then(Job::due).map(|due| {
            let left = due.saturating_duration_since(Instant::now());
            Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() }
        });
        match poll(&mut fds, timeout.as_ref()) {
            Err(rustix::io::Errno::INTR) => return Ok(Happened::default()),
            polled => polled?,
        };
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let mut next = || ready.next().unwrap_or(false);
        Ok(Happened { heard: next(), has_ended: next(), has_output: ready.any(|ready| ready) })
    }

    fn hear(&mut self, orphans: &Orphans) -> io::Result<()> {
        if !self.inbox.fill(&self.socket)? {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        while let Some(content) = self.inbox.next() {
            match Request::read(&content).map_err(|_| ErrorKind::InvalidData)? {
                Request::Cancel => {
                    if let Some(job) = &mut self.job {
                        job.cancel(orphans);
                    }
                }
                Request::Run(order) if self.job.is_none() => {
                    match Job::start(&order, self.inbox.file.take(), orphans) {
                        Ok(job) => self.job = Some(job),
                        // An error that is not the system's can only be a word that no process can be given.
                        Err(e) => {
                            let number = e.raw_os_error().unwrap_or(rustix::io::Errno::INVAL.raw_os_error());
                            self.outbox.extend(reply_frame(&Err(number))?);
                        }
                    }
                }
                Request::Run(_) => return Err(ErrorKind::InvalidData.into()),
            }
        }
        Ok(())
    }

    /// Sends as much as the other side takes now, which may have been stopped.
    fn flush(&mut self) -> io::Result<()> {
        while !self.outbox.is_empty() {
            match self.socket.write(&self.outbox) {
                Ok(count) => {
                    self.outbox.drain(..count);
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

/// Which of the things that a line waits for have happened.
#[derive(Default)]
struct Happened {
    heard: bool,
    has_ended: bool,
    has_output: bool,
}
