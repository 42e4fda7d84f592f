//! Folders as candidates for a server that wants differences: each is told by how it differs from one that the server knows.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::message::told;
use crate::folder::{Entry, EntryKind, Folder};
use crate::oracle::TestError;

/// What a process of a server has been told of folders.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// The folder that others are told by; none before the first.
    base: Folder,
}

/// A folder as a server is told it.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Difference {
    /// The files that the base has not, or not so.
    files: BTreeMap<String, File>,
    /// What the base has, and this folder has not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<String>,
    /// All its files are there: nothing of it is the base's.
    anew: bool,
    /// It is the base of those that come after it.
    base: bool,
}

/// What is in a file, or where a link leads.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum File {
    Text { text: String, executable: bool },
    Bytes { base64: String, executable: bool },
    Link { link: String },
}

impl Folders {
    /// The difference of a folder, which is the next candidate that the process is told.
    ///
    /// The first folder is the base, until one differs from it by more than half of it; one that is shorter than its
    /// difference is told as it is.
    ///
    /// # Errors
    /// [`TestError`] when JSON cannot say a path.
    pub(super) fn difference(&mut self, folder: &Folder) -> Result<Difference, TestError> {
        let entries: Vec<&Entry> = folder.entries().iter().filter(|entry| entry.stays_within()).collect();
        let mut known: FxHashMap<&Path, &Entry> =
            self.base.entries().iter().map(|entry| (&*entry.path, entry)).collect();
        let changed: Vec<&Entry> =
            entries.iter().copied().filter(|entry| known.remove(&*entry.path) != Some(entry)).collect();
        let mut gone: Vec<&Path> = known.into_keys().collect();
        gone.sort_unstable();
        let by_difference = weight(&changed) + gone.iter().map(|path| path.as_os_str().len()).sum::<usize>();
        let base = by_difference > weight(&self.base.entries().iter().collect::<Vec<_>>()) / 2;
        let anew = base || weight(&entries) <= by_difference;
        let told_entries = if anew { &entries } else { &changed };
        let mut difference = Difference { files: BTreeMap::new(), gone: Vec::new(), anew, base };
        for entry in told_entries {
            difference.files.insert(sayable(&entry.path)?, File::of(entry)?);
        }
        if !anew {
            difference.gone = gone.into_iter().map(sayable).collect::<Result<_, _>>()?;
        }
        if base {
            self.base = Folder::new(entries.into_iter().cloned().collect());
        }
        Ok(difference)
    }
}

impl File {
    fn of(entry: &Entry) -> Result<Self, TestError> {
        let text = std::str::from_utf8(&entry.content).map(str::to_owned);
        Ok(match (entry.kind, text) {
            (EntryKind::File { executable }, Ok(text)) => File::Text { text, executable },
            (EntryKind::File { executable }, Err(_)) => {
                File::Bytes { base64: STANDARD.encode(&entry.content), executable }
            }
            (EntryKind::Link, Ok(link)) => File::Link { link },
            (EntryKind::Link, Err(_)) => return Err(unsayable(&entry.path)),
        })
    }
}

/// About how long entries are when they are told.
fn weight(entries: &[&Entry]) -> usize {
    entries.iter().map(|entry| entry.path.as_os_str().len() + entry.content.len()).sum()
}

fn sayable(path: &Path) -> Result<String, TestError> {
    told(path).map(str::to_owned).ok_or_else(|| unsayable(path))
}

fn unsayable(path: &Path) -> TestError {
    TestError(format!(
        "a test server cannot be told of `{}`, since its name, or where it leads, is not UTF-8: rename it",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> Folder {
        Folder::new(files.iter().map(|(path, text)| Entry::file(*path, text.as_bytes())).collect())
    }

    /// What is told of folders, one after the other: how many files, what is gone, and whether it is told anew.
    fn differences(folders: &[Folder]) -> Vec<(usize, usize, bool)> {
        let mut told = Folders::default();
        let difference = |folder| told.difference(folder).expect("UTF-8");
        folders.iter().map(difference).map(|it| (it.files.len(), it.gone.len(), it.anew)).collect()
    }

    #[test]
    fn only_what_differs_is_told() {
        let long = "int f(int a) { return a; }\n".repeat(9);
        let all = [("a.c", &*long), ("b.c", &*long), ("lib/c.c", &*long), ("d.h", "int d;")];
        let told = differences(&[
            folder(&all),
            folder(&all),
            folder(&all[1..]),
            folder(&[all[0], ("b.c", "short"), all[2], ("e.h", "new")]),
            folder(&[("d.h", "")]),
        ]);
        assert_eq!(told, [(4, 0, true), (0, 0, false), (0, 1, false), (2, 1, false), (1, 0, true)]);
    }

    #[test]
    fn what_has_become_another_folder_is_the_next_base() {
        let (one, other) = ("1".repeat(99), "2".repeat(99));
        let told = differences(&[
            folder(&[("a", &one), ("b", &one)]),
            folder(&[("a", &other), ("b", &other)]),
            folder(&[("a", &other)]),
        ]);
        assert_eq!(told, [(2, 0, true), (2, 0, true), (0, 1, false)]);
    }

    #[test]
    fn a_file_is_told_with_what_it_is() {
        let bytes = Entry::file("bytes", &b"\xff"[..]);
        let script = Entry { kind: EntryKind::File { executable: true }, ..Entry::file("run", &b":"[..]) };
        let link = Entry { kind: EntryKind::Link, ..Entry::file("current", &b"run"[..]) };
        let outside = Entry::file("../outside", &b""[..]);
        let told = Folders::default().difference(&Folder::new(vec![bytes, script, link, outside])).expect("UTF-8");
        let expected = serde_json::json!({
            "files": {
                "bytes": {"base64": "/w==", "executable": false},
                "current": {"link": "run"},
                "run": {"text": ":", "executable": true},
            },
            "anew": true,
            "base": true,
        });
        assert_eq!(serde_json::to_value(told).expect("JSON"), expected);
    }
}
