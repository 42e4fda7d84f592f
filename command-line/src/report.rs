//! The closing summary, and the numbers of the run as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

use reduce_core::language::Language;
use reduce_core::session::{PassCount, Session, Sieved, Statistics, Step, Stop};
use serde::Serialize;

use crate::exit::{ExitStatus, Failure};
use crate::progress::{count, percent};

/// The sizes of a text.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    bytes: usize,
    /// None of a text whose language is not known.
    tokens: Option<usize>,
    /// Characters that are no white space.
    non_blank: usize,
}

impl Size {
    /// Measures a text.
    pub fn of(text: &[u8], language: Option<&Language>) -> Self {
        let document = language.map(|language| language.parse(text));
        Size {
            bytes: text.len(),
            tokens: document.map(|document| document.tree().weight(document.tree().root())),
            non_blank: String::from_utf8_lossy(text).chars().filter(|c| !c.is_whitespace()).count(),
        }
    }
}

/// Why the reduction came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Nothing smaller was found.
    Done,
    /// `--max-tests`.
    MaxTests,
    /// `--max-time`.
    MaxTime,
    /// Ctrl-C.
    Interrupted,
    /// The test could not be run any more, or the result not be written.
    Failed,
}

impl Ending {
    /// The ending of a session, with what stopped it before it was done; `most` is its budget of tests.
    pub fn of(stop: Option<&Stop>, most: Option<u64>, session: &Session) -> Self {
        let tests = session.statistics().property_tests;
        match stop {
            None => Ending::Done,
            Some(Stop::Interrupted) => Ending::Interrupted,
            Some(Stop::Budget) if most.is_some_and(|most| tests >= most) => Ending::MaxTests,
            Some(Stop::Budget) => Ending::MaxTime,
            Some(Stop::Test(_) | Stop::Unkept(_)) => Ending::Failed,
        }
    }
}

/// What `--stats` writes. The names of the fields are the keys, and part of the interface.
#[derive(Debug, Serialize)]
pub struct Report {
    tool_version: &'static str,
    language: String,
    algorithm: &'static str,
    minimizer: &'static str,
    jobs: usize,
    ending: Ending,
    original_bytes: usize,
    final_bytes: usize,
    original_tokens: Option<usize>,
    final_tokens: Option<usize>,
    original_non_blank: usize,
    final_non_blank: usize,
    property_tests: u64,
    candidates_proposed: u64,
    sieved: BTreeMap<Sieved, u64>,
    wall_seconds: f64,
    test_seconds: f64,
    passes: BTreeMap<String, PassCount>,
    history: Vec<Step>,
}

/// What ran.
#[derive(Debug)]
pub struct Setting {
    /// The input's language.
    pub language: String,
    /// The reducer.
    pub algorithm: &'static str,
    /// The list minimizer.
    pub minimizer: &'static str,
    /// Tests at once.
    pub jobs: usize,
}

impl Report {
    /// Puts the numbers together.
    pub fn new(setting: Setting, sizes: [Size; 2], ending: Ending, statistics: &Statistics, started: Instant) -> Self {
        let [original, last] = sizes;
        let statistics = statistics.clone();
        Report {
            tool_version: env!("CARGO_PKG_VERSION"),
            language: setting.language,
            algorithm: setting.algorithm,
            minimizer: setting.minimizer,
            jobs: setting.jobs,
            ending,
            original_bytes: original.bytes,
            final_bytes: last.bytes,
            original_tokens: original.tokens,
            final_tokens: last.tokens,
            original_non_blank: original.non_blank,
            final_non_blank: last.non_blank,
            property_tests: statistics.property_tests,
            candidates_proposed: statistics.candidates_proposed,
            sieved: statistics.sieved,
            wall_seconds: started.elapsed().as_secs_f64(),
            test_seconds: statistics.test_time.as_secs_f64(),
            passes: statistics.passes,
            history: statistics.history,
        }
    }

    /// The closing summary; `place` is where the result is.
    pub fn summary(&self, place: &Path, verbose: bool) -> String {
        let mut text = String::new();
        if verbose {
            for (name, PassCount { tries, successes }) in &self.passes {
                let _ = writeln!(text, "  {name}: {tries} tests, {successes} successes");
            }
        }
        let why = match self.ending {
            Ending::Done => "",
            Ending::MaxTests => " (ended by --max-tests)",
            Ending::MaxTime => " (ended by --max-time)",
            Ending::Interrupted => " (interrupted)",
            Ending::Failed => " (ended early)",
        };
        let tokens = match (self.original_tokens, self.final_tokens) {
            (Some(original), Some(last)) => format!(", {} -> {} tokens", count(original), count(last)),
            _ => String::new(),
        };
        let _ = write!(
            text,
            "{} -> {} bytes ({}){tokens}; {} tests in {:.1} s{why}; result: {}",
            count(self.original_bytes),
            count(self.final_bytes),
            percent(self.final_bytes, self.original_bytes),
            self.property_tests,
            self.wall_seconds,
            place.display(),
        );
        text
    }

    /// Writes the numbers to a file.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let failed = |e: String| {
            let message = format!("cannot write the statistics to `{}` ({e}): see --stats", path.display());
            Failure::new(ExitStatus::File, message)
        };
        let text = serde_json::to_string_pretty(self).map_err(|e| failed(e.to_string()))?;
        fs::write(path, text + "\n").map_err(|e| failed(e.to_string()))
    }
}
