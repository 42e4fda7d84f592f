//! The initial check: is the test one under which the input can be reduced?

use std::path::Path;
use std::time::{Duration, Instant};

use reduce_core::oracle::{Capture, CommandTest, End, Expectation, Halt, Invocation, Limits, Run, Until};

use crate::exit::{ExitStatus, Failure};
use crate::expect::ExpectArguments;
use crate::limits::LimitArguments;

/// The first run gets so much time when the user sets no limit.
const FIRST_LIMIT: Duration = Duration::from_secs(300);
/// The default limit is not below this.
const LEAST_LIMIT: Duration = Duration::from_secs(5);
/// Lines of the test's output that are shown when something is wrong.
const TAIL: usize = 20;

/// The test as the command line gives it.
#[derive(Debug)]
pub struct Property<'a> {
    /// What is started.
    pub invocation: Invocation,
    /// What its run has to be like; a script has to exit with 0.
    pub expected: Option<&'a ExpectArguments>,
}

/// The test, found to be good.
#[derive(Debug)]
pub struct Checked {
    /// The test to reduce under.
    pub test: CommandTest,
    /// The runs so far: answer and time.
    pub runs: Vec<(bool, Duration)>,
    /// The test says yes to the empty file, too.
    pub empty_is_interesting: bool,
}

/// Runs the test on the original, twice, and on an empty file; `name` is the file whose name they get.
///
/// # Errors
/// [`Failure`] when the test cannot be run, or is none under which the original can be reduced.
pub fn check(
    property: &Property,
    limits: &LimitArguments,
    name: &Path,
    original: &[u8],
    started: Instant,
    halt: &Halt,
) -> Result<Checked, Failure> {
    let mut expectations = expectations(property.expected)?;
    let limit = Limits {
        time: limits.timeout.unwrap_or(FIRST_LIMIT),
        memory: limits.memory_limit.map(|megabytes| megabytes << 20),
    };
    let halts = [halt];
    let until = Until { deadline: limits.max_time.and_then(|time| started.checked_add(time)), halts: &halts };
    let failed = Failure::with(ExitStatus::Test);

    let test = CommandTest::new(property.invocation.clone(), name, limit, expectations.clone()).map_err(&failed)?;
    let first = finished(test.run(original, Capture::Output, &until).map_err(&failed)?, halt)?;
    if let Some(ratio) = property.expected.and_then(|expected| expected.same_error) {
        let same = Expectation::same_error(&first, ratio).map_err(Failure::with(ExitStatus::NotInteresting))?;
        expectations.push(same);
    }
    let time = limits.timeout.unwrap_or_else(|| LEAST_LIMIT.max(first.took * 10));
    let test = test.with(Limits { time, ..limit }, expectations);
    if !test.met(&first) {
        let message = format!("the test does not find the original interesting: {}", described(&first, limit.time));
        return Err(Failure::new(ExitStatus::NotInteresting, message + advice(property) + &output(&first)));
    }
    let second = finished(test.run(original, Capture::Output, &until).map_err(&failed)?, halt)?;
    if !test.met(&second) {
        let message = format!(
            "the test is flaky: it found the original interesting and then did not: {}. Make it give the same answer \
             every time, say by running the tool several times in it",
            described(&second, time)
        );
        return Err(Failure::new(ExitStatus::Flaky, message + &output(&second)));
    }
    let empty = finished(test.run(b"", Capture::Output, &until).map_err(&failed)?, halt)?;
    let empty_is_interesting = test.met(&empty);
    let runs = vec![(true, first.took), (true, second.took), (empty_is_interesting, empty.took)];
    Ok(Checked { test, runs, empty_is_interesting })
}

/// What makes a run interesting, but for what takes the first run to know.
fn expectations(expected: Option<&ExpectArguments>) -> Result<Vec<Expectation>, Failure> {
    let Some(arguments) = expected else { return Ok(vec![Expectation::Exit(0)]) };
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

fn described(run: &Run, limit: Duration) -> String {
    match run.end {
        End::Exit(status) => format!("it exits with status {status}"),
        End::Signal(signal) => format!("it is killed by signal {signal}"),
        End::TimedOut | End::GivenUp => format!("it takes more than {} s (see --timeout)", limit.as_secs_f64()),
    }
}

fn advice(property: &Property) -> &'static str {
    if property.expected.is_none() {
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
