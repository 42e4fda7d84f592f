//! The property test that is a command: one that is started for each candidate, or a server that is asked.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bstr::ByteSlice;

use super::expectation::Expectation;
use super::invocation::{Invocation, unstartable};
use super::pace::Pace;
use crate::folder::Folder;

use super::{Bounds, End, Order, PropertyTest, Sandbox, Supervisor, TestError, TestServer, Until, Verdict};

/// Bytes kept of the beginning of a test's output, and again of its end.
const KEPT: u64 = 256 * 1024;

/// What one test may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall time; a test that takes longer is killed and says no. Less once the test has got faster.
    pub time: Duration,
    /// What else it may use; a test that uses more is killed and says no.
    pub bounds: Bounds,
}

/// Whether the output of a test is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// It is thrown away as it is written.
    Nothing,
    /// Both streams are kept, within bounds: of endless output the beginning and the end.
    Output,
}

/// One run of a command on a text.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it wrote to standard output, if wanted. The directory that the candidate was in is not shown.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error, likewise.
    pub stderr: Vec<u8>,
    /// Wall time.
    pub took: Duration,
}

/// A property test in C-Reduce's convention: a command that runs in a fresh directory which holds the candidate under
/// the input's own name. The text is on its standard input as well.
///
/// It runs in its own process group, which is killed when the command ends or its time is over.
#[derive(Debug)]
pub struct CommandTest {
    means: Means,
    pace: Pace,
    expectations: Vec<Expectation>,
}

/// How a run is made.
#[derive(Debug)]
enum Means {
    /// A process for each.
    Process(Started),
    /// By a server.
    Server(TestServer),
}

/// A command that is started for each candidate.
#[derive(Debug)]
struct Started {
    invocation: Invocation,
    name: OsString,
    /// The candidate is a folder, which comes packed into a text.
    is_folder: bool,
    bounds: Bounds,
    supervisor: Arc<Supervisor>,
    sandbox: Option<Sandbox>,
}

impl CommandTest {
    /// A test that is interesting if the run of the command meets every one of the expectations. `input` is the file
    /// whose name the candidates get.
    pub fn new(
        invocation: Invocation,
        input: &Path,
        limits: Limits,
        expectations: Vec<Expectation>,
        supervisor: Arc<Supervisor>,
    ) -> Self {
        let name = input.file_name().unwrap_or(OsStr::new("input")).to_owned();
        let Limits { time, bounds } = limits;
        let means = Means::Process(Started { invocation, name, is_folder: false, bounds, supervisor, sandbox: None });
        CommandTest { means, pace: Pace::new(time), expectations }
    }

    /// A test whose runs are made by a server. They take so long at most, and end with status 0 or 1.
    pub fn served(server: TestServer, time: Duration) -> Self {
        CommandTest { means: Means::Server(server), pace: Pace::new(time), expectations: vec![Expectation::Exit(0)] }
    }

    /// The same test on packed [folders](crate::folder): it is started in the candidate. Nothing is on its standard
    /// input. (A server is told by its plan.)
    #[must_use]
    pub fn on_folders(mut self) -> Self {
        if let Means::Process(started) = &mut self.means {
            started.is_folder = true;
        }
        self
    }

    /// The same test within a sandbox. (A server is put into one by its plan.)
    #[must_use]
    pub fn within(mut self, sandbox: Sandbox) -> Self {
        if let Means::Process(started) = &mut self.means {
            started.sandbox = Some(sandbox);
        }
        self
    }

    /// The same test with another time limit and other expectations.
    #[must_use]
    pub fn with(self, time: Duration, expectations: Vec<Expectation>) -> Self {
        CommandTest { pace: Pace::new(time), expectations, ..self }
    }

    /// Makes a run on a text.
    ///
    /// # Errors
    /// [`TestError`] when the candidate cannot be written or the command cannot be started.
    pub fn run(&self, text: &[u8], capture: Capture, until: &Until) -> Result<Run, TestError> {
        let limit = self.pace.limit(text.len());
        match &self.means {
            Means::Process(started) => started.run(text, capture, limit, until),
            Means::Server(server) => server.run(text, limit, self.pace.first(), until),
        }
    }

    /// What a run means: interesting if it meets all expectations. There is no verdict on one that was given up.
    pub fn judge(&self, run: &Run) -> Option<Verdict> {
        match run.end {
            End::GivenUp => None,
            End::TimedOut => Some(Verdict::TimedOut),
            End::Unanswered => Some(Verdict::Unanswered),
            End::OverLimit(limit) => Some(Verdict::OverLimit(limit)),
            End::Exit(_) | End::Signal(_) => {
                Some(self.expectations.iter().all(|expectation| expectation.met(run)).into())
            }
        }
    }
}

impl Started {
    fn run(&self, text: &[u8], capture: Capture, limit: Duration, until: &Until) -> Result<Run, TestError> {
        let scratch = self.supervisor.scratch().map_err(|e| TestError(e.to_string()))?;
        let place = if self.is_folder {
            scratch.holding_folder(&self.name, &Folder::unpack(text))
        } else {
            scratch.holding(&self.name, text)
        };
        let place = place.map_err(|e| unwritable(scratch.root(), &e))?;
        let folder = if self.is_folder { place.file() } else { place.folder() };
        let order = Order {
            program: self.invocation.program().to_owned(),
            words: self.invocation.words(place.file()),
            folder: Some(folder.to_owned()),
            input: (!self.is_folder).then(|| place.file().to_owned()),
            // What nobody wants is read all the same, to be counted.
            kept: Some(if capture == Capture::Output { KEPT } else { 0 }),
            time: Some(limit),
            bounds: self.bounds,
            ..Order::default()
        };
        let order = match &self.sandbox {
            Some(sandbox) => sandbox.around(order),
            None => order,
        };
        let ended =
            self.supervisor.run(order, until).map_err(|e| unstartable("test", self.invocation.program(), &e))?;
        let hidden = [folder.as_os_str().as_bytes(), b"/"].concat();
        Ok(Run {
            end: ended.end,
            stdout: ended.stdout.replace(&hidden, b""),
            stderr: ended.stderr.replace(&hidden, b""),
            took: ended.took,
        })
    }
}

impl PropertyTest for CommandTest {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        // Nothing gives it up before its end.
        Ok(self.verdict_until(text, &Until::default())?.unwrap_or(Verdict::TimedOut))
    }

    fn forget(&self) {
        if let Means::Server(server) = &self.means {
            server.refresh();
        }
    }

    fn verdict_until(&self, text: &[u8], until: &Until) -> Result<Option<Verdict>, TestError> {
        let wanted = self.expectations.iter().any(Expectation::reads_output);
        let capture = if wanted { Capture::Output } else { Capture::Nothing };
        let run = self.run(text, capture, until)?;
        let verdict = self.judge(&run);
        if verdict == Some(Verdict::Interesting) {
            self.pace.said_yes(text.len(), run.took);
        }
        Ok(verdict)
    }
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> TestError {
    TestError(format!(
        "cannot write the candidate to `{}` ({error}): make room there, or set TMPDIR to a place that has some",
        path.display()
    ))
}
