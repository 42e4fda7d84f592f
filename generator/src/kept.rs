//! The reduced trace on disk, with the command of the generator that follows it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use reduce_command_line::exit::{ExitStatus, Failure};
use reduce_core::trace::{Alignment, Trace};

/// What a kept trace has to say of the command: a comment, which readers of traces pass over.
const GENERATOR: &[u8] = b"#generator ";
const FOLDER: &[u8] = b"#folder ";

/// A command as a shell would be told it.
pub fn shown(command: &[OsString]) -> OsString {
    let words = command.iter().map(|word| shlex::bytes::try_quote(word.as_bytes()).unwrap_or_default());
    OsString::from_vec(words.collect::<Vec<_>>().join(&b' '))
}

/// A trace with the command that it is for.
#[derive(Debug)]
pub struct Kept {
    /// The words of the command as the user gave them.
    pub generator: Vec<OsString>,
    /// Where it ran.
    pub folder: PathBuf,
    /// The trace.
    pub trace: Trace,
}

impl Kept {
    /// Its text.
    pub fn text(generator: &[OsString], folder: &Path, trace: &Trace) -> Vec<u8> {
        let (trace, generator) = (trace.to_replay(Alignment::Halt), shown(generator));
        let text =
            [trace.as_bytes(), GENERATOR, generator.as_bytes(), b"\n", FOLDER, folder.as_os_str().as_bytes(), b"\n"];
        text.concat()
    }

    /// Reads it.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let unreadable =
            |e: &dyn std::fmt::Display| Failure::new(ExitStatus::File, format!("cannot read the trace `{shown}`: {e}"));
        let mut lines = Vec::new();
        let (mut generator, mut folder) = (None, PathBuf::new());
        let file = File::open(path).map_err(|e| unreadable(&e))?;
        for line in BufReader::new(file).split(b'\n') {
            let line = line.map_err(|e| unreadable(&e))?;
            if let Some(words) = line.strip_prefix(GENERATOR) {
                generator = shlex::bytes::split(words);
            } else if let Some(place) = line.strip_prefix(FOLDER) {
                folder = PathBuf::from(OsString::from_vec(place.to_vec()));
            } else {
                lines.push(line);
            }
        }
        let trace = Trace::read(lines.join(&b'\n').as_slice()).map_err(|e| unreadable(&e))?;
        let words = generator.ok_or_else(|| unreadable(&"it does not say which generator it is for"))?;
        Ok(Kept { generator: words.into_iter().map(OsString::from_vec).collect(), folder, trace })
    }
}
