//! Learning a corpus against parsing it alone with tree-sitter on as many threads: the program `learn` from start to
//! end (walking, reading, hashing, parsing, counting, committing) beside bare parses of texts that are in memory.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use reduce_core::knowledge::file_hash;
use reduce_core::language::{BUILTIN, Reader, Row};
use tree_sitter::Parser;
use walkdir::WalkDir;

/// What `learn` skips as too large.
const MAX_FILE_SIZE: u64 = 1 << 20;

/// What to measure.
#[derive(clap::Args)]
pub struct Arguments {
    /// Folders with the files to learn
    #[arg(long = "corpus", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// The language to learn
    #[arg(long)]
    language: String,
    /// Threads for both (default: the number of processors)
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Rounds, of which the fastest counts for either side
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// Measures both in turn and prints MB/s, their ratio and the peak memory of `learn`.
///
/// # Errors
/// An unknown language, a corpus without files of it, or no program `learn` beside this one.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let row = BUILTIN.iter().find(|row| row.name == arguments.language).context("no such language")?;
    let Reader::TreeSitter(grammar) = row.reader else { bail!("{} is not parsed by tree-sitter", row.name) };
    let learn = std::env::current_exe()?.with_file_name("learn");
    if !learn.exists() {
        bail!("{} is missing: build it with `cargo build --release -p learn`", learn.display());
    }
    let jobs = arguments.jobs.map_or_else(std::thread::available_parallelism, Ok)?;
    let texts = texts(&arguments.folders, row);
    let megabytes = texts.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
    if texts.is_empty() {
        bail!("the corpus has no {} files", row.name);
    }
    println!("{} files of {}, {megabytes:.1} MB, {jobs} threads", texts.len(), row.name);
    let (mut parsing, mut learning, mut peak) = (f64::INFINITY, f64::INFINITY, 0);
    for round in 1..=arguments.rounds {
        let seconds = parse(&texts, &grammar(), jobs)?;
        let (learned_in, memory) = learn_all(&learn, arguments, jobs)?;
        println!("round {round}: parsing {:.2} MB/s, learning {:.2} MB/s", megabytes / seconds, megabytes / learned_in);
        (parsing, learning, peak) = (parsing.min(seconds), learning.min(learned_in), peak.max(memory));
    }
    let (parse_rate, learn_rate, ratio) = (megabytes / parsing, megabytes / learning, parsing / learning);
    println!("parsing {parse_rate:.2} MB/s, learning {learn_rate:.2} MB/s: {ratio:.2} of parsing alone");
    println!("peak memory of learn: {:.0} MB", peak as f64 / 1e3);
    Ok(())
}

/// The distinct texts that `learn` would learn from.
fn texts(folders: &[PathBuf], row: &Row) -> Vec<Vec<u8>> {
    let mut seen = std::collections::HashSet::new();
    let files = folders.iter().flat_map(WalkDir::new).filter_map(Result::ok);
    let of_language = |path: &Path| Row::of_path(path).is_some_and(|found| found.name == row.name);
    files
        .filter(|entry| entry.file_type().is_file() && of_language(entry.path()))
        .filter(|entry| entry.metadata().is_ok_and(|m| m.len() <= MAX_FILE_SIZE))
        .filter_map(|entry| std::fs::read(entry.path()).ok())
        .filter(|text| !text.contains(&0) && seen.insert(file_hash(text)))
        .collect()
}

/// Seconds to parse every text.
fn parse(texts: &[Vec<u8>], grammar: &tree_sitter::Language, jobs: NonZeroUsize) -> anyhow::Result<f64> {
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        let worker = || -> anyhow::Result<()> {
            let mut parser = Parser::new();
            parser.set_language(grammar)?;
            while let Some(text) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
                parser.parse(text, None).context("the parser gave up")?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|w| w.join().unwrap_or_else(|_| bail!("a thread panicked")))
    })?;
    Ok(begin.elapsed().as_secs_f64())
}

/// Seconds and kilobytes of memory that `learn` takes, into new tables.
fn learn_all(learn: &Path, arguments: &Arguments, jobs: NonZeroUsize) -> anyhow::Result<(f64, u64)> {
    let folder = tempfile::tempdir()?;
    let begin = Instant::now();
    let mut child = Command::new(learn)
        .arg("--corpus")
        .args(&arguments.folders)
        .args(["--language", &arguments.language, "-j", &jobs.to_string()])
        .arg("--tables")
        .arg(folder.path().join("tables.sqlite"))
        .stdout(Stdio::null())
        .spawn()?;
    // The system forgets a process' peak with the process, so it is asked while the process runs.
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = 0;
    let done = loop {
        if let Some(done) = child.try_wait()? {
            break done;
        }
        peak = peak.max(peak_memory(&status));
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    if !done.success() {
        bail!("learn failed: {done}");
    }
    Ok((begin.elapsed().as_secs_f64(), peak))
}

/// The peak memory in kilobytes from a process' status file; 0 where there is none.
fn peak_memory(status: &Path) -> u64 {
    let text = std::fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
