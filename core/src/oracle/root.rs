//! The folder that the folders of tests are in: one for each run, gone with it.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};

/// What the names of all such folders begin with. The rest is of one length, too.
const PREFIX: &str = "reduce-tree.";

/// A folder of this run's own in the system's place for temporary files.
///
/// It is locked for as long as this value lives (by `flock`, so that the lock goes with the process whatever ends it):
/// one that is not locked is what a run has left that was killed with its supervisor.
#[derive(Debug)]
pub(crate) struct Root {
    path: PathBuf,
    _lock: File,
}

impl Root {
    /// Makes one in this folder. Its path is resolved.
    pub(crate) fn new(place: &Path) -> io::Result<Self> {
        let place = fs::canonicalize(place)?;
        loop {
            let path = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&place)?.keep();
            let lock = opened(&path)?;
            // Between its making and its locking another run may have taken it for left over.
            if flock(&lock, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
                && is_same(&lock, &path)
            {
                return Ok(Root { path, _lock: lock });
            }
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        let _ = remove(&self.path);
    }
}

/// Removes the folders in this place that nobody has locked and that belong to our user. Gives those that cannot be
/// removed, with the reason.
pub(crate) fn remove_stale(place: &Path) -> Vec<(PathBuf, io::Error)> {
    // What cannot be looked at is not ours to clean.
    let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
    let user = rustix::process::geteuid().as_raw();
    let mut kept = Vec::new();
    for entry in entries.flatten() {
        let is_named_so = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let path = entry.path();
        if !is_named_so || !fs::symlink_metadata(&path).is_ok_and(|m| m.is_dir() && m.uid() == user) {
            continue;
        }
        let Ok(lock) = opened(&path) else { continue };
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
            continue;
        }
        if let Err(reason) = remove(&path)
            && reason.kind() != io::ErrorKind::NotFound
        {
            kept.push((path, reason));
        }
    }
    kept
}

fn opened(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

fn is_same(file: &impl AsFd, path: &Path) -> bool {
    let opened = rustix::fs::fstat(file);
    let (Ok(opened), Ok(there)) = (opened, fs::symlink_metadata(path)) else { return false };
    (opened.st_dev, opened.st_ino) == (there.dev(), there.ino())
}

/// Removes a folder with all that is in it, even if rights were taken away in there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_dir_all(path).or_else(|_| open_up(path).and_then(|()| fs::remove_dir_all(path)))
}

/// Gives every directory below back the right to be emptied.
fn open_up(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_up(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_others_use_is_not() {
        let place = tempfile::tempdir().expect("a folder");
        let used = Root::new(place.path()).expect("made");
        fs::create_dir_all(used.path().join("000001")).expect("made");
        let left = place.path().join(format!("{PREFIX}aBcDeF"));
        fs::create_dir_all(left.join("000001/deep")).expect("made");
        fs::set_permissions(left.join("000001"), fs::Permissions::from_mode(0o000)).expect("closed");
        let other = place.path().join("something-else");
        fs::create_dir(&other).expect("made");
        assert!(remove_stale(place.path()).is_empty());
        assert!(!left.exists(), "nobody has locked it");
        assert!(used.path().join("000001").exists() && other.exists());
        let path = used.path().to_owned();
        drop(used);
        assert!(!path.exists(), "it goes with its value");
    }
}
