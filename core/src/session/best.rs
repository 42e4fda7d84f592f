//! The best so far, on disk.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Access, FlockOperation, OFlags, access, fcntl_setfl, flock};
use rustix::io::Errno;
use tempfile::{Builder, NamedTempFile};

use super::best_folder::{Replacement, sync};

/// How the names of temporary files begin.
pub(super) const TEMPORARY: &str = ".reduce-tree-";
/// A temporary file lives for an instant: one older than this is a leftover unless it is locked.
const YOUNG: Duration = Duration::from_secs(2);

/// The file, or the folder, that holds the best so far. At every moment it holds one whole text: an older or a newer one.
///
/// That holds against the end of this program at any point; data is not forced to the medium at every step, since that
/// costs more than most tests, but at the end. What a program leaves beside the file that was ended between writing a
/// text and renaming it, the next one removes.
#[derive(Clone, Debug)]
pub struct BestFile {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Replaced as a whole, with these permissions.
    File(Permissions),
    /// A folder, likewise: texts are packed folders.
    Folder(Permissions),
    /// A device or pipe: there is no replacing it, so it is written once, at the end.
    Stream,
    /// So is the standard output, whatever it is.
    StandardOutput,
}

/// Why the best so far cannot be kept.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{path}` ({reason}): {}, or name another place with -o", self.advice(), path = .path.display())]
pub struct BestError {
    path: PathBuf,
    reason: io::Error,
}

impl BestError {
    /// What the system says.
    pub fn reason(&self) -> &io::Error {
        &self.reason
    }

    fn advice(&self) -> String {
        match self.reason.kind() {
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                format!("allow it, as with `chmod u+w {}`", self.path.display())
            }
            _ if Errno::from_io_error(&self.reason) == Some(Errno::NXIO) => "let somebody read from it".to_owned(),
            _ => "make room there".to_owned(),
        }
    }
}

/// Where a file is or would come to be: a symbolic link stays, and what it leads to counts, be it there or not.
///
/// # Errors
/// When links lead in a circle, or a folder on the way cannot be entered.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    loop {
        match fs::canonicalize(&place) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            found => return found,
        }
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(place),
        }
    }
}

impl BestFile {
    /// A file at this path, with the permissions of `input` unless it is there already. Nothing is written to it yet,
    /// but that one can write next to it is made sure of.
    ///
    /// # Errors
    /// [`BestError`] when one cannot.
    pub fn new(path: &Path, input: &Path) -> Result<Self, BestError> {
        let failed = |reason| BestError { path: path.to_owned(), reason };
        let place = resolved(path).map_err(failed)?;
        if let Some(metadata) = fs::metadata(input).ok().filter(fs::Metadata::is_dir) {
            let permissions = Permissions::from_mode(metadata.permissions().mode() | 0o700);
            return Self::checked(BestFile { path: place, kind: Kind::Folder(permissions) }).map_err(failed);
        }
        let kind = match fs::metadata(&place) {
            Ok(metadata) if metadata.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
            Ok(metadata) if !metadata.is_file() => Kind::Stream,
            // It could be replaced all the same, but that is not what its owner wants.
            Ok(metadata) if metadata.permissions().readonly() || access(&place, Access::WRITE_OK).is_err() => {
                return Err(failed(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only")));
            }
            Ok(metadata) => Kind::File(metadata.permissions()),
            Err(_) => {
                let mode = fs::metadata(input).map_or(0o644, |metadata| metadata.permissions().mode());
                Kind::File(Permissions::from_mode(mode | 0o200))
            }
        };
        Self::checked(BestFile { path: place, kind }).map_err(failed)
    }

    /// Makes sure that something can be written beside it.
    fn checked(self) -> io::Result<Self> {
        if !matches!(self.kind, Kind::Stream) {
            self.beside()?;
            remove_leftovers(self.folder());
        }
        Ok(self)
    }

    /// The standard output, to which the result is written at the end.
    pub fn standard_output() -> Self {
        BestFile { path: PathBuf::from("/dev/stdout"), kind: Kind::StandardOutput }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file by a text, at once.
    ///
    /// # Errors
    /// [`BestError`] when that is impossible; then the file is as it was.
    pub fn keep(&self, text: &[u8]) -> Result<(), BestError> {
        let write = || -> io::Result<()> {
            match &self.kind {
                Kind::File(permissions) => {
                    self.written(text, permissions)?.persist(&self.path)?;
                }
                Kind::Folder(permissions) => {
                    Replacement::written(text, self.folder(), permissions)?.persist(&self.path)?;
                }
                Kind::Stream | Kind::StandardOutput => {}
            }
            Ok(())
        };
        write().map_err(|reason| self.failed(reason))
    }

    /// Makes the file with a text in it, unless there is a file of this name: then that stays, and the answer is no.
    ///
    /// # Errors
    /// [`BestError`] when that is impossible; then there is no file.
    pub fn keep_new(&self, text: &[u8]) -> Result<bool, BestError> {
        let write = || match &self.kind {
            Kind::File(permissions) => match self.written(text, permissions)?.persist_noclobber(&self.path) {
                Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                persisted => Ok(persisted.map(|_| true)?),
            },
            Kind::Folder(permissions) => {
                Replacement::written(text, self.folder(), permissions)?.persist_new(&self.path)
            }
            Kind::Stream | Kind::StandardOutput => Ok(true),
        };
        write().map_err(|reason| self.failed(reason))
    }

    /// The reduction is over and this is its result.
    ///
    /// # Errors
    /// [`BestError`] when it cannot be written.
    pub fn finish(&self, text: &[u8]) -> Result<(), BestError> {
        match self.kind {
            Kind::File(_) => {
                self.keep(text)?;
                // Where the medium has no such thing, the text is there all the same.
                let _ = fs::File::open(&self.path).and_then(|file| file.sync_all());
                Ok(())
            }
            Kind::Folder(_) => {
                self.keep(text)?;
                sync(&self.path);
                Ok(())
            }
            Kind::StandardOutput => {
                let mut out = io::stdout().lock();
                out.write_all(text).and_then(|()| out.flush()).map_err(|reason| self.failed(reason))
            }
            Kind::Stream => {
                let write = || {
                    // A pipe without a reader is told at once instead of waited for; one with a reader takes its time.
                    let now = OFlags::NONBLOCK.bits().cast_signed();
                    let mut stream = fs::OpenOptions::new().write(true).custom_flags(now).open(&self.path)?;
                    fcntl_setfl(&stream, OFlags::empty())?;
                    stream.write_all(text)
                };
                write().map_err(|reason| self.failed(reason))
            }
        }
    }

    /// A text in a temporary file beside.
    fn written(&self, text: &[u8], permissions: &Permissions) -> io::Result<NamedTempFile> {
        let mut file = self.beside()?;
        file.write_all(text)?;
        file.as_file().set_permissions(permissions.clone())?;
        Ok(file)
    }

    /// A temporary file in the same folder, so that it can take the file's place. It is locked, which says that somebody
    /// is at it.
    fn beside(&self) -> io::Result<NamedTempFile> {
        let file = Builder::new().prefix(TEMPORARY).tempfile_in(self.folder())?;
        // Without locks, only leftovers stay.
        let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
        Ok(file)
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    fn failed(&self, reason: io::Error) -> BestError {
        BestError { path: self.path.clone(), reason }
    }
}

/// Removes the temporary files of programs that are no more. What cannot be removed stays.
fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().as_bytes().starts_with(TEMPORARY.as_bytes())) {
        // A young one may not be locked yet.
        let is_old = |file: &fs::File| {
            file.metadata().and_then(|m| m.modified()).is_ok_and(|at| at.elapsed().is_ok_and(|age| age > YOUNG))
        };
        let Ok(file) = fs::File::open(entry.path()) else { continue };
        if is_old(&file) && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let is_folder = entry.file_type().is_ok_and(|file_type| file_type.is_dir());
            let _ = if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_ended_program_left_beside_is_removed_and_what_another_is_at_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = |name: &str| {
            let file = fs::File::create(folder.path().join(name)).expect("made");
            file.set_modified(std::time::SystemTime::now() - 2 * YOUNG).expect("set");
            file
        };
        drop(old(".reduce-tree-left"));
        drop(old(".reduced"));
        let busy = old(".reduce-tree-busy");
        flock(&busy, FlockOperation::NonBlockingLockExclusive).expect("locked");
        fs::write(folder.path().join(".reduce-tree-young"), "").expect("written");
        BestFile::new(&folder.path().join("bug.js"), Path::new("bug.js")).expect("can be written");
        let entries = fs::read_dir(folder.path()).expect("there");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        assert_eq!(names, [".reduce-tree-busy", ".reduce-tree-young", ".reduced"]);
    }

    #[test]
    fn a_new_file_takes_no_others_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let best = BestFile::new(&folder.path().join("bug.js"), Path::new("bug.js")).expect("can be written");
        assert!(best.keep_new(b"one").expect("made"));
        assert!(!best.keep_new(b"two").expect("left alone"));
        assert_eq!(fs::read(best.path()).expect("there"), b"one");
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 1, "no temporary file stays");
    }

    #[test]
    fn a_text_replaces_the_file_as_a_whole_and_its_permissions_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let (target, link) = (folder.path().join("bug.js"), folder.path().join("link.js"));
        fs::write(&target, "a long original").expect("written");
        fs::set_permissions(&target, Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&target, &link).expect("linked");
        let best = BestFile::new(&link, &target).expect("can be written");
        assert_eq!(fs::read(&target).expect("there"), b"a long original", "nothing is written before there is a best");
        best.keep(b"short").expect("kept");
        assert_eq!(fs::read(&target).expect("there"), b"short");
        assert_eq!(fs::metadata(&target).expect("there").permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 2, "no temporary file stays");
    }

    #[test]
    fn a_device_is_written_once_at_the_end() {
        let best = BestFile::new(Path::new("/dev/full"), Path::new("/dev/full")).expect("is there");
        best.keep(b"text").expect("not written yet");
        let error = best.finish(b"text").expect_err("it is full").to_string();
        assert!(error.starts_with("cannot write `/dev/full`"), "{error}");
    }

    #[test]
    fn a_folder_replaces_another_as_a_whole() {
        use crate::folder::{Entry, Folder};

        let folder = tempfile::tempdir().expect("a folder");
        let (input, place) = (folder.path().join("p"), folder.path().join("p.reduced"));
        fs::create_dir(&input).expect("made");
        let best = BestFile::new(&place, &input).expect("can be written");
        let one = Folder::new(vec![Entry::file("a/b.c", &b"one"[..]), Entry::file("c.h", &b""[..])]);
        let two = Folder::new(vec![Entry::file("c.h", &b"two"[..])]);
        let there = || Folder::read(&place, 1 << 20).expect("can be read").0;
        assert!(best.keep_new(&one.pack()).expect("made"));
        assert!(!best.keep_new(&two.pack()).expect("left alone"));
        assert_eq!(there(), one);
        best.keep(&two.pack()).expect("kept");
        assert_eq!(there(), two);
        best.finish(&one.pack()).expect("kept");
        assert_eq!(there(), one);
        assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 2, "no temporary folder stays");
    }

    #[test]
    fn a_link_to_nothing_leads_to_the_result() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, far) = (folder.path().join("link.js"), folder.path().join("far.js"));
        std::os::unix::fs::symlink("near.js", &link).expect("linked");
        std::os::unix::fs::symlink("far.js", folder.path().join("near.js")).expect("linked");
        BestFile::new(&link, Path::new("")).expect("can be written").keep(b"short").expect("kept");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read(&far).expect("there"), b"short");
        let circle = folder.path().join("circle.js");
        std::os::unix::fs::symlink("circle.js", &circle).expect("linked");
        assert!(BestFile::new(&circle, Path::new("")).is_err());
    }

    #[test]
    fn what_is_read_only_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("bug.js");
        fs::write(&place, "mine").expect("written");
        fs::set_permissions(&place, Permissions::from_mode(0o444)).expect("set");
        let error = BestFile::new(&place, Path::new("")).expect_err("read-only").to_string();
        assert!(error.contains("it is read-only") && error.contains("chmod u+w"), "{error}");
        // The result of a read-only input is not.
        let result = folder.path().join("bug.reduced.js");
        BestFile::new(&result, &place).expect("can be written").keep(b"").expect("kept");
        assert_eq!(fs::metadata(&result).expect("there").permissions().mode() & 0o777, 0o644);
    }

    #[test]
    fn a_place_that_is_no_place_is_told_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(BestFile::new(folder.path(), Path::new("bug.js")).is_err());
        assert!(BestFile::new(&folder.path().join("no/such/bug.js"), Path::new("bug.js")).is_err());
    }
}
