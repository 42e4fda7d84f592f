//! Why a journal cannot be used, and what to do then.

use std::path::{Path, PathBuf};

use crate::database::is_outside;

/// Why a journal cannot be used. Each message says what to do next.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The folder cannot be made, read or written.
    #[error(
        "cannot use the session `{path}` ({reason}): make room or rights there, name another folder with --session, or do without with --no-session"
    )]
    Io {
        /// The session's folder.
        path: PathBuf,
        /// What the system or the database says.
        reason: String,
    },
    /// Another process works in this session.
    #[error(
        "another run{process} works in the session `{path}`: wait for its end, name another folder with --session, or do without with --no-session"
    )]
    Busy {
        /// The session's folder.
        path: PathBuf,
        /// Which one, if that is known: ` (process 123)`.
        process: String,
    },
    /// Another version of this program wrote it.
    #[error(
        "the session `{path}` is of another version of this program (schema {found}, this one has {wanted}): begin anew with --restart, or name another folder with --session"
    )]
    Schema {
        /// The session's folder.
        path: PathBuf,
        /// The schema that it is in.
        found: i64,
        /// The schema of this version.
        wanted: i64,
    },
    /// The database is damaged.
    #[error(
        "the session `{path}` is damaged ({reason}): begin anew with --restart, or name another folder with --session"
    )]
    Corrupt {
        /// The session's folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl JournalError {
    pub(super) fn io(path: &Path, reason: &dyn std::fmt::Display) -> Self {
        JournalError::Io { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(super) fn corrupt(path: &Path, reason: &dyn std::fmt::Display) -> Self {
        JournalError::Corrupt { path: path.to_owned(), reason: reason.to_string() }
    }

    /// Tells damage from trouble with the disk.
    pub(super) fn sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        if is_outside(error) { Self::io(path, error) } else { Self::corrupt(path, error) }
    }
}
