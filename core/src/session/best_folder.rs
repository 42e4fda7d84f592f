//! The best folder so far, on disk: at every moment a whole one.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::Path;

use rustix::fs::{CWD, FlockOperation, RenameFlags, flock, renameat_with};
use rustix::io::Errno;
use tempfile::{Builder, TempDir};

use super::best::TEMPORARY;
use crate::folder::Folder;

/// What makes a folder take another one's place.
pub(super) struct Replacement {
    temporary: TempDir,
    /// Locked, which says that somebody is at it.
    _lock: Option<File>,
}

impl Replacement {
    /// A packed folder, written beside the place where it belongs.
    pub(super) fn written(packed: &[u8], beside: &Path, permissions: &Permissions) -> io::Result<Self> {
        let temporary = Builder::new().prefix(TEMPORARY).tempdir_in(beside)?;
        // Without locks, only leftovers stay.
        let lock =
            File::open(temporary.path()).ok().filter(|it| flock(it, FlockOperation::NonBlockingLockExclusive).is_ok());
        Folder::unpack(packed).write(temporary.path())?;
        fs::set_permissions(temporary.path(), permissions.clone())?;
        Ok(Replacement { temporary, _lock: lock })
    }

    /// The folder comes to this place. What stood there goes.
    pub(super) fn persist(self, place: &Path) -> io::Result<()> {
        let new = self.temporary.path();
        if fs::symlink_metadata(place).is_err() {
            fs::rename(new, place)?;
        } else if let Err(error) = renameat_with(CWD, new, CWD, place, RenameFlags::EXCHANGE) {
            if !matches!(error, Errno::INVAL | Errno::NOSYS) {
                return Err(error.into());
            }
            // A file system that cannot exchange: for an instant there is neither.
            let old = Builder::new().prefix(TEMPORARY).tempdir_in(new.parent().unwrap_or(Path::new(".")))?;
            fs::rename(place, old.path())?;
            fs::rename(new, place)?;
        }
        // What is left in the temporary place, if anything, is the old one: it goes with `self`.
        Ok(())
    }

    /// The same, unless there is something in this place: then that stays, and the answer is no.
    pub(super) fn persist_new(self, place: &Path) -> io::Result<bool> {
        match renameat_with(CWD, self.temporary.path(), CWD, place, RenameFlags::NOREPLACE) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS) if fs::symlink_metadata(place).is_err() => {
                fs::rename(self.temporary.path(), place)?;
                Ok(true)
            }
            Err(Errno::EXIST | Errno::INVAL | Errno::NOSYS) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Sees to it that the files of a folder are on the medium, where that can be had.
pub(super) fn sync(place: &Path) {
    let Ok(folder) = Folder::read_whole(place, u64::MAX) else { return };
    for entry in folder.entries().iter().filter(|entry| entry.is_file()) {
        let _ = File::open(place.join(&entry.path)).and_then(|file| file.sync_all());
    }
}
