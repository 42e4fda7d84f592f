//! Folders on the disk.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use ignore::WalkBuilder;

use super::{Entry, EntryKind, Folder};

/// Why a folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Something in it cannot be read.
    #[error("cannot read `{path}`: {reason}")]
    Unreadable {
        /// What.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// There is too much in it.
    #[error("there is more than {most} MB in `{path}`: take out what the test does not need, or name it in .gitignore")]
    TooLarge {
        /// The folder.
        path: String,
        /// What would do.
        most: u64,
    },
    /// A file is not below the folder of the others.
    #[error("`{0}` is given twice")]
    Twice(String),
}

/// What was left out of a folder as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Symbolic links that lead out of the folder, or to nothing in it.
    pub links: Vec<PathBuf>,
    /// Devices, sockets and pipes.
    pub others: Vec<PathBuf>,
}

impl Folder {
    /// Reads a folder: all its files, hidden ones too, but not what `.gitignore` files say, nor `.git` itself, nor
    /// symbolic links that lead out of it.
    ///
    /// # Errors
    /// [`FolderError`] when a file cannot be read, or there are more than `most` bytes.
    pub fn read(root: &Path, most: u64) -> Result<(Self, Skipped), FolderError> {
        Self::walked(root, most, true)
    }

    /// Reads a folder with all its files, whatever `.gitignore` files say: one that was made by [`Folder::write`].
    ///
    /// # Errors
    /// As [`Folder::read`].
    pub fn read_whole(root: &Path, most: u64) -> Result<Self, FolderError> {
        Ok(Self::walked(root, most, false)?.0)
    }

    fn walked(root: &Path, most: u64, ignores: bool) -> Result<(Self, Skipped), FolderError> {
        let unreadable = |path: &Path, e: &dyn ToString| FolderError::Unreadable {
            path: path.display().to_string(),
            reason: e.to_string(),
        };
        let root = fs::canonicalize(root).map_err(|e| unreadable(root, &e))?;
        let mut walk = WalkBuilder::new(&root);
        // What the person who runs this ignores elsewhere is no property of the folder.
        walk.standard_filters(false).git_ignore(ignores).require_git(false);
        walk.filter_entry(move |entry| !ignores || entry.file_name() != ".git");
        let (mut entries, mut skipped, mut bytes) = (Vec::new(), Skipped::default(), 0);
        for found in walk.build() {
            let found = found.map_err(|e| unreadable(&root, &e))?;
            let path = found.path();
            let Ok(relative) = path.strip_prefix(&root) else { continue };
            let Some(file_type) = found.file_type().filter(|file_type| !file_type.is_dir()) else { continue };
            if file_type.is_symlink() {
                match link_within(&root, path) {
                    Some(target) => entries.push(Entry {
                        path: relative.to_owned(),
                        kind: EntryKind::Link,
                        content: target.into_os_string().into_vec().into(),
                    }),
                    None => skipped.links.push(relative.to_owned()),
                }
                continue;
            }
            if !file_type.is_file() {
                skipped.others.push(relative.to_owned());
                continue;
            }
            let metadata = fs::metadata(path).map_err(|e| unreadable(path, &e))?;
            bytes += metadata.len();
            if bytes > most {
                return Err(FolderError::TooLarge { path: root.display().to_string(), most: most >> 20 });
            }
            let executable = metadata.permissions().mode() & 0o111 != 0;
            let content = fs::read(path).map_err(|e| unreadable(path, &e))?.into();
            entries.push(Entry { path: relative.to_owned(), kind: EntryKind::File { executable }, content });
        }
        Ok((Folder::new(entries), skipped))
    }

    /// Reads some files as a folder: the innermost one that all of them are in, without anything else in it. That
    /// folder's path comes with it.
    ///
    /// # Errors
    /// [`FolderError`] when one of them cannot be read or is given twice, or there are more than `most` bytes.
    pub fn of_files(paths: &[PathBuf], most: u64) -> Result<(Self, PathBuf), FolderError> {
        let unreadable = |path: &Path, e: &io::Error| FolderError::Unreadable {
            path: path.display().to_string(),
            reason: e.to_string(),
        };
        let mut places = Vec::new();
        for path in paths {
            places.push(fs::canonicalize(path).map_err(|e| unreadable(path, &e))?);
        }
        let root = common_folder(&places);
        let (mut entries, mut bytes): (Vec<Entry>, u64) = (Vec::new(), 0);
        for (place, path) in places.iter().zip(paths) {
            let metadata = fs::metadata(place).map_err(|e| unreadable(path, &e))?;
            bytes += metadata.len();
            if bytes > most {
                return Err(FolderError::TooLarge { path: root.display().to_string(), most: most >> 20 });
            }
            let relative = place.strip_prefix(&root).unwrap_or(place).to_owned();
            if entries.iter().any(|entry| entry.path == relative) {
                return Err(FolderError::Twice(path.display().to_string()));
            }
            let executable = metadata.permissions().mode() & 0o111 != 0;
            let content = fs::read(place).map_err(|e| unreadable(path, &e))?.into();
            entries.push(Entry { path: relative, kind: EntryKind::File { executable }, content });
        }
        Ok((Folder::new(entries), root))
    }

    /// Writes its entries below an existing folder.
    ///
    /// # Errors
    /// When the system says so; what was written until then is there.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        self.entries.iter().filter(|entry| entry.stays_within()).try_for_each(|entry| entry.write(root))
    }
}

impl Entry {
    /// Writes it below an existing folder, with the folders that it is in.
    pub(crate) fn write(&self, root: &Path) -> io::Result<()> {
        let place = root.join(&self.path);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        match self.kind {
            EntryKind::Link => symlink(Path::new(std::ffi::OsStr::from_bytes(&self.content)), &place),
            EntryKind::File { executable } => {
                fs::write(&place, &self.content)?;
                if executable { fs::set_permissions(&place, Permissions::from_mode(0o755)) } else { Ok(()) }
            }
        }
    }

    /// Whether its path leads to a place below the folder: any text can be unpacked, so any path can come of it.
    pub(crate) fn stays_within(&self) -> bool {
        !self.path.as_os_str().is_empty() && self.path.components().all(|part| matches!(part, Component::Normal(_)))
    }
}

/// Where a link leads, as it is written, if that is in the folder.
fn link_within(root: &Path, link: &Path) -> Option<PathBuf> {
    let target = fs::read_link(link).ok()?;
    let place = fs::canonicalize(link).ok()?;
    (target.is_relative() && place.starts_with(root)).then_some(target)
}

/// The innermost folder that all these files are in.
fn common_folder(places: &[PathBuf]) -> PathBuf {
    let mut folders = places.iter().filter_map(|place| place.parent());
    let first = folders.next().unwrap_or(Path::new("/"));
    let shared = |a: &Path, b: &Path| -> PathBuf {
        a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    };
    folders.fold(first.to_owned(), |common, folder| shared(&common, folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(folder: &Folder) -> Vec<&str> {
        folder.entries().iter().filter_map(|entry| entry.path.to_str()).collect()
    }

    #[test]
    fn a_folder_is_read_without_what_git_ignores_and_what_leads_out_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        for path in ["src", "build", ".git", ".config"] {
            fs::create_dir(at(path)).expect("made");
        }
        for path in ["src/a.c", "build/a.o", ".git/HEAD", ".config/x", "b.log"] {
            fs::write(at(path), path).expect("written");
        }
        fs::write(at(".gitignore"), "*.log\n/build\n").expect("written");
        fs::set_permissions(at("src/a.c"), Permissions::from_mode(0o700)).expect("set");
        symlink("src/a.c", at("inside")).expect("linked");
        symlink("/etc/passwd", at("outside")).expect("linked");
        symlink("nowhere", at("broken")).expect("linked");
        let (read, skipped) = Folder::read(folder.path(), 1 << 20).expect("can be read");
        assert_eq!(paths(&read), [".config/x", ".gitignore", "inside", "src/a.c"]);
        assert_eq!(read.entries()[3].kind, EntryKind::File { executable: true });
        let mut links = skipped.links;
        links.sort();
        assert_eq!(links, [Path::new("broken"), Path::new("outside")]);

        let copy = tempfile::tempdir().expect("a folder");
        read.write(copy.path()).expect("written");
        assert_eq!(Folder::read(copy.path(), 1 << 20).expect("can be read").0, read);
        assert!(matches!(Folder::read(folder.path(), 3), Err(FolderError::TooLarge { .. })));
    }

    #[test]
    fn files_are_the_folder_that_all_of_them_are_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("p/include")).expect("made");
        for path in ["p/a.c", "p/include/a.h", "p/other.c"] {
            fs::write(at(path), path).expect("written");
        }
        let (read, root) = Folder::of_files(&[at("p/include/a.h"), at("p/a.c")], 1 << 20).expect("can be read");
        assert_eq!(paths(&read), ["a.c", "include/a.h"]);
        assert_eq!(root, fs::canonicalize(at("p")).expect("there"));
        let twice = Folder::of_files(&[at("p/a.c"), at("p/./a.c")], 1 << 20);
        assert!(matches!(twice, Err(FolderError::Twice(_))));
    }

    #[test]
    fn nothing_is_written_outside() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).expect("made");
        for path in ["../out", "/tmp/out", "a/../../out", ""] {
            assert!(!Entry::file(path, &b""[..]).stays_within(), "{path}");
        }
        Folder::new(vec![Entry::file("../out", &b"x"[..])]).write(&inside).expect("nothing to write");
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 1);
    }
}
