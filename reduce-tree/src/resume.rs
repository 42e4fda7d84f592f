//! The session on disk that a run begins or goes on with.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use reduce_core::language::Language;
use reduce_core::oracle::Verdict;
use reduce_core::session::{Journal, JournalError, Shelf, Subject};

use crate::arguments::Arguments;
use crate::check::Checked;
use crate::exit::{ExitStatus, Failure};
use crate::identity;
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
    /// Where sessions are kept; none on a system without such a place.
    pub fn shelf(&self) -> Option<Shelf> {
        self.session.as_deref().map(Shelf::at).or_else(Shelf::of_user)
    }
}

/// What a run finds of earlier ones.
#[derive(Default)]
pub struct Resumption {
    /// The session's journal, if the run has a session.
    pub journal: Option<Journal>,
    /// With `--in-place`: what an earlier run has made of the input, which is its original again.
    pub in_place: Option<Arc<[u8]>>,
    /// Why the run has no session although it could have one.
    pub warning: Option<String>,
}

impl Resumption {
    /// Opens the session of this command line. With `--in-place` the input may be what an earlier run has made of it:
    /// then it becomes its original again.
    ///
    /// A session that was not asked for and cannot be had is a warning.
    pub fn open(arguments: &Arguments, input: &mut Input, language: &Language) -> Result<Self, Failure> {
        let of_session = &arguments.session;
        let Some(shelf) = of_session.shelf().filter(|_| !of_session.no_session) else { return Ok(Self::default()) };
        // What is too old goes when there is an occasion; that it stays harms nobody.
        let _ = shelf.tidy();
        match Self::of_original(arguments, input, language, &shelf) {
            Some(resumption) => Ok(resumption),
            None => match journal(arguments, input, language, &shelf) {
                Ok(journal) => Ok(Resumption { journal: Some(journal), ..Self::default() }),
                Err(error) if of_session.session.is_some() => Err(Failure::new(ExitStatus::File, error)),
                Err(error) => Ok(Resumption { warning: Some(without(&error)), ..Self::default() }),
            },
        }
    }

    /// The session of the original, if that was kept and the input is a result of this session.
    fn of_original(arguments: &Arguments, input: &mut Input, language: &Language, shelf: &Shelf) -> Option<Self> {
        if !arguments.output.in_place || arguments.session.restart {
            return None;
        }
        let original = input.kept_original().filter(|original| original.text != input.text)?;
        if !shelf.root().join(identity::of_test(arguments, &original).to_string()).exists() {
            return None;
        }
        let journal = journal(arguments, &original, language, shelf).ok()?;
        if journal.verdict(&input.text) != Some(Verdict::Interesting) {
            return None;
        }
        let result = std::mem::replace(input, original);
        Some(Resumption { journal: Some(journal), in_place: Some(result.text), warning: None })
    }

    /// The test is checked, and the run begins: where the result goes is settled, and the journal knows of it.
    pub fn begin(
        self,
        arguments: &Arguments,
        input: &Input,
        output: &mut Output,
        checked: &Checked,
        progress: &Progress,
    ) -> Result<Option<Journal>, Failure> {
        let (mut journal, setting) = (self.journal, identity::of_search(arguments));
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
            journal = usable(journal.take(), progress, |journal| journal.begin(&setting, place, bytes));
        })?;
        Ok(journal)
    }

    /// The first words of a run that goes on.
    pub fn greeting(&self, arguments: &Arguments) -> Option<String> {
        let journal = self.journal.as_ref().filter(|journal| journal.known() > 0)?;
        let known = journal.known();
        let has_run = journal.output(&identity::of_search(arguments)).ok().flatten().is_some();
        Some(if has_run {
            format!("goes on where it was: {known} verdicts known (--restart begins anew)")
        } else {
            format!("{known} verdicts known from another search under this test (--restart forgets them)")
        })
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

/// The journal of an input under this command line.
fn journal(arguments: &Arguments, input: &Input, language: &Language, shelf: &Shelf) -> Result<Journal, JournalError> {
    let subject = Subject {
        identity: identity::of_test(arguments, input),
        time_limit: arguments.limits.timeout,
        input: std::path::absolute(&input.path).unwrap_or_else(|_| input.path.clone()),
        language: language.name().to_owned(),
        bytes: input.text.len(),
    };
    let folder = shelf.place(&subject.identity)?;
    if arguments.session.restart {
        Journal::remove(&folder)?;
    }
    Journal::open(&folder, &subject)
}
