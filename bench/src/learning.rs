//! Learning a corpus against parsing it alone with tree-sitter on as many threads: the program `learn` from start to
//! end (walking, reading, hashing, parsing, counting, committing) beside reading and parsing the same files.

use std::collections::HashSet;
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
    let (files, bytes) = files(&arguments.folders, row);
    let megabytes = bytes as f64 / 1e6;
    if files.is_empty() {
        bail!("the corpus has no {} files", row.name);
    }
    println!("{} files of {}, {megabytes:.1} MB, {jobs} threads", files.len(), row.name);
    let (mut parsing, mut learning, mut peak) = (Cost::WORST, Cost::WORST, 0);
    for round in 1..=arguments.rounds {
        let parsed = parse(&files, &grammar(), jobs)?;
        let (learned, memory) = learn_all(&learn, arguments, jobs)?;
        let rates = (megabytes / parsed.wall, megabytes / learned.wall);
        println!("round {round}: parsing {:.2} MB/s, learning {:.2} MB/s", rates.0, rates.1);
        (parsing, learning, peak) = (parsing.min(parsed), learning.min(learned), peak.max(memory));
    }
    for (what, parsing, learning) in
        [("second", parsing.wall, learning.wall), ("second of processor time", parsing.processor, learning.processor)]
    {
        let (parse_rate, learn_rate, ratio) = (megabytes / parsing, megabytes / learning, parsing / learning);
        println!("MB a {what}: parsing {parse_rate:.2}, learning {learn_rate:.2}: {ratio:.2} of parsing alone");
    }
    println!("peak memory of learn: {:.0} MB", peak as f64 / 1e3);
    Ok(())
}

/// What a run took, in seconds.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    /// Of all threads together, in the program and in the system for it: this does not depend on what else runs.
    processor: f64,
}

impl Cost {
    const WORST: Cost = Cost { wall: f64::INFINITY, processor: f64::INFINITY };

    fn min(self, other: Cost) -> Cost {
        Cost { wall: self.wall.min(other.wall), processor: self.processor.min(other.processor) }
    }
}

/// The files of distinct content that `learn` would learn from, and their bytes altogether. Having been read, they are in
/// the system's cache for both sides.
fn files(folders: &[PathBuf], row: &Row) -> (Vec<PathBuf>, usize) {
    let (mut seen, mut bytes) = (HashSet::new(), 0);
    let files = folders.iter().flat_map(WalkDir::new).filter_map(Result::ok);
    let of_language = |path: &Path| Row::of_path(path).is_some_and(|found| found.name == row.name);
    let distinct = files
        .filter(|entry| entry.file_type().is_file() && of_language(entry.path()))
        .filter(|entry| entry.metadata().is_ok_and(|m| m.len() <= MAX_FILE_SIZE))
        .filter_map(|entry| Some((std::fs::read(entry.path()).ok()?, entry.into_path())))
        .filter(|(text, _)| !text.contains(&0) && seen.insert(file_hash(text)))
        .map(|(text, path)| {
            bytes += text.len();
            path
        })
        .collect();
    (distinct, bytes)
}

/// What it takes to read and parse every file.
fn parse(files: &[PathBuf], grammar: &tree_sitter::Language, jobs: NonZeroUsize) -> anyhow::Result<Cost> {
    let next = AtomicUsize::new(0);
    let (begin, used) = (Instant::now(), processor_seconds(Path::new("/proc/self/stat")));
    std::thread::scope(|scope| {
        let worker = || -> anyhow::Result<()> {
            let mut parser = Parser::new();
            parser.set_language(grammar)?;
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                parser.parse(std::fs::read(file)?, None).context("the parser gave up")?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|w| w.join().unwrap_or_else(|_| bail!("a thread panicked")))
    })?;
    let processor = processor_seconds(Path::new("/proc/self/stat")) - used;
    Ok(Cost { wall: begin.elapsed().as_secs_f64(), processor })
}

/// What `learn` takes into new tables, and its peak memory in kilobytes.
fn learn_all(learn: &Path, arguments: &Arguments, jobs: NonZeroUsize) -> anyhow::Result<(Cost, u64)> {
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
    // The system forgets a process with its end, so it is asked while the process runs.
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let (mut peak, mut processor) = (0, 0.0f64);
    let done = loop {
        if let Some(done) = child.try_wait()? {
            break done;
        }
        peak = peak.max(peak_memory(&process.join("status")));
        processor = processor.max(processor_seconds(&process.join("stat")));
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    if !done.success() {
        bail!("learn failed: {done}");
    }
    Ok((Cost { wall: begin.elapsed().as_secs_f64(), processor }, peak))
}

/// The peak memory in kilobytes from a process' status file; 0 where there is none.
fn peak_memory(status: &Path) -> u64 {
    let text = std::fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The processor time from a process' stat file, whose 14th and 15th fields count hundredths of a second; 0 where there is
/// none.
fn processor_seconds(stat: &Path) -> f64 {
    let text = std::fs::read_to_string(stat).unwrap_or_default();
    // The second field is a name in brackets, which may hold blanks.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
