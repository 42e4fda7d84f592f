//! The input, and the places beside it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reduce_core::folder::Folder;

use crate::exit::{ExitStatus, Failure};
use crate::stderr;

/// No input is larger than this; no file that a test writes grows beyond it either.
pub const LARGEST_FILE: u64 = 256 << 20;

/// No file system takes a longer name (in bytes).
const LONGEST_NAME: usize = 255;

/// The name of the input that stands for the standard input.
pub const STANDARD: &str = "-";

/// The file, or the folder, to reduce.
#[derive(Debug)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// Its bytes; a folder is packed.
    pub text: Arc<[u8]>,
    permissions: Permissions,
    /// What the result is named after, if this is a folder: itself, or the first of the files that were given.
    folder: Option<PathBuf>,
}

impl Input {
    /// A text that was generated for a file of this name.
    pub fn generated(path: &Path, text: Arc<[u8]>) -> Self {
        Input { path: path.to_owned(), text, permissions: Permissions::from_mode(0o644), folder: None }
    }

    /// Reads the standard input. It has no name yet.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be read, or is nothing that can be reduced.
    pub fn standard() -> Result<Self, Failure> {
        let shown = "the standard input";
        let mut text = Vec::new();
        let read = std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut text);
        read.map_err(|e| Failure::new(ExitStatus::File, format!("cannot read {shown}: {e}")))?;
        let text = sized(shown, text)?;
        Ok(Input { path: PathBuf::from("stdin"), text, permissions: Permissions::from_mode(0o644), folder: None })
    }

    /// The same under a name with this extension.
    #[must_use]
    pub fn with_extension(self, extension: Option<&str>) -> Self {
        Input { path: self.path.with_extension(extension.unwrap_or_default()), ..self }
    }

    /// Reads it.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be read, or is nothing that can be reduced.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let fail = |message: String| Failure::new(ExitStatus::File, message);
        let unreadable = |e: std::io::Error| fail(format!("cannot read the input `{shown}`: {e}"));
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Self::read_folder(path, metadata.permissions());
        }
        // A device or a pipe does not say how much there is in it.
        let mut text = Vec::new();
        let mut file = File::open(path).map_err(unreadable)?.take(LARGEST_FILE + 1);
        if metadata.len() <= LARGEST_FILE {
            file.read_to_end(&mut text).map_err(unreadable)?;
        }
        if metadata.len() > LARGEST_FILE {
            return Err(too_large(&format!("the input `{shown}`")));
        }
        let text = sized(&format!("the input `{shown}`"), text)?;
        Ok(Input { path: path.to_owned(), text, permissions: metadata.permissions(), folder: None })
    }

    /// Reads several files, which are reduced together, as the folder that all of them are in.
    ///
    /// # Errors
    /// [`Failure`] when one of them cannot be read or is no file.
    pub fn read_files(paths: &[PathBuf]) -> Result<Self, Failure> {
        let fail = |message: String| Failure::new(ExitStatus::File, message);
        if let Some(folder) = paths.iter().find(|path| path.is_dir()) {
            let shown = folder.display();
            return Err(fail(format!("the input `{shown}` is a folder: give one folder, or files alone")));
        }
        let read = Folder::of_files(paths, LARGEST_FILE);
        let (folder, root) = read.map_err(|e| fail(format!("cannot read the input: {e}")))?;
        let named = paths.first().map(|path| path.with_extension(""));
        Ok(Input { path: root, text: folder.pack(), permissions: Permissions::from_mode(0o755), folder: named })
    }

    fn read_folder(path: &Path, permissions: Permissions) -> Result<Self, Failure> {
        let fail = |message: String| Failure::new(ExitStatus::File, message);
        let path = path.canonicalize().map_err(|e| fail(format!("cannot read the input `{}`: {e}", path.display())))?;
        let (folder, skipped) =
            Folder::read(&path, LARGEST_FILE).map_err(|e| fail(format!("cannot read the input: {e}")))?;
        if folder.entries().is_empty() {
            let shown = path.display();
            return Err(fail(format!("there is no file in the folder `{shown}`: there is nothing to reduce")));
        }
        for link in &skipped.links {
            stderr::say(&format!("left out: `{}`, a link that leads out of the folder", link.display()));
        }
        for other in &skipped.others {
            stderr::say(&format!("left out: `{}`, which is no file", other.display()));
        }
        Ok(Input { folder: Some(path.clone()), path, text: folder.pack(), permissions })
    }

    /// Whether it is a folder.
    pub fn is_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// `bug.reduced.js` beside `bug.js`.
    pub fn reduced(&self) -> PathBuf {
        self.reduced_number(1)
    }

    /// `bug.reduced.js`, `bug.reduced-2.js` and so on: from 1.
    pub fn reduced_number(&self, number: u32) -> PathBuf {
        let mark = if number == 1 { ".reduced".to_owned() } else { format!(".reduced-{number}") };
        if let Some(named) = &self.folder {
            return beside(named, OsStr::new(&mark), OsStr::new(""));
        }
        let extension = self.path.extension().unwrap_or_default();
        let stop = if extension.is_empty() { "" } else { "." };
        let stem = self.path.with_extension("");
        beside(&stem, OsStr::new(&mark), &[OsStr::new(stop), extension].into_iter().collect::<OsString>())
    }

    /// The original that was kept when this was reduced in place, if it was.
    pub fn kept_original(&self) -> Option<Input> {
        let text = fs::read(self.orig()).ok().filter(|text| !text.is_empty())?;
        Some(Input { path: self.path.clone(), text: text.into(), permissions: self.permissions.clone(), folder: None })
    }

    /// `bug.js.orig`.
    fn orig(&self) -> PathBuf {
        beside(&self.path, OsStr::new(""), OsStr::new(".orig"))
    }

    /// Keeps the original as `bug.js.orig`, whole and readable by those alone who may read the input. One that is there
    /// already with other contents is somebody's original.
    ///
    /// # Errors
    /// A failure when that is impossible, or when the input is not to be changed.
    pub fn keep_original(&self) -> Result<(), Failure> {
        let place = self.orig();
        let shown = place.display();
        let failed =
            |e: std::io::Error| Failure::new(ExitStatus::File, format!("cannot keep the original as `{shown}`: {e}"));
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let write = || {
            // Nobody else may read it until it has the input's permissions.
            let mut file = tempfile::Builder::new().prefix(".reduce-tree-").tempfile_in(folder)?;
            file.write_all(&self.text)?;
            file.as_file().set_permissions(self.permissions.clone())?;
            file.persist_noclobber(&place).map_err(|e| e.error)
        };
        match write() {
            Ok(_) => Ok(()),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {
                if fs::read(&place).map_err(failed)? == *self.text {
                    return Ok(());
                }
                let message = format!("`{shown}` is there already and is not this input: move it away first");
                Err(Failure::new(ExitStatus::File, message))
            }
            Err(e) => Err(failed(e)),
        }
    }
}

/// A text that is neither empty nor too large.
fn sized(shown: &str, text: Vec<u8>) -> Result<Arc<[u8]>, Failure> {
    if text.len() as u64 > LARGEST_FILE {
        return Err(too_large(shown));
    }
    if text.is_empty() {
        return Err(Failure::new(ExitStatus::File, format!("{shown} is empty: there is nothing to reduce")));
    }
    Ok(text.into())
}

fn too_large(shown: &str) -> Failure {
    let most = LARGEST_FILE >> 20;
    Failure::new(ExitStatus::File, format!("{shown} is larger than {most} MB: cut it down first"))
}

/// A name made of the one in a path and more behind it, in the same folder: the first shortened if need be, so that all
/// of it is a name still.
pub fn beside(path: &Path, mark: &OsStr, extension: &OsStr) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let room = LONGEST_NAME.saturating_sub(mark.len() + extension.len());
    let most = name.len().min(room);
    // A character that does not fit goes whole.
    let whole = |name: &str| (0..=most).rev().find(|&end| name.is_char_boundary(end));
    let end = name.to_str().and_then(whole).unwrap_or(most);
    let parts = [OsStr::from_bytes(&name.as_bytes()[..end]), mark, extension];
    path.with_file_name(parts.into_iter().collect::<OsString>())
}

#[cfg(test)]
mod tests {

    use super::*;

    fn reduced(name: &str) -> String {
        let permissions = Permissions::from_mode(0o600);
        let input = Input { path: Path::new("a").join(name), text: Arc::default(), permissions, folder: None };
        input.reduced().display().to_string()
    }

    #[test]
    fn the_result_is_named_after_the_input() {
        assert_eq!(reduced("bug.js"), "a/bug.reduced.js");
        assert_eq!(reduced("bug.min.js"), "a/bug.min.reduced.js");
        assert_eq!(reduced("bug"), "a/bug.reduced");
        assert_eq!(reduced(".bug"), "a/.bug.reduced");
    }

    #[test]
    fn no_name_is_too_long() {
        let long = "ä".repeat(124) + ".json";
        assert_eq!(reduced(&long), format!("a/{}.reduced.json", "ä".repeat(121)));
        let name = |path: &Path| path.file_name().map(OsStr::len);
        assert_eq!(name(&beside(Path::new(&long), OsStr::new(""), OsStr::new(".orig"))), Some(255));
    }
}
