//! The fuzz target of session files.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use tempfile::TempDir;

use super::{DATABASE, Identity, Journal, Shelf, Subject};
use crate::oracle::Verdict;

const KNOWN: [(&[u8], Verdict); 3] =
    [(b"a", Verdict::Interesting), (b"b", Verdict::Uninteresting), (b"c", Verdict::TimedOut)];

/// A session as a run leaves it.
static WRITTEN: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| written().ok());

fn subject() -> Subject {
    let identity = Identity::new().with(b"test");
    Subject { identity, time_limit: None, input: "bug.c".into(), language: "c".to_owned(), bytes: 3 }
}

fn written() -> io::Result<Vec<u8>> {
    let folder = TempDir::new()?;
    let mut journal = Journal::open(folder.path(), &subject()).map_err(io::Error::other)?;
    journal.begin(&Identity::new(), Path::new("small.c"), 3).map_err(io::Error::other)?;
    for (text, verdict) in KNOWN {
        journal.note(text, verdict).map_err(io::Error::other)?;
    }
    drop(journal);
    fs::read(folder.path().join(DATABASE))
}

/// Opens a damaged session: one in which bytes are replaced, by three bytes each that say where and by what, or, when the
/// first byte is `=`, the other bytes as they are. What it still says of a text is what was written of it.
///
/// # Panics
/// When it says something else.
pub fn session_journal(data: &[u8]) {
    let (Some(written), Ok(folder)) = (WRITTEN.as_ref(), TempDir::new()) else { return };
    let damaged = data.strip_prefix(b"=").map_or_else(|| damaged(written, data), <[u8]>::to_vec);
    let shelf = Shelf::at(folder.path());
    let Ok(place) = shelf.place(&subject().identity) else { return };
    if fs::create_dir(&place).and_then(|()| fs::write(place.join(DATABASE), damaged)).is_err() {
        return;
    }
    let _ = shelf.sessions();
    if let Ok(mut journal) = Journal::open(&place, &subject()) {
        for (text, verdict) in KNOWN {
            let found = journal.verdict(text);
            assert!(found.is_none_or(|found| found == verdict), "{found:?} instead of {verdict:?}");
        }
        let _ = (journal.output(&Identity::new()), journal.note(b"d", Verdict::Interesting), journal.done());
    }
}

fn damaged(written: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = written.to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_be_bytes([change[0], change[1]]));
        let last = bytes.len().saturating_sub(1);
        if let Some(byte) = bytes.get_mut(place.min(last)) {
            *byte = change[2];
        }
    }
    bytes
}
