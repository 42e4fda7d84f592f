//! How a run ends: the result and the numbers are where they belong, and the user knows what came of it.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use reduce_core::folder::Folder;
use reduce_core::session::{Session, Stop};

use crate::confirmed;
use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::{Ending, Report, StatsFile};

/// A run whose search is over.
pub struct Ended<'a> {
    /// What was reduced.
    pub input: &'a Input,
    /// Where the result goes.
    pub output: &'a Output,
    /// What has the result.
    pub session: &'a Session,
    /// What ended the search before it was done.
    pub stop: Option<Stop>,
    /// A failure that the run has seen already, with which it ends unless there is a worse one.
    pub failure: Option<Failure>,
    /// The numbers.
    pub report: Report,
    /// Where they go.
    pub stats: Option<StatsFile>,
    /// More is said.
    pub verbose: bool,
}

impl Ended<'_> {
    /// Sees to it that the result and the numbers are where they belong, and says what came of it all.
    ///
    /// # Errors
    /// [`Failure`] when something went wrong. Of several things the first counts, and the others are said.
    pub fn conclude(self, progress: &Progress) -> Result<ExitStatus, Failure> {
        let Ended { input, output, session, stop, failure, report, stats, verbose } = self;
        let (by_itself, ending) = (stop.is_none(), Ending::of(stop.as_ref()));
        let best = session.best().unwrap_or_else(|| Arc::clone(&input.text));
        let mut place = output.place.clone();
        let mut failures = Failures { first: None, progress };
        failures.take(stop.and_then(Failure::of));
        if let Err(error) = session.finish(&input.text, by_itself) {
            let reduced = input.reduced();
            let name = reduced.file_name().unwrap_or_default();
            let saved = if input.is_folder() { rescue_folder(&best, name) } else { rescue(&best, name) };
            let message = match &saved {
                Ok(path) => format!("{error}; the result is in `{}`", path.display()),
                Err(reason) => format!("{error}; and it cannot be saved elsewhere either ({reason})"),
            };
            place = saved.unwrap_or(place);
            // That the result is elsewhere is worth more than why the search came to its end.
            let earlier = failures.first.replace(Failure::new(ExitStatus::File, message));
            failures.take(earlier.filter(|earlier| earlier.status != ExitStatus::File));
        }
        failures.take(failure);
        progress.say(&report.summary(&place, verbose));
        failures.take(confirmed::told(&session.findings(), best == input.text, ending, progress));
        output.remark(input, session.holds_better()).iter().for_each(|remark| progress.say(remark));
        failures.take(stats.map_or(Ok(()), |stats| stats.write(&report)).err());
        match failures.first {
            Some(failure) => Err(failure),
            None if ending == Ending::Interrupted => Ok(ExitStatus::Interrupted),
            None => Ok(ExitStatus::Reduced),
        }
    }
}

/// The failure with which a run ends: the first. The others are said where they happen.
struct Failures<'a> {
    first: Option<Failure>,
    progress: &'a Progress,
}

impl Failures<'_> {
    fn take(&mut self, failure: Option<Failure>) {
        match (&self.first, failure) {
            (None, failure) => self.first = failure,
            (Some(_), Some(other)) => self.progress.warn(&other.message),
            (Some(_), None) => {}
        }
    }
}

/// The same for a packed folder.
fn rescue_folder(best: &[u8], suffix: &OsStr) -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("reduce-tree-").suffix(suffix).tempdir()?;
    Folder::unpack(best).write(folder.path())?;
    Ok(folder.keep())
}

/// Saves what cannot be written where it should, where temporary files go, with a name that ends so.
///
/// # Errors
/// When there is no room either.
pub fn rescue(best: &[u8], suffix: &OsStr) -> io::Result<PathBuf> {
    let mut file = tempfile::Builder::new().prefix("reduce-tree-").suffix(suffix).tempfile()?;
    file.write_all(best)?;
    Ok(file.keep()?.1)
}
