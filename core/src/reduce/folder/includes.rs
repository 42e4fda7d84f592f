//! Files come to where they are included.

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use regex::bytes::Regex;
use rustc_hash::FxHashMap;

use crate::folder::Folder;

static INCLUDE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"[^\n]*\n?"#).ok());

/// The lines of a folder that include files.
pub(super) struct Includes<'f> {
    folder: &'f Folder,
    /// By the name of the included file: in which files of the folder, and where in them. An include of this name may mean
    /// each file of that name, wherever it lies.
    lines: FxHashMap<PathBuf, Vec<(usize, Range<usize>)>>,
}

impl<'f> Includes<'f> {
    /// Those of a folder.
    pub(super) fn of(folder: &'f Folder) -> Self {
        let mut lines: FxHashMap<PathBuf, Vec<(usize, Range<usize>)>> = FxHashMap::default();
        for (at, entry) in folder.entries().iter().enumerate() {
            for found in INCLUDE.iter().flat_map(|include| include.captures_iter(&entry.content)) {
                let (Some(line), Some(path)) = (found.get(0), found.get(1)) else { continue };
                if let Some(name) = Path::new(OsStr::from_bytes(path.as_bytes())).file_name() {
                    lines.entry(PathBuf::from(name)).or_default().push((at, line.range()));
                }
            }
        }
        Includes { folder, lines }
    }

    /// For each file that one line alone includes: the folder with the file in the stead of that line.
    pub(super) fn inlined(&self) -> impl Iterator<Item = Folder> {
        (0..self.folder.entries().len()).filter_map(|place| self.inline(place))
    }

    /// The folder with the file in this place in the stead of the only line that includes it, as the preprocessor of C does.
    fn inline(&self, place: usize) -> Option<Folder> {
        let included = self.folder.entries().get(place).filter(|entry| entry.is_file())?;
        let of_it = self.lines.get(Path::new(included.path.file_name()?))?;
        let mut elsewhere = of_it.iter().filter(|(at, _)| *at != place);
        let (at, range) = elsewhere.next().filter(|_| elsewhere.next().is_none())?;
        let text = &self.folder.entries()[*at].content;
        let content = &included.content;
        let end = if content.is_empty() || content.ends_with(b"\n") { &b""[..] } else { b"\n" };
        let joined: Arc<[u8]> = [&text[..range.start], content, end, &text[range.end..]].concat().into();
        let changed = self.folder.with(|other, _| (other == *at).then(|| Arc::clone(&joined)));
        Some(changed.only(|other, _| other != place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Entry;

    fn folder(files: &[(&str, &str)]) -> Folder {
        Folder::new(files.iter().map(|(path, text)| Entry::file(path, text.as_bytes())).collect())
    }

    #[test]
    fn the_only_line_that_includes_a_file_becomes_the_file() {
        let whole = folder(&[("a.c", "int a;\n# include \"l.h\" // l\nint c;\n"), ("l.h", "int b;")]);
        let inlined: Vec<Folder> = Includes::of(&whole).inlined().collect();
        assert_eq!(inlined, [folder(&[("a.c", "int a;\nint b;\nint c;\n")])]);
    }

    #[test]
    fn a_file_that_two_lines_include_stays_where_it_is() {
        let twice = folder(&[("a.c", "#include \"l.h\"\n"), ("b.c", "#include \"l.h\"\n"), ("l.h", "int b;")]);
        assert_eq!(Includes::of(&twice).inlined().count(), 0);
    }
}
