//! `reduce-tree sessions`: what runs have kept, and its removal.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Parser, Subcommand};
use reduce_core::session::{KeptSession, KeptState, Shelf};

use crate::exit::{ExitStatus, Failure};
use crate::progress::{bytes, count};
use crate::stdout;

const DAY: u64 = 24 * 3600;

const AFTER: &str = "A run that is started again goes on where it was, by what its session knows. Sessions that nobody used for 60 days \
                     are removed by the next run, and the oldest where all take more than 1 GiB.

Exit status:
  0  done
  2  wrong usage; no such session
  5  sessions cannot be read or removed, or a run is at one";

/// Lists the sessions that runs have kept, the last used first
#[derive(Debug, Parser)]
#[command(name = "reduce-tree sessions", max_term_width = 120, after_help = AFTER)]
pub struct SessionsArguments {
    #[command(subcommand)]
    what: Option<What>,

    /// The folder that they are in [default: in your state folder]
    #[arg(long, value_name = "DIR", global = true)]
    session: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Removes sessions; results stay
    Remove(RemoveArguments),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true).multiple(false))]
struct RemoveArguments {
    /// This one, by its name or the beginning of it
    #[arg(value_name = "ID", group = "which")]
    id: Option<String>,

    /// Those that nobody used for so long: 30d, 12h
    #[arg(long, value_name = "AGE", group = "which", value_parser = age)]
    older_than: Option<Duration>,

    /// Those whose search has come to its end
    #[arg(long, group = "which")]
    done: bool,

    /// All but those that a run is at
    #[arg(long, group = "which")]
    all: bool,
}

/// Does what the command line says.
pub fn run(arguments: &SessionsArguments) -> Result<ExitStatus, Failure> {
    let shelf = arguments.session.as_deref().map(Shelf::at).or_else(Shelf::of_user);
    let no_place = || Failure::new(ExitStatus::Usage, "this system has no state folder: name one with --session DIR");
    let shelf = shelf.ok_or_else(no_place)?;
    let sessions = shelf.sessions().map_err(|e| {
        Failure::new(ExitStatus::File, format!("cannot read the sessions in `{}`: {e}", shelf.root().display()))
    })?;
    match &arguments.what {
        None => stdout::write(table(&sessions, &shelf).as_bytes())?,
        Some(What::Remove(which)) => remove(&shelf, &which.chosen(sessions)?)?,
    }
    Ok(ExitStatus::Reduced)
}

impl RemoveArguments {
    /// Those that are meant.
    fn chosen(&self, sessions: Vec<KeptSession>) -> Result<Vec<KeptSession>, Failure> {
        let is_meant = |session: &KeptSession| match (&self.id, self.older_than) {
            (Some(id), _) => session.id.starts_with(id.as_str()),
            (None, Some(age)) => session.state != KeptState::Running && session.age >= age,
            (None, None) => session.state == KeptState::Done || self.all && session.state != KeptState::Running,
        };
        let chosen: Vec<KeptSession> = sessions.into_iter().filter(is_meant).collect();
        let wrong = |message: String| Err(Failure::new(ExitStatus::Usage, message));
        match (&self.id, chosen.len()) {
            (Some(id), 0) => wrong(format!("there is no session `{id}`: see reduce-tree sessions")),
            (Some(id), 2..) => wrong(format!("several sessions begin with `{id}`: give more of the name")),
            _ => Ok(chosen),
        }
    }
}

fn remove(shelf: &Shelf, sessions: &[KeptSession]) -> Result<(), Failure> {
    for session in sessions {
        let failed = |what: String| Failure::new(ExitStatus::File, format!("session {}: {what}", session.id));
        let is_gone = shelf.remove(&session.id).map_err(|e| failed(format!("cannot remove it ({e})")))?;
        if !is_gone {
            return Err(failed("a run is at it: wait for its end, or end it".to_owned()));
        }
    }
    let (number, size) = (sessions.len(), sessions.iter().map(|session| session.size).sum());
    let what = if number == 1 { "session" } else { "sessions" };
    stdout::write(format!("removed {number} {what}, {}\n", bytes(size)).as_bytes())
}

/// A table of sessions.
fn table(sessions: &[KeptSession], shelf: &Shelf) -> String {
    if sessions.is_empty() {
        return format!("there are no sessions in {}\n", shelf.root().display());
    }
    let header = ["session", "state", "age", "language", "bytes", "tests", "on disk", "input"].map(str::to_owned);
    let rows: Vec<[String; 8]> = std::iter::once(header).chain(sessions.iter().map(row)).collect();
    let widths: [usize; 8] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default());
    let line = |row: &[String; 8]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

fn row(session: &KeptSession) -> [String; 8] {
    let state = match session.state {
        KeptState::Running => "running",
        KeptState::Done => "done",
        KeptState::Interrupted => "interrupted",
        KeptState::Damaged => "damaged",
    };
    let [language, sizes, tests, input] = match &session.contents {
        None => ["", "", "", ""].map(str::to_owned),
        Some(contents) => {
            let best = contents.best.unwrap_or(contents.original);
            let sizes = format!("{} -> {}", count(contents.original as usize), count(best as usize));
            [contents.language.clone(), sizes, contents.verdicts.to_string(), contents.input.display().to_string()]
        }
    };
    let (id, size) = (session.id[..8].to_owned(), bytes(session.size).to_string());
    [id, state.to_owned(), shown(session.age), language, sizes, tests, size, input]
}

/// An age in its largest unit.
fn shown(age: Duration) -> String {
    match age.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min", seconds / 60),
        seconds @ 3600..DAY => format!("{} h", seconds / 3600),
        seconds => format!("{} d", seconds / DAY),
    }
}

/// Parses `30d` or `12h`.
fn age(given: &str) -> Result<Duration, String> {
    let units = [("d", DAY), ("h", 3600), ("m", 60), ("s", 1)];
    let parsed = units.iter().find_map(|(unit, seconds)| {
        let number: u64 = given.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*seconds).map(Duration::from_secs)
    });
    parsed.ok_or_else(|| "give a number with a unit, such as 30d or 12h".to_owned())
}
