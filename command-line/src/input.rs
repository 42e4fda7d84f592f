//! The input, and the places beside it.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::exit::{ExitStatus, Failure};

/// No input is larger than this; no file that a test writes grows beyond it either.
pub const LARGEST_FILE: u64 = 256 << 20;

/// The file to reduce.
#[derive(Debug)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// Its bytes.
    pub text: Arc<[u8]>,
}

impl Input {
    /// Reads it.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be read, or is no file that can be reduced.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let fail = |message: String| Failure::new(ExitStatus::File, message);
        let unreadable = |e: std::io::Error| fail(format!("cannot read the input `{shown}`: {e}"));
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(fail(format!("the input `{shown}` is a folder: give a file")));
        }
        if metadata.len() > LARGEST_FILE {
            let most = LARGEST_FILE >> 20;
            return Err(fail(format!("the input `{shown}` is larger than {most} MB: cut it down first")));
        }
        let text = fs::read(path).map_err(unreadable)?;
        if text.is_empty() {
            return Err(fail(format!("the input `{shown}` is empty: there is nothing to reduce")));
        }
        Ok(Input { path: path.to_owned(), text: text.into() })
    }

    /// `bug.reduced.js` beside `bug.js`.
    pub fn reduced(&self) -> PathBuf {
        let mut name = self.path.file_stem().unwrap_or_default().to_owned();
        name.push(".reduced");
        if let Some(extension) = self.path.extension() {
            name.push(".");
            name.push(extension);
        }
        self.path.with_file_name(name)
    }

    /// Keeps the original as `bug.js.orig`. One that is there already with other contents is somebody's original.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be written.
    pub fn keep_original(&self) -> Result<(), Failure> {
        let mut name = OsString::from(&self.path);
        name.push(".orig");
        let place = PathBuf::from(name);
        let shown = place.display();
        let failed =
            |e: std::io::Error| Failure::new(ExitStatus::File, format!("cannot keep the original as `{shown}`: {e}"));
        match fs::File::create_new(&place) {
            Ok(mut file) => file.write_all(&self.text).map_err(failed),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
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
