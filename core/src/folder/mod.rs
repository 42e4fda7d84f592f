//! Folders as inputs: several files that are reduced together, carried through the search as one text.
//!
//! The session, its journal and the oracle know texts only, and they need not know more: a folder is packed into one
//! text ([`Folder::pack`]), and whoever has to do with the disk unpacks it. Packing keeps every byte of every file.

mod disk;
mod packed;

pub use disk::{FolderError, Skipped};

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files below one folder, in the order of their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folder {
    entries: Vec<Entry>,
}

/// One file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path, relative to the folder.
    pub path: PathBuf,
    /// What it is.
    pub kind: EntryKind,
    /// What is in it; where a symbolic link leads.
    pub content: Arc<[u8]>,
}

/// What an entry is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File {
        /// It can be executed.
        executable: bool,
    },
    /// A symbolic link that stays within the folder.
    Link,
}

impl Folder {
    /// A folder of these entries. Of two with the same path the later one counts.
    pub fn new(mut entries: Vec<Entry>) -> Self {
        entries.reverse();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        entries.dedup_by(|later, earlier| later.path == earlier.path);
        Folder { entries }
    }

    /// Its entries, by path.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The bytes in all files.
    pub fn bytes(&self) -> usize {
        self.entries.iter().map(|entry| entry.content.len()).sum()
    }

    /// The same folder with those entries alone that are wanted.
    #[must_use]
    pub fn only(&self, wanted: impl Fn(usize, &Entry) -> bool) -> Self {
        let kept = self.entries.iter().enumerate().filter(|(place, entry)| wanted(*place, entry));
        Folder { entries: kept.map(|(_, entry)| entry.clone()).collect() }
    }

    /// The same folder with other contents of some entries.
    #[must_use]
    pub fn with(&self, content: impl Fn(usize, &Entry) -> Option<Arc<[u8]>>) -> Self {
        let changed = |(place, entry): (usize, &Entry)| Entry {
            content: content(place, entry).unwrap_or_else(|| Arc::clone(&entry.content)),
            ..entry.clone()
        };
        Folder { entries: self.entries.iter().enumerate().map(changed).collect() }
    }
}

impl Entry {
    /// A file with a content.
    pub fn file(path: impl Into<PathBuf>, content: impl Into<Arc<[u8]>>) -> Self {
        Entry { path: path.into(), kind: EntryKind::File { executable: false }, content: content.into() }
    }

    /// Whether it has a content that can be reduced.
    pub fn is_file(&self) -> bool {
        matches!(self.kind, EntryKind::File { .. })
    }

    /// The name without its folders.
    pub fn name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_owned()
    }

    /// The folders that it is in, from the outermost.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        let all: Vec<&Path> = self.path.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()).collect();
        all.into_iter().rev()
    }
}
