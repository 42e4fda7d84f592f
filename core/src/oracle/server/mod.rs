//! Test servers: tests that are started once and then asked about one candidate after the other, or about many at once.
//!
//! `servers/PROTOCOL.md` says what both sides write. A server is as many processes as it takes to have so many
//! candidates under test as there are jobs. Whatever a process does, a candidate has one answer: where a process ends,
//! hangs or writes what makes no sense, each of its candidates is tried once more, alone in a fresh process; what comes
//! of it there counts.

mod conversation;
mod folders;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
mod message;
mod process;
mod queue;
mod roster;
mod status;

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::halt::readable_until;
use super::invocation::{Invocation, unstartable};
use super::scratch::Scratch;
use crate::folder::Folder;

use super::{Bounds, End, Order, Run, Sandbox, Supervisor, TestError, Until};
use message::{Answer, Candidate, Hello, LONGEST, Purpose, Said, Say, Wants, explained, told};
use process::{Broken, Process};
use roster::{Company, Lease, Roster};
pub use status::StatusListener;

/// Bytes kept of the beginning of what a process writes to its standard error, and again of the end.
const KEPT: u64 = 16 << 10;
/// What a server that sees to time limits itself may take beyond them.
const QUEUEING: Duration = Duration::from_secs(60);

/// How a test server is started, and how much is asked of it.
#[derive(Clone, Debug)]
pub struct ServerPlan {
    /// The command.
    pub invocation: Invocation,
    /// The file or the folder whose name candidates get.
    pub input: PathBuf,
    /// Candidates are folders, which come packed into texts.
    pub is_folder: bool,
    /// Files that the test needs, for a server that is not where they are.
    pub files: Vec<PathBuf>,
    /// A process says hello within this time.
    pub start_limit: Duration,
    /// What each of its processes may use.
    pub bounds: Bounds,
    /// What its processes are kept in, if anything.
    pub sandbox: Option<Sandbox>,
    /// Candidates that are under test at once.
    pub jobs: usize,
    /// A process is replaced after so many candidates; none: never.
    pub fresh_every: Option<u64>,
}

/// A test server. Its processes are started when they are needed, and end with this value.
#[derive(Debug)]
pub struct TestServer {
    plan: ServerPlan,
    name: OsString,
    supervisor: Arc<Supervisor>,
    roster: Roster,
    listener: Option<StatusListener>,
}

/// What came of a candidate in one process.
enum Tried {
    Answered(Run),
    GivenUp,
    /// The process is no more; whether it had tested anything else, and how long that took.
    Broken {
        reason: Broken,
        was_fresh: bool,
        took: Duration,
    },
}

impl TestServer {
    /// A server of which nothing runs yet.
    pub fn new(plan: ServerPlan, supervisor: Arc<Supervisor>) -> Self {
        let name = plan.input.file_name().unwrap_or(OsStr::new("input")).to_owned();
        let roster = Roster::new(plan.jobs, plan.fresh_every);
        TestServer { plan, name, supervisor, roster, listener: None }
    }

    /// Tells this listener how the server is doing.
    #[must_use]
    pub fn listener(mut self, listener: StatusListener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Asks about a text, which may take so long; `cold` is what it may take in a process that has yet to warm up. The end is status 0 of what is interesting and 1 of what is not.
    ///
    /// # Errors
    /// [`TestError`] when the server cannot be started, does not keep to the protocol from the beginning, or says that
    /// the test cannot be run.
    pub(crate) fn run(&self, text: &[u8], limit: Duration, cold: Duration, until: &Until) -> Result<Run, TestError> {
        let mut company = Company::Others;
        loop {
            match self.attempt(text, [limit, cold], until, company)? {
                Tried::Answered(run) => return Ok(run),
                Tried::GivenUp => return Ok(run(End::GivenUp, "", Duration::ZERO)),
                Tried::Broken { reason, was_fresh, took } if was_fresh => return Ok(broken(&reason, took)),
                Tried::Broken { .. } => company = Company::Nobody,
            }
        }
    }

    /// Has everything tested by fresh processes from now on: what those that run have in memory is of no account.
    pub(super) fn refresh(&self) {
        self.roster.retire_all();
    }

    fn attempt(&self, text: &[u8], limits: [Duration; 2], until: &Until, company: Company) -> Result<Tried, TestError> {
        let lease = self.roster.lease(company, until, &mut || self.start(until))?;
        let Some(Lease { process, ticket, hello, scratch, was_fresh, is_cold, .. }) = &lease else {
            return Ok(Tried::GivenUp);
        };
        let (id, started, limit) = (ticket.id, Instant::now(), limits[usize::from(*is_cold)]);
        match (hello.wants, self.plan.is_folder) {
            (Wants::Text | Wants::Difference, true) => {
                process.send_folder(id, &Folder::unpack(text), limit, until.rank)?;
            }
            (Wants::Text | Wants::Difference, false) => {
                process.send(id, said(&Say::Test(Candidate::of_text(id, text, limit, until.rank)))?, None);
            }
            (Wants::Path, is_folder) => {
                let place = if is_folder {
                    scratch.holding_folder(&self.name, &Folder::unpack(text))
                } else {
                    scratch.holding(&self.name, text)
                };
                let place = place.map_err(|e| super::command::unwritable(scratch.root(), &e))?;
                let path = told(place.file()).ok_or_else(|| unsayable(place.file()))?;
                let line = said(&Say::Test(Candidate::in_place(id, path, limit, until.rank)))?;
                process.send(id, line, Some(place));
            }
        }
        // A server that sees to the limit itself may have others to test before.
        let most = if hello.times { limit * (hello.in_flight as u32 + 1) + QUEUEING } else { limit };
        let mut end = started.checked_add(most);
        let is_answered = loop {
            let deadline = [end, until.deadline].into_iter().flatten().min();
            let heard = readable_until(ticket.done.event(), &Until { deadline, ..*until });
            // As long as the server can test nothing, time does not run.
            let later = process.waited_until().and_then(|last| last.checked_add(most)).filter(|_| hello.times);
            if heard.map_err(|e| unpollable(&e))? {
                break true;
            } else if until.is_over() || later <= end {
                break false;
            }
            end = later;
        };
        if !is_answered {
            let is_too_long = end.is_some_and(|end| end <= Instant::now()) && !until.is_over();
            if !is_too_long {
                process.give_up(id, end.unwrap_or(started));
                return Ok(Tried::GivenUp);
            }
            process.end(Broken::TimedOut);
            // The process is ended at once; its folder goes with it.
            readable_until(ticket.done.event(), &Until::default()).map_err(|e| unpollable(&e))?;
        }
        let took = started.elapsed();
        match process.close(id) {
            Ok(answer) if answer.verdict == Said::Cancelled => {
                let reason = Broken::Garbled("it gives up a candidate that is wanted".to_owned());
                process.end(reason.clone());
                Ok(Tried::Broken { reason, was_fresh: *was_fresh, took })
            }
            Ok(answer) => self.answered(&answer, took).map(Tried::Answered),
            Err(reason) => Ok(Tried::Broken { reason, was_fresh: *was_fresh, took }),
        }
    }

    fn answered(&self, answer: &Answer, took: Duration) -> Result<Run, TestError> {
        let took = answer.took().unwrap_or(took);
        let end = match answer.verdict {
            Said::Interesting => End::Exit(0),
            Said::Not => End::Exit(1),
            Said::TimedOut => End::TimedOut,
            Said::OverLimit => answer.limit.map_or(End::Unanswered, End::OverLimit),
            Said::Unanswered => End::Unanswered,
            Said::Cancelled => End::GivenUp,
            Said::Error => {
                let said = explained(answer.output.lines().next_back().unwrap_or("it does not say why").as_bytes());
                return Err(TestError(format!("{} says that the test cannot be run: {said}", self.shown())));
            }
        };
        Ok(run(end, &answer.output, took))
    }

    /// Starts a process and waits for its hello. None: that is not waited for any more.
    fn start(&self, until: &Until) -> Result<Option<(Process, Hello, Arc<Scratch>)>, TestError> {
        let scratch = self.supervisor.scratch().map_err(|e| TestError(e.to_string()))?;
        let folder = scratch.folder().map_err(|e| super::command::unwritable(scratch.root(), &e))?;
        let (ours, theirs) = UnixStream::pair().map_err(|e| self.unstartable(&e))?;
        let order = Order {
            program: self.plan.invocation.program().to_owned(),
            words: self.plan.invocation.fixed_words(),
            folder: Some(folder.clone()),
            talks: true,
            kept: Some(KEPT),
            bounds: self.plan.bounds,
            ..Order::default()
        };
        let order = match &self.plan.sandbox {
            Some(sandbox) => sandbox.around(order),
            None => order,
        };
        let line = self.supervisor.start(order, theirs.as_fd()).map_err(|e| self.unstartable(&e))?;
        drop(theirs);
        let files: Vec<String> = self.plan.files.iter().map(|file| file.display().to_string()).collect();
        let user = env::current_dir().ok();
        let hello = Say::Hello(Purpose {
            version: message::VERSION,
            name: &self.name.to_string_lossy(),
            is_folder: self.plan.is_folder,
            jobs: self.plan.jobs,
            files: &files,
            folder: user.as_deref().and_then(told),
            limits: &self.plan.bounds,
            sandbox: self.plan.sandbox.is_some(),
        });
        let listener = self.listener.clone();
        let process = Process::new(line, ours, folder.clone(), &hello, self.roster.queue(), listener)?;
        let patience = Instant::now() + self.plan.start_limit;
        let deadline = until.deadline.map_or(patience, |deadline| deadline.min(patience));
        match process.hello(&Until { deadline: Some(deadline), ..*until }) {
            Some(Ok(hello)) if self.plan.is_folder && hello.wants == Wants::Text => Err(TestError(format!(
                "{} takes no folders: it wants texts, and not paths or differences (see servers/PROTOCOL.md)",
                self.shown()
            ))),
            Some(Ok(hello)) => Ok(Some((process, hello, Arc::new(Scratch::new(folder))))),
            Some(Err(reason)) => Err(self.unusable(&reason)),
            None if until.is_over() => Ok(None),
            None => Err(TestError(format!(
                "{} has not said hello within {} s: its first line has to be {{\"hello\": {{\"version\": {}}}}} (see \
                 servers/PROTOCOL.md)",
                self.shown(),
                self.plan.start_limit.as_secs_f64(),
                message::VERSION
            ))),
        }
    }

    /// Why a process never came to answer.
    fn unusable(&self, reason: &Broken) -> TestError {
        let server = self.shown();
        match reason {
            Broken::Unstarted(number) => self.unstartable(&io::Error::from_raw_os_error(*number)),
            Broken::Garbled(said) => TestError(format!(
                "{server} does not keep to the protocol: {said}. Nothing but messages may go to its standard output"
            )),
            _ => {
                let said = described(reason);
                TestError(format!("{server} does not come to answer: {said}. See whether it runs by hand"))
            }
        }
    }

    fn unstartable(&self, error: &io::Error) -> TestError {
        unstartable("test server", self.plan.invocation.program(), error)
    }

    fn shown(&self) -> String {
        format!("the test server `{}`", self.plan.invocation.program().display())
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.roster.end();
    }
}

/// A run that ended so, with what is to be told of it.
fn run(end: End, said: &str, took: Duration) -> Run {
    Run { end, stdout: said.as_bytes()[..said.len().min(LONGEST)].to_vec(), stderr: Vec::new(), took }
}

/// A candidate that has broken a fresh process.
fn broken(reason: &Broken, took: Duration) -> Run {
    let end = match reason {
        Broken::TimedOut => End::TimedOut,
        Broken::Ended(End::OverLimit(limit), _) => End::OverLimit(*limit),
        _ => End::Unanswered,
    };
    run(end, &format!("The test server gave no answer: {}.\n", described(reason)), took)
}

fn described(reason: &Broken) -> String {
    match reason {
        Broken::Ended(end, stderr) => {
            let how = match end {
                End::Exit(status) => format!("it ends with status {status}"),
                End::Signal(signal) => format!("it is killed by signal {signal}"),
                End::OverLimit(_) => "it goes over a limit".to_owned(),
                End::TimedOut | End::GivenUp | End::Unanswered => "it ends".to_owned(),
            };
            let said = String::from_utf8_lossy(stderr);
            let last = said.lines().rfind(|line| !line.trim().is_empty());
            last.map_or(how.clone(), |last| format!("{how}, and its last words are: {}", explained(last.as_bytes())))
        }
        Broken::Unstarted(number) => io::Error::from_raw_os_error(*number).to_string(),
        Broken::Garbled(said) => said.clone(),
        Broken::TimedOut => "it takes too long".to_owned(),
        Broken::Dismissed => "it has ended".to_owned(),
    }
}

fn said(message: &Say) -> Result<Vec<u8>, TestError> {
    message.line().map_err(|e| TestError(e.to_string()))
}

fn unsayable(path: &Path) -> TestError {
    TestError(format!(
        "a test server cannot be told of `{}`, since that is not UTF-8: rename it, or set TMPDIR to another place",
        path.display()
    ))
}

fn unpollable(error: &io::Error) -> TestError {
    TestError(format!("cannot wait for the test server ({error}): use fewer jobs with -j"))
}
