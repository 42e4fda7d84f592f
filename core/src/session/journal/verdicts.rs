//! Verdicts as rows.

use std::time::Duration;

use rusqlite::{Connection, Transaction, params};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::oracle::{Limit, Verdict};

/// The number of a verdict in rows.
fn code(verdict: Verdict) -> i64 {
    match verdict {
        Verdict::Uninteresting => 0,
        Verdict::Interesting => 1,
        Verdict::TimedOut => 2,
        Verdict::OverLimit(Limit::Memory) => 3,
        Verdict::OverLimit(Limit::Processes) => 4,
        Verdict::OverLimit(Limit::Output) => 5,
        Verdict::OverLimit(Limit::Disk) => 6,
        Verdict::Refused => 7,
        Verdict::Unanswered => 8,
    }
}

/// The verdict of a number, if it is one.
fn decoded(number: i64) -> Option<Verdict> {
    let plain =
        [Verdict::Uninteresting, Verdict::Interesting, Verdict::TimedOut, Verdict::Refused, Verdict::Unanswered];
    plain.into_iter().chain(Limit::ALL.map(Verdict::OverLimit)).find(|verdict| code(*verdict) == number)
}

/// Under which test, and under which time limit of the user's, verdicts are given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// The session's identity.
    pub(super) identity: u128,
    /// The time limit that the user gave.
    pub(super) time_limit: Option<Duration>,
}

impl Terms {
    /// Writes one.
    pub(super) fn insert(&self, transaction: &Transaction, text: u128, verdict: Verdict) -> rusqlite::Result<()> {
        let mut statement = transaction.prepare_cached("INSERT OR REPLACE INTO verdicts VALUES (?1, ?2, ?3, ?4)")?;
        let code = code(verdict);
        let limit = if verdict == Verdict::TimedOut { self.milliseconds() } else { 0 };
        statement.execute(params![text.to_be_bytes(), code, limit, self.sum(text, code, limit)]).map(drop)
    }

    /// Reads all that hold under these terms; none if a row is damaged. A test that timed out under another limit may
    /// say yes now.
    pub(super) fn load(&self, connection: &Connection) -> rusqlite::Result<Option<FxHashMap<u128, Verdict>>> {
        let mut known = FxHashMap::default();
        let mut statement = connection.prepare("SELECT text, verdict, time_limit, sum FROM verdicts")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (text, code, limit, sum): ([u8; 16], i64, i64, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            let text = u128::from_be_bytes(text);
            let sound = sum == self.sum(text, code, limit);
            let Some(verdict) = decoded(code).filter(|_| sound) else { return Ok(None) };
            if verdict != Verdict::TimedOut || limit == self.milliseconds() {
                known.insert(text, verdict);
            }
        }
        Ok(Some(known))
    }

    fn milliseconds(&self) -> i64 {
        self.time_limit.map_or(0, |limit| (limit.as_millis() as i64).max(1))
    }

    fn sum(&self, text: u128, code: i64, limit: i64) -> i64 {
        let parts = [
            self.identity.to_le_bytes(),
            text.to_le_bytes(),
            (i128::from(code) << 64 | i128::from(limit)).to_le_bytes(),
        ];
        xxh3_64(parts.as_flattened()) as i64
    }
}
