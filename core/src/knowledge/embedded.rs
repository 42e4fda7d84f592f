//! Where tables are found: where the user says, in the user's data folder, in the program itself.

use std::path::{Path, PathBuf};

use super::store::{StoreError, TableStore};
use super::tables::Tables;
use crate::language::Language;

/// Tables learned from the packages that `corpora/` lists.
static DEFAULT: &[u8] = include_bytes!("../../../corpora/tables.sqlite");

/// The environment variable that names the tables to use.
pub const TABLES_VARIABLE: &str = "REDUCE_TREE_TABLES";

/// The default tables of a language; empty if there are none for it and its grammar.
pub fn default_tables(language: &Language) -> Tables {
    let tables = TableStore::open_embedded(DEFAULT).and_then(|store| store.load(language));
    tables.ok().flatten().unwrap_or_default()
}

/// The file that learned tables are in or come into: the one named explicitly, else by [`TABLES_VARIABLE`], else
/// `tables.sqlite` in the user's data folder. None on a system without such a folder.
pub fn table_path(explicit: Option<&Path>) -> Option<PathBuf> {
    named_tables(explicit).or_else(|| {
        let folders = directories::ProjectDirs::from("", "", "reduce-tree")?;
        Some(folders.data_dir().join("tables.sqlite"))
    })
}

/// The tables of a language from the first place that has some: the file of [`table_path`], then the default tables.
///
/// # Errors
/// [`StoreError::Missing`] if a file was named that is not there; any other [`StoreError`] if the file cannot be used.
pub fn find_tables(explicit: Option<&Path>, language: &Language) -> Result<Tables, StoreError> {
    let path = table_path(explicit).filter(|path| named_tables(explicit).is_some() || path.exists());
    let learned = path.map(|path| TableStore::open(&path)?.load(language)).transpose()?;
    Ok(learned.flatten().unwrap_or_else(|| default_tables(language)))
}

/// The file that is named explicitly, else by [`TABLES_VARIABLE`]; none if neither says one.
pub fn named_tables(explicit: Option<&Path>) -> Option<PathBuf> {
    let variable = || std::env::var_os(TABLES_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    explicit.map(Path::to_owned).or_else(variable)
}
