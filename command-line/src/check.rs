//! The initial check: is the test one under which the input can be reduced?

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use reduce_core::oracle::{
    Capture, CommandTest, End, Expectation, Guarded, Halt, Invocation, Limits, Run, Sandbox, Supervisor, TestError,
    Until, Verdict,
};
use reduce_core::session::{Rates, Repeat};

use crate::condition::Conditions;
use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::limits::LimitArguments;
use crate::progress::Progress;
use crate::repeat::{Asking, Known, Repeats, finished};
use crate::test::TestArguments;

/// The first run gets so much time when the user sets no limit.
const FIRST_LIMIT: Duration = Duration::from_secs(300);
/// The default limit is not below this.
const LEAST_LIMIT: Duration = Duration::from_secs(5);
/// Lines of the test's output that are shown when something is wrong.
const TAIL: usize = 20;

/// Questions about a result of an earlier run: any yes tells that the test is still the one that it was.
const TRIES: usize = 3;

/// What to look at where the test says no to a folder.
const OF_FOLDERS: &str = ". It has to say yes if the bug shows; it runs in a copy of the folder, without what .gitignore \
     names and without links that lead out of it, so check that it needs nothing of that, that it names files elsewhere by \
     absolute paths, and that the tool it calls is in PATH";

/// What is there when a run begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier<'a> {
    /// What is in the file of the result, if it is smaller than the original.
    pub result: Option<&'a [u8]>,
    /// This session has made it, so that the test has said yes to it and to the original.
    pub is_own: bool,
    /// What the test said of the empty text.
    pub empty: Option<Verdict>,
}

/// The test, found to be good.
#[derive(Debug)]
pub struct Checked {
    /// The test to reduce under, behind its conditions.
    pub test: Arc<Guarded<CommandTest>>,
    /// The runs so far: verdict and time.
    pub runs: Vec<(Verdict, Duration)>,
    /// What they have come to.
    pub answers: Answers,
    /// What was seen of the test's errors.
    pub rates: Rates,
    /// What the user may want to know.
    pub remarks: Vec<String>,
}

/// What the test says of texts that count.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    /// It says yes to the empty file, too.
    pub empty_is_interesting: bool,
    /// It says yes to what is in the file of the result.
    pub result_holds: bool,
    /// How often it is asked about each text.
    pub repeat: Repeat,
    /// How often it errs was measured.
    pub is_measured: bool,
}

/// What is checked.
#[derive(Clone, Copy)]
pub struct Check<'a> {
    /// The test, with the files that it names.
    pub test: &'a TestArguments,
    /// What it and the whole run may use.
    pub limits: &'a LimitArguments,
    /// Nothing is remarked that is not asked for.
    pub quiet: bool,
    /// Where it is shown how a test server is doing.
    pub progress: &'a Progress,
    /// What the test has to find interesting.
    pub input: &'a Input,
    /// The name of the language that it is in.
    pub language: &'a str,
    /// What runs the test.
    pub supervisor: &'a Arc<Supervisor>,
    /// Tests at once.
    pub jobs: NonZeroUsize,
    /// When the run began.
    pub started: Instant,
    /// Ends it when it is raised.
    pub halt: &'a Halt,
}

impl Check<'_> {
    /// Runs the conditions on the original, and the test on the original, twice, and on an empty file; where a session
    /// goes on, on the original and on its result. With repeats each of these is a question of several runs.
    ///
    /// # Errors
    /// [`Failure`] when the test cannot be run, or is none under which the original can be reduced.
    pub fn run(&self, earlier: Earlier) -> Result<Checked, Failure> {
        let Check { test: arguments, limits, quiet, input, language, supervisor, started, halt, .. } = *self;
        let halts = [halt];
        let until =
            Until { deadline: limits.max_time.and_then(|time| started.checked_add(time)), halts: &halts, rank: 0 };
        let sandbox = if limits.sandbox { Some(sandbox(arguments, input, limits, supervisor)?) } else { None };
        let makes = Conditions { input, language, supervisor, until, halt, limits, sandbox: sandbox.as_ref() };
        let conditions = makes.of(&arguments.property)?;
        let refuses_empty = makes.refuse_empty(&conditions)?;

        let (test, time, originals) = self.first_runs(&until, sandbox.as_ref())?;
        let mut asking = Asking::new(&test, until, halt);
        for run in originals {
            asking.heard(Known::Original, run);
        }
        let answers = self.ask(&mut asking, earlier, refuses_empty, time)?;
        let mut remarks: Vec<String> = answers.is_measured.then(|| asking.remark(answers.repeat)).into_iter().collect();
        if arguments.property.valid.is_empty() && !quiet {
            let checker = makes.checker();
            remarks.extend(
                checker.map(|line| format!("the original passes `{line}`: --valid auto asks that of candidates")),
            );
        }
        let (rates, runs) = (asking.known_rates(), asking.runs);
        Ok(Checked { test: Arc::new(Guarded::new(conditions, test)), runs, answers, rates, remarks })
    }

    /// The test with its limits and expectations, which the first runs on the original tell; and these runs. With repeats
    /// the error that is to be the same need not show in the first of them.
    fn first_runs(
        &self,
        until: &Until,
        sandbox: Option<&Sandbox>,
    ) -> Result<(CommandTest, Duration, Vec<Run>), Failure> {
        let (arguments, input) = (self.test, self.input);
        let mut expectations = expectations(arguments)?;
        let timeout = self.limits.timeout;
        let test = self.unlimited(expectations.clone(), sandbox).map_err(Failure::with(ExitStatus::Test))?;
        let mut tries = arguments.property.repeat.map_or(1, Repeats::tries);
        let mut runs = Vec::new();
        let took = loop {
            let run = test.run(&input.text, Capture::Output, until).map_err(Failure::with(ExitStatus::Test))?;
            let run = finished(run, self.halt)?;
            tries -= 1;
            let (took, same) =
                (run.took, arguments.property.same_error.map(|ratio| Expectation::same_error(&run, ratio)));
            runs.push(run);
            match same {
                None => break took,
                Some(Ok(same)) => {
                    expectations.push(same);
                    break took;
                }
                Some(Err(_)) if tries > 0 => {}
                Some(Err(error)) => return Err(Failure::new(ExitStatus::NotInteresting, error)),
            }
        };
        let time = timeout.unwrap_or_else(|| LEAST_LIMIT.max(took * 10));
        Ok((test.with(time, expectations), time, runs))
    }

    /// The test as the command line has it, before it is known how long a run takes.
    fn unlimited(&self, expectations: Vec<Expectation>, sandbox: Option<&Sandbox>) -> Result<CommandTest, TestError> {
        let TestArguments { files, command, property } = self.test;
        let (is_folder, input, supervisor) = (self.input.is_folder(), &self.input.path, self.supervisor);
        let time = self.limits.timeout.unwrap_or(FIRST_LIMIT);
        let of_test = files.split_last().map_or(&[][..], |(_, others)| others);
        let server =
            property.server.server((input, is_folder), of_test, self.jobs, self.limits, sandbox, supervisor)?;
        if let Some(server) = server {
            return Ok(CommandTest::served(server.listener(self.progress.server()), time));
        }
        let invocation = match (command.is_empty(), is_folder) {
            (true, false) => Invocation::script(&files[0]),
            (true, true) => Invocation::script_within(&files[0]),
            (false, _) => Invocation::command(command),
        };
        let limits = Limits { time, bounds: self.limits.bounds() };
        let test = CommandTest::new(invocation?, input, limits, expectations, Arc::clone(supervisor));
        let test = if is_folder { test.on_folders() } else { test };
        Ok(sandbox.cloned().into_iter().fold(test, CommandTest::within))
    }

    /// Asks about the original, the result of an earlier run and the empty text.
    fn ask(
        &self,
        asking: &mut Asking,
        earlier: Earlier,
        refuses_empty: bool,
        time: Duration,
    ) -> Result<Answers, Failure> {
        let (original, wanted) = (&self.input.text, self.test.property.repeat);
        let mut repeat = match wanted {
            Some(Repeats::Given(repeat)) => repeat,
            Some(Repeats::Auto) | None => Repeat::ONCE,
        };
        let mut is_measured = wanted == Some(Repeats::Auto);
        let is_interesting = if is_measured {
            asking.measure(original, refuses_empty)?;
            asking.yeses_to_original() > 0
        } else {
            asking.ask_on(original, repeat)?
        };
        if !is_interesting {
            return Err(self.not_interesting(asking));
        }
        if is_measured {
            repeat = asking.suitable()?;
        }

        let mut result_holds = false;
        for result in earlier.result.into_iter().cycle().take(if earlier.is_own { TRIES } else { 1 }) {
            result_holds = result_holds || asking.ask(Known::Neither, result, repeat)?;
        }
        let goes_on = earlier.is_own && result_holds;
        if !is_measured && !goes_on && !asking.ask(Known::Original, original, repeat)? {
            return Err(self.flaky(asking, time));
        }
        let known = earlier.empty.filter(|_| goes_on).map(Verdict::is_interesting);
        let mut empty_is_interesting = match known {
            _ if refuses_empty => false,
            _ if is_measured => asking.empty_is_interesting(),
            Some(known) => known,
            None => asking.ask(Known::Empty, b"", repeat)?,
        };
        if empty_is_interesting && wanted.is_none() && known.is_none() && !asking.confirms_empty()? {
            // It says yes to anything now and then. What a contradiction would lead to later is due at once.
            asking.measure(original, false)?;
            (repeat, is_measured, empty_is_interesting) = (asking.suitable()?, true, asking.empty_is_interesting());
        }
        Ok(Answers { empty_is_interesting, result_holds, repeat, is_measured })
    }

    fn not_interesting(&self, asking: &Asking) -> Failure {
        let first = self.limits.timeout.unwrap_or(FIRST_LIMIT);
        let (described, output) = self.last_no(asking, first);
        let advice = if self.input.is_folder() { OF_FOLDERS } else { advice(self.test) };
        let message = format!("the test does not find the original interesting: {described}{advice}{output}");
        Failure::new(ExitStatus::NotInteresting, message)
    }

    fn flaky(&self, asking: &Asking, time: Duration) -> Failure {
        let (described, output) = self.last_no(asking, time);
        let message = format!(
            "the test is flaky: it found the original interesting and then did not: {described}. Make it give the same \
             answer every time, or have it repeated: --repeat auto measures how often that has to be{output}"
        );
        Failure::new(ExitStatus::Flaky, message)
    }

    /// What the last run did that said no, and what it wrote.
    fn last_no(&self, asking: &Asking, time: Duration) -> (String, String) {
        let run = asking.last_no.as_ref();
        run.map(|run| (described(run, time, self.limits), output(run))).unwrap_or_default()
    }
}

/// A sandbox in which the files of the user's folder, the input's and the test's can be read.
fn sandbox(
    arguments: &TestArguments,
    input: &Input,
    limits: &LimitArguments,
    supervisor: &Supervisor,
) -> Result<Sandbox, Failure> {
    let failed = Failure::with(ExitStatus::Test);
    let mut readable: Vec<PathBuf> = env::current_dir().into_iter().collect();
    let files = arguments.files.iter().chain([&input.path]).map(PathBuf::as_path);
    for path in files.chain(arguments.property.words_of_lines()).filter_map(|path| path.canonicalize().ok()) {
        readable.extend(path.parent().map(Path::to_owned));
        readable.push(path);
    }
    Sandbox::new(&readable, limits.bounds(), supervisor).map_err(failed)
}

/// What makes a run interesting, but for what takes the first run to know.
fn expectations(arguments: &TestArguments) -> Result<Vec<Expectation>, Failure> {
    if arguments.command.is_empty() {
        return Ok(vec![Expectation::Exit(0)]);
    }
    let mut all: Vec<Expectation> = arguments.property.expect_exit.map(Expectation::Exit).into_iter().collect();
    let wrong = Failure::with(ExitStatus::Usage);
    if let Some(name) = &arguments.property.expect_signal {
        all.push(Expectation::signal(name).map_err(&wrong)?);
    }
    if let Some(pattern) = &arguments.property.expect_stdout {
        all.push(Expectation::stdout(pattern).map_err(&wrong)?);
    }
    if let Some(pattern) = &arguments.property.expect_stderr {
        all.push(Expectation::stderr(pattern).map_err(&wrong)?);
    }
    Ok(all)
}

/// What a run did, within this time limit and others.
pub fn described(run: &Run, time: Duration, limits: &LimitArguments) -> String {
    match run.end {
        End::Exit(status) => format!("it exits with status {status}"),
        End::Signal(signal) => format!("it is killed by signal {signal}"),
        End::Unanswered => "the test server gives no answer about it, at the second try, either".to_owned(),
        End::OverLimit(limit) => format!("it {}", limits.excess(limit)),
        End::TimedOut | End::GivenUp => format!("it takes more than {} s (see --timeout)", time.as_secs_f64()),
    }
}

fn advice(arguments: &TestArguments) -> &'static str {
    if arguments.property.server.test_server.is_some() {
        ". The server has to answer \"interesting\" if the bug shows; it runs in a fresh folder, so check that it names \
         other files by absolute paths"
    } else if arguments.command.is_empty() {
        ". It has to exit with 0 if the bug shows; it runs in a fresh folder that holds nothing but the input, so check \
         that it names other files by absolute paths, and that the tool it calls is in PATH"
    } else {
        ". It has to meet every --expect option; it runs in a fresh folder, so check that its words name other files by \
         absolute paths"
    }
}

/// The end of what a run wrote, indented.
pub fn output(run: &Run) -> String {
    let both = [String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)].concat();
    let lines: Vec<&str> = both.lines().collect();
    if lines.is_empty() {
        return "\n  (it wrote nothing)".to_owned();
    }
    let tail = &lines[lines.len().saturating_sub(TAIL)..];
    // Nothing that a test writes does anything to the user's terminal.
    let harmless = |c: char| if c.is_control() && c != '\t' { ' ' } else { c };
    let shown: Vec<String> = tail.iter().map(|line| line.chars().map(harmless).take(400).collect()).collect();
    let what = if tail.len() < lines.len() { "the end of its output" } else { "its output" };
    format!("\n{what}:\n  | {}", shown.join("\n  | "))
}
