//! The initial check: is the test one under which the input can be reduced?

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use reduce_core::oracle::{
    Capture, CommandTest, End, Expectation, Halt, Invocation, Limits, Run, Sandbox, Supervisor, Until, Verdict,
};

use crate::arguments::TestArguments;
use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::limits::LimitArguments;

/// The first run gets so much time when the user sets no limit.
const FIRST_LIMIT: Duration = Duration::from_secs(300);
/// The default limit is not below this.
const LEAST_LIMIT: Duration = Duration::from_secs(5);
/// Lines of the test's output that are shown when something is wrong.
const TAIL: usize = 20;

/// Runs on a result of an earlier run: any yes tells that the test is still the one that it was.
const TRIES: usize = 3;

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
    /// The test to reduce under.
    pub test: CommandTest,
    /// The runs so far: verdict and time.
    pub runs: Vec<(Verdict, Duration)>,
    /// The test says yes to the empty file, too.
    pub empty_is_interesting: bool,
    /// The test says yes to what is in the file of the result.
    pub result_holds: bool,
}

/// Runs the test on the original, twice, and on an empty file; where a session goes on, on the original and on its result.
pub fn check(
    arguments: &TestArguments,
    limits: &LimitArguments,
    input: &Input,
    earlier: Earlier,
    started: Instant,
    halt: &Halt,
    supervisor: &Arc<Supervisor>,
) -> Result<Checked, Failure> {
    let invocation = if arguments.command.is_empty() {
        Invocation::script(&arguments.files[0])
    } else {
        Invocation::command(&arguments.command)
    }
    .map_err(Failure::with(ExitStatus::Test))?;
    let mut expectations = expectations(arguments)?;
    let limit = Limits { time: limits.timeout.unwrap_or(FIRST_LIMIT), bounds: limits.bounds() };
    let halts = [halt];
    let until = Until { deadline: limits.max_time.and_then(|time| started.checked_add(time)), halts: &halts };
    let failed = Failure::with(ExitStatus::Test);

    let test = CommandTest::new(invocation, &input.path, limit, expectations.clone(), Arc::clone(supervisor));
    let test = if limits.sandbox { test.within(sandbox(arguments, input, &limit, supervisor)?) } else { test };
    let first = finished(test.run(&input.text, Capture::Output, &until).map_err(&failed)?, halt)?;
    if let Some(ratio) = arguments.same_error {
        let same = Expectation::same_error(&first, ratio).map_err(Failure::with(ExitStatus::NotInteresting))?;
        expectations.push(same);
    }
    let time = limits.timeout.unwrap_or_else(|| LEAST_LIMIT.max(first.took * 10));
    let test = test.with(time, expectations);
    if test.judge(&first) != Some(Verdict::Interesting) {
        let message =
            format!("the test does not find the original interesting: {}", described(&first, limit.time, limits));
        return Err(Failure::new(ExitStatus::NotInteresting, message + advice(arguments) + &output(&first)));
    }
    let mut runs = vec![(Verdict::Interesting, first.took)];
    let run = |text: &[u8]| finished(test.run(text, Capture::Output, &until).map_err(&failed)?, halt);
    let judge = |run: &Run| (test.judge(run).unwrap_or(Verdict::Uninteresting), run.took);

    let mut result_holds = false;
    if let Some(result) = earlier.result {
        let tries = if earlier.is_own { TRIES } else { 1 };
        while runs.len() <= tries && !result_holds {
            runs.push(judge(&run(result)?));
            result_holds = runs.last().is_some_and(|(verdict, _)| verdict.is_interesting());
        }
    }
    let goes_on = earlier.is_own && result_holds;
    if !goes_on {
        let second = run(&input.text)?;
        if test.judge(&second) != Some(Verdict::Interesting) {
            let message = format!(
                "the test is flaky: it found the original interesting and then did not: {}. Make it give the same answer \
                 every time, say by running the tool several times in it",
                described(&second, time, limits)
            );
            return Err(Failure::new(ExitStatus::Flaky, message + &output(&second)));
        }
        runs.push(judge(&second));
    }
    let known = earlier.empty.filter(|_| goes_on);
    let of_empty = if let Some(verdict) = known {
        verdict
    } else {
        let judged = judge(&run(b"")?);
        runs.push(judged);
        judged.0
    };
    Ok(Checked { test, runs, empty_is_interesting: of_empty.is_interesting(), result_holds })
}

/// A sandbox in which the files of the user's folder, the input's and the test's can be read.
fn sandbox(
    arguments: &TestArguments,
    input: &Input,
    limits: &Limits,
    supervisor: &Supervisor,
) -> Result<Sandbox, Failure> {
    let failed = Failure::with(ExitStatus::Test);
    let mut readable: Vec<PathBuf> = env::current_dir().into_iter().collect();
    for path in arguments.files.iter().chain([&input.path]).filter_map(|path| path.canonicalize().ok()) {
        readable.extend(path.parent().map(Path::to_owned));
        readable.push(path);
    }
    Sandbox::new(&readable, limits.bounds, supervisor).map_err(failed)
}

/// What makes a run interesting, but for what takes the first run to know.
fn expectations(arguments: &TestArguments) -> Result<Vec<Expectation>, Failure> {
    if arguments.command.is_empty() {
        return Ok(vec![Expectation::Exit(0)]);
    }
    let mut all: Vec<Expectation> = arguments.expect_exit.map(Expectation::Exit).into_iter().collect();
    let wrong = Failure::with(ExitStatus::Usage);
    if let Some(name) = &arguments.expect_signal {
        all.push(Expectation::signal(name).map_err(&wrong)?);
    }
    if let Some(pattern) = &arguments.expect_stdout {
        all.push(Expectation::stdout(pattern).map_err(&wrong)?);
    }
    if let Some(pattern) = &arguments.expect_stderr {
        all.push(Expectation::stderr(pattern).map_err(&wrong)?);
    }
    Ok(all)
}

fn finished(run: Run, halt: &Halt) -> Result<Run, Failure> {
    match run.end {
        End::GivenUp if halt.is_raised() => {
            Err(Failure::new(ExitStatus::Interrupted, "interrupted during the initial check: nothing is written"))
        }
        End::GivenUp => Err(Failure::new(
            ExitStatus::Test,
            "the time of --max-time is over before the initial check is: give more, or make the test faster",
        )),
        _ => Ok(run),
    }
}

fn described(run: &Run, time: Duration, limits: &LimitArguments) -> String {
    match run.end {
        End::Exit(status) => format!("it exits with status {status}"),
        End::Signal(signal) => format!("it is killed by signal {signal}"),
        End::OverLimit(limit) => format!("it {}", limits.excess(limit)),
        End::TimedOut | End::GivenUp => format!("it takes more than {} s (see --timeout)", time.as_secs_f64()),
    }
}

fn advice(arguments: &TestArguments) -> &'static str {
    if arguments.command.is_empty() {
        ". It has to exit with 0 if the bug shows; it runs in a fresh folder that holds nothing but the input, so check \
         that it names other files by absolute paths, and that the tool it calls is in PATH"
    } else {
        ". It has to meet every --expect option; it runs in a fresh folder, so check that its words name other files by \
         absolute paths"
    }
}

/// The end of what a run wrote, indented.
fn output(run: &Run) -> String {
    let both = [String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)].concat();
    let lines: Vec<&str> = both.lines().collect();
    if lines.is_empty() {
        return "\n  (it wrote nothing)".to_owned();
    }
    let tail = &lines[lines.len().saturating_sub(TAIL)..];
    let shown: Vec<String> = tail.iter().map(|line| line.chars().take(400).collect()).collect();
    let what = if tail.len() < lines.len() { "the end of its output" } else { "its output" };
    format!("\n{what}:\n  | {}", shown.join("\n  | "))
}
