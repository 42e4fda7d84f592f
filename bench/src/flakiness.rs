//! What becomes of reductions under a test that errs: the search as it is, on a small program, under a simulated property
//! test that gives false yeses or misses yeses at random, from a seed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use reduce_core::knowledge::{Filter, Knowledge, default_tables};
use reduce_core::language::Language;
use reduce_core::oracle::{PropertyTest, TestError, Verdict};
use reduce_core::reduce::{Plan, reduce};
use reduce_core::session::{MEASURED, Rates, Repeat, Session, Tally};

/// What an interesting text calls.
const WANTED: [&str; 2] = ["boom(", "spark("];

/// The rates that are looked at: false yeses, missed yeses.
const NOISE: [(f64, f64); 6] = [(0.0, 0.0), (0.01, 0.0), (0.05, 0.0), (0.2, 0.0), (0.0, 0.1), (0.0, 0.5)];

#[derive(clap::Args)]
pub struct Arguments {
    /// Reductions at each rate
    #[arg(long, default_value = "100")]
    runs: u64,
}

/// How a reduction asks its test.
#[derive(Clone, Copy)]
enum Mode {
    /// As before there were re-checks.
    Unchecked,
    Default,
    /// `--repeat auto`.
    Auto,
}

/// A test that errs.
struct Noisy {
    random: Mutex<Rng>,
    false_yes: f64,
    missed_yes: f64,
    runs: AtomicU64,
}

impl PropertyTest for Noisy {
    fn verdict(&self, text: &[u8]) -> Result<Verdict, TestError> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let interesting = is_interesting(text);
        let errs = if interesting { self.missed_yes } else { self.false_yes };
        let random = self.random.lock().map_err(|e| TestError(e.to_string()))?.f64();
        Ok((interesting != (random < errs)).into())
    }
}

fn is_interesting(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    WANTED.iter().all(|word| text.contains(word))
}

fn program() -> String {
    let unused =
        |i: usize| format!("function unused{i}(a, b) {{ if (a > b) {{ return [a, {i}]; }} else return b; }}\n");
    let used = |call: &str| format!("function f(x) {{ try {{ g(x, {call}1)); }} finally {{ h(x); }} }}\n");
    let many = |from: usize| (from..from + 12).map(unused).collect::<String>();
    many(0) + &used("boom(") + &many(12) + &used("spark(") + &many(24)
}

/// What came of one reduction.
struct Outcome {
    /// The original was not found interesting twice.
    refused: bool,
    interesting: bool,
    bytes: usize,
    tests: u64,
}

/// Prints a table.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let language = Language::named("javascript")?;
    let tables = default_tables(&language);
    let knowledge = Knowledge::new(language, tables, Filter::Ranked);
    println!("false yes  missed yes  repeats    refused  right  bytes  tests");
    for (false_yes, missed_yes) in NOISE {
        for (mode, name) in [(Mode::Unchecked, "unchecked"), (Mode::Default, "default"), (Mode::Auto, "auto")] {
            let all: Vec<Outcome> = (0..arguments.runs)
                .map(|seed| reduced(&knowledge, mode, false_yes, missed_yes, seed))
                .collect::<anyhow::Result<_>>()?;
            let begun: Vec<&Outcome> = all.iter().filter(|outcome| !outcome.refused).collect();
            let mean = |of: fn(&Outcome) -> f64| begun.iter().map(|o| of(o)).sum::<f64>() / begun.len().max(1) as f64;
            println!(
                "{:>7} %  {:>8} %  {name:<9}  {:>7}  {:>5}  {:>5.1}  {:>5.0}",
                false_yes * 100.0,
                missed_yes * 100.0,
                all.len() - begun.len(),
                begun.iter().filter(|outcome| outcome.interesting).count(),
                mean(|outcome| outcome.bytes as f64),
                mean(|outcome| outcome.tests as f64),
            );
        }
    }
    Ok(())
}

fn reduced(knowledge: &Knowledge, mode: Mode, false_yes: f64, missed_yes: f64, seed: u64) -> anyhow::Result<Outcome> {
    let test =
        Arc::new(Noisy { random: Mutex::new(Rng::with_seed(seed)), false_yes, missed_yes, runs: AtomicU64::new(0) });
    let original = program();
    let yes = |text: &str| test.verdict(text.as_bytes()).map(Verdict::is_interesting);
    let session = Session::new(Arc::<Noisy>::clone(&test));
    let session = match mode {
        Mode::Unchecked | Mode::Default => {
            if !(yes(&original)? && yes(&original)?) {
                return Ok(Outcome { refused: true, interesting: true, bytes: original.len(), tests: 0 });
            }
            let empty = yes("")?;
            let rates = Rates { missed_yes: Tally { runs: 2, wrong: 0 }, false_yes: Tally { runs: 1, wrong: 0 } };
            match mode {
                Mode::Unchecked => session.with_failing_empty(!empty),
                _ if empty && !(yes("")? && yes("")?) => repeated(session, &yes, &original)?,
                _ => session.with_failing_empty(!empty).rechecked(rates, false),
            }
        }
        Mode::Auto => repeated(session, &yes, &original)?,
    };
    reduce(knowledge, knowledge.language().parse(original.as_bytes()), &Plan::default(), &mut [], &session)?;
    let best = session.best().unwrap_or_else(|| original.as_bytes().into());
    let tests = test.runs.load(Ordering::Relaxed);
    Ok(Outcome { refused: false, interesting: is_interesting(&best), bytes: best.len(), tests })
}

/// A session with repeats by the measured rates.
fn repeated(
    session: Session,
    yes: &impl Fn(&str) -> Result<bool, TestError>,
    original: &str,
) -> anyhow::Result<Session> {
    let missed_yes = Tally::of(MEASURED, || yes(original).map(|yes| !yes))?;
    let false_yes = Tally::of(MEASURED, || yes(""))?;
    let rates = Rates { missed_yes, false_yes };
    Ok(session.with_failing_empty(true).repeated(Repeat::for_rates(&rates)).rechecked(rates, true))
}
