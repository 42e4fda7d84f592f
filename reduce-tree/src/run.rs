//! One run of the program, from the command line to the summary.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use reduce_core::knowledge::{Knowledge, find_tables};
use reduce_core::language::Language;
use reduce_core::minimize::Minimizer;
use reduce_core::oracle::{self, Halt};
use reduce_core::plugin::Plugin;
use reduce_core::reduce::reduce;
use reduce_core::session::{BestFile, Budget, Session, Stop};

use crate::arguments::{ALGORITHMS, Arguments};
use crate::check::{Checked, check};
use crate::exit::{ExitStatus, Failure};
use crate::input::{Input, LARGEST_FILE};
use crate::interruption::interruption;
use crate::plugins::Attendant;
use crate::progress::{Progress, count};
use crate::report::{Ending, Report, Setting, Size};
use crate::{choice, stdout};

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    if arguments.list_passes {
        return list_passes(arguments);
    }
    let started = Instant::now();
    let input = Input::read(input_path(arguments)?)?;
    let language = arguments.language.language(|| Language::of_path(&input.path))?;
    let tables =
        find_tables(arguments.language.tables.as_deref(), &language).map_err(Failure::with(ExitStatus::Usage))?;
    let output = if arguments.output.in_place {
        input.path.clone()
    } else {
        arguments.output.output.clone().unwrap_or_else(|| input.reduced())
    };
    let file = BestFile::new(&output, &input.path).map_err(Failure::with(ExitStatus::File))?;
    let halt = interruption()?;
    // Without either of them tests run all the same, only less contained.
    let _ = oracle::adopt_orphans();
    let _ = oracle::limit_files(LARGEST_FILE);

    let progress = Progress::start(arguments.output.quiet, arguments.output.verbose);
    let original = Size::of(&input.text, Some(&language));
    let knowledge = Arc::new(Knowledge::new(Arc::clone(&language), tables, arguments.search.reducer.filter));
    let warn = {
        let progress = progress.clone();
        Rc::new(move |line: &str| progress.warn(line))
    };
    let attendant = Attendant { warn, halt: Some(Arc::clone(&halt)) };
    let algorithm = arguments.search.reducer.algorithm;
    let mut passes = arguments.choice.passes(
        algorithm,
        &arguments.plugins,
        &arguments.language,
        &knowledge,
        &input.path,
        &attendant,
    )?;
    progress.doing(&format!("testing the original, {} ({} bytes)", input.path.display(), count(input.text.len())));
    let checked = check(&arguments.test.property()?, &arguments.limits, &input.path, &input.text, started, &halt);
    let checked = checked.inspect_err(|_| progress.end())?;
    if checked.empty_is_interesting {
        progress.warn("warning: the test also says yes to the empty file, so that nothing will be left: check that it asks for the bug");
    }
    if arguments.output.in_place {
        input.keep_original()?;
    }
    file.keep(&input.text).map_err(Failure::with(ExitStatus::File))?;

    let session = session(arguments, checked, started, &halt);
    let session = session.listener(progress.listener(input.text.len())).file(file);
    let stop = reduce(&knowledge, &input.text, &arguments.search.reducer.plan(), &mut passes, &session).err();
    progress.end();

    let best = session.best().unwrap_or_else(|| Arc::clone(&input.text));
    let ending = Ending::of(stop.as_ref(), arguments.limits.max_tests, &session);
    let report = Report::new(
        setting(arguments, &language),
        [original, Size::of(&best, Some(&language))],
        ending,
        &session.statistics(),
        started,
    );
    let mut failure = match stop {
        Some(Stop::Test(error)) => Some(Failure::new(ExitStatus::Test, error)),
        Some(Stop::Unkept(error)) => Some(Failure::new(ExitStatus::File, error)),
        Some(Stop::Budget | Stop::Interrupted) | None => None,
    };
    let mut place = output;
    if let Err(error) = session.finish(&input.text) {
        let saved = rescue(&best, &input);
        let message = match &saved {
            Ok(path) => format!("{error}; the result is in `{}`", path.display()),
            Err(reason) => format!("{error}; and it cannot be saved elsewhere either ({reason})"),
        };
        place = saved.unwrap_or(place);
        failure = Some(Failure::new(ExitStatus::File, message));
    }
    progress.say(&report.summary(&place, arguments.output.verbose));
    if let Some(path) = &arguments.output.stats {
        report.write(path)?;
    }
    match failure {
        Some(failure) => Err(failure),
        None if ending == Ending::Interrupted => Ok(ExitStatus::Interrupted),
        None => Ok(ExitStatus::Reduced),
    }
}

/// Shows every pass, those that are replaced by others too.
fn list_passes(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    let attendant = Attendant { warn: Rc::new(|line| eprintln!("{line}")), halt: None };
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
    match (test.files.as_slice(), test.command.is_empty(), test.expect.any()) {
        ([_, input], true, false) | ([input], false, true) => Ok(input),
        ([_], true, false) => wrong("give a TEST and an INPUT, or an INPUT with --expect-... and `-- COMMAND @@`"),
        (_, true, _) => {
            wrong("what is to be expected is expected of a command: give one after the input, `-- COMMAND @@`")
        }
        ([_], false, _) => wrong("say what makes the COMMAND's run interesting: --expect-exit, --same-error, ..."),
        _ => wrong("with a COMMAND there is no TEST: give the INPUT alone before `--`"),
    }
}

fn session(arguments: &Arguments, checked: Checked, started: Instant, halt: &Arc<Halt>) -> Session {
    let session = Session::new(Arc::new(checked.test))
        .since(started)
        .jobs(arguments.search.jobs.get())
        .budget(Budget { tests: arguments.limits.max_tests, time: arguments.limits.max_time })
        .interruption(Arc::clone(halt))
        .with_failing_empty(!checked.empty_is_interesting);
    for (interesting, took) in checked.runs {
        session.record("check", interesting, took);
    }
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
