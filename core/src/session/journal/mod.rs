//! The journal: every verdict of a property test on disk, so that no test is run twice whatever ends a reduction.
//!
//! The search is a function of the input, its options and the verdicts. So going on where it was is searching again from
//! the original, with verdicts from the journal: it comes to the same text as a run that nothing ended, and reducers
//! know nothing of it. A journal holds no texts, only their hashes.
//!
//! Verdicts are written in batches, a fraction of a second at most after they are given, and before a best so far that
//! depends on them is written. The database is SQLite in WAL mode without a sync for each transaction: a process that is
//! killed loses the last batch, a power cut perhaps a few more, and neither makes a wrong verdict of them. Each row has a
//! sum, so that damage to the file does not either.

mod error;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
mod identity;
mod lock;
mod shelf;
mod verdicts;

pub use error::JournalError;
pub use identity::Identity;
pub use shelf::{Contents, KeptSession, KeptState, Shelf};

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::database::contain;
use crate::oracle::Verdict;
use lock::Lock;
use verdicts::Terms;

/// The version of the database's layout and of what is in it.
const SCHEMA: i64 = 1;
const DATABASE: &str = "journal.sqlite";
/// So long a verdict may wait for others to be written with it.
const DELAY: Duration = Duration::from_millis(100);

/// What a session is of.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The input, the property test, and whatever else verdicts depend on.
    pub identity: Identity,
    /// The time limit that the user gave for tests: one that timed out under another may say yes now.
    pub time_limit: Option<Duration>,
    /// Where the input is.
    pub input: PathBuf,
    /// Its language.
    pub language: String,
    /// Its size in bytes.
    pub bytes: usize,
}

/// The verdicts of a property test, on disk. One process at a time has it.
pub struct Journal {
    connection: Connection,
    folder: PathBuf,
    terms: Terms,
    /// The verdicts of earlier runs and of this one.
    known: FxHashMap<u128, Verdict>,
    /// Those of this run that are not written yet.
    pending: Vec<(u128, Verdict)>,
    search: Option<Search>,
    written: Instant,
    /// Let go of last.
    _lock: Lock,
}

/// The search that is going on.
struct Search {
    setting: u128,
    bytes: usize,
    done: bool,
}

impl Journal {
    /// Opens the journal of a subject in a folder of its own, and makes it if it is not there.
    ///
    /// # Errors
    /// [`JournalError`] when another process has it, or it cannot be used.
    pub fn open(folder: &Path, subject: &Subject) -> Result<Self, JournalError> {
        let lock = Lock::take(folder)?;
        let connection = connect(folder)?;
        let terms = Terms { identity: subject.identity.bits(), time_limit: subject.time_limit };
        let fail = |e: rusqlite::Error| JournalError::sqlite(folder, &e);
        create(&connection, subject).map_err(fail)?;
        let schema = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(fail)?;
        if schema != SCHEMA {
            return Err(JournalError::Schema { path: folder.to_owned(), found: schema, wanted: SCHEMA });
        }
        let checked: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(fail)?;
        if checked != "ok" {
            return Err(JournalError::corrupt(folder, &checked));
        }
        let known = terms.load(&connection).map_err(fail)?;
        let known = known.ok_or_else(|| JournalError::corrupt(folder, &"a verdict does not fit its sum"))?;
        let folder = folder.to_owned();
        let (pending, written) = (Vec::new(), Instant::now());
        Ok(Journal { connection, folder, terms, known, pending, search: None, written, _lock: lock })
    }

    /// Removes the journal in a folder, so that the next one that is opened there begins anew.
    ///
    /// # Errors
    /// [`JournalError`] when another process has it, or it cannot be removed.
    pub fn remove(folder: &Path) -> Result<(), JournalError> {
        let _lock = Lock::take(folder)?;
        remove_database(folder)
    }

    /// Forgets everything: the journal is as a new one.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be written.
    pub fn clear(&mut self) -> Result<(), JournalError> {
        self.pending.clear();
        self.known.clear();
        self.connection.execute_batch("DELETE FROM verdicts; DELETE FROM searches;").map_err(|e| self.failed(&e))
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many verdicts there are.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// What the test said of a text, in an earlier run or in this one.
    pub fn verdict(&self, text: &[u8]) -> Option<Verdict> {
        if self.known.is_empty() { None } else { self.known.get(&xxh3_128(text)).copied() }
    }

    /// Where an earlier search of this setting has its result.
    ///
    /// # Errors
    /// [`JournalError`] when that cannot be read.
    pub fn output(&self, setting: &Identity) -> Result<Option<PathBuf>, JournalError> {
        let query = "SELECT output FROM searches WHERE setting = ?1";
        let row = self.connection.query_row(query, [setting.bits().to_be_bytes()], |row| row.get::<_, Vec<u8>>(0));
        let output = row.optional().map_err(|e| self.failed(&e))?;
        Ok(output.map(|path| PathBuf::from(OsString::from_vec(path))))
    }

    /// A search begins, or goes on, whose result comes into this file; it holds so many bytes now.
    ///
    /// # Errors
    /// [`JournalError`] when that cannot be written.
    pub fn begin(&mut self, setting: &Identity, output: &Path, bytes: usize) -> Result<(), JournalError> {
        let setting = setting.bits();
        let row = params![setting.to_be_bytes(), output.as_os_str().as_bytes(), bytes as i64, now()];
        let statement = "INSERT OR REPLACE INTO searches VALUES (?1, ?2, ?3, 0, ?4)";
        self.connection.execute(statement, row).map_err(|e| self.failed(&e))?;
        self.search = Some(Search { setting, bytes, done: false });
        Ok(())
    }

    /// Notes what the test said of a text. It is written with others, soon.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be written.
    pub(super) fn note(&mut self, text: &[u8], verdict: Verdict) -> Result<(), JournalError> {
        let text = xxh3_128(text);
        self.known.insert(text, verdict);
        self.pending.push((text, verdict));
        if self.written.elapsed() >= DELAY { self.write() } else { Ok(()) }
    }

    /// A text of so many bytes becomes the best so far: what it depends on is written before it.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be written.
    pub(super) fn accept(&mut self, bytes: usize) -> Result<(), JournalError> {
        if let Some(search) = &mut self.search {
            search.bytes = search.bytes.min(bytes);
        }
        if self.pending.is_empty() { Ok(()) } else { self.write() }
    }

    /// The search has come to its end.
    ///
    /// # Errors
    /// [`JournalError`] when it cannot be written.
    pub(super) fn done(&mut self) -> Result<(), JournalError> {
        if let Some(search) = &mut self.search {
            search.done = true;
        }
        self.write()
    }

    /// Writes what is not written yet.
    fn write(&mut self) -> Result<(), JournalError> {
        let write = || {
            let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
            for &(text, verdict) in &self.pending {
                self.terms.insert(&transaction, text, verdict)?;
            }
            if let Some(Search { setting, bytes, done }) = &self.search {
                let statement = "UPDATE searches SET bytes = ?2, done = ?3, updated = ?4 WHERE setting = ?1";
                let row = params![setting.to_be_bytes(), *bytes as i64, done, now()];
                transaction.prepare_cached(statement)?.execute(row)?;
            }
            transaction.commit()
        };
        write().map_err(|e| self.failed(&e))?;
        self.pending.clear();
        self.written = Instant::now();
        Ok(())
    }

    fn failed(&self, error: &rusqlite::Error) -> JournalError {
        JournalError::sqlite(&self.folder, error)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // What is lost here is tested again.
        let _ = self.write();
    }
}

/// Opens a database, which is empty if it was not there.
fn connect(folder: &Path) -> Result<Connection, JournalError> {
    let open = || {
        let connection = Connection::open(folder.join(DATABASE))?;
        contain(&connection)?;
        // Another process may be looking.
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        Ok(connection)
    };
    open().map_err(|e| JournalError::sqlite(folder, &e))
}

/// Makes the tables, unless they are there.
fn create(connection: &Connection, subject: &Subject) -> rusqlite::Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    if transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))? == 0 {
        transaction.execute_batch(include_str!("schema.sql"))?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
        let insert = |name: &str, value: &dyn rusqlite::ToSql| {
            transaction.execute("INSERT INTO about VALUES (?1, ?2)", params![name, value])
        };
        insert("input", &subject.input.as_os_str().as_bytes())?;
        insert("language", &subject.language)?;
        insert("bytes", &(subject.bytes as i64))?;
    }
    transaction.commit()
}

/// Removes a database with what SQLite keeps beside it.
fn remove_database(folder: &Path) -> Result<(), JournalError> {
    for suffix in ["", "-wal", "-shm"] {
        match fs::remove_file(folder.join(format!("{DATABASE}{suffix}"))) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(JournalError::io(folder, &e)),
            _ => {}
        }
    }
    Ok(())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

#[cfg(test)]
mod tests;
