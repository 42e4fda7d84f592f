//! One run of the program, from the command line to the summary.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use reduce_command_line::begin::Beginning;
use reduce_command_line::check::Check;
use reduce_command_line::ending::{Ended, rescue};
use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_command_line::input::{Input, LARGEST_FILE};
use reduce_command_line::interruption::interruption;
use reduce_command_line::output::Output;
use reduce_command_line::progress::{Progress, count};
use reduce_command_line::report::{Ending, Report, Setting, Size, StatsFile};
use reduce_command_line::test::TestArguments;
use reduce_core::language::Language;
use reduce_core::oracle::{Condition, Halt, Supervisor, check_jobs};
use reduce_core::session::{BestFile, Budget, Session, Stop};
use reduce_core::trace::{
    self, CommandGenerator, Execution, GeneratorCommand, GeneratorError, Plan, Replays, Search, Trace,
};

use crate::arguments::{Arguments, ORDERS};
use crate::kept::Kept;
use crate::native::why_silent;
use crate::numbers::{Numbers, Validity};
use crate::python::{Traced, traced};
use crate::then_reduce::Second;
use crate::{places, resume};

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    let started = Instant::now();
    let Found { test, language, trace_file, stats } = Found::new(arguments)?;
    let reporting = &arguments.output.reporting;
    let halt = interruption()?;
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let notices = supervisor.notices().map_err(Failure::with(ExitStatus::Test))?;
    let traced = traced(&arguments.generator, &supervisor)?;
    let progress = Progress::start(reporting.quiet, reporting.verbose);
    for notice in notices {
        progress.warn(&format!("warning: {notice}"));
    }
    progress.doing("running the generator");
    let recorded = record(arguments, &traced, &supervisor, started, &halt).inspect_err(|_| progress.end())?;
    let (generator, execution) = recorded;
    let generated = Input::generated(&arguments.output.output, Arc::clone(&execution.output));

    let written_in = language.clone().map_or_else(|| Language::of_text(&generated.text), Ok);
    let written_in = written_in.map_err(Failure::with(ExitStatus::Usage))?;
    let budget = Budget { tests: arguments.limits.max_tests, time: arguments.limits.max_time };
    // What both searches find has to be measured by one measure.
    let measured_in = language.clone().or_else(|| arguments.search.then_reduce.then(|| Arc::clone(&written_in)));
    let size = |text: &Arc<[u8]>| Size::of_text(text, measured_in.as_deref().map(|language| weight(language, text)));
    let second = arguments.search.then_reduce.then(|| Arc::clone(&written_in));
    let end = budget.deadline(started);
    let second = second.map(|language| Second::new(arguments, language, &supervisor, &halt, end, &progress));
    let second = second.transpose()?;

    let search = resume::search_of(arguments);
    let told_in = measured_in.as_deref().map_or("none", Language::name);
    let resumption = resume::open(arguments, &test, &generated, &execution.trace, told_in)?;
    let journal = resumption.journal.as_ref();
    let mut output = Output::at(arguments.output.output.clone(), &generated, None, journal)?;
    resumption.greet(&search, &progress);
    progress.doing(&format!(
        "testing what it generates, {} bytes from {} choices",
        count(generated.text.len()),
        count(execution.trace.draws())
    ));
    let check = Check {
        test: &test,
        limits: &arguments.limits,
        quiet: reporting.quiet || language.is_none(),
        progress: &progress,
        input: &generated,
        language: written_in.name(),
        supervisor: &supervisor,
        jobs: arguments.search.jobs.number,
        started,
        halt: &halt,
    };
    let earlier = output.earlier(resumption.journal.as_ref());
    let checked = check.run(earlier).inspect_err(|_| progress.end())?;
    checked.remarks.iter().for_each(|remark| progress.say(remark));
    let journal = resumption.begin(&search, &generated, &mut output, &checked, &progress)?;

    let guarded = Arc::clone(&checked.test);
    let jobs = arguments.search.jobs.number;
    let session = Beginning { jobs, input: &generated, journal, budget, started, halt: &halt }.session(checked);
    let session = session.joining(arguments.search.jobs.joins());
    let listener = arguments.limits.warning(&progress, progress.listener(generated.text.len()));
    let session = output.given_to(session.listener(listener), &|text| size(text).tokens());
    let reduction = Reduction {
        arguments,
        generator: &generator,
        trace_file: &trace_file,
        session: &session,
        tokens: &|text| measured_in.as_deref().map_or(0, |language| weight(language, text)),
    };
    let outcome = reduction.run(execution, second, guarded.conditions(), &progress)?;

    progress.say(&outcome.numbers.summary());
    let best = session.best().unwrap_or_else(|| Arc::clone(&generated.text));
    let setting = setting(arguments, measured_in.as_deref());
    let sizes = [size(&generated.text), size(&best)];
    let ending = Ending::of(outcome.stop.as_ref());
    let report = Report::new(setting, sizes, ending, &session, guarded.conditions(), started);
    let report = report.with("generator", &outcome.numbers);
    let Outcome { stop, failure, .. } = outcome;
    let (input, output, session, verbose) = (&generated, &output, &session, reporting.verbose);
    Ended { input, output, session, stop, failure, report, stats, verbose }.conclude(&progress)
}

/// What a run works with, as far as nothing has to be run to find it.
struct Found {
    test: TestArguments,
    language: Option<Arc<Language>>,
    trace_file: BestFile,
    stats: Option<StatsFile>,
}

impl Found {
    fn new(arguments: &Arguments) -> Result<Self, Failure> {
        check_jobs(arguments.search.jobs.number.get()).map_err(Failure::with(ExitStatus::Usage))?;
        let output = &arguments.output;
        let test = arguments.test.told(&output.output)?;
        places::check(arguments, &test)?;
        let language = language(arguments)?;
        let place = |path| BestFile::new(path, &output.output).map_err(Failure::with(ExitStatus::File));
        // That there can be a result is made sure of before anything runs.
        place(&output.output)?;
        let trace_file = place(&output.trace())?;
        let stats = output.reporting.stats.as_deref().map(StatsFile::new).transpose()?;
        Ok(Found { test, language, trace_file, stats })
    }
}

/// The search over executions and what comes after it.
struct Reduction<'a> {
    arguments: &'a Arguments,
    generator: &'a CommandGenerator,
    trace_file: &'a BestFile,
    session: &'a Session,
    tokens: &'a dyn Fn(&[u8]) -> usize,
}

/// What came of it.
struct Outcome {
    stop: Option<Stop>,
    failure: Option<Failure>,
    numbers: Numbers,
}

impl Reduction<'_> {
    fn run(
        &self,
        execution: Execution,
        second: Option<Second>,
        conditions: &[Condition],
        progress: &Progress,
    ) -> Result<Outcome, Failure> {
        let Reduction { arguments, session, .. } = *self;
        let folder = folder()?;
        let text = |trace: &Trace| Kept::text(&arguments.generator, &folder, trace);
        // The trace belongs to the result: where that stays as it was, so does the trace.
        let keep = |trace: &Trace| {
            if session.holds_better() { Ok(()) } else { Ok(self.trace_file.keep(&text(trace))?) }
        };
        keep(&execution.trace).map_err(|stop: Stop| Failure::new(ExitStatus::File, stop))?;
        let mut numbers = Numbers::of(&execution);
        let before = Validity::of(conditions);
        let mut search = Search::new(self.generator, session, arguments.search.strategy, self.tokens, &keep, execution);
        let plan = Plan { order: arguments.search.trace_reduction, minimizer: Some(arguments.search.minimizer) };
        let mut stop = trace::reduce(&mut search, &plan).err();
        let replays = search.replays();
        let best = search.into_best();
        let made_again = self.generator.makes_again(&best);
        let Execution { output: reduced, trace } = best;
        numbers.took(&replays, &reduced, &trace, session);
        numbers.generator_valid = Validity::of(conditions).map(|validity| validity.since(before));
        let failure = if stop.is_none() || !session.holds_better() { self.finish(&text(&trace)) } else { None };
        if let (None, Some(mut second)) = (&stop, second) {
            let before = Validity::of(conditions);
            stop = second.reduce(&reduced, session);
            numbers.then_reduce_tests = Some(session.statistics().property_tests - numbers.generator_tests);
            numbers.then_reduce_valid = Validity::of(conditions).map(|validity| validity.since(before));
        }
        progress.end();
        for warning in self.warnings(&replays, made_again) {
            progress.warn(&format!("warning: {warning}"));
        }
        Ok(Outcome { stop, failure, numbers })
    }

    /// What the user should know of how the generator behaved. `made_again`: whether the trace that is kept makes the result
    /// again, as far as that is known.
    fn warnings(&self, replays: &Replays, made_again: Option<bool>) -> Vec<String> {
        let mut warnings = Vec::new();
        if replays.mostly_failed() {
            warnings.push(format!(
                "the generator failed on {} of {} traces, the last time {}; see whether it can stand any choice, and its \
                 --generator-timeout",
                replays.failed,
                replays.total(),
                replays.last_failure
            ));
        }
        let mut told = Vec::new();
        if replays.unrepeated > 0 {
            told.push(format!(
                "{} of the {} traces by which the result became smaller led to something else when they were followed once \
                 more",
                replays.unrepeated, replays.repeated
            ));
        }
        if made_again == Some(false) {
            let trace = self.arguments.output.trace();
            told.push(format!("the trace in `{}` does not make the result again", trace.display()));
        }
        if !told.is_empty() {
            warnings.push(format!(
                "the generator is not deterministic under replay: {}. The result is what the test has seen. Look for what \
                 else the generator depends on: the time, the order of a set (PYTHONHASHSEED=0), threads, files, addresses",
                told.join(", and ")
            ));
        }
        warnings
    }

    /// Writes the trace of the best execution; where it should go, or else somewhere else.
    fn finish(&self, trace: &[u8]) -> Option<Failure> {
        let error = self.trace_file.finish(trace).err()?;
        let message = match rescue(trace, OsStr::new(".trace")) {
            Ok(path) => format!("{error}; the trace is in `{}`", path.display()),
            Err(reason) => format!("{error}; and it cannot be saved elsewhere either ({reason})"),
        };
        Some(Failure::new(ExitStatus::File, message))
    }
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
        preload: traced.preload.clone(),
        replayer: traced.replayer.clone(),
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
        if let GeneratorError::NoSide = error {
            let why = why_silent(&traced.words, traced.preload.as_deref());
            return Failure::new(status, format!("{error}: {why}"));
        }
        Failure::new(status, error)
    })
}

fn folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|e| Failure::new(ExitStatus::File, format!("cannot tell the current folder: {e}")))
}

/// The language by which tokens are counted, if it is one that is known.
fn language(arguments: &Arguments) -> Result<Option<Arc<Language>>, Failure> {
    let told = &arguments.language;
    if told.language.is_none() && told.grammar.is_none() {
        // Words and blanks that a generator writes as plain text weigh what their bytes do.
        let named = Language::of_path(&arguments.output.output).map_err(Failure::with(ExitStatus::Usage))?;
        return Ok(named.filter(|language| !language.is_plain()));
    }
    told.language(|| Language::plain(b"")).map(Some)
}

fn weight(language: &Language, text: &[u8]) -> usize {
    let document = language.parse(text);
    document.tree().weight(document.tree().root())
}

fn setting(arguments: &Arguments, language: Option<&Language>) -> Setting {
    let order = ORDERS.iter().find(|(_, order)| *order == arguments.search.trace_reduction);
    Setting {
        language: language.map_or("none", Language::name).to_owned(),
        algorithm: order.map_or("promise", |(name, _)| name),
        minimizer: arguments.search.minimizer.name(),
        jobs: arguments.search.jobs.number.get(),
    }
}
