//! Learned tables on disk: one SQLite database for any number of languages.
//!
//! The database tells its schema, and for each language the grammar; tables of another schema or grammar are refused.
//! Every addition is one transaction, counts and files together, so whatever kills the program, the tables hold exactly
//! the files that they name.

mod error;
mod merge;
mod rows;

pub use error::StoreError;
pub use merge::merge_tables;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};
use rustc_hash::FxHashSet;

use super::tables::Tables;
use crate::database;
use crate::language::Language;
use crate::tree::Symbols;

/// The version of the database's layout and of what its counts mean.
const SCHEMA: u32 = 1;

/// What identifies a file learned from: the first half of its content's BLAKE3 hash.
pub type FileHash = [u8; 16];

/// The hash of a file's content.
pub fn file_hash(content: &[u8]) -> FileHash {
    let mut hash = FileHash::default();
    hash.copy_from_slice(&blake3::hash(content).as_bytes()[..16]);
    hash
}

/// A file learned from.
#[derive(Clone, Debug)]
pub struct LearnedFile {
    /// Its content.
    pub hash: FileHash,
    /// What it added to the counts: what [`Tables::observe`] gave.
    pub contribution: Vec<u8>,
}

/// A language that a store has tables of.
#[derive(Clone, Debug)]
pub struct StoredLanguage {
    /// Its name.
    pub name: String,
    /// The version of the grammar it was learned with.
    pub grammar: String,
    /// Files learned from.
    pub files: u64,
}

/// A language as far as its rows need it: what a [`Language`] says, or what a store says of itself.
struct Dialect<'a> {
    language: &'a str,
    grammar: &'a str,
    symbols: &'a Symbols,
}

impl<'a> From<&'a Language> for Dialect<'a> {
    fn from(language: &'a Language) -> Self {
        Dialect { language: language.name(), grammar: language.version(), symbols: language.symbols() }
    }
}

/// An open database of learned tables.
pub struct TableStore {
    connection: Connection,
    path: PathBuf,
}

impl TableStore {
    /// Opens tables that are there.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Corrupt`], [`StoreError::Schema`] or
    /// [`StoreError::Io`].
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| StoreError::sqlite(path, &e))?;
        Self::checked(connection, path)
    }

    /// Opens tables to add to, and makes them, with the folders above, if they are not there.
    ///
    /// # Errors
    /// As [`open`](Self::open), without [`StoreError::Missing`].
    pub fn open_or_create(path: &Path) -> Result<Self, StoreError> {
        if path.metadata().is_ok_and(|m| m.len() > 0) {
            return Self::open(path);
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| StoreError::io(path, &e))?;
        }
        let fail = |e: rusqlite::Error| StoreError::sqlite(path, &e);
        let mut connection = Connection::open(path).map_err(fail)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        // Another process may have made them in the meantime.
        if !transaction.table_exists(None, "meta").map_err(fail)? {
            transaction.execute_batch(include_str!("schema.sql")).map_err(fail)?;
            let version = SCHEMA.to_string();
            transaction.execute("INSERT INTO meta VALUES ('schema', ?1)", [version]).map_err(fail)?;
        }
        transaction.commit().map_err(fail)?;
        Self::checked(connection, path)
    }

    /// Opens tables that are part of the program.
    ///
    /// # Errors
    /// As [`open`](Self::open), without [`StoreError::Missing`].
    pub fn open_embedded(bytes: &'static [u8]) -> Result<Self, StoreError> {
        let path = Path::new("embedded tables");
        let fail = |e: rusqlite::Error| StoreError::sqlite(path, &e);
        let mut connection = Connection::open_in_memory().map_err(fail)?;
        connection.deserialize_bytes(c"main", bytes).map_err(fail)?;
        Self::checked(connection, path)
    }

    fn checked(connection: Connection, path: &Path) -> Result<Self, StoreError> {
        let fail = |e: rusqlite::Error| StoreError::sqlite(path, &e);
        database::contain(&connection).map_err(fail)?;
        connection.busy_timeout(Duration::from_secs(60)).map_err(fail)?;
        if !connection.table_exists(None, "meta").map_err(fail)? {
            return Err(StoreError::foreign(path, "it is a database of something else"));
        }
        let query = "SELECT value FROM meta WHERE key = 'schema'";
        let found: Option<String> = connection.query_row(query, [], |row| row.get(0)).optional().map_err(fail)?;
        let found = found.unwrap_or_else(|| "none".to_owned());
        if found != SCHEMA.to_string() {
            return Err(StoreError::Schema { path: path.to_owned(), found, wanted: SCHEMA });
        }
        Ok(TableStore { connection, path: path.to_owned() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The languages that there are tables of, by name.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] or [`StoreError::Io`].
    pub fn languages(&self) -> Result<Vec<StoredLanguage>, StoreError> {
        let read = || {
            let query = "SELECT language, grammar, (SELECT count(*) FROM files WHERE files.language = l.language)
                         FROM languages AS l ORDER BY language";
            let mut statement = self.connection.prepare(query)?;
            let rows = statement.query_map([], |row| {
                Ok(StoredLanguage { name: row.get(0)?, grammar: row.get(1)?, files: row.get(2)? })
            })?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|e| self.fail(&e))
    }

    /// The tables of a language; none if nothing was learned of it.
    ///
    /// # Errors
    /// [`StoreError::Grammar`], [`StoreError::Corrupt`] or [`StoreError::Io`].
    pub fn load(&self, language: &Language) -> Result<Option<Tables>, StoreError> {
        let dialect = Dialect::from(language);
        let snapshot = self.connection.unchecked_transaction().map_err(|e| self.fail(&e))?;
        if !self.has(&snapshot, &dialect)? {
            return Ok(None);
        }
        dialect.load(&snapshot).map(Some).map_err(|e| self.fail(&e))
    }

    /// The files of a language that were learned from.
    ///
    /// # Errors
    /// [`StoreError::Grammar`], [`StoreError::Corrupt`] or [`StoreError::Io`].
    pub fn files(&self, language: &Language) -> Result<FxHashSet<FileHash>, StoreError> {
        self.has(&self.connection, &Dialect::from(language))?;
        let read = || {
            let mut statement = self.connection.prepare("SELECT hash FROM files WHERE language = ?1")?;
            let rows = statement.query_map([language.name()], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|e| self.fail(&e))
    }

    /// Adds tables and the files that they were learned from, in one transaction. Files that are there already add
    /// nothing.
    ///
    /// # Errors
    /// [`StoreError::Grammar`], [`StoreError::Corrupt`] or [`StoreError::Io`]; the database is then as it was.
    pub fn add(&mut self, language: &Language, tables: &Tables, files: &[LearnedFile]) -> Result<(), StoreError> {
        let files = files.iter().map(|file| Ok((file.hash, Some(file.contribution.clone()))));
        self.add_rows(&Dialect::from(language), tables, files)
    }

    fn add_rows(
        &mut self,
        dialect: &Dialect,
        tables: &Tables,
        files: impl Iterator<Item = rusqlite::Result<(FileHash, Option<Vec<u8>>)>>,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let fail = |e: rusqlite::Error| StoreError::sqlite(&path, &e);
        // Immediate: between reading a count and writing it no other process may write.
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate).map_err(fail)?;
        if !self.has(&transaction, dialect)? {
            let row = params![dialect.language, dialect.grammar, kinds_json(dialect), edges_json(dialect)];
            transaction.execute("INSERT INTO languages VALUES (?1, ?2, ?3, ?4)", row).map_err(fail)?;
        }
        let mut whole = dialect.load(&transaction).map_err(fail)?;
        whole.merge(tables);
        for file in files {
            let (hash, contribution) = file.map_err(fail)?;
            let known = !insert_file(&transaction, dialect.language, hash).map_err(fail)?;
            if known {
                let again = match &contribution {
                    Some(contribution) => Some(contribution.clone()),
                    None => contribution_of(&transaction, dialect.language, hash).map_err(fail)?,
                };
                let language = || dialect.language.to_owned();
                let again = again.ok_or_else(|| StoreError::Overlap { path: path.clone(), language: language() })?;
                whole.take_back(&again).map_err(|e| StoreError::contribution(&path, &e))?;
            }
            if let Some(contribution) = contribution {
                insert_contribution(&transaction, dialect.language, hash, &contribution).map_err(fail)?;
            }
        }
        dialect.save(&transaction, &whole, tables).map_err(fail)?;
        transaction.commit().map_err(fail)
    }

    /// Whether there are tables of the language, which must then be of the same grammar.
    fn has(&self, connection: &Connection, dialect: &Dialect) -> Result<bool, StoreError> {
        let query = "SELECT grammar, kinds = ?2 AND edges = ?3 FROM languages WHERE language = ?1";
        let parameters = params![dialect.language, kinds_json(dialect), edges_json(dialect)];
        let found: Option<(String, bool)> = connection
            .query_row(query, parameters, |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(|e| self.fail(&e))?;
        match found {
            None => Ok(false),
            Some((grammar, true)) if grammar == dialect.grammar => Ok(true),
            Some((grammar, same)) => Err(StoreError::Grammar {
                path: self.path.clone(),
                language: dialect.language.to_owned(),
                found: if same { grammar } else { format!("{grammar}, other kinds") },
                wanted: dialect.grammar.to_owned(),
            }),
        }
    }

    fn fail(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::sqlite(&self.path, error)
    }
}

/// Notes a file; false if it is there already.
fn insert_file(connection: &Connection, language: &str, hash: FileHash) -> rusqlite::Result<bool> {
    let mut statement = connection.prepare_cached("INSERT OR IGNORE INTO files VALUES (?1, ?2)")?;
    Ok(statement.execute(params![language, hash])? == 1)
}

fn insert_contribution(connection: &Connection, language: &str, hash: FileHash, counts: &[u8]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("INSERT OR IGNORE INTO contributions VALUES (?1, ?2, ?3)")?;
    statement.execute(params![language, hash, counts]).map(drop)
}

fn contribution_of(connection: &Connection, language: &str, hash: FileHash) -> rusqlite::Result<Option<Vec<u8>>> {
    let query = "SELECT counts FROM contributions WHERE language = ?1 AND hash = ?2";
    connection.prepare_cached(query)?.query_row(params![language, hash], |row| row.get(0)).optional()
}

/// The names of all kinds of the grammar, as a JSON list in the order of their numbers.
fn kinds_json(dialect: &Dialect) -> String {
    dialect.symbols.learned_kind_names().collect::<serde_json::Value>().to_string()
}

/// The names of all edges, as a JSON list in the order of their numbers.
fn edges_json(dialect: &Dialect) -> String {
    let names = (0..dialect.symbols.edge_count() as u16).map(|id| dialect.symbols.edge_name(crate::tree::EdgeId(id)));
    names.collect::<serde_json::Value>().to_string()
}
