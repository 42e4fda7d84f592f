//! The property test that is a command.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bstr::ByteSlice;

use super::expectation::Expectation;
use super::invocation::Invocation;
use super::pace::Pace;
use super::{Bounds, End, Order, PropertyTest, Sandbox, Supervisor, TestError, Until, Verdict};

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
    invocation: Invocation,
    name: OsString,
    bounds: Bounds,
    pace: Pace,
    expectations: Vec<Expectation>,
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
        CommandTest { invocation, name, bounds, pace: Pace::new(time), expectations, supervisor, sandbox: None }
    }

    /// The same test within a sandbox.
    #[must_use]
    pub fn within(self, sandbox: Sandbox) -> Self {
        CommandTest { sandbox: Some(sandbox), ..self }
    }

    /// The same test with another time limit and other expectations.
    #[must_use]
    pub fn with(self, time: Duration, expectations: Vec<Expectation>) -> Self {
        CommandTest { pace: Pace::new(time), expectations, ..self }
    }

    /// Runs the command on a text.
    ///
    /// # Errors
    /// [`TestError`] when the candidate cannot be written or the command cannot be started.
    pub fn run(&self, text: &[u8], capture: Capture, until: &Until) -> Result<Run, TestError> {
        let scratch = self.supervisor.scratch().map_err(|e| TestError(e.to_string()))?;
        let place = scratch.holding(&self.name, text).map_err(|e| unwritable(scratch.root(), &e))?;
        let order = Order {
            program: self.invocation.program().to_owned(),
            words: self.invocation.words(place.file()),
            folder: Some(place.folder().to_owned()),
            input: Some(place.file().to_owned()),
            // What nobody wants is read all the same, to be counted.
            kept: Some(if capture == Capture::Output { KEPT } else { 0 }),
            time: Some(self.pace.limit()),
            bounds: self.bounds,
            ..Order::default()
        };
        let order = match &self.sandbox {
            Some(sandbox) => sandbox.around(order),
            None => order,
        };
        let ended = self.supervisor.run(order, until).map_err(|e| self.unstartable(&e))?;
        let hidden = [place.folder().as_os_str().as_bytes(), b"/"].concat();
        Ok(Run {
            end: ended.end,
            stdout: ended.stdout.replace(&hidden, b""),
            stderr: ended.stderr.replace(&hidden, b""),
            took: ended.took,
        })
    }

    /// What a run means: interesting if it meets all expectations. There is no verdict on one that was given up.
    pub fn judge(&self, run: &Run) -> Option<Verdict> {
        match run.end {
            End::GivenUp => None,
            End::TimedOut => Some(Verdict::TimedOut),
            End::OverLimit(limit) => Some(Verdict::OverLimit(limit)),
            End::Exit(_) | End::Signal(_) => {
                Some(self.expectations.iter().all(|expectation| expectation.met(run)).into())
            }
        }
    }

    fn unstartable(&self, error: &io::Error) -> TestError {
        if error.raw_os_error().is_none() {
            return TestError(error.to_string());
        }
        let program = self.invocation.program().display();
        let advice = match error.raw_os_error().map(rustix::io::Errno::from_raw_os_error) {
            Some(rustix::io::Errno::NOEXEC) => "its first line has to name an interpreter, such as `#!/bin/sh`",
            Some(rustix::io::Errno::NOENT) => "it, or the interpreter that its first line names, is not installed",
            Some(rustix::io::Errno::ACCESS) => "it, or the interpreter that its first line names, is not executable",
            Some(rustix::io::Errno::AGAIN | rustix::io::Errno::NOMEM) => {
                "the system has no room for another process: close some, or use fewer jobs"
            }
            _ => "see whether it runs by hand",
        };
        TestError(format!("cannot run the test `{program}` ({error}): {advice}"))
    }
}

impl PropertyTest for CommandTest {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        // Nothing gives it up before its end.
        Ok(self.verdict_until(text, &Until::default())?.unwrap_or(Verdict::TimedOut))
    }

    fn verdict_until(&self, text: &[u8], until: &Until) -> Result<Option<Verdict>, TestError> {
        let wanted = self.expectations.iter().any(Expectation::reads_output);
        let capture = if wanted { Capture::Output } else { Capture::Nothing };
        let run = self.run(text, capture, until)?;
        let verdict = self.judge(&run);
        if verdict == Some(Verdict::Interesting) {
            self.pace.said_yes(run.took);
        }
        Ok(verdict)
    }
}

fn unwritable(path: &Path, error: &io::Error) -> TestError {
    TestError(format!(
        "cannot write the candidate to `{}` ({error}): make room there, or set TMPDIR to a place that has some",
        path.display()
    ))
}
