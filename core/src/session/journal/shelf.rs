//! The folder that sessions are kept in, each in a folder of its own.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::error::JournalError;
use super::lock::Lock;
use super::{DATABASE, Identity};
use crate::database::contain;

/// A session that nobody has touched for so long is removed by the next run.
const MOST_AGE: Duration = Duration::from_secs(60 * 24 * 3600);
/// When all together take more bytes than this, the next run removes the oldest.
const MOST_BYTES: u64 = 1 << 30;

/// A folder of sessions.
#[derive(Clone, Debug)]
pub struct Shelf {
    root: PathBuf,
}

/// A session on disk.
#[derive(Debug)]
pub struct KeptSession {
    /// Its name.
    pub id: String,
    /// Its folder.
    pub folder: PathBuf,
    /// How it stands.
    pub state: KeptState,
    /// How long ago it was last written to.
    pub age: Duration,
    /// Its bytes on disk.
    pub size: u64,
    /// What it says of itself, unless it cannot be read.
    pub contents: Option<Contents>,
}

/// How a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptState {
    /// A run is at it.
    Running,
    /// Its last search has come to its end.
    Done,
    /// Its last search has not.
    Interrupted,
    /// It cannot be read.
    Damaged,
}

/// What a session says of itself.
#[derive(Debug)]
pub struct Contents {
    /// Where the input was.
    pub input: PathBuf,
    /// The input's language.
    pub language: String,
    /// The input's bytes.
    pub original: u64,
    /// The bytes of the best text of all its searches; none before the first.
    pub best: Option<u64>,
    /// How many verdicts it holds.
    pub verdicts: u64,
    is_done: bool,
}

impl Shelf {
    /// The one in the user's state folder; none where the system has no such folder.
    pub fn of_user() -> Option<Self> {
        let folders = directories::ProjectDirs::from("", "", "reduce-tree")?;
        Some(Shelf { root: folders.state_dir()?.join("sessions") })
    }

    /// The one in this folder, which need not be there yet.
    pub fn at(root: &Path) -> Self {
        Shelf { root: root.to_owned() }
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The place of a session. The folders above it are made, for nobody but the user.
    ///
    /// # Errors
    /// [`JournalError::Io`] when they cannot be.
    pub fn place(&self, identity: &Identity) -> Result<PathBuf, JournalError> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.root);
        made.map_err(|e| JournalError::io(&self.root, &e))?;
        Ok(self.root.join(identity.to_string()))
    }

    /// All sessions, the last used first.
    ///
    /// # Errors
    /// When the folder cannot be read; one that is not there has none.
    pub fn sessions(&self) -> io::Result<Vec<KeptSession>> {
        let mut all: Vec<KeptSession> = self.stored()?.into_iter().map(Stored::read).collect();
        all.sort_by_key(|session| session.age);
        Ok(all)
    }

    /// Removes a session, unless a run is at it. Whether it is gone.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, id: &str) -> io::Result<bool> {
        let folder = self.root.join(id);
        let Some(_lock) = Lock::try_existing(&folder) else { return Ok(false) };
        fs::remove_dir_all(&folder).map(|()| true)
    }

    /// Removes what is too old, and the oldest for as long as all together are too large.
    ///
    /// # Errors
    /// When the folder cannot be read. What cannot be removed stays.
    pub fn tidy(&self) -> io::Result<()> {
        let mut all = self.stored()?;
        all.sort_by_key(|session| session.age);
        let mut total = 0;
        for session in all {
            total += session.size;
            if session.age > MOST_AGE || total > MOST_BYTES {
                let _ = self.remove(&session.id);
            }
        }
        Ok(())
    }

    fn stored(&self) -> io::Result<Vec<Stored>> {
        let entries = match fs::read_dir(&self.root) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        // Only what looks like ours: the folder may hold anything.
        let is_id = |name: &str| name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit());
        let named = entries.flatten().filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())));
        Ok(named.filter(|(name, _)| is_id(name)).filter_map(|(id, folder)| Stored::look(id, folder).ok()).collect())
    }
}

/// A session from outside.
struct Stored {
    id: String,
    folder: PathBuf,
    age: Duration,
    size: u64,
}

impl Stored {
    fn look(id: String, folder: PathBuf) -> io::Result<Self> {
        let (mut size, mut touched) = (0, SystemTime::UNIX_EPOCH);
        for file in fs::read_dir(&folder)? {
            // SQLite's own files come and go.
            let Ok(metadata) = file?.metadata() else { continue };
            size += metadata.len();
            touched = touched.max(metadata.modified()?);
        }
        let age = SystemTime::now().duration_since(touched).unwrap_or_default();
        Ok(Stored { id, folder, age, size })
    }

    fn read(self) -> KeptSession {
        let is_running = Lock::try_existing(&self.folder).is_none();
        let contents = contents(&self.folder).ok();
        let state = match &contents {
            _ if is_running => KeptState::Running,
            None => KeptState::Damaged,
            Some(contents) if contents.is_done => KeptState::Done,
            Some(_) => KeptState::Interrupted,
        };
        let Stored { id, folder, age, size } = self;
        KeptSession { id, folder, state, age, size, contents }
    }
}

fn contents(folder: &Path) -> rusqlite::Result<Contents> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(folder.join(DATABASE), flags)?;
    contain(&connection)?;
    connection.busy_timeout(Duration::from_secs(1))?;
    let about = "SELECT value FROM about WHERE name = ?1";
    let input = connection.query_row(about, ["input"], |row| row.get::<_, Vec<u8>>(0))?;
    let last = "SELECT done FROM searches ORDER BY updated DESC LIMIT 1";
    Ok(Contents {
        input: PathBuf::from(OsString::from_vec(input)),
        language: connection.query_row(about, ["language"], |row| row.get(0))?,
        original: connection.query_row(about, ["bytes"], |row| row.get(0))?,
        best: connection.query_row("SELECT min(bytes) FROM searches", [], |row| row.get(0))?,
        verdicts: connection.query_row("SELECT count(*) FROM verdicts", [], |row| row.get(0))?,
        is_done: connection.query_row(last, [], |row| row.get(0)).optional()?.unwrap_or_default(),
    })
}
