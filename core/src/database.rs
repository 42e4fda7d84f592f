//! What tables and journals have in common: databases that others may have written.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

/// Sees to it that nothing runs that a database brings along: a view, in the place of a table, need not come to an end.
///
/// # Errors
/// When the database refuses.
pub(crate) fn contain(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    Ok(())
}

/// Whether an error is of the disk, of rights or of another user of the database, and says nothing of what is in it.
pub(crate) fn is_outside(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::PermissionDenied
                | ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::OutOfMemory
                | ErrorCode::ReadOnly
                | ErrorCode::SystemIoFailure
                | ErrorCode::DiskFull
                | ErrorCode::CannotOpen
        )
    )
}
