//! `learn --corpus`: files are parsed in parallel and added to the tables in batches.
//!
//! Each worker takes the next file, observes it and adds it to a batch of its own; full batches go to the writer, which
//! commits a batch together with the files that it comes from. Every queue is bounded, so memory does not grow with the
//! corpus. Counts add up and the rest is a least, a greatest or a smallest, so neither the order nor the number of
//! workers changes the result.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context;
use reduce_core::knowledge::{FileHash, LearnedFile, TableStore, Tables, file_hash, table_path};
use reduce_core::language::Language;
use rustc_hash::FxHashSet;

use crate::arguments::CorpusArguments;
use crate::corpus::{Corpus, CorpusFile, Skip, Skipped};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// A worker hands its batch over after so many bytes of source.
const BATCH_BYTES: usize = 512 << 10;
/// What a kill can lose; longer where commits would else take more than a fiftieth of the time.
const COMMIT_EVERY: Duration = Duration::from_secs(3);

/// What was learned of one language and not yet committed.
#[derive(Default)]
struct Lesson {
    tables: Tables,
    files: Vec<LearnedFile>,
}

/// What a worker or the writer has gathered.
struct Batch {
    /// By the place of the language in the corpus.
    lessons: Vec<Lesson>,
    skipped: Skipped,
    files: u64,
    bytes: usize,
}

impl Batch {
    fn new(languages: usize) -> Self {
        let lessons = (0..languages).map(|_| Lesson::default()).collect();
        Batch { lessons, skipped: Skipped::default(), files: 0, bytes: 0 }
    }

    fn add(&mut self, other: Batch) {
        for (mine, theirs) in self.lessons.iter_mut().zip(other.lessons) {
            mine.tables.merge(&theirs.tables);
            mine.files.extend(theirs.files);
        }
        self.skipped.add(&other.skipped);
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

/// Learns a corpus into the tables.
///
/// # Errors
/// A corpus that is not there, an unknown language, tables that cannot be used or written.
pub fn learn(arguments: &CorpusArguments, tables: Option<&Path>, out: &mut impl Write) -> anyhow::Result<Exit> {
    let corpus = Corpus::new(arguments)?;
    let path = table_path(tables).context("this system has no data folder: name a file with --tables")?;
    let mut store = TableStore::open_or_create(&path)?;
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(|| corpus.files().count() as u64);
    let begin = Instant::now();
    let sum = study_all(&corpus, arguments.jobs, &mut store, &interrupt, &progress)?;
    progress.finish();

    let (seconds, megabytes) = (begin.elapsed().as_secs_f64(), sum.bytes as f64 / 1e6);
    let rate = megabytes / seconds;
    writeln!(out, "learned {} files, {megabytes:.1} MB in {seconds:.1} s ({rate:.1} MB/s)", sum.files)?;
    writeln!(out, "skipped: {}", sum.skipped)?;
    for language in store.languages()? {
        writeln!(out, "{}: {} files in {}", language.name, language.files, path.display())?;
    }
    if interrupt.heard() {
        writeln!(out, "interrupted: the same command goes on from here")?;
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// Runs the workers and the writer until the corpus or the user's patience ends.
fn study_all(
    corpus: &Corpus,
    jobs: Option<NonZeroUsize>,
    store: &mut TableStore,
    interrupt: &Interrupt,
    progress: &Progress,
) -> anyhow::Result<Batch> {
    let known = corpus.languages.iter().map(|language| store.files(language).map(Mutex::new));
    let known = known.collect::<Result<Vec<_>, _>>()?;
    let workers = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, NonZeroUsize::get)).build()?;
    let files = Mutex::new(corpus.files());
    let next = || if interrupt.heard() { None } else { files.lock().ok()?.next() };
    let (sender, receiver) = sync_channel(workers.current_num_threads());
    workers.in_place_scope(|scope| {
        for _ in 0..workers.current_num_threads() {
            let sender = sender.clone();
            let student = Student { corpus, known: &known, progress };
            let next = &next;
            scope.spawn(move |_| student.work(next, &sender));
        }
        drop(sender);
        write(store, &corpus.languages, receiver)
    })
}

/// Adds the workers' batches to the tables, and sums up what was done. When the tables cannot be written, the end of the
/// channel goes with this call, by which the workers learn of it: they would else wait for room in it without end.
fn write(store: &mut TableStore, languages: &[Arc<Language>], batches: Receiver<Batch>) -> anyhow::Result<Batch> {
    let mut sum = Batch::new(languages.len());
    let (mut pause, mut last) = (Duration::ZERO, Instant::now());
    let mut commit = |lessons: &mut [Lesson]| -> anyhow::Result<()> {
        for (language, lesson) in languages.iter().zip(lessons) {
            let Lesson { tables, files } = std::mem::take(lesson);
            if !files.is_empty() {
                store.add(language, &tables, &files)?;
            }
        }
        Ok(())
    };
    for batch in batches {
        sum.add(batch);
        if last.elapsed() >= pause {
            let begin = Instant::now();
            commit(&mut sum.lessons)?;
            last = Instant::now();
            pause = COMMIT_EVERY.max((last - begin) * 50);
        }
    }
    commit(&mut sum.lessons)?;
    Ok(sum)
}

/// One of the workers.
struct Student<'a> {
    corpus: &'a Corpus,
    /// Files that need not be learned, by language: those in the tables, and those that a worker has taken.
    known: &'a [Mutex<FxHashSet<FileHash>>],
    progress: &'a Progress,
}

impl Student<'_> {
    /// Learns file after file until there are no more.
    fn work(&self, next: impl Fn() -> Option<Result<CorpusFile, Skip>>, sender: &SyncSender<Batch>) {
        let languages = self.corpus.languages.len();
        let mut batch = Batch::new(languages);
        while let Some(file) = next() {
            match file.and_then(|file| self.study(&file, &mut batch)) {
                Err(skip) => batch.skipped.count(skip),
                Ok(bytes) => {
                    batch.files += 1;
                    batch.bytes += bytes;
                }
            }
            self.progress.advance();
            if batch.bytes >= BATCH_BYTES {
                let full = std::mem::replace(&mut batch, Batch::new(languages));
                // The writer is gone only if it failed, and then says why.
                if sender.send(full).is_err() {
                    return;
                }
            }
        }
        let _ = sender.send(batch);
    }

    /// Learns one file into the batch and gives its size, unless there is a reason to skip it.
    fn study(&self, file: &CorpusFile, batch: &mut Batch) -> Result<usize, Skip> {
        let content = self.corpus.read(&file.path)?;
        let (bytes, hash) = (content.len(), file_hash(&content));
        let fresh = self.known[file.language].lock().is_ok_and(|mut known| known.insert(hash));
        if !fresh {
            return Err(Skip::Known);
        }
        let language = &self.corpus.languages[file.language];
        let document = language.parse(content);
        let Lesson { tables, files } = &mut batch.lessons[file.language];
        files.push(LearnedFile { hash, contribution: tables.observe(&document, language.symbols()) });
        Ok(bytes)
    }
}
