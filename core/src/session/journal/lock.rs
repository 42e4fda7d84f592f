//! One process at a time in a session's folder.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::error::JournalError;

const FILE: &str = "lock";
/// How often a lock is asked for, and how long it is waited in between.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// A session's folder is ours for as long as this value lives. The system takes the lock back from a process that ends,
/// however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder, and makes it if it is not there: with what is in it, it is nobody's business but the user's.
    pub(super) fn take(folder: &Path) -> Result<Self, JournalError> {
        let failed = |e: io::Error| JournalError::io(folder, &e);
        let mut tries = 0;
        loop {
            DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
            let path = folder.join(FILE);
            let mut options = OpenOptions::new();
            let opened = options.read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
            let mut file = match opened {
                // The folder was removed in between.
                Err(e) if e.kind() == io::ErrorKind::NotFound && !folder.exists() => continue,
                opened => opened.map_err(failed)?,
            };
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                // Who only looks whether a run is at it holds the lock for an instant.
                Err(Errno::WOULDBLOCK) if tries < TRIES => {
                    tries += 1;
                    thread::sleep(PAUSE);
                    continue;
                }
                Err(Errno::WOULDBLOCK) => return Err(busy(folder, &path)),
                Err(e) => return Err(failed(e.into())),
            }
            // Whoever removes a session holds its lock: what we have locked may be gone.
            if fs::metadata(&path).is_ok_and(|there| file.metadata().is_ok_and(|ours| ours.ino() == there.ino())) {
                // Only a message depends on it.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                return Ok(Lock { _file: file });
            }
        }
    }

    /// Locks a folder that is there, unless another process has it.
    pub(super) fn try_existing(folder: &Path) -> Option<Self> {
        let file = OpenOptions::new().read(true).write(true).open(folder.join(FILE)).ok()?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).ok()?;
        Some(Lock { _file: file })
    }
}

fn busy(folder: &Path, file: &Path) -> JournalError {
    let process = fs::read_to_string(file).unwrap_or_default();
    let process = if process.is_empty() { process } else { format!(" (process {process})") };
    JournalError::Busy { path: folder.to_owned(), process }
}
