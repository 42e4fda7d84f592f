//! What is said while the reduction runs. The progress library is met in this file only.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use reduce_core::session::{Event, Listener, Statistics, Step};

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
        Progress { bar, live, quiet, verbose }
    }

    /// Says something that stays.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            self.warn(line);
        }
    }

    /// Says something that even the quiet want to know.
    pub fn warn(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Says what is done now.
    pub fn doing(&self, what: &str) {
        if self.live {
            self.bar.set_message(what.to_owned());
        } else {
            self.say(what);
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
                    progress.bar.set_message(live_line(bytes, original, pass, statistics, started));
                }
            }
            Event::Accepted(step) => {
                bytes = step.bytes;
                if progress.verbose || (!progress.live && due(said, LINES_APART)) {
                    said = Some(Instant::now());
                    progress.say(&success_line(step, original));
                }
            }
        })
    }
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
    format!(
        "{:.1} s: {} bytes ({}), {} tokens, {} tests, {}",
        step.seconds,
        count(step.bytes),
        percent(step.bytes, original),
        count(step.tokens),
        HumanCount(step.tests),
        step.pass,
    )
}

/// A number with its thousands apart.
pub fn count(number: usize) -> HumanCount {
    HumanCount(number as u64)
}

/// A part of a whole.
pub fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
