//! What a session does with its journal: verdicts that are known instead of tests, and new ones kept.

use super::journal::{Journal, JournalError};
use super::{Event, Session};
use crate::oracle::Verdict;

impl Session {
    /// Takes verdicts from this journal where it has them, and notes new ones in it.
    #[must_use]
    pub fn journal(self, journal: Journal) -> Self {
        Session { journal: Some(journal).into(), ..self }
    }

    /// Notes what the test said of a text. A journal that cannot be written is let go of, and the listener told; the
    /// reduction goes on without it.
    pub fn note(&self, text: &[u8], verdict: Verdict) {
        self.with_journal(|journal| journal.note(text, verdict));
    }

    /// What the test said of a text before, which counts as replayed.
    pub(super) fn replayed(&self, text: &[u8]) -> Option<Verdict> {
        let verdict = self.journal.borrow().as_ref()?.verdict(text)?;
        self.statistics.borrow_mut().replayed += 1;
        Some(verdict)
    }

    /// Sees to it that the journal has what a better text depends on, before the file has the text.
    pub(super) fn journal_accepted(&self, bytes: usize) {
        self.with_journal(|journal| journal.accept(bytes));
    }

    /// The search has come to its end by itself: the journal says so.
    pub(super) fn journal_done(&self) {
        self.with_journal(Journal::done);
    }

    fn with_journal(&self, act: impl FnOnce(&mut Journal) -> Result<(), JournalError>) {
        let acted = self.journal.borrow_mut().as_mut().map(act);
        if let Some(Err(error)) = acted {
            *self.journal.borrow_mut() = None;
            self.tell(&Event::Unjournaled(&error));
        }
    }
}
