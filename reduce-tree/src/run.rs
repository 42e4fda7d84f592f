//! One run of the program, from the command line to the summary.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use reduce_core::folder::Folder;
use reduce_core::language::{BUILTIN, Language};
use reduce_core::minimize::Minimizer;
use reduce_core::oracle::{Halt, Sandbox, Supervisor, check_jobs};
use reduce_core::plugin::Plugin;
use reduce_core::session::{Budget, Identity};

use crate::arguments::{ALGORITHMS, Arguments};
use crate::check::Check;
use crate::exit::{ExitStatus, Failure};
use crate::input::{Input, LARGEST_FILE, STANDARD};
use crate::interruption::interruption;
use crate::language::guessed;
use crate::plugins::Attendant;
use crate::progress::{Progress, count};
use crate::reading::{Reading, Told};
use crate::report::{Ending, Report, Setting, Size, StatsFile};
use crate::resume::Opened;
use crate::{output, passes, places, resume, stderr, stdout};
use reduce_command_line::begin::Beginning;
use reduce_command_line::ending::Ended;
use reduce_command_line::output::Output;
use reduce_command_line::resume::Resumption;

/// Does what the command line says.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, Failure> {
    if arguments.list_passes {
        return list_passes(arguments);
    }
    let started = Instant::now();
    let Found { input, reading, notice, search, resumption, mut output, stats } = Found::new(arguments)?;
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let notices = supervisor.notices().map_err(Failure::with(ExitStatus::Test))?;
    let halt = interruption()?;

    let progress = Progress::start(arguments.output.reporting.quiet, arguments.output.reporting.verbose);
    let budget = Budget { tests: arguments.limits.max_tests, time: arguments.limits.max_time };
    for notice in notices {
        progress.warn(&format!("warning: {notice}"));
    }
    if let Some(notice) = notice {
        progress.say(&notice);
    }
    progress.doing(&format!("reading {} ({} bytes)", input.path.display(), count(input.text.len())));
    let plan = arguments.plan();
    let warn = {
        let progress = progress.clone();
        Rc::new(move |line: &str| progress.warn(line))
    };
    let end = budget.deadline(started);
    let attendant = Attendant { warn, halt: Some(Arc::clone(&halt)), end, supervisor: Arc::clone(&supervisor) };
    let ready = reading.read(arguments, &input, &budget, started, &attendant, &halt).inspect_err(|_| progress.end())?;
    let original = ready.size(&input);
    resumption.greet(&search, &progress);
    if arguments.output.reporting.verbose {
        hint_at_sandbox(arguments, &reading, &progress);
    }
    progress.doing(&format!("testing the original, {} ({} bytes)", input.path.display(), count(input.text.len())));
    let earlier = output.earlier(resumption.journal.as_ref());
    let check = check(arguments, &input, reading.name(), &supervisor, started, &halt, &progress);
    let checked = check.run(earlier).inspect_err(|_| progress.end())?;
    checked.remarks.iter().for_each(|remark| progress.say(remark));
    if checked.answers.empty_is_interesting {
        progress.warn("warning: the test also says yes to the empty file, so that nothing will be left: check that it asks for the bug");
    }
    if arguments.output.in_place {
        input.keep_original()?;
    }
    let journal = resumption.begin(&search, &input, &mut output, &checked, &progress)?;

    let test = Arc::clone(&checked.test);
    let jobs = arguments.search.jobs.number;
    let session = Beginning { jobs, input: &input, journal, budget, started, halt: &halt }
        .session(checked)
        .joining(arguments.search.jobs.joins());
    let session = session.listener(arguments.limits.warning(&progress, progress.listener(input.text.len())));
    let cancellation = session.cancellation();
    let session = output.given_to(session, &|text| reading.tokens(text, plan, &cancellation));
    let stop = ready.reduce(&input, plan, &session);
    progress.end();
    let best = session.best().unwrap_or_else(|| Arc::clone(&input.text));
    let last = session.statistics().history.last().map_or(original, |step| Size::of_text(&best, step.tokens));
    let (setting, ending) = (setting(arguments, reading.name()), Ending::of(stop.as_ref()));
    let report = Report::new(setting, [original, last], ending, &session, test.conditions(), started);
    let verbose = arguments.output.reporting.verbose;
    let files = input.is_folder().then(|| [&input.text, &best].map(|text| Folder::unpack(text).entries().len()));
    let (input, output, session) = (&input, &output, &session);
    let status = Ended { input, output, session, stop, failure: None, report, stats, verbose }.conclude(&progress);
    arguments.output.style.remark(&best).iter().for_each(|remark| progress.say(remark));
    if let Some([before, after]) = files {
        progress.say(&format!("{before} -> {after} files"));
    }
    status
}

/// What a run works with, as far as nothing has to be run to find it.
struct Found {
    input: Input,
    reading: Reading,
    /// What to say of the language, if nobody has told it.
    notice: Option<String>,
    search: Identity,
    resumption: Resumption,
    output: Output,
    stats: Option<StatsFile>,
}

impl Found {
    fn new(arguments: &Arguments) -> Result<Self, Failure> {
        check_jobs(arguments.search.jobs.number.get()).map_err(Failure::with(ExitStatus::Usage))?;
        let inputs = inputs(arguments)?;
        let is_standard = inputs == [Path::new(STANDARD)];
        let (mut input, told) = match inputs {
            [_] if is_standard => standard(arguments)?,
            [input] => {
                places::check_input(arguments, input)?;
                (Input::read(input)?, None)
            }
            inputs => (Input::read_files(inputs)?, None),
        };
        if input.is_folder() {
            places::check_folder(arguments, &input)?;
        }
        places::check(arguments, &input.path, &output::named(arguments, &input))?;
        let (reading, notice) = Reading::of(arguments, &input, told)?;
        let search = resume::search_of(arguments);
        let Opened { resumption, in_place } = resume::open(arguments, &mut input, reading.name())?;
        let output = if is_standard && arguments.output.output.is_none() {
            Output::standard()
        } else {
            output::choose(arguments, &input, &resumption, in_place, &search)?
        };
        let stats = arguments.output.reporting.stats.as_deref().map(StatsFile::new).transpose()?;
        Ok(Found { input, reading, notice, search, resumption, output, stats })
    }
}

/// The standard input, under a name that tells its language to the test.
fn standard(arguments: &Arguments) -> Result<(Input, Option<Told>), Failure> {
    places::check_input(arguments, Path::new(STANDARD))?;
    let input = Input::standard()?;
    let mut is_guessed = false;
    let language = arguments.language.language(|| {
        is_guessed = true;
        Language::of_text(&input.text)
    })?;
    let input = input.with_extension(language.extension());
    let notice = is_guessed.then(|| guessed(&language));
    Ok((input, Some((language, notice))))
}

/// The initial check that the command line asks for.
fn check<'a>(
    arguments: &'a Arguments,
    input: &'a Input,
    language: &'a str,
    supervisor: &'a Arc<Supervisor>,
    started: Instant,
    halt: &'a Halt,
    progress: &'a Progress,
) -> Check<'a> {
    let Arguments { test, limits, output, .. } = arguments;
    let jobs = arguments.search.jobs.number;
    let quiet = output.reporting.quiet;
    Check { test, limits, quiet, progress, input, language, supervisor, jobs, started, halt }
}

/// Whether a test runs its candidates is not to be known: so those who want to know much are told that it may.
fn hint_at_sandbox(arguments: &Arguments, reading: &Reading, progress: &Progress) {
    let is_script = |language: &&&Language| BUILTIN.iter().any(|row| row.is_script && row.name == language.name());
    let languages = reading.languages();
    let Some(language) = languages.iter().find(is_script) else { return };
    if !arguments.limits.sandbox && Sandbox::is_available() {
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
    let attendant = Attendant { warn: Rc::new(stderr::say), halt: None, end: None, supervisor };
    let plugins = arguments.plugins.plugins(&attendant)?;
    let commands = arguments.plugins.commands(Path::new(""), &attendant)?;
    let of_commands = commands.iter().map(|pass| pass.about());
    stdout::write(passes::table(plugins.iter().flat_map(Plugin::passes).chain(of_commands)).as_bytes())?;
    Ok(ExitStatus::Reduced)
}

/// The INPUT, or several, of either form of the command line.
fn inputs(arguments: &Arguments) -> Result<&[PathBuf], Failure> {
    let test = &arguments.test;
    let wrong = |message: &str| Err(Failure::new(ExitStatus::Usage, format!("{message} (see reduce-tree --help)")));
    let is_served = test.property.server.test_server.is_some();
    match (test.files.as_slice(), test.command.is_empty(), test.property.expects()) {
        ([.., _], true, false) if is_served => Ok(&test.files[test.files.len() - 1..]),
        _ if is_served => wrong("a --test-server says itself what is interesting: give no COMMAND and no --expect-..."),
        ([_, inputs @ ..], true, false) if !inputs.is_empty() => Ok(inputs),
        ([first, _, ..], false, true) if is_program(first) => {
            wrong("with a COMMAND there is no TEST: give the INPUT alone before `--`")
        }
        (inputs, false, true) => Ok(inputs),
        (_, true, false) => wrong("give a TEST and an INPUT, or an INPUT with --expect-... and `-- COMMAND @@`"),
        (_, true, true) => {
            wrong("what is to be expected is expected of a command: give one after the input, `-- COMMAND @@`")
        }
        ([_], false, false) => wrong("say what makes the COMMAND's run interesting: --expect-exit, --same-error, ..."),
        (_, false, false) => wrong("with a COMMAND there is no TEST: give the INPUT alone before `--`"),
    }
}

/// Whether a file can be executed.
fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn setting(arguments: &Arguments, language: &str) -> Setting {
    let algorithm = ALGORITHMS.iter().find(|(_, algorithm)| *algorithm == arguments.search.reducer.algorithm);
    Setting {
        language: language.to_owned(),
        algorithm: algorithm.map_or("default", |(name, _)| name),
        minimizer: arguments.search.reducer.minimizer.map_or("default", Minimizer::name),
        jobs: arguments.search.jobs.number.get(),
    }
}
