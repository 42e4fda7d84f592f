//! `reduce-tree serve`: the reducer at the service of another one, by Shrink Ray's protocol of external reducers.
//!
//! The other side gives a test case and tells of every candidate whether it is interesting; it has the property test, the
//! best so far and the file. We are a source of good candidates, until we have no more.

#[cfg(test)]
mod fuzzing;
mod message;
mod peer;

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use clap::Parser;
use reduce_core::cancellation::Cancelled;
use reduce_core::knowledge::{Knowledge, find_tables};
use reduce_core::language::Language;
use reduce_core::oracle::{Halt, Supervisor, check_jobs, keeping_hangup};
use reduce_core::plugin::Pass;
use reduce_core::reduce::{Start, reduce};
use reduce_core::session::{Session, Stop};

use crate::arguments::ReducerArguments;
use crate::exit::{ExitStatus, Failure};
use crate::input::LARGEST_FILE;
use crate::language::LanguageArguments;
use crate::passes::ChoiceArguments;
use crate::plugins::{Attendant, PluginArguments};
use crate::progress::{Progress, count};
use crate::stderr;
use peer::{End, Peer};

const AFTER: &str = "Example:
  shrinkray --reduce-with 'reduce-tree serve --language c' ./still-fails.sh bug.c

Exit status:
  0  the other side has closed the conversation
  2  wrong usage; a language or tables that cannot be used; the input ends before there is a test case
  6  the other side says what is not to be understood, or cannot be heard";

/// Reduces for another reducer, which starts this and runs the test itself: an external reducer in Shrink Ray's protocol,
/// by JSON on the standard input and output.
#[derive(Debug, Parser)]
#[command(
    name = "reduce-tree serve",
    max_term_width = 120,
    after_help = AFTER,
    override_usage = "reduce-tree serve [OPTIONS]",
    mut_arg("language", |language| language.help(
        "The language of what comes [default: the one that reads the first test case with the least trouble]"
    ))
)]
pub struct ServeArguments {
    #[command(flatten)]
    pub reducer: ReducerArguments,

    /// Asks up to so many questions at once
    #[arg(short, long, value_name = "N", env = "SHRINKRAY_REDUCER_PARALLELISM", default_value = "1")]
    pub jobs: NonZeroUsize,

    #[command(flatten)]
    pub plugins: PluginArguments,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub language: LanguageArguments,
}

/// Does what the command line says, for as long as the other side wants it.
pub fn run(arguments: &ServeArguments) -> Result<ExitStatus, Failure> {
    check_jobs(arguments.jobs.get()).map_err(Failure::with(ExitStatus::Usage))?;
    let new_halt = || Halt::new().map_err(Failure::with(ExitStatus::Test));
    let (peer, lines) = Peer::new(new_halt()?);
    let peer = Arc::new(peer);
    // These threads end with the program: there is no other way back from a pipe on which nothing happens.
    let (listening, speaking, interrupted) = (Arc::clone(&peer), Arc::clone(&peer), Arc::clone(&peer));
    start("listen", move || listening.listen(io::stdin().lock()))?;
    start("speak", move || speaking.speak(&lines, io::stdout()))?;
    let mut is_second = false;
    let listen = || {
        ctrlc::set_handler(move || {
            if std::mem::replace(&mut is_second, true) {
                process::exit(ExitStatus::Interrupted as i32);
            }
            interrupted.end(End::Closed);
        })
    };
    keeping_hangup(listen).map_err(|e| Failure::new(ExitStatus::Test, format!("cannot listen to Ctrl-C: {e}")))?;

    let mut means = None;
    loop {
        match peer.next_case(new_halt()?) {
            Ok((text, halt)) => {
                let means = match &mut means {
                    Some(means) => means,
                    none => none.insert(Means::new(arguments, &text, &peer)?),
                };
                means.reduce(arguments, &text, &peer, halt)?;
                peer.idle();
            }
            Err(End::Closed) => return Ok(ExitStatus::Reduced),
            Err(End::Unused) => {
                let message = "the standard input ends before there is a test case: this is to be started by another \
                               reducer, as in `shrinkray --reduce-with 'reduce-tree serve' TEST INPUT`";
                return Err(Failure::new(ExitStatus::Usage, message));
            }
            Err(End::Broken(message)) => return Err(Failure::new(ExitStatus::Test, message)),
        }
    }
}

/// The other side gives no file name; external commands want one that tells the language.
fn file_name(language: &Language) -> PathBuf {
    Path::new("input").with_extension(language.extension().unwrap_or_default())
}

/// Says something to whoever looks at the standard error.
fn say(line: &str) {
    stderr::say(&format!("reduce-tree serve: {line}"));
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let started = thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map(drop).map_err(|e| Failure::new(ExitStatus::Test, format!("cannot start a thread: {e}")))
}

/// What test cases are reduced with.
struct Means {
    knowledge: Arc<Knowledge>,
    passes: Vec<Box<dyn Pass>>,
}

impl Means {
    /// What serves for this test case, and for all that come after it.
    fn new(arguments: &ServeArguments, text: &[u8], peer: &Peer) -> Result<Self, Failure> {
        let mut guessed = "";
        let language = arguments.language.language(|| {
            guessed = " (guessed; --language says it)";
            Language::of_text(text)
        })?;
        let tables =
            find_tables(arguments.language.tables.as_deref(), &language).map_err(Failure::with(ExitStatus::Usage))?;
        say(&format!("language {}{guessed}, questions at once: {}", language.name(), arguments.jobs));
        let knowledge = Arc::new(Knowledge::new(language, tables, arguments.reducer.filter()));
        let attendant = Attendant {
            warn: Rc::new(say),
            halt: Some(Arc::clone(peer.gone())),
            end: None,
            supervisor: Arc::new(Supervisor::new(LARGEST_FILE)),
        };
        let algorithm = arguments.reducer.algorithm;
        let file = file_name(knowledge.language());
        let passes = arguments.choice.passes(
            algorithm,
            &arguments.plugins,
            &arguments.language,
            &knowledge,
            &file,
            &attendant,
        )?;
        Ok(Means { knowledge, passes })
    }

    /// Reduces one test case.
    fn reduce(
        &mut self,
        arguments: &ServeArguments,
        text: &Arc<[u8]>,
        peer: &Arc<Peer>,
        halt: Arc<Halt>,
    ) -> Result<(), Failure> {
        let progress = Progress::start(false, false);
        let session = Session::new(Arc::<Peer>::clone(peer))
            .jobs(arguments.jobs.get())
            .interruption(halt)
            .listener(progress.listener(text.len()));
        let plan = arguments.reducer.plan();
        let start = Start::read(self.knowledge.language(), Arc::clone(text), plan, &session.cancellation());
        let stop = match start {
            Ok(start) => reduce(&self.knowledge, start, &plan, &mut self.passes, &session).err(),
            Err(Cancelled) => Some(session.ending()),
        };
        progress.end();
        let ending = match stop {
            None => "no more to try",
            Some(Stop::Interrupted | Stop::Budget(_)) => "ended by the other side",
            Some(error @ (Stop::Changed | Stop::Contradicted | Stop::Misjudged(_))) => {
                return Err(Failure::new(ExitStatus::Test, error));
            }
            Some(Stop::Test(error)) => return Err(Failure::new(ExitStatus::Test, error)),
            Some(Stop::Unkept(error)) => return Err(Failure::new(ExitStatus::File, error)),
        };
        let best = session.best().map_or(text.len(), |best| best.len());
        let statistics = session.statistics();
        say(&format!(
            "{} to {} bytes in {} steps, with {} questions; {ending}",
            count(text.len()),
            count(best),
            statistics.history.len(),
            statistics.property_tests,
        ));
        Ok(())
    }
}
