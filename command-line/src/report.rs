//! The closing summary, and the numbers of the run as JSON.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use reduce_core::language::Document;
use reduce_core::oracle::{Condition, ConditionCount, Limit};
use reduce_core::session::{BestFile, Confirmation, PassCount, Rates, Session, Sieved, Spent, Step, Stop};
use serde::Serialize;

use crate::condition::{QUICK_TEST, VALID};
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
    /// Measures a document.
    pub fn of(document: &Document) -> Self {
        Size::of_text(document.text(), document.tree().weight(document.tree().root()))
    }

    /// Tokens, as far as the language is known.
    pub fn tokens(self) -> usize {
        self.tokens.unwrap_or_default()
    }

    /// Measures a text of so many tokens.
    pub fn of_text(text: &[u8], tokens: impl Into<Option<usize>>) -> Self {
        Size {
            bytes: text.len(),
            tokens: tokens.into(),
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
    /// The ending of a reduction, by what stopped it before it was done.
    pub fn of(stop: Option<&Stop>) -> Self {
        match stop {
            None => Ending::Done,
            Some(Stop::Interrupted) => Ending::Interrupted,
            Some(Stop::Budget(Spent::Tests)) => Ending::MaxTests,
            Some(Stop::Budget(Spent::Time)) => Ending::MaxTime,
            Some(Stop::Test(_) | Stop::Unkept(_) | Stop::Changed | Stop::Contradicted | Stop::Misjudged(_)) => {
                Ending::Failed
            }
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
    replayed: u64,
    candidates_proposed: u64,
    sieved: BTreeMap<Sieved, u64>,
    proof_tests: Option<u64>,
    wasted: u64,
    timed_out: u64,
    unanswered: u64,
    over_limit: BTreeMap<Limit, u64>,
    /// The test said yes to the result again.
    confirmed: bool,
    contradictions: u32,
    /// K/N, by the end.
    repeat: String,
    /// How often the test errs, if that was measured.
    rates: Option<Rates>,
    quick_test_runs: u64,
    valid_runs: u64,
    conditions: Vec<ConditionReport>,
    wall_seconds: f64,
    test_seconds: f64,
    passes: BTreeMap<String, PassCount>,
    history: Vec<Step>,
    /// What one program says more than another.
    #[serde(flatten)]
    more: BTreeMap<&'static str, serde_json::Value>,
}

/// What a condition before the test did.
#[derive(Debug, Serialize)]
struct ConditionReport {
    condition: String,
    runs: u64,
    rejected: u64,
    seconds: f64,
}

impl ConditionReport {
    fn of(condition: &Condition) -> Self {
        let ConditionCount { runs, refused, time } = condition.count();
        let condition = condition.name().to_owned();
        ConditionReport { condition, runs, rejected: refused, seconds: time.as_secs_f64() }
    }
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
    pub fn new(
        setting: Setting,
        sizes: [Size; 2],
        ending: Ending,
        session: &Session,
        conditions: &[Condition],
        started: Instant,
    ) -> Self {
        let [original, last] = sizes;
        let (statistics, findings) = (session.statistics(), session.findings());
        let conditions: Vec<ConditionReport> = conditions.iter().map(ConditionReport::of).collect();
        let runs_of =
            |option: &str| conditions.iter().filter(|c| c.condition.starts_with(option)).map(|c| c.runs).sum();
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
            replayed: statistics.replayed,
            candidates_proposed: statistics.candidates_proposed,
            sieved: statistics.sieved,
            proof_tests: statistics.proof_tests,
            wasted: statistics.wasted,
            timed_out: statistics.timed_out,
            unanswered: statistics.unanswered,
            over_limit: statistics.over_limit,
            confirmed: findings.confirmation == Confirmation::Confirmed,
            contradictions: findings.contradictions,
            repeat: findings.repeat.to_string(),
            rates: findings.rates,
            quick_test_runs: runs_of(QUICK_TEST),
            valid_runs: runs_of(VALID),
            conditions,
            wall_seconds: started.elapsed().as_secs_f64(),
            test_seconds: statistics.test_time.as_secs_f64(),
            passes: statistics.passes,
            history: statistics.history,
            more: BTreeMap::new(),
        }
    }

    /// With more numbers, under a key of their own.
    #[must_use]
    pub fn with(mut self, key: &'static str, numbers: &impl Serialize) -> Self {
        self.more.extend(serde_json::to_value(numbers).ok().map(|numbers| (key, numbers)));
        self
    }

    /// The closing summary; `place` is where the result is.
    pub fn summary(&self, place: &Path, verbose: bool) -> String {
        let mut text = String::new();
        if verbose {
            for (name, PassCount { tries, successes }) in &self.passes {
                let _ = writeln!(text, "  {name}: {tries} tests, {successes} successes");
            }
        }
        if self.timed_out > 0 {
            let tests = if self.timed_out == 1 { "test" } else { "tests" };
            let _ = writeln!(text, "{} {tests} timed out, which counts as a no (see --timeout)", self.timed_out);
        }
        if self.unanswered > 0 {
            let candidates = if self.unanswered == 1 { "candidate" } else { "candidates" };
            let _ = writeln!(
                text,
                "the test server gave no answer about {} {candidates}, which counts as a no",
                self.unanswered
            );
        }
        let over: u64 = self.over_limit.values().sum();
        if over > 0 {
            let tests = if over == 1 { "test" } else { "tests" };
            let _ = writeln!(text, "{over} {tests} went over a limit, which counts as a no (see the limits in --help)");
        }
        if let Some(tests) = self.proof_tests.filter(|_| verbose) {
            let _ = writeln!(text, "  a proof that nothing single makes it smaller takes {tests} tests");
        }
        for ConditionReport { condition, runs, rejected, .. } in self.conditions.iter().filter(|_| verbose) {
            let _ = writeln!(text, "  {condition}: {runs} runs, {rejected} rejected");
        }
        let why = match self.ending {
            Ending::Done => "",
            Ending::MaxTests => " (ended by --max-tests)",
            Ending::MaxTime => " (ended by --max-time)",
            Ending::Interrupted => " (interrupted)",
            Ending::Failed => " (ended early)",
        };
        let replayed = match self.replayed {
            0 => String::new(),
            known => format!(" ({known} more known from before)"),
        };
        let tokens = match (self.original_tokens, self.final_tokens) {
            (Some(original), Some(last)) => format!(", {} -> {} tokens", count(original), count(last)),
            _ => String::new(),
        };
        let _ = write!(
            text,
            "{} -> {} bytes ({}){tokens}; {} tests{replayed} in {:.1} s{why}; result: {}",
            count(self.original_bytes),
            count(self.final_bytes),
            percent(self.final_bytes, self.original_bytes),
            self.property_tests,
            self.wall_seconds,
            place.display(),
        );
        text
    }
}

/// The file of `--stats`. It is written whole or not at all.
pub struct StatsFile {
    path: PathBuf,
    file: BestFile,
}

impl StatsFile {
    /// Nothing is written yet, but that it can be is made sure of.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let file = BestFile::new(path, Path::new("")).map_err(|e| unwritten(path, e.reason()))?;
        Ok(StatsFile { path: path.to_owned(), file })
    }

    /// Writes the numbers.
    ///
    /// # Errors
    /// [`Failure`] when they cannot be written.
    pub fn write(&self, report: &Report) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(report).map_err(|e| unwritten(&self.path, &e))?;
        self.file.finish((text + "\n").as_bytes()).map_err(|e| unwritten(&self.path, e.reason()))
    }
}

fn unwritten(path: &Path, reason: &dyn Display) -> Failure {
    let message = format!("cannot write the statistics to `{}` ({reason}): see --stats", path.display());
    Failure::new(ExitStatus::File, message)
}
