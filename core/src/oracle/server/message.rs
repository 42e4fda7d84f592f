//! The lines that go to a test server and come from it, as `servers/PROTOCOL.md` has them.

use std::path::Path;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::folders::Difference;
use crate::oracle::{Bounds, Limit};

/// The version of the protocol that is spoken here.
pub(super) const VERSION: u32 = 2;
/// The first version; a server of any since then is understood.
const FIRST_VERSION: u32 = 1;
/// Bytes of a line that comes from a server; who writes more without an end of the line is not believed.
pub(super) const LONGEST: usize = 4 << 20;
/// So much is shown of a line that makes no sense, and of one that says what is wrong.
const SHOWN: usize = 80;
const EXPLAINED: usize = 400;
/// No server takes more at once.
const MOST_IN_FLIGHT: usize = 4096;
/// Seconds that a test may say that it took: beyond that the number is none.
const MOST_SECONDS: f64 = 1e9;

/// What is said to a server.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Say<'a> {
    /// The first line.
    Hello(Purpose<'a>),
    /// A candidate to test.
    Test(Candidate<'a>),
    /// The answer to this one is not wanted any more.
    Cancel(u64),
}

/// What a server is for.
#[derive(Debug, Serialize)]
pub(super) struct Purpose<'a> {
    pub(super) version: u32,
    /// The name of every candidate.
    pub(super) name: &'a str,
    /// Candidates are folders.
    pub(super) is_folder: bool,
    /// How many candidates are under test at once, at most.
    pub(super) jobs: usize,
    /// The files of the test, as paths from the root.
    pub(super) files: &'a [String],
    /// Where the user is: from there relative paths are taken.
    pub(super) folder: Option<&'a str>,
    /// What a test may use but for time.
    pub(super) limits: &'a Bounds,
    /// The server is in a sandbox, without a network.
    pub(super) sandbox: bool,
}

/// A candidate, as the path of a file or a folder, as a text, or as the difference of a folder.
#[derive(Debug, Serialize)]
pub(super) struct Candidate<'a> {
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    /// The text of a candidate that is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<Difference>,
    /// Seconds.
    timeout: f64,
    priority: i64,
}

impl<'a> Candidate<'a> {
    fn new(id: u64, limit: Duration, rank: usize) -> Self {
        let (timeout, priority) = (limit.as_secs_f64(), first(rank));
        Candidate { id, path: None, text: None, base64: None, folder: None, timeout, priority }
    }

    /// One that is on the disk.
    pub(super) fn in_place(id: u64, path: &'a str, limit: Duration, rank: usize) -> Self {
        Candidate { path: Some(path), ..Candidate::new(id, limit, rank) }
    }

    /// One that is sent with its text.
    pub(super) fn of_text(id: u64, bytes: &'a [u8], limit: Duration, rank: usize) -> Self {
        let text = std::str::from_utf8(bytes).ok();
        let base64 = if text.is_none() { Some(STANDARD.encode(bytes)) } else { None };
        Candidate { text, base64, ..Candidate::new(id, limit, rank) }
    }

    /// A folder.
    pub(super) fn of_folder(id: u64, folder: Difference, limit: Duration, rank: usize) -> Self {
        Candidate { folder: Some(folder), ..Candidate::new(id, limit, rank) }
    }
}

/// The priority of what is wanted before all of a higher rank.
fn first(rank: usize) -> i64 {
    -i64::try_from(rank).unwrap_or(i64::MAX)
}

impl Say<'_> {
    /// The line.
    pub(super) fn line(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// A path as a server is told it: none where JSON cannot say it.
pub(super) fn told(path: &Path) -> Option<&str> {
    path.to_str()
}

/// How a server wants candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wants {
    /// On the disk, in a folder of its own.
    #[default]
    Path,
    /// The text itself.
    Text,
    /// The text itself, and a folder as the difference from one that was told before.
    Difference,
}

/// What a server says of itself, first of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Hello {
    version: u32,
    /// How many candidates it takes before it has answered.
    #[serde(default = "one")]
    pub(super) in_flight: usize,
    #[serde(default)]
    pub(super) wants: Wants,
    /// It understands that an answer is not wanted any more.
    #[serde(default)]
    pub(super) cancels: bool,
    /// It sees to time limits itself: they count from when a test begins, which is not when it is sent.
    #[serde(default)]
    pub(super) times: bool,
    /// Nothing of a candidate is left when the next is tested: a fresh process would answer no better.
    #[serde(default)]
    pub(super) keeps_nothing: bool,
}

fn one() -> usize {
    1
}

/// The answer about a candidate.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Answer {
    pub(super) id: u64,
    pub(super) verdict: Said,
    /// What the test wrote, for whoever wants to know why.
    #[serde(default)]
    pub(super) output: String,
    /// How long the test took, where that is not the time between question and answer.
    #[serde(default)]
    pub(super) seconds: Option<f64>,
    /// What the test used too much of.
    #[serde(default)]
    pub(super) limit: Option<Limit>,
}

impl Answer {
    /// How long the test took, as far as that is said and makes sense.
    pub(super) fn took(&self) -> Option<Duration> {
        let seconds = self.seconds.filter(|seconds| (0.0..MOST_SECONDS).contains(seconds))?;
        Some(Duration::from_secs_f64(seconds))
    }
}

/// The verdict of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    Interesting,
    Not,
    /// The test did not end within its time limit.
    TimedOut,
    /// The test used more than it may.
    OverLimit,
    /// Whatever tests it is lost, again and again.
    Unanswered,
    /// The answer was not wanted any more.
    Cancelled,
    /// The test cannot be run at all.
    Error,
}

/// How a server is doing, for those who watch it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Status {
    /// A few words.
    #[serde(default)]
    pub(super) text: String,
    /// It tests nothing now and can do nothing about it.
    #[serde(default)]
    pub(super) waits: bool,
}

/// A line that came from a server.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Heard {
    Hello { hello: Hello },
    Status { status: Status },
    Answer(Answer),
}

/// Reads a line; what is wrong with it, otherwise.
pub(super) fn read(line: &[u8]) -> Result<Heard, String> {
    let heard = serde_json::from_slice(line)
        .map_err(|_| format!("it writes a line to its standard output that is no message: {}", shown(line)))?;
    if let Heard::Hello { hello } = heard {
        if !(FIRST_VERSION..=VERSION).contains(&hello.version) {
            return Err(format!("it speaks version {} of the protocol, and this is version {VERSION}", hello.version));
        }
        if !(1..=MOST_IN_FLIGHT).contains(&hello.in_flight) {
            let most = MOST_IN_FLIGHT;
            return Err(format!("it says that it takes {} candidates at once: say 1 to {most}", hello.in_flight));
        }
    }
    Ok(heard)
}

/// The beginning of a line, harmless to a terminal.
pub(super) fn shown(line: &[u8]) -> String {
    beginning(line, SHOWN)
}

/// The same for a line that says what is wrong.
pub(super) fn explained(line: &[u8]) -> String {
    beginning(line, EXPLAINED)
}

fn beginning(line: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim().chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
