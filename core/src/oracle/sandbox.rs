//! Tests in a sandbox: without a network, and with nothing to write to but their own folder.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Bounds, End, Order, Supervisor, TestError, Until};

/// The program that makes sandboxes (the package bubblewrap).
const BUBBLEWRAP: &str = "bwrap";
/// What every sandbox is, before its folders: the test can reach no network and no process outside, has no rights but
/// the user's, and ends with the process that started it. Devices are the harmless ones.
const WALLS: [&str; 13] = [
    "--die-with-parent",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-pid",
    "--cap-drop",
    "ALL",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
];
/// Making one takes no longer.
const TRIAL: Duration = Duration::from_secs(30);
/// Bytes of output that are kept of the trial.
const SAID: u64 = 1000;

/// How tests are put into a sandbox by bubblewrap: everything can be read, and nothing written but the test's folder and
/// a `/tmp` (and `TMPDIR`) of its own, which is empty at first but for what the test may want from there.
#[derive(Clone, Debug)]
pub struct Sandbox {
    words: Vec<OsString>,
}

impl Sandbox {
    /// A sandbox in which these folders and files can be read even if they are among the temporary ones, and in which so
    /// many bytes of temporary files can be written. One is made for a trial.
    ///
    /// # Errors
    /// [`TestError`] when bubblewrap is missing, or the system does not let it work.
    pub fn new(readable: &[PathBuf], bounds: Bounds, supervisor: &Supervisor) -> Result<Self, TestError> {
        if !Sandbox::is_available() {
            return Err(TestError(format!(
                "--sandbox needs the program {BUBBLEWRAP}: install the package bubblewrap, or run without --sandbox"
            )));
        }
        let room = bounds.disk.unwrap_or(1 << 30);
        let mut words: Vec<OsString> = WALLS.map(OsString::from).into();
        let temporary = temporary_folders();
        let mut mounts: Vec<(&Path, bool)> = temporary.iter().map(|path| (path.as_path(), true)).collect();
        let is_hidden = |path: &&PathBuf| {
            temporary.iter().any(|folder| path.starts_with(folder)) && !temporary.contains(path) && path.exists()
        };
        mounts.extend(readable.iter().filter(is_hidden).map(|path| (path.as_path(), false)));
        // What is in a folder comes after the folder.
        mounts.sort_by_key(|(path, _)| path.components().count());
        for (path, is_temporary) in mounts {
            if is_temporary {
                words.extend(["--size".into(), room.to_string().into(), "--tmpfs".into(), path.into()]);
            } else {
                words.extend(["--ro-bind".into(), path.into(), path.into()]);
            }
        }
        let sandbox = Sandbox { words };
        sandbox.try_out(supervisor)?;
        Ok(sandbox)
    }

    /// Whether bubblewrap is installed.
    pub fn is_available() -> bool {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).any(|folder| folder.join(BUBBLEWRAP).is_file())
    }

    /// The same order within the sandbox.
    pub(super) fn around(&self, order: Order) -> Order {
        let mut words = self.words.clone();
        if let Some(folder) = order.folder.as_deref().map(Path::as_os_str) {
            let [bind, chdir] = ["--bind", "--chdir"].map(OsStr::new);
            words.extend([bind, folder, folder, chdir, folder].map(OsStr::to_owned));
        }
        words.extend(["--".into(), order.program.into_os_string()]);
        words.extend(order.words);
        Order { program: BUBBLEWRAP.into(), words, ..order }
    }

    fn try_out(&self, supervisor: &Supervisor) -> Result<(), TestError> {
        let failed = |reason: &str| {
            TestError(format!(
                "--sandbox does not work here ({reason}): {BUBBLEWRAP} has to be allowed to make user namespaces (see \
                 `sysctl kernel.unprivileged_userns_clone user.max_user_namespaces`, and the rules of a container), or \
                 run without --sandbox"
            ))
        };
        let scratch = supervisor.scratch().map_err(|e| TestError(e.to_string()))?;
        let place = scratch.holding(OsStr::new("trial"), b"").map_err(|e| failed(&e.to_string()))?;
        let order = Order {
            program: "/bin/sh".into(),
            words: vec!["-c".into(), ": >trial".into()],
            folder: Some(place.folder().to_owned()),
            kept: Some(SAID),
            time: Some(TRIAL),
            ..Order::default()
        };
        let ended = supervisor.run(self.around(order), &Until::default()).map_err(|e| failed(&e.to_string()))?;
        if ended.end == End::Exit(0) {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&ended.stderr);
        Err(failed(said.trim().lines().next_back().unwrap_or("it ends without a word")))
    }
}

/// The folders for temporary files, resolved.
fn temporary_folders() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from("/tmp"), tempfile::env::temp_dir()];
    for folder in &mut folders {
        *folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
    }
    folders.dedup();
    folders
}
