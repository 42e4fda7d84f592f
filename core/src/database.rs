//! What tables and journals have in common: databases that others may have written.

use rusqlite::Connection;
use rusqlite::config::DbConfig;

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
