//! One run of the program, from the command line to the summary.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use reduce_command_line::check::{Check, Checked, Earlier};
use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_command_line::input::{Input, LARGEST_FILE};
use reduce_command_line::interruption::interruption;
use reduce_command_line::progress::{Progress, count};
use reduce_command_line::report::{Ending, Report, Setting, Size, StatsFile};
use reduce_core::knowledge::{Filter, Knowledge, find_tables};
use reduce_core::language::Language;
use reduce_core::oracle::{Condition, Halt, Supervisor, check_jobs};
use reduce_core::session::{BestFile, Budget, Session, Stop};
use reduce_core::trace::{self, CommandGenerator, Execution, GeneratorCommand, GeneratorError, Plan, Search, Trace};

use crate::arguments::{Arguments, ORDERS};
use crate::kept::Kept;
use crate::python::{Traced, traced};

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    let started = Instant::now();
    check_jobs(arguments.search.jobs.get()).map_err(Failure::with(ExitStatus::Usage))?;
    let test = arguments.test.told(&arguments.output.output)?;
    let language = language(arguments)?;
    let output = &arguments.output.output;
    let file = BestFile::new(output, output).map_err(Failure::with(ExitStatus::File))?;
    let trace_file = BestFile::new(&arguments.output.trace(), output).map_err(Failure::with(ExitStatus::File))?;
    let halt = interruption()?;
    let stats = arguments.output.stats.as_deref().map(StatsFile::new).transpose()?;
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let notices = supervisor.notices().map_err(Failure::with(ExitStatus::Test))?;

    let traced = traced(&arguments.generator)?;
    let progress = Progress::start(arguments.output.quiet, arguments.output.verbose);
    for notice in notices {
        progress.warn(&format!("warning: {notice}"));
    }
    progress.doing("running the generator");
    let recorded = record(arguments, &traced, &supervisor, started, &halt).inspect_err(|_| progress.end())?;
    let (generator, execution) = recorded;
    let original = Arc::clone(&execution.output);
    let draws = execution.trace.draws();
    progress.doing(&format!(
        "testing what it generates, {} bytes from {} choices",
        count(original.len()),
        count(draws)
    ));
    let generated = Input::generated(output, Arc::clone(&original));
    let written_in = language.clone().map_or_else(|| Language::of_text(&original), Ok);
    let written_in = written_in.map_err(Failure::with(ExitStatus::Usage))?;
    let check = Check {
        test: &test,
        limits: &arguments.limits,
        quiet: arguments.output.quiet || language.is_none(),
        input: &generated,
        language: &written_in,
        supervisor: &supervisor,
        jobs: arguments.search.jobs,
        started,
        halt: &halt,
    };
    let checked = check.run(Earlier::default()).inspect_err(|_| progress.end())?;
    checked.remarks.iter().for_each(|remark| progress.say(remark));
    file.keep(&original).map_err(Failure::with(ExitStatus::File))?;

    let guarded = Arc::clone(&checked.test);
    let listener = arguments.limits.warning(&progress, progress.listener(original.len()));
    let session = session(arguments, checked, started, &halt).listener(listener).file(file);
    let tokens = |text: &[u8]| language.as_deref().map_or(0, |language| weight(language, text));
    let folder = folder()?;
    let kept = |trace: &Trace| Kept::text(&arguments.generator, &folder, trace);
    let keep = |trace: &Trace| Ok(trace_file.keep(&kept(trace))?);
    keep(&execution.trace).map_err(|stop: Stop| Failure::new(ExitStatus::File, stop))?;
    let mut search = Search::new(&generator, &session, arguments.search.strategy, &tokens, &keep, execution);
    let plan = Plan { order: arguments.search.trace_reduction, minimizer: Some(arguments.search.minimizer) };
    let mut stop = trace::reduce(&mut search, &plan).err();
    let replays = search.replays();
    let Execution { output: reduced, trace } = search.into_best();
    let (last, total) = (trace.draws(), replays.total());
    trace_file.finish(&kept(&trace)).map_err(Failure::with(ExitStatus::File))?;
    if stop.is_none() && arguments.search.then_reduce {
        stop = then_reduce(written_in, &reduced, &session)?;
    }
    progress.end();
    if replays.mostly_failed() {
        progress.warn(&format!(
            "warning: the generator failed on {} of {total} traces, the last time with: {}; see whether it can stand any \
             choice, and its --generator-timeout",
            replays.failed, replays.last_failure
        ));
    }
    progress.say(&format!("{} -> {} choices in {total} runs of the generator", count(draws), count(last)));
    let end = End { stop, conditions: guarded.conditions(), language: language.as_deref(), original, stats, started };
    conclude(arguments, &session, end, &progress)
}

/// Runs the generator for the first time.
fn record(
    arguments: &Arguments,
    traced: &Traced,
    supervisor: &Arc<Supervisor>,
    started: Instant,
    halt: &Arc<Halt>,
) -> Result<(CommandGenerator, Execution), Failure> {
    let command = GeneratorCommand {
        words: traced.words.clone(),
        environment: traced.environment.clone(),
        name: arguments.output.output.file_name().unwrap_or(OsStr::new("input")).to_owned(),
        folder: folder()?,
        time: arguments.generator_timeout,
    };
    let deadline = arguments.limits.max_time.and_then(|time| started.checked_add(time));
    CommandGenerator::record(command, Arc::clone(supervisor), Some(Arc::clone(halt)), deadline).map_err(|error| {
        let status = match error {
            GeneratorError::Interrupted if halt.is_raised() => ExitStatus::Interrupted,
            GeneratorError::Interrupted => {
                let message = "the time of --max-time is over before the generator was recorded: give more";
                return Failure::new(ExitStatus::Generator, message);
            }
            _ => ExitStatus::Generator,
        };
        Failure::new(status, error)
    })
}

fn folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|e| Failure::new(ExitStatus::File, format!("cannot tell the current folder: {e}")))
}

/// The language by which tokens are counted, if it is one that is known.
fn language(arguments: &Arguments) -> Result<Option<Arc<Language>>, Failure> {
    match &arguments.search.language {
        Some(name) => Language::named(name).map(Some).map_err(Failure::with(ExitStatus::Usage)),
        None => Ok(Language::of_path(&arguments.output.output).ok()),
    }
}

fn weight(language: &Language, text: &[u8]) -> usize {
    let document = language.parse(text);
    document.tree().weight(document.tree().root())
}

fn session(arguments: &Arguments, checked: Checked, started: Instant, halt: &Arc<Halt>) -> Session {
    let session = Session::new(checked.test)
        .since(started)
        .jobs(arguments.search.jobs.get())
        .budget(Budget { tests: arguments.limits.max_tests, time: arguments.limits.max_time })
        .interruption(Arc::clone(halt))
        .with_failing_empty(!checked.answers.empty_is_interesting)
        .repeated(checked.answers.repeat);
    for (verdict, took) in checked.runs {
        session.record("check", Some(verdict), took);
    }
    session
}

/// The default schedule of `reduce-tree` on what the generator made in the end, in the same session.
fn then_reduce(language: Arc<Language>, text: &[u8], session: &Session) -> Result<Option<Stop>, Failure> {
    let tables = find_tables(None, &language).map_err(Failure::with(ExitStatus::Usage))?;
    let document = language.parse(text);
    let knowledge = Knowledge::new(language, tables, Filter::Ranked);
    let plan = reduce_core::reduce::Plan::default();
    Ok(reduce_core::reduce::reduce(&knowledge, document, &plan, &mut [], session).err())
}

/// What a run has come to.
struct End<'a> {
    stop: Option<Stop>,
    conditions: &'a [Condition],
    language: Option<&'a Language>,
    original: Arc<[u8]>,
    stats: Option<StatsFile>,
    started: Instant,
}

fn conclude(arguments: &Arguments, session: &Session, end: End, progress: &Progress) -> Result<ExitStatus, Failure> {
    let End { stop, conditions, language, original, stats, started } = end;
    let best = session.best().unwrap_or_else(|| Arc::clone(&original));
    let ending = Ending::of(stop.as_ref());
    let order = ORDERS.iter().find(|(_, order)| *order == arguments.search.trace_reduction);
    let setting = Setting {
        language: language.map_or("none", Language::name).to_owned(),
        algorithm: order.map_or("promise", |(name, _)| name),
        minimizer: arguments.search.minimizer.name(),
        jobs: arguments.search.jobs.get(),
    };
    let size = |text: &[u8]| Size::of_text(text, language.map(|language| weight(language, text)));
    let report = Report::new(setting, [size(&original), size(&best)], ending, session, conditions, started);
    session.finish(&original, stop.is_none()).map_err(Failure::with(ExitStatus::File))?;
    progress.say(&report.summary(&arguments.output.output, arguments.output.verbose));
    stats.map_or(Ok(()), |stats| stats.write(&report))?;
    match stop.and_then(Failure::of) {
        Some(failure) => Err(failure),
        None if ending == Ending::Interrupted => Ok(ExitStatus::Interrupted),
        None => Ok(ExitStatus::Reduced),
    }
}
