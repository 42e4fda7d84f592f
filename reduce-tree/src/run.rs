//! One run of the program, from the command line to the summary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use reduce_core::cancellation::Cancelled;
use reduce_core::knowledge::{Knowledge, Tables, find_tables};
use reduce_core::language::{BUILTIN, Document, Language};
use reduce_core::minimize::Minimizer;
use reduce_core::oracle::{Condition, Halt, Sandbox, Supervisor, Verdict, check_jobs};
use reduce_core::plugin::Plugin;
use reduce_core::reduce::reduce;
use reduce_core::session::{Budget, Journal, Session, Stop};

use crate::arguments::{ALGORITHMS, Arguments, SearchArguments};
use crate::check::{Check, Checked};
use crate::exit::{ExitStatus, Failure};
use crate::input::{Input, LARGEST_FILE};
use crate::interruption::interruption;
use crate::output::Output;
use crate::plugins::Attendant;
use crate::progress::{Progress, count};
use crate::report::{Ending, Report, Setting, Size, StatsFile};
use crate::resume::Resumption;
use crate::{choice, confirmed, output, places, stderr, stdout};

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    if arguments.list_passes {
        return list_passes(arguments);
    }
    let started = Instant::now();
    let Found { input, language, tables, resumption, mut output, stats } = Found::new(arguments)?;
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let notices = supervisor.notices().map_err(Failure::with(ExitStatus::Test))?;
    let halt = interruption()?;

    let progress = Progress::start(arguments.output.quiet, arguments.output.verbose);
    let budget = Budget { tests: arguments.limits.max_tests, time: arguments.limits.max_time };
    for notice in notices {
        progress.warn(&format!("warning: {notice}"));
    }
    progress.doing(&format!("reading {} ({} bytes)", input.path.display(), count(input.text.len())));
    let document = parsed(&input, &language, &budget, started, &halt).inspect_err(|_| progress.end())?;
    let original = Size::of(&document);
    let knowledge = Arc::new(Knowledge::new(Arc::clone(&language), tables, arguments.search.reducer.filter));
    let warn = {
        let progress = progress.clone();
        Rc::new(move |line: &str| progress.warn(line))
    };
    let attendant = Attendant { warn, halt: Some(Arc::clone(&halt)), supervisor: Arc::clone(&supervisor) };
    let algorithm = arguments.search.reducer.algorithm;
    let mut passes = arguments.choice.passes(
        algorithm,
        &arguments.plugins,
        &arguments.language,
        &knowledge,
        &input.path,
        &attendant,
    )?;
    resumption.warning.iter().for_each(|warning| progress.warn(warning));
    resumption.greeting(arguments).iter().for_each(|greeting| progress.say(greeting));
    if arguments.output.verbose {
        hint_at_sandbox(arguments, &language, &progress);
    }
    progress.doing(&format!("testing the original, {} ({} bytes)", input.path.display(), count(input.text.len())));
    let earlier = output.earlier(resumption.journal.as_ref());
    let check = check(arguments, &input, &language, &supervisor, started, &halt);
    let checked = check.run(earlier).inspect_err(|_| progress.end())?;
    checked.remarks.iter().for_each(|remark| progress.say(remark));
    if checked.answers.empty_is_interesting {
        progress.warn("warning: the test also says yes to the empty file, so that nothing will be left: check that it asks for the bug");
    }
    if arguments.output.in_place {
        input.keep_original()?;
    }
    let journal = resumption.begin(arguments, &input, &mut output, &checked, &progress)?;

    let test = Arc::clone(&checked.test);
    let session = session(&arguments.search, &input, checked, journal, budget, started, &halt);
    let session = session.listener(arguments.limits.warning(&progress, progress.listener(input.text.len())));
    let session = output.given_to(session, &language);
    let stop = reduce(&knowledge, document, &arguments.search.reducer.plan(), &mut passes, &session).err();
    progress.end();
    let (language, output, session) = (&*language, &output, &session);
    let ended = Ended { arguments, input: &input, original, language, output, session, started };
    ended.conclude(stop, test.conditions(), stats, &progress)
}

/// What a run works with, as far as nothing has to be run to find it.
struct Found {
    input: Input,
    language: Arc<Language>,
    tables: Tables,
    resumption: Resumption,
    output: Output,
    stats: Option<StatsFile>,
}

impl Found {
    fn new(arguments: &Arguments) -> Result<Self, Failure> {
        check_jobs(arguments.search.jobs.get()).map_err(Failure::with(ExitStatus::Usage))?;
        let input = input_path(arguments)?;
        places::check_input(arguments, input)?;
        let mut input = Input::read(input)?;
        places::check(arguments, &input.path, &output::named(arguments, &input))?;
        let language = arguments.language.language(|| Language::of_path(&input.path))?;
        let tables =
            find_tables(arguments.language.tables.as_deref(), &language).map_err(Failure::with(ExitStatus::Usage))?;
        let resumption = Resumption::open(arguments, &mut input, &language)?;
        let output = Output::choose(arguments, &input, &language, &resumption)?;
        let stats = arguments.output.stats.as_deref().map(StatsFile::new).transpose()?;
        Ok(Found { input, language, tables, resumption, output, stats })
    }
}

/// A reduction that has come to its end.
struct Ended<'a> {
    arguments: &'a Arguments,
    input: &'a Input,
    original: Size,
    language: &'a Language,
    output: &'a Output,
    session: &'a Session,
    started: Instant,
}

impl Ended<'_> {
    /// Sees to it that the result and the numbers are where they belong, and says what came of it all.
    fn conclude(
        &self,
        stop: Option<Stop>,
        conditions: &[Condition],
        stats: Option<StatsFile>,
        progress: &Progress,
    ) -> Result<ExitStatus, Failure> {
        let Ended { arguments, input, original, language, output, session, started } = *self;
        let by_itself = stop.is_none();

        let best = session.best().unwrap_or_else(|| Arc::clone(&input.text));
        let ending = Ending::of(stop.as_ref());
        let last = session.statistics().history.last().map_or(original, |step| Size::of_text(&best, step.tokens));
        let report = Report::new(setting(arguments, language), [original, last], ending, session, conditions, started);
        let mut failure = stop.and_then(Failure::of);
        let mut place = output.place.clone();
        if let Err(error) = session.finish(&input.text, by_itself) {
            let saved = rescue(&best, input);
            let message = match &saved {
                Ok(path) => format!("{error}; the result is in `{}`", path.display()),
                Err(reason) => format!("{error}; and it cannot be saved elsewhere either ({reason})"),
            };
            place = saved.unwrap_or(place);
            failure = Some(Failure::new(ExitStatus::File, message));
        }
        progress.say(&report.summary(&place, arguments.output.verbose));
        let doubt = confirmed::told(&session.findings(), best == input.text, ending, progress);
        failure = failure.or(doubt);
        output.remark(input, session.holds_better()).iter().for_each(|remark| progress.say(remark));
        match stats.map_or(Ok(()), |stats| stats.write(&report)) {
            Err(unwritten) if failure.is_none() => failure = Some(unwritten),
            Err(unwritten) => progress.warn(&unwritten.message),
            Ok(()) => {}
        }
        match failure {
            Some(failure) => Err(failure),
            None if ending == Ending::Interrupted => Ok(ExitStatus::Interrupted),
            None => Ok(ExitStatus::Reduced),
        }
    }
}

/// The initial check that the command line asks for.
fn check<'a>(
    arguments: &'a Arguments,
    input: &'a Input,
    language: &'a Language,
    supervisor: &'a Arc<Supervisor>,
    started: Instant,
    halt: &'a Halt,
) -> Check<'a> {
    let Arguments { test, limits, output, .. } = arguments;
    let jobs = arguments.search.jobs;
    Check { test, limits, quiet: output.quiet, input, language, supervisor, jobs, started, halt }
}

/// Whether a test runs its candidates is not to be known: so those who want to know much are told that it may.
fn hint_at_sandbox(arguments: &Arguments, language: &Language, progress: &Progress) {
    let is_script = BUILTIN.iter().any(|row| row.is_script && row.name == language.name());
    if is_script && !arguments.limits.sandbox && Sandbox::is_available() {
        progress.say(&format!(
            "if the test runs its candidates, one of them may do harm ({} is a language of scripts): --sandbox keeps \
             them in their folder",
            language.name()
        ));
    }
}

/// Shows every pass, those that are replaced by others too.
fn list_passes(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let attendant = Attendant { warn: Rc::new(stderr::say), halt: None, supervisor };
    let plugins = arguments.plugins.plugins(&attendant)?;
    let commands = arguments.plugins.commands(Path::new(""), &attendant)?;
    let of_commands = commands.iter().map(|pass| pass.about());
    stdout::write(choice::table(plugins.iter().flat_map(Plugin::passes).chain(of_commands)).as_bytes())?;
    Ok(ExitStatus::Reduced)
}

/// The INPUT of either form of the command line.
fn input_path(arguments: &Arguments) -> Result<&PathBuf, Failure> {
    let test = &arguments.test;
    let wrong = |message: &str| Err(Failure::new(ExitStatus::Usage, format!("{message} (see reduce-tree --help)")));
    let is_served = test.property.server.test_server.is_some();
    match (test.files.as_slice(), test.command.is_empty(), test.property.expects()) {
        ([.., input], true, false) if is_served => Ok(input),
        _ if is_served => wrong("a --test-server says itself what is interesting: give no COMMAND and no --expect-..."),
        ([_, input], true, false) | ([input], false, true) => Ok(input),
        ([_], true, false) => wrong("give a TEST and an INPUT, or an INPUT with --expect-... and `-- COMMAND @@`"),
        (_, true, _) => {
            wrong("what is to be expected is expected of a command: give one after the input, `-- COMMAND @@`")
        }
        ([_], false, _) => wrong("say what makes the COMMAND's run interesting: --expect-exit, --same-error, ..."),
        _ => wrong("with a COMMAND there is no TEST: give the INPUT alone before `--`"),
    }
}

/// The document of the input: of a large one it takes a while.
fn parsed(
    input: &Input,
    language: &Language,
    budget: &Budget,
    started: Instant,
    halt: &Arc<Halt>,
) -> Result<Document, Failure> {
    let parsed = language.parse_until(Arc::clone(&input.text), &budget.cancellation(started, Some(Arc::clone(halt))));
    parsed.map_err(|Cancelled| {
        if halt.is_raised() {
            return Failure::new(ExitStatus::Interrupted, "interrupted while the input was read: nothing is written");
        }
        let message = "the time of --max-time is over before the input is read: give more";
        Failure::new(ExitStatus::Test, message)
    })
}

fn session(
    search: &SearchArguments,
    input: &Input,
    checked: Checked,
    journal: Option<Journal>,
    budget: Budget,
    started: Instant,
    halt: &Arc<Halt>,
) -> Session {
    let session = Session::new(checked.test)
        .since(started)
        .jobs(search.jobs.get())
        .joining(search.joins())
        .budget(budget)
        .interruption(Arc::clone(halt))
        .with_failing_empty(!checked.answers.empty_is_interesting)
        .repeated(checked.answers.repeat)
        .rechecked(checked.rates, checked.answers.is_measured);
    for (verdict, took) in checked.runs {
        session.record("check", Some(verdict), took);
    }
    let Some(journal) = journal else { return session };
    let session = session.journal(journal);
    session.note(&input.text, Verdict::Interesting);
    session.note(b"", checked.answers.empty_is_interesting.into());
    session
}

fn setting(arguments: &Arguments, language: &Language) -> Setting {
    let algorithm = ALGORITHMS.iter().find(|(_, algorithm)| *algorithm == arguments.search.reducer.algorithm);
    Setting {
        language: language.name().to_owned(),
        algorithm: algorithm.map_or("default", |(name, _)| name),
        minimizer: arguments.search.reducer.minimizer.map_or("default", Minimizer::name),
        jobs: arguments.search.jobs.get(),
    }
}

/// Saves a result that cannot be written where it should, where temporary files go.
fn rescue(best: &[u8], input: &Input) -> std::io::Result<PathBuf> {
    let name = input.reduced();
    let suffix = name.file_name().unwrap_or_default();
    let mut file = tempfile::Builder::new().prefix("reduce-tree-").suffix(suffix).tempfile()?;
    file.write_all(best)?;
    Ok(file.keep()?.1)
}
