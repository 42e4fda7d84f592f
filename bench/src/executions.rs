//! What each run of a list minimizer did within a reduction: the weights of the elements, and which of them are kept.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use reduce_core::knowledge::{Filter, Knowledge, default_tables};
use reduce_core::language::Language;
use reduce_core::minimize::Minimizer;
use reduce_core::oracle::{Bounds, CommandTest, Expectation, Invocation, Limits, Supervisor};
use reduce_core::reduce::{Algorithm, Plan, reduce};
use reduce_core::session::{Budget, Event, Session, Stop};

/// How long a property test may take.
const TEST_LIMIT: Duration = Duration::from_secs(120);

/// The reducers of the WDD paper.
#[derive(Clone, Copy, ValueEnum)]
enum Reducer {
    Hdd,
    Perses,
}

#[derive(clap::Args)]
pub struct Arguments {
    /// The property test, in C-Reduce's convention
    test: PathBuf,
    /// The file to reduce
    file: PathBuf,
    /// The reducer, with ddmin for its lists
    #[arg(long)]
    algorithm: Reducer,
    /// Property tests at most
    #[arg(long, value_name = "N")]
    max_tests: Option<u64>,
    /// Seconds at most
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0)]
    max_time: f64,
}

/// Reduces a file and prints a line of JSON for each run of ddmin on a list of several elements that came to its end.
///
/// # Errors
/// A file or test that cannot be used.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let input = std::fs::read(&arguments.file).with_context(|| format!("cannot read {}", arguments.file.display()))?;
    let language = Language::of_path(&arguments.file)?.context("no known language")?;
    let (algorithm, filter) = match arguments.algorithm {
        Reducer::Hdd => (Algorithm::Hdd, Filter::Off),
        Reducer::Perses => (Algorithm::Perses, Filter::Ranked),
    };
    let tables = default_tables(&language);
    let knowledge = Knowledge::new(language, tables, filter);
    let invocation = Invocation::script(&arguments.test)?;
    let limits = Limits { time: TEST_LIMIT, bounds: Bounds::usual() };
    let supervisor = Arc::new(Supervisor::new(u64::MAX));
    let test = CommandTest::new(invocation, &arguments.file, limits, vec![Expectation::Exit(0)], supervisor);
    let time = Duration::try_from_secs_f64(arguments.max_time).context("--max-time is no number of seconds")?;
    let budget = Budget { tests: arguments.max_tests, time: Some(time) };
    let listener = |event: &Event, _: &_| {
        if let Event::Minimized { weights, kept } = event
            && weights.len() > 1
        {
            // Arrays of numbers are written alike in Rust and in JSON. A reader that went away needs nothing more.
            let _ = writeln!(std::io::stdout(), "{{\"weights\": {weights:?}, \"kept\": {kept:?}}}");
        }
    };
    let session = Session::new(Arc::new(test)).budget(budget).listener(Box::new(listener));
    let document = knowledge.language().parse(&input[..]);
    let plan = Plan { algorithm, minimizer: Some(Minimizer::Ddmin), ..Plan::default() };
    match reduce(&knowledge, document, &plan, &mut [], &session) {
        Ok(()) | Err(Stop::Budget(_)) => Ok(()),
        Err(stop) => Err(stop.into()),
    }
}
