//! Files get short names, where the user allows that: the names in other files change with them.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::mentions::mentions;
use super::whole::Whole;
use crate::folder::{Entry, Folder};
use crate::language::Patch;
use crate::session::Stop;

/// Gives every file the shortest name that the test allows: in the folder itself, or else where it is.
pub(super) fn reduce(whole: &mut Whole) -> Result<(), Stop> {
    loop {
        let folder = whole.folder().clone();
        let mut all = (0..folder.entries().len()).flat_map(|place| renamed(&folder, place));
        if whole.try_first("file names", &mut all)?.is_none() {
            return Ok(());
        }
    }
}

/// The folder with shorter paths for the file in this place.
fn renamed(folder: &Folder, place: usize) -> Vec<Folder> {
    let entry = &folder.entries()[place];
    let beside = entry.path.parent().unwrap_or(Path::new(""));
    let mut paths: Vec<PathBuf> =
        [Path::new(""), beside].iter().filter_map(|place| free(folder, place, entry)).collect();
    paths.dedup();
    paths.retain(|path| entry.is_file() && path.as_os_str().len() < entry.path.as_os_str().len());
    paths.iter().map(|path| with_path(folder, place, path)).collect()
}

/// The first path of one letter below another one that no file has, with the extension of this one.
fn free(folder: &Folder, parent: &Path, entry: &Entry) -> Option<PathBuf> {
    let extension = entry.path.extension().unwrap_or_default();
    let paths = ('a'..='z').map(|letter| parent.join(letter.to_string()).with_extension(extension));
    paths.into_iter().find(|path| folder.entries().iter().all(|other| other.path != *path))
}

/// The folder with another path for one of its files. Where others name it, they name it so.
fn with_path(folder: &Folder, place: usize, path: &Path) -> Folder {
    let named = &folder.entries()[place];
    let entries = folder.entries().iter().enumerate().map(|(at, entry)| {
        if at == place {
            return Entry { path: path.to_owned(), ..entry.clone() };
        }
        let written = mentions(&entry.content, named);
        let patches: Vec<Patch> = written.iter().map(|&byte| rewritten(&entry.content, byte, named, path)).collect();
        Entry { content: Patch::apply(&entry.content, &patches).into(), ..entry.clone() }
    });
    Folder::new(entries.collect())
}

/// How a text that names a file at a byte, with or without its extension, names it under another path. The folders
/// before the name are left as they are where the file stays in its own.
fn rewritten(text: &[u8], byte: usize, named: &Entry, path: &Path) -> Patch {
    let stem = |path: &Path| path.with_extension("").file_name().unwrap_or_default().to_owned();
    let old = named.name();
    let (length, name) = if text[byte..].starts_with(old.as_bytes()) {
        (old.len(), path.file_name().unwrap_or_default().to_owned())
    } else {
        (stem(&named.path).len(), stem(path))
    };
    let mut start = byte;
    if let Some(folders) = named.path.parent().filter(|folders| path.parent() != Some(folders)) {
        let folders = [folders.as_os_str().as_bytes(), b"/"].concat();
        if text[..byte].ends_with(&folders) {
            start -= folders.len();
        }
    }
    Patch { range: start..byte + length, text: name.as_bytes().to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_renamed_where_others_name_it_too() {
        let folder = Folder::new(vec![
            Entry::file("Makefile", &b"SRC = src/long.c src/longer.c\n"[..]),
            Entry::file("src/long.c", &b""[..]),
            Entry::file("src/longer.c", &b"#include \"long.c\"\n"[..]),
        ]);
        let names = |folder: &Folder| -> Vec<(String, String)> {
            let entries = folder.entries().iter();
            let text = |entry: &Entry| String::from_utf8_lossy(&entry.content).into_owned();
            entries.map(|entry| (entry.path.display().to_string(), text(entry))).collect()
        };
        let expected = |path: &str, list: &str| {
            let mut files = vec![
                ("Makefile".to_owned(), format!("SRC = {list} src/longer.c\n")),
                (path.to_owned(), String::new()),
                ("src/longer.c".to_owned(), "#include \"a.c\"\n".to_owned()),
            ];
            files.sort();
            files
        };
        let renamed: Vec<_> = renamed(&folder, 1).iter().map(names).collect();
        assert_eq!(renamed, [expected("a.c", "a.c"), expected("src/a.c", "src/a.c")]);
    }
}
