//! The supervisor itself: a process between this program and its tests.

use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::sys::signal::{SigSet, Signal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, getrlimit, setrlimit};

use super::job::Job;
use super::line::Inbox;
use super::order::{Hello, Request, reply_frame};
use super::orphans::Orphans;
use crate::oracle::root::{self, Root};

/// What is left of tests at the end is looked for at most so long.
const LAST: Duration = Duration::from_secs(2);

/// What a supervisor does: runs what the process that started it orders, until that is gone, however it went; then it
/// ends all that still runs, removes the folders of tests, and returns. No file that a test writes grows beyond
/// `largest_file` bytes. The first word on the command line is [`SUPERVISOR_WORD`](super::SUPERVISOR_WORD).
///
/// # Errors
/// When the program was not started as a supervisor, or the system refuses.
pub fn serve_as_supervisor(largest_file: u64) -> io::Result<()> {
    let control = socket_of_stdin()?;
    // A session of our own: the terminal's Ctrl-Z and Ctrl-C, and its end, do not concern us or the tests.
    rustix::process::setsid()?;
    // Who ends every process of this name means the other one, with whom we end. Tests do not inherit this: the standard
    // library starts processes with no signal blocked.
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT, Signal::SIGTSTP];
    signals.into_iter().collect::<SigSet>().thread_block()?;
    limit_files(largest_file)?;
    let (mut orphans, mut notices) = (Orphans::default(), Vec::new());
    if let Err(e) = orphans.adopt() {
        notices.push(format!(
            "processes that leave their test's process group cannot be found here and outlive it ({e}): see that /proc \
             is mounted"
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
    serve(control, orphans)
}

/// Runs what is ordered over lines that come through `control`, until that is closed.
pub(super) fn serve(control: UnixStream, orphans: Orphans) -> io::Result<()> {
    control.set_nonblocking(true)?;
    let mut server = Server { control, lines: Vec::new(), orphans };
    while server.step()? {}
    server.end();
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

struct Server {
    /// New lines come from here.
    control: UnixStream,
    lines: Vec<Line>,
    orphans: Orphans,
}

/// A line, on which one group runs at a time.
struct Line {
    socket: UnixStream,
    inbox: Inbox,
    /// What the other side has not taken yet.
    outbox: Vec<u8>,
    job: Option<Job>,
    is_closed: bool,
}

/// Which of the things that a line waits for have happened.
#[derive(Default)]
struct Happened {
    heard: bool,
    has_ended: bool,
    has_output: bool,
}

impl Server {
    /// Waits until something happens and deals with it. False: nobody is there any more to work for.
    fn step(&mut self) -> io::Result<bool> {
        let (is_called, happened) = self.wait()?;
        if is_called && !self.accept()? {
            return Ok(false);
        }
        for (line, happened) in self.lines.iter_mut().zip(happened) {
            line.tend(&happened, &mut self.orphans);
        }
        self.lines.retain(|line| !line.is_closed || line.job.is_some());
        Ok(true)
    }

    fn wait(&self) -> io::Result<(bool, Vec<Happened>)> {
        let mut fds = vec![PollFd::new(&self.control, PollFlags::IN)];
        for line in &self.lines {
            let out = if line.outbox.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
            // One that is closed is always readable.
            let flags = if line.is_closed { PollFlags::empty() } else { PollFlags::IN | out };
            fds.push(PollFd::new(&line.socket, flags));
            let files = line.job.iter().flat_map(Job::files);
            fds.extend(files.map(|file| PollFd::from_borrowed_fd(file, PollFlags::IN)));
        }
        let due = self.lines.iter().filter_map(|line| line.job.as_ref()?.due()).min();
        let timeout = due.map(|due| {
            let left = due.saturating_duration_since(Instant::now());
            Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() }
        });
        match poll(&mut fds, timeout.as_ref()) {
            Err(rustix::io::Errno::INTR) => return Ok((false, Vec::new())),
            polled => polled?,
        };
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let is_called = ready.next().unwrap_or(false);
        let happened = self.lines.iter().map(|line| {
            let heard = ready.next().unwrap_or(false);
            let mut files = line.job.iter().flat_map(Job::files).map(|_| ready.next().unwrap_or(false));
            let has_ended = files.next().unwrap_or(false);
            Happened { heard, has_ended, has_output: files.fold(false, |any, ready| any | ready) }
        });
        Ok((is_called, happened.collect()))
    }

    /// Takes a new line. False: there will be none.
    fn accept(&mut self) -> io::Result<bool> {
        let mut inbox = Inbox::default();
        let is_open = inbox.fill(&self.control)?;
        if let Some(file) = inbox.file {
            let socket = UnixStream::from(file);
            socket.set_nonblocking(true)?;
            let (inbox, outbox) = (Inbox::default(), Vec::new());
            self.lines.push(Line { socket, inbox, outbox, job: None, is_closed: false });
        }
        Ok(is_open)
    }

    /// Ends all that runs, and all that it has left.
    fn end(&mut self) {
        let since = Instant::now();
        for line in &mut self.lines {
            line.close(&mut self.orphans);
        }
        while since.elapsed() < LAST {
            for line in &mut self.lines {
                line.tend(&Happened::default(), &mut self.orphans);
            }
            self.lines.retain(|line| line.job.is_some());
            if self.lines.is_empty() && self.orphans.end(None) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Line {
    fn tend(&mut self, happened: &Happened, orphans: &mut Orphans) {
        if happened.heard && !self.is_closed && self.hear(orphans).is_err() {
            self.close(orphans);
        }
        let ended = self.job.as_mut().and_then(|job| job.tend(happened.has_ended, happened.has_output, orphans));
        if let Some(ended) = ended {
            self.job = None;
            self.say(reply_frame(&Ok(ended)));
        }
        if !self.outbox.is_empty() && self.flush().is_err() {
            self.close(orphans);
        }
    }

    fn hear(&mut self, orphans: &mut Orphans) -> io::Result<()> {
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
                            self.say(reply_frame(&Err(number)));
                        }
                    }
                }
                Request::Run(_) => return Err(ErrorKind::InvalidData.into()),
            }
        }
        Ok(())
    }

    fn say(&mut self, frame: io::Result<Vec<u8>>) {
        match frame {
            Ok(frame) => self.outbox.extend(frame),
            Err(_) => self.is_closed = true,
        }
    }

    /// Sends as much as the other side takes now, which may have been stopped.
    fn flush(&mut self) -> io::Result<()> {
        loop {
            match self.socket.write(&self.outbox) {
                Ok(count) => {
                    self.outbox.drain(..count);
                    if self.outbox.is_empty() {
                        return Ok(());
                    }
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) => return Err(e),
            }
        }
    }

    fn close(&mut self, orphans: &mut Orphans) {
        self.is_closed = true;
        self.outbox.clear();
        if let Some(job) = &mut self.job {
            job.cancel(orphans);
        }
    }
}
