//! Learned tables: databases that anybody may have written.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use tempfile::TempDir;

use crate::knowledge::{TableStore, merge_tables};
use crate::language::Language;

/// The language of the seeds: the one whose tables are smallest.
static JSON: LazyLock<Option<Arc<Language>>> = LazyLock::new(|| Language::named("json").ok());

/// Reads the bytes as tables and merges them into new ones. Whatever they are, there is an answer or an error.
pub fn tables(data: &[u8]) {
    let (Some(language), Ok(folder)) = (JSON.as_ref(), TempDir::new()) else { return };
    let file = folder.path().join("tables.sqlite");
    if write(&file, data).is_err() {
        return;
    }
    if let Ok(store) = TableStore::open(&file) {
        let _ = (store.languages(), store.files(language), store.load(language));
    }
    let _ = merge_tables(&[&file, &file], &folder.path().join("sum.sqlite"), data.len().is_multiple_of(2));
}

fn write(file: &Path, data: &[u8]) -> std::io::Result<()> {
    std::fs::File::create(file)?.write_all(data)
}
