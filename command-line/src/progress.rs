//! What is said while the reduction runs. The progress library is met in this file only.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use reduce_core::oracle::StatusListener;
use reduce_core::session::{Contradiction, Event, JournalError, Listener, Statistics, Step};

use crate::stderr;

/// How often the live line gets new words.
const REFRESH: Duration = Duration::from_millis(100);
/// On a pipe there is a line at most this often.
const LINES_APART: Duration = Duration::from_secs(1);

/// The live line on a terminal, or lines on a pipe.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    live: bool,
    quiet: bool,
    verbose: bool,
    words: Arc<Mutex<Words>>,
}

/// What the live line is made of.
#[derive(Debug, Default)]
struct Words {
    doing: String,
    /// How the test server is doing, if it says so.
    server: String,
    /// The test server waits, so that nothing is tested.
    waits: bool,
}

impl Progress {
    /// Begins to show progress on standard error.
    pub fn start(quiet: bool, verbose: bool) -> Self {
        let live = !quiet && std::io::stderr().is_terminal();
        let bar = if live { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if live {
            let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(REFRESH);
        }
        Progress { bar, live, quiet, verbose, words: Arc::default() }
    }

    /// Says something that stays.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.warn(line);
        }
    }

    /// Says something that even the quiet want to know.
    pub fn warn(&self, line: &str) {
        self.bar.suspend(|| stderr::say(line));
    }

    /// Says what is done now.
    pub fn doing(&self, what: &str) {
        if self.live {
            self.show(|words| what.clone_into(&mut words.doing));
        } else {
            self.say(what);
        }
    }

    /// Shows how a test server is doing: in the live line, or else in a line whenever it begins to wait.
    pub fn server(&self) -> StatusListener {
        let progress = self.clone();
        StatusListener::new(move |text, waits| {
            let mut began = false;
            progress.show(|words| {
                began = waits && !words.waits;
                (words.server, words.waits) = (text.to_owned(), waits);
            });
            if began && !progress.live {
                progress.say(&format!("the test server waits: {text}"));
            }
        })
    }

    /// Changes the words of the live line.
    fn show(&self, change: impl FnOnce(&mut Words)) {
        let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut words);
        let Words { doing, server, .. } = &*words;
        if self.live {
            self.bar.set_message(if server.is_empty() { doing.clone() } else { format!("{doing} | {server}") });
        }
    }

    /// Takes the live line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows the events of a session on an input of so many bytes.
    pub fn listener(&self, original: usize) -> Listener {
        let progress = self.clone();
        let started = Instant::now();
        let (mut drawn, mut said): (Option<Instant>, Option<Instant>) = (None, None);
        let mut bytes = original;
        let due = |last: Option<Instant>, apart| last.is_none_or(|at: Instant| at.elapsed() >= apart);
        Box::new(move |event, statistics| match event {
            Event::Tested { pass, .. } => {
                if progress.live && due(drawn, REFRESH) {
                    drawn = Some(Instant::now());
                    progress.show(|words| words.doing = live_line(bytes, original, pass, statistics, started));
                }
            }
            Event::Accepted(step) => {
                bytes = step.bytes;
                if progress.verbose || (!progress.live && due(said, LINES_APART)) {
                    said = Some(Instant::now());
                    progress.say(&success_line(step, original));
                }
            }
            Event::Contradicted(contradiction) => {
                bytes = contradiction.back_to;
                progress.warn(&contradiction_line(contradiction));
            }
            Event::Missed { bytes, no, runs } => progress.warn(&format!(
                "warning: the test is flaky: it says no in {no} of {runs} runs on a text ({} bytes) that holds all the \
                 same; --repeat auto keeps such texts from being missed",
                count(*bytes),
            )),
            Event::Minimized { .. } => {}
            Event::Unjournaled(error) => progress.warn(&without(error)),
        })
    }
}

/// The warning of a run that goes on without a session.
pub fn without(error: &JournalError) -> String {
    format!("warning: {error}. This run goes on without a session")
}

fn live_line(bytes: usize, original: usize, pass: &str, statistics: &Statistics, started: Instant) -> String {
    format!(
        "{} bytes ({}), {} tests ({:.0}/s), {} sieved out, {pass}",
        count(bytes),
        percent(bytes, original),
        HumanCount(statistics.property_tests),
        statistics.property_tests as f64 / started.elapsed().as_secs_f64().max(0.001),
        HumanCount(statistics.saved()),
    )
}

fn success_line(step: &Step, original: usize) -> String {
    // What is measured by bytes has no tokens of its own.
    let tokens = if step.tokens == step.bytes { String::new() } else { format!(", {} tokens", count(step.tokens)) };
    format!(
        "{:.1} s: {} bytes ({}){tokens}, {} tests, {}",
        step.seconds,
        count(step.bytes),
        percent(step.bytes, original),
        HumanCount(step.tests),
        step.pass,
    )
}

fn contradiction_line(contradiction: &Contradiction) -> String {
    let Contradiction { refuted, yes, runs, back_to, repeat } = contradiction;
    format!(
        "warning: the test is flaky: asked again about the best so far ({} bytes), it says yes in {yes} of {runs} runs; \
         back to {} bytes, where it holds, and on with --repeat {repeat}",
        count(*refuted),
        count(*back_to),
    )
}

/// A number with its thousands apart.
pub fn count(number: usize) -> HumanCount {
    HumanCount(number as u64)
}

/// A size on disk.
pub fn bytes(number: u64) -> HumanBytes {
    HumanBytes(number)
}

/// A part of a whole.
pub fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
