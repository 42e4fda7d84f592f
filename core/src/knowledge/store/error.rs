//! Why tables on disk cannot be used, and what to do then.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::super::contribution::DamagedContribution;
use crate::database::is_outside;

/// Why tables on disk cannot be used. Each message says what to do next.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("there are no tables at `{path}`: learn some with `learn --corpus DIR --tables {path}`")]
    Missing {
        /// The file asked for.
        path: PathBuf,
    },
    /// The file is there but is nothing that `learn` has written: somebody's own, perhaps named by mistake.
    #[error("`{path}` holds no tables ({reason}): name a file that `learn` has written with --tables")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// `learn` has written the file, but not all of it can be read any more.
    #[error(
        "the tables `{path}` are damaged ({reason}): move them away and learn again, or name another file with --tables"
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file was written by another version of this program.
    #[error(
        "`{path}` has tables of schema {found} but this version reads schema {wanted}: learn again into a new file, or use the version that wrote it"
    )]
    Schema {
        /// The file.
        path: PathBuf,
        /// The schema it is in.
        found: String,
        /// The schema that this version reads and writes.
        wanted: u32,
    },
    /// The tables were learned with another version of the grammar, whose kinds may be others.
    #[error(
        "`{path}` has tables of {language} learned with grammar `{found}` but this version parses with `{wanted}`: learn {language} again into a new file"
    )]
    Grammar {
        /// The file.
        path: PathBuf,
        /// The language.
        language: String,
        /// The grammar that the tables were learned with.
        found: String,
        /// The grammar in use.
        wanted: String,
    },
    /// Two tables share files, and neither says what one of these contributed.
    #[error(
        "`{path}` shares {language} files with another of the tables, and neither says what they contributed: merge the full tables, made without --slim"
    )]
    Overlap {
        /// The file that was to be added.
        path: PathBuf,
        /// The language.
        language: String,
    },
    /// The file that a merge should make is there already.
    #[error("`{path}` is there already: name a new file with --into")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file or its folder cannot be read or written.
    #[error(
        "cannot use the tables `{path}`: {reason}: check the folder, its permissions and the space left on the disk"
    )]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system or the database says.
        reason: String,
    },
}

impl StoreError {
    pub(super) fn corrupt(path: &Path, reason: impl Into<String>) -> Self {
        StoreError::Corrupt { path: path.to_owned(), reason: reason.into() }
    }

    pub(super) fn io(path: &Path, reason: &dyn std::fmt::Display) -> Self {
        StoreError::Io { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(super) fn foreign(path: &Path, reason: &str) -> Self {
        StoreError::Foreign { path: path.to_owned(), reason: reason.to_owned() }
    }

    /// Tells damage, which learning again repairs, from failures of the disk and from files of another sort, for which
    /// it does nothing.
    pub(super) fn sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) {
            return Self::foreign(path, "it is no database");
        }
        if is_outside(error) { Self::io(path, error) } else { Self::corrupt(path, error.to_string()) }
    }

    pub(super) fn contribution(path: &Path, error: &DamagedContribution) -> Self {
        Self::corrupt(path, error.to_string())
    }
}
