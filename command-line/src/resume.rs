//! The session on disk that a run begins or goes on with.

use std::path::PathBuf;

use clap::Args;
use reduce_core::session::{Identity, Journal, JournalError, Shelf, Subject};

use crate::check::Checked;
use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::progress::{Progress, without};

/// Where a run keeps what it needs to be gone on with.
#[derive(Debug, Args)]
#[command(next_help_heading = "Session")]
pub struct SessionArguments {
    /// Keeps sessions in this folder [default: in your state folder]. The same test on the same input goes on where it was
    #[arg(long, value_name = "DIR")]
    pub session: Option<PathBuf>,

    /// Keeps nothing, and knows of nothing that was kept
    #[arg(long, conflicts_with_all = ["session", "restart"])]
    pub no_session: bool,

    /// Begins anew: what the session knows is forgotten
    #[arg(long)]
    pub restart: bool,
}

impl SessionArguments {
    /// Where sessions are kept, if this run is to have one and there is a place. What is too old there goes.
    pub fn shelf(&self) -> Option<Shelf> {
        let place = self.session.as_deref().map(Shelf::at).or_else(Shelf::of_user).filter(|_| !self.no_session)?;
        // There is an occasion; that it stays harms nobody.
        let _ = place.tidy();
        Some(place)
    }

    /// The journal of a subject.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be used, or another run is at it.
    pub fn journal(&self, sessions: &Shelf, subject: &Subject) -> Result<Journal, JournalError> {
        let folder = sessions.place(&subject.identity)?;
        if self.restart {
            Journal::remove(&folder)?;
        }
        Journal::open(&folder, subject)
    }

    /// The session of a subject. One that was not asked for and cannot be had is a warning.
    ///
    /// # Errors
    /// [`Failure`] when one that was asked for cannot be had.
    pub fn open(&self, sessions: &Shelf, subject: &Subject) -> Result<Resumption, Failure> {
        match self.journal(sessions, subject) {
            Ok(journal) => Ok(Resumption { journal: Some(journal), warning: None }),
            Err(error) if self.session.is_some() => Err(Failure::new(ExitStatus::File, error)),
            Err(error) => Ok(Resumption { journal: None, warning: Some(without(&error)) }),
        }
    }
}

/// What a run finds of earlier ones.
#[derive(Default)]
pub struct Resumption {
    /// The session's journal, if the run has a session.
    pub journal: Option<Journal>,
    /// Why the run has no session although it could have one.
    pub warning: Option<String>,
}

impl Resumption {
    /// Where an earlier run of this search has its result.
    pub fn place(&self, search: &Identity) -> Option<PathBuf> {
        self.journal.as_ref().and_then(|journal| journal.output(search).ok().flatten())
    }

    /// The first words of a run, if it has found anything: that it goes on, or that there is no session.
    pub fn greet(&self, search: &Identity, progress: &Progress) {
        self.warning.iter().for_each(|warning| progress.warn(warning));
        let Some(known) = self.journal.as_ref().map(Journal::known).filter(|known| *known > 0) else { return };
        progress.say(&if self.place(search).is_some() {
            format!("goes on where it was: {known} verdicts known (--restart begins anew)")
        } else {
            format!("{known} verdicts known from another search under this test (--restart forgets them)")
        });
    }

    /// The test is checked, and the run begins: where the result goes is settled, and the journal knows of it.
    ///
    /// # Errors
    /// [`Failure`] when the file of the result cannot be written.
    pub fn begin(
        self,
        search: &Identity,
        input: &Input,
        output: &mut Output,
        checked: &Checked,
        progress: &Progress,
    ) -> Result<Option<Journal>, Failure> {
        let mut journal = self.journal;
        if output.held().is_some() && !checked.answers.result_holds {
            let was_own = output.is_own();
            progress.warn(&output.disown(input)?);
            if was_own {
                // The test may have changed its mind about everything.
                journal = usable(journal, progress, Journal::clear);
            }
        }
        let bytes = output.held().map_or(input.text.len(), |text| text.len());
        output.begin(input, &mut |place| {
            journal = usable(journal.take(), progress, |journal| journal.begin(search, place, bytes));
        })?;
        Ok(journal)
    }
}

/// A journal with which something was done, unless that failed, which is a warning.
fn usable(
    journal: Option<Journal>,
    progress: &Progress,
    act: impl FnOnce(&mut Journal) -> Result<(), JournalError>,
) -> Option<Journal> {
    let mut journal = journal?;
    match act(&mut journal) {
        Ok(()) => Some(journal),
        Err(error) => {
            progress.warn(&without(&error));
            None
        }
    }
}
