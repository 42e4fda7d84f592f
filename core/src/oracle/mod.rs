//! Property tests: what decides whether a candidate is still interesting.
//!
//! A [`CommandTest`] runs a user's script or command; anything that is a function of the text is a property test too.

mod bounds;
mod capacity;
mod command;
mod companion;
mod condition;
mod end;
mod expectation;
mod halt;
mod hangup;
mod invocation;
mod pace;
mod root;
mod sandbox;
pub(crate) mod scratch;
pub(crate) mod server;
mod standing;
mod supervisor;
mod verdict;

pub use bounds::Bounds;
pub use capacity::check_jobs;
pub use command::{Capture, CommandTest, Limits, Run};
pub use condition::{Condition, ConditionCount, Guarded};
pub use end::End;
pub use expectation::{Expectation, ExpectationError};
pub use halt::Halt;
pub use hangup::keeping_hangup;
pub use invocation::Invocation;
pub use sandbox::Sandbox;
pub use server::{ServerPlan, StatusListener, TestServer};
pub use supervisor::{SUPERVISOR_WORD, Supervisor, serve_as_supervisor};
pub use verdict::{Limit, Verdict};

pub(crate) use companion::Companion;
pub(crate) use end::Ended;
pub(crate) use invocation::split_words;
pub(crate) use supervisor::{Order, socket_of_stdin};

use std::time::Instant;

/// A property test: does this text still show the behaviour that is looked for?
pub trait PropertyTest: Send + Sync {
    /// Runs the test once on a text.
    ///
    /// # Errors
    /// [`TestError`] when the test itself cannot be run; a test that says no, crashes or takes too long is no error.
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError>;

    /// A test that remembers runs forgets them: the next ones are to be as if they were its first.
    fn forget(&self) {}

    /// Runs the test once, but gives it up as soon as its verdict is not wanted any more: then there is none.
    ///
    /// A test that is over in no time need not look at `until`, and does not unless it says so here.
    ///
    /// # Errors
    /// As [`PropertyTest::verdict`].
    fn verdict_until(&self, text: &[u8], until: &Until) -> Result<Option<Verdict>, TestError> {
        let _ = until;
        self.verdict(text).map(Some)
    }
}

/// How long a verdict is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Until<'a> {
    /// Not beyond this moment.
    pub deadline: Option<Instant>,
    /// Not once one of these is raised.
    pub halts: &'a [&'a Halt],
    /// What has a lower number is wanted before.
    pub rank: usize,
}

impl Until<'_> {
    /// Whether it is not wanted any more.
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= Instant::now())
            || self.halts.iter().any(|halt| halt.is_raised())
    }
}

/// Why a property test could not be run at all: one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct TestError(pub String);

impl<F: Fn(&[u8]) -> bool + Send + Sync> PropertyTest for F {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        Ok(self(text).into())
    }
}
