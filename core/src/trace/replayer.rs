//! Replays by a process that is started once.
//!
//! To start a generator takes longer than most replays do: an interpreter, its modules, the instrumentation of the program.
//! So the side may come as a process that has all this behind it. It speaks the protocol of test servers; what it is asked
//! about is the path of the file to generate. Beside that is the trace to follow, and there it puts the trace that it records
//! and what the generator writes.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::oracle::{Bounds, End, Ended, Invocation, Run, ServerPlan, Supervisor, TestError, TestServer, Until};

/// A process says hello within this time.
const START: Duration = Duration::from_secs(60);
/// Bytes that are read of the end of what the generator says.
const SAID: u64 = 64 << 10;
/// The files of a folder, besides the trace that is recorded: the generator's standard output and standard error.
const OUTPUT: &str = "output";
const ERRORS: &str = "errors";

/// The process, which is started when there is something to replay and again when it is gone.
pub(super) struct Replayer(TestServer);

impl Replayer {
    /// One that is this command.
    ///
    /// # Errors
    /// [`TestError`] when the first word names no program.
    pub(super) fn new(words: &[OsString], supervisor: Arc<Supervisor>) -> Result<Self, TestError> {
        let plan = ServerPlan {
            is_folder: false,
            invocation: Invocation::command(words)?,
            input: "followed".into(),
            files: Vec::new(),
            start_limit: START,
            bounds: Bounds::default(),
            sandbox: None,
            // It follows one trace at a time, and there are as many of it as are asked for at once.
            jobs: usize::MAX,
            fresh_every: None,
        };
        Ok(Replayer(TestServer::new(plan, supervisor)))
    }

    /// Has the trace followed that is in the folder of this file, which is the one to generate.
    ///
    /// # Errors
    /// [`TestError`] when the process cannot be started, or does not keep to the protocol.
    pub(super) fn replay(&self, generated: &Path, limit: Duration, until: &Until) -> Result<Ended, TestError> {
        let Run { end, stdout, took, .. } = self.0.run(generated.as_os_str().as_bytes(), limit, limit, until)?;
        let end = match end {
            End::Exit(_) => how(&String::from_utf8_lossy(&stdout)).unwrap_or(End::Unanswered),
            other => other,
        };
        let stdout = fs::read(generated.with_file_name(OUTPUT)).unwrap_or_default();
        Ok(Ended { end, stdout, stderr: end_of(&generated.with_file_name(ERRORS)), took })
    }
}

/// How the generator ended, as the process says it: `exit N` or `signal N`.
fn how(said: &str) -> Option<End> {
    let (kind, number) = said.trim().split_once(' ')?;
    let number = number.parse().ok()?;
    match kind {
        "exit" => Some(End::Exit(number)),
        "signal" => Some(End::Signal(number)),
        _ => None,
    }
}

fn end_of(path: &Path) -> Vec<u8> {
    let read = File::open(path).and_then(|mut file| {
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(SAID)))?;
        let mut end = Vec::new();
        file.take(SAID).read_to_end(&mut end)?;
        Ok(end)
    });
    read.unwrap_or_default()
}
