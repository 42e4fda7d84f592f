//! The session with which a run begins to search.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use reduce_core::oracle::{Halt, Verdict};
use reduce_core::session::{Budget, Journal, Session};

use crate::check::Checked;
use crate::input::Input;

/// What a session is made of, besides the test.
pub struct Beginning<'a> {
    /// So many tests run at once.
    pub jobs: NonZeroUsize,
    /// What is reduced.
    pub input: &'a Input,
    /// Where verdicts are kept.
    pub journal: Option<Journal>,
    /// What the run may cost.
    pub budget: Budget,
    /// When it began.
    pub started: Instant,
    /// What ends it.
    pub halt: &'a Arc<Halt>,
}

impl Beginning<'_> {
    /// A session under the test that was checked, which knows what the check has found.
    pub fn session(self, checked: Checked) -> Session {
        let session = Session::new(checked.test)
            .since(self.started)
            .jobs(self.jobs.get())
            .budget(self.budget)
            .interruption(Arc::clone(self.halt))
            .with_failing_empty(!checked.answers.empty_is_interesting)
            .repeated(checked.answers.repeat)
            .rechecked(checked.rates, checked.answers.is_measured);
        for (verdict, took) in checked.runs {
            session.record("check", Some(verdict), took);
        }
        let Some(journal) = self.journal else { return session };
        let session = session.journal(journal);
        session.note(&self.input.text, Verdict::Interesting);
        session.note(b"", checked.answers.empty_is_interesting.into());
        session
    }
}
