//! The directories that tests run in.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::root;
use super::standing::Standing;
use crate::folder::Folder;

/// Directories for tests, each with nothing but the candidate in it, below one temporary folder, which goes with the
/// supervisor.
///
/// A directory that is emptied well is used again: making and removing directories is what costs most around a short
/// test. One whose place, rights or contents are not as they were is removed and its name not used again.
///
/// All their paths are of one length, whatever the run, and resolved: a path is among a test's arguments, and a longer
/// one moves its stack.
#[derive(Debug)]
pub(crate) struct Scratch {
    root: PathBuf,
    places: Mutex<Places>,
}

#[derive(Debug, Default)]
struct Places {
    empty: Vec<Place>,
    /// Directories that hold the folder of an earlier test, and what that wrote there.
    standing: Vec<(Place, Standing)>,
    made: usize,
}

#[derive(Clone, Debug)]
struct Place {
    path: PathBuf,
    /// What is there is this very directory, with these rights: device, inode, mode.
    identity: (u64, u64, u32),
}

impl Scratch {
    /// Directories below this folder.
    pub(crate) fn new(root: PathBuf) -> Self {
        Scratch { root, places: Mutex::default() }
    }

    /// A directory with one file in it, until it is dropped.
    pub(crate) fn holding(self: &Arc<Self>, name: &OsStr, text: &[u8]) -> io::Result<Held> {
        let reused = self.places().empty.pop();
        let place = reused.map_or_else(|| self.make(), Ok)?;
        let mut held = Held { scratch: Arc::clone(self), file: place.path.join(name), place, standing: None };
        match fs::write(&held.file, text) {
            // Another test may have removed even directories that are not its own.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                held.place = self.make()?;
                held.file = held.place.path.join(name);
                fs::write(&held.file, text)?;
            }
            written => written?,
        }
        Ok(held)
    }

    /// A directory with one folder of this name in it, until it is dropped.
    pub(crate) fn holding_folder(self: &Arc<Self>, name: &OsStr, folder: &Folder) -> io::Result<Held> {
        loop {
            let reused = self.places().standing.pop();
            let Some((place, mut standing)) = reused else { break };
            let file = place.path.join(name);
            // What another test has made impossible to write is left alone.
            if only(&place, name).and_then(|()| standing.become_folder(&file, folder)).is_ok() {
                return Ok(Held { scratch: Arc::clone(self), file, place, standing: Some(standing) });
            }
            let _ = root::remove(&place.path);
        }
        let place = self.make()?;
        let (file, mut standing) = (place.path.join(name), Standing::default());
        fs::create_dir(&file)?;
        standing.become_folder(&file, folder)?;
        Ok(Held { scratch: Arc::clone(self), file, place, standing: Some(standing) })
    }

    /// A directory that is never used again. Whoever asks for it removes it.
    pub(crate) fn folder(&self) -> io::Result<PathBuf> {
        Ok(self.make()?.path)
    }

    /// The folder that all directories are in.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    fn make(&self) -> io::Result<Place> {
        let name = {
            let mut places = self.places();
            places.made += 1;
            format!("{:06}", places.made)
        };
        let path = self.root.join(name);
        fs::create_dir_all(&path)?;
        Ok(Place { identity: identity(&path)?, path })
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A directory that one test has for itself, with the candidate.
#[derive(Debug)]
pub(crate) struct Held {
    scratch: Arc<Scratch>,
    place: Place,
    file: PathBuf,
    /// What was written there, if the candidate is a folder.
    standing: Option<Standing>,
}

impl Held {
    /// The directory.
    pub(crate) fn folder(&self) -> &Path {
        &self.place.path
    }

    /// The candidate in it.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Place { path, identity } = &self.place;
        if let Some(standing) = self.standing.take() {
            return self.scratch.places().standing.push((self.place.clone(), standing));
        }
        if empty(path, *identity).is_ok() {
            self.scratch.places().empty.push(self.place.clone());
        } else {
            // The test may have taken its own rights away. What resists even now is not used again.
            let _ = root::remove(path);
        }
    }
}

fn identity(path: &Path) -> io::Result<(u64, u64, u32)> {
    let metadata = fs::symlink_metadata(path)?;
    Ok((metadata.dev(), metadata.ino(), metadata.mode()))
}

/// Removes what is in a directory beside one folder, which is there, if it is still the directory that it was.
fn only(place: &Place, name: &OsStr) -> io::Result<()> {
    if identity(&place.path)? != place.identity {
        return Err(io::ErrorKind::NotFound.into());
    }
    if !fs::symlink_metadata(place.path.join(name))?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    for entry in fs::read_dir(&place.path)? {
        let entry = entry?;
        if entry.file_name() != name {
            root::remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Removes what is in a directory, if it is still the one that it was.
fn empty(path: &Path, was: (u64, u64, u32)) -> io::Result<()> {
    if identity(path)? != was {
        return Err(io::ErrorKind::NotFound.into());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use tempfile::TempDir;

    use super::*;
    use crate::folder::Entry;

    fn scratch() -> (TempDir, Arc<Scratch>) {
        let folder = TempDir::new().expect("a temporary folder");
        let scratch = Arc::new(Scratch::new(folder.path().to_owned()));
        (folder, scratch)
    }

    fn names(folder: &Path) -> Vec<String> {
        let all = fs::read_dir(folder).expect("there");
        all.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_one_test_leaves_behind_the_next_does_not_see() {
        let (_folder, scratch) = scratch();
        let first = scratch.holding(OsStr::new("a.js"), b"one").expect("a directory");
        let path = first.folder().to_owned();
        fs::create_dir_all(path.join("deep/er")).expect("made");
        fs::write(path.join("b.js"), "b").expect("written");
        drop(first);
        let second = scratch.holding(OsStr::new("a.js"), b"two").expect("a directory");
        assert_eq!(second.folder(), path, "the same path again");
        assert_eq!((names(&path), fs::read(second.file()).expect("there")), (vec!["a.js".to_owned()], b"two".to_vec()));
    }

    #[test]
    fn a_folder_is_the_candidate_whatever_the_test_before_has_done() {
        let (_folder, scratch) = scratch();
        let folder = Folder::new(vec![Entry::file("a/b.c", &b"one"[..]), Entry::file("c.h", &b""[..])]);
        let tamper: [&dyn Fn(&Path); 4] = [
            &|_| {},
            &|path| fs::remove_dir_all(path).expect("removed"),
            &|path| fs::write(path.join("../beside"), "").expect("written"),
            &|path| fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("closed"),
        ];
        for change in tamper {
            let held = scratch.holding_folder(OsStr::new("p"), &folder).expect("a directory");
            assert_eq!(names(held.file().parent().expect("a folder")), ["p"]);
            assert_eq!(Folder::read(held.file(), 1 << 20).expect("can be read").0, folder);
            let path = held.file().to_owned();
            change(&path);
        }
        let held = scratch.holding_folder(OsStr::new("p"), &folder).expect("a directory");
        assert_eq!(Folder::read(held.file(), 1 << 20).expect("can be read").0, folder);
    }

    #[test]
    fn a_directory_that_was_tampered_with_is_not_used_again() {
        let ((_one, scratch), (_other, other)) = (scratch(), scratch());
        let precious = other.holding(OsStr::new("precious"), b"").expect("a directory");
        let tamper: [&dyn Fn(&Path); 3] = [
            &|path| fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("closed"),
            &|path| fs::remove_dir_all(path).expect("removed"),
            &|path| {
                fs::remove_dir_all(path).expect("removed");
                std::os::unix::fs::symlink(precious.folder(), path).expect("linked");
            },
        ];
        for change in tamper {
            let first = scratch.holding(OsStr::new("a.js"), b"").expect("a directory");
            let path = first.folder().to_owned();
            change(&path);
            drop(first);
            let second = scratch.holding(OsStr::new("a.js"), b"").expect("a directory");
            assert_ne!(second.folder(), path);
            assert_eq!(names(second.folder()), ["a.js"]);
        }
        assert_eq!(names(precious.folder()), ["precious"], "what a link leads to is not touched");
    }

    #[test]
    fn a_test_may_remove_everything() {
        let (_folder, scratch) = scratch();
        drop(scratch.holding(OsStr::new("a.js"), b"").expect("a directory"));
        fs::remove_dir_all(scratch.root()).expect("removed");
        assert!(scratch.holding(OsStr::new("a.js"), b"").expect("a directory").file().is_file());
    }
}
