//! What `learn` tells the shell.

use std::process::ExitCode;

/// The exit statuses. (A wrong command line ends with 2.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All done.
    Done = 0,
    /// Something could not be read, written or drawn.
    Failed = 1,
    /// The tables cannot be used: corrupt, of another version, not there.
    Tables = 3,
    /// Interrupted; what was committed stays, and the next run goes on from there.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}
