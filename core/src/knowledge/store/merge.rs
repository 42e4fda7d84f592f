//! Tables of several corpora made into one.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rusqlite::{Connection, Row};

use super::{Dialect, FileHash, StoreError, TableStore};
use crate::tree::Symbols;

/// Makes the tables of all corpora together from the tables of each, in a new file, which appears only when it is
/// whole. A file that several of them hold counts once, so the result has the same rows as learning everything at once.
///
/// `slim` leaves out what each file contributed: the result is small, but can no longer be merged with tables that share
/// files with it, unless those say it.
///
/// # Errors
/// Any [`StoreError`]; nothing is written then.
pub fn merge_tables(sources: &[&Path], into: &Path, slim: bool) -> Result<(), StoreError> {
    if into.exists() {
        return Err(StoreError::Exists { path: into.to_owned() });
    }
    let fail = |e: std::io::Error| StoreError::io(into, &e);
    let folder = into.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(fail)?;
    // Like any new file, readable by those whom the user's mask lets.
    let mode = Permissions::from_mode(0o666);
    let draft = tempfile::Builder::new().prefix(".tables").permissions(mode).tempfile_in(folder).map_err(fail)?;
    let mut target = TableStore::open_or_create(draft.path())?;
    for source in sources {
        target.add_store(&TableStore::open(source)?)?;
    }
    let finish = || -> rusqlite::Result<()> {
        if slim {
            target.connection.execute("DELETE FROM contributions", [])?;
        }
        target.connection.execute_batch("VACUUM")
    };
    finish().map_err(|e| target.fail(&e))?;
    drop(target);
    draft.persist_noclobber(into).map(drop).map_err(|e| fail(e.error))
}

impl TableStore {
    fn add_store(&mut self, source: &TableStore) -> Result<(), StoreError> {
        let fail = |e: rusqlite::Error| source.fail(&e);
        let snapshot = source.connection.unchecked_transaction().map_err(fail)?;
        for language in grammars(&snapshot).map_err(fail)? {
            let Grammar { language, version, kinds, edges } = language;
            let symbols = symbols(&kinds, &edges).map_err(|e| StoreError::corrupt(&source.path, e.to_string()))?;
            let dialect = Dialect { language: &language, grammar: &version, symbols: &symbols };
            let tables = dialect.load(&snapshot).map_err(fail)?;
            let query = "SELECT files.hash, counts FROM files LEFT JOIN contributions AS c
                         ON c.language = files.language AND c.hash = files.hash WHERE files.language = ?1";
            let mut statement = snapshot.prepare(query).map_err(fail)?;
            let file = |row: &Row| Ok((row.get::<_, FileHash>(0)?, row.get(1)?));
            self.add_rows(&dialect, &tables, statement.query_map([&language], file).map_err(fail)?)?;
        }
        Ok(())
    }
}

/// A row of `languages`.
struct Grammar {
    language: String,
    version: String,
    kinds: String,
    edges: String,
}

fn grammars(connection: &Connection) -> rusqlite::Result<Vec<Grammar>> {
    let mut statement = connection.prepare("SELECT language, grammar, kinds, edges FROM languages")?;
    let row =
        |row: &Row| Ok(Grammar { language: row.get(0)?, version: row.get(1)?, kinds: row.get(2)?, edges: row.get(3)? });
    statement.query_map([], row)?.collect()
}

/// The symbols with the numbers that the lists of names give them.
fn symbols(kinds: &str, edges: &str) -> serde_json::Result<Symbols> {
    let mut symbols = Symbols::new();
    for kind in serde_json::from_str::<Vec<String>>(kinds)? {
        symbols.add_kind(&kind);
    }
    for edge in serde_json::from_str::<Vec<String>>(edges)? {
        symbols.add_edge(&edge);
    }
    Ok(symbols)
}
