//! How the program ends.

use std::fmt::Display;
use std::process::ExitCode;

use reduce_core::session::Stop;

use crate::stderr;

/// Exit statuses. They are part of the interface: scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The input was reduced, or was minimal already, or the budget is used up.
    Reduced = 0,
    /// `reduce-tree pass`: the pass has no instance of that number.
    NoSuchInstance = 1,
    /// The command line makes no sense, or a grammar or tables cannot be used. (clap uses the same number.)
    Usage = 2,
    /// The test does not say yes to the original, or a condition before it does not.
    NotInteresting = 3,
    /// The test does not always give the same answer, so that it stands by no result.
    Flaky = 4,
    /// A file cannot be read or written.
    File = 5,
    /// The test cannot be run.
    Test = 6,
    /// `reduce-tree pass`: the pass cannot be applied, or does not behave.
    Pass = 7,
    /// `reduce-generator`: the generator cannot be recorded or replayed.
    Generator = 8,
    /// Ctrl-C, or the request to terminate.
    Interrupted = 130,
}

/// The statuses, for the help text.
pub const STATUSES: &str = "Exit status:
  0    reduced, or already minimal, or the budget (--max-tests, --max-time) is used up
  2    wrong usage; a language, grammar or tables that cannot be used
  3    the test does not find the original interesting, or a condition before it does not accept it
  4    the test is flaky: it took back its yes to the original, or does not stand by the result
  5    a file cannot be read or written
  6    the test cannot be run
  130  interrupted; the best so far is in the output file";

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status as u8)
    }
}

/// The end of a program of this name: a failure is said first.
pub fn ended(program: &str, done: Result<ExitStatus, Failure>) -> ExitCode {
    let status = done.unwrap_or_else(|failure| {
        stderr::say(&format!("{program}: {}", failure.message));
        failure.status
    });
    status.into()
}

/// Why the program ends without a result: one line for the user, and the status.
#[derive(Debug)]
pub struct Failure {
    /// What the program exits with.
    pub status: ExitStatus,
    /// What is wrong and what to do.
    pub message: String,
}

impl Failure {
    /// What went wrong when a reduction ended for this reason, if anything did.
    pub fn of(stop: Stop) -> Option<Self> {
        match stop {
            Stop::Test(error) => Some(Failure::new(ExitStatus::Test, error)),
            Stop::Unkept(error) => Some(Failure::new(ExitStatus::File, error)),
            Stop::Changed | Stop::Contradicted | Stop::Misjudged(_) => Some(Failure::new(ExitStatus::Flaky, stop)),
            Stop::Budget(_) | Stop::Interrupted => None,
        }
    }

    /// A failure with this message.
    pub fn new(status: ExitStatus, message: impl Display) -> Self {
        Failure { status, message: message.to_string() }
    }

    /// Makes failures of errors that mean this status.
    pub fn with<E: Display>(status: ExitStatus) -> impl Fn(E) -> Failure {
        move |error| Failure::new(status, error)
    }
}
