//! The best so far, on disk.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, OFlags, access, fcntl_setfl};
use rustix::io::Errno;
use tempfile::{Builder, NamedTempFile};

/// The file that holds the best so far. At every moment it holds one whole text: an older or a newer one.
///
/// That holds against the end of this program at any point; data is not forced to the medium at every step, since that
/// costs more than most tests.
#[derive(Debug)]
pub struct BestFile {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Replaced as a whole, with these permissions.
    File(Permissions),
    /// A device or pipe: there is no replacing it, so it is written once, at the end.
    Stream,
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
        let best = BestFile { path: place, kind };
        if let Kind::File(_) = best.kind {
            best.beside().map_err(failed)?;
        }
        Ok(best)
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
        let Kind::File(permissions) = &self.kind else { return Ok(()) };
        let write = || -> io::Result<()> {
            let mut file = self.beside()?;
            file.write_all(text)?;
            file.as_file().set_permissions(permissions.clone())?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().map_err(|reason| self.failed(reason))
    }

    /// The reduction is over and this is its result.
    ///
    /// # Errors
    /// [`BestError`] when it cannot be written.
    pub fn finish(&self, text: &[u8]) -> Result<(), BestError> {
        match self.kind {
            Kind::File(_) => self.keep(text),
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

    /// A temporary file in the same folder, so that it can take the file's place.
    fn beside(&self) -> io::Result<NamedTempFile> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Builder::new().prefix(".reduce-tree-").tempfile_in(folder)
    }

    fn failed(&self, reason: io::Error) -> BestError {
        BestError { path: self.path.clone(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
