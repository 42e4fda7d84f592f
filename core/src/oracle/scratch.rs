//! The directories that tests run in.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

/// Fresh directories for tests, one for each test, below one temporary folder that goes with this value.
///
/// Names are used again, so that a test sees the same path every time; but the directory itself is made anew, and a
/// name whose directory cannot be removed is not used again.
#[derive(Debug)]
pub(super) struct Scratch {
    root: TempDir,
    names: Mutex<Names>,
}

#[derive(Debug, Default)]
struct Names {
    free: Vec<PathBuf>,
    made: usize,
}

impl Scratch {
    /// A temporary folder in the system's place for them (`TMPDIR`).
    pub(super) fn new() -> io::Result<Self> {
        Ok(Scratch { root: tempfile::Builder::new().prefix("reduce-tree-").tempdir()?, names: Mutex::default() })
    }

    /// An empty directory, until it is dropped.
    pub(super) fn fresh(&self) -> io::Result<Fresh<'_>> {
        let path = self.name();
        // The test may have removed even the folder above.
        match fs::create_dir(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => fs::create_dir_all(&path)?,
            made => made?,
        }
        Ok(Fresh { scratch: self, path })
    }

    /// The folder that all directories are in.
    pub(super) fn root(&self) -> &Path {
        self.root.path()
    }

    fn name(&self) -> PathBuf {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.free.pop().unwrap_or_else(|| {
            names.made += 1;
            self.root.path().join(names.made.to_string())
        })
    }
}

/// A directory that one test has for itself.
#[derive(Debug)]
pub(super) struct Fresh<'a> {
    scratch: &'a Scratch,
    path: PathBuf,
}

impl Fresh<'_> {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Fresh<'_> {
    fn drop(&mut self) {
        let gone = match fs::remove_dir_all(&self.path) {
            Ok(()) => true,
            Err(e) if e.kind() == io::ErrorKind::NotFound => true,
            // The test may have taken its own rights away.
            Err(_) => open_up(&self.path).and_then(|()| fs::remove_dir_all(&self.path)).is_ok(),
        };
        if let (true, Ok(mut names)) = (gone, self.scratch.names.lock()) {
            names.free.push(std::mem::take(&mut self.path));
        }
    }
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
    fn what_one_test_leaves_behind_the_next_does_not_see() {
        let scratch = Scratch::new().expect("a temporary folder");
        let first = scratch.fresh().expect("a directory");
        let path = first.path().to_owned();
        fs::create_dir_all(path.join("deep/er")).expect("made");
        fs::set_permissions(path.join("deep"), fs::Permissions::from_mode(0o000)).expect("closed");
        drop(first);
        let second = scratch.fresh().expect("a directory");
        assert_eq!(second.path(), path, "the same path again");
        assert_eq!(fs::read_dir(&path).expect("there").count(), 0);
    }

    #[test]
    fn a_test_may_remove_everything() {
        let scratch = Scratch::new().expect("a temporary folder");
        let first = scratch.fresh().expect("a directory");
        fs::remove_dir_all(scratch.root()).expect("removed");
        drop(first);
        assert!(scratch.fresh().expect("a directory").path().is_dir());
    }
}
