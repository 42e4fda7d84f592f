//! What this process and the supervisor say to each other.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::{Bounds, End, Ended, Limit};
use crate::wire::{Nonsense, Reader, Writer};

/// A process group to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// What is started; looked for in `PATH` if it holds no slash.
    pub(crate) program: PathBuf,
    /// Its name for itself, if not that.
    pub(crate) name: Option<OsString>,
    /// Its arguments.
    pub(crate) words: Vec<OsString>,
    /// Where it runs; a test or a pass has a folder for itself. Without one the group is a companion, and no test.
    pub(crate) folder: Option<PathBuf>,
    /// The file on its standard input; else what came with the order, if anything.
    pub(crate) input: Option<PathBuf>,
    /// What came with the order is a socket, and its standard output as well.
    pub(crate) talks: bool,
    /// How many bytes are kept of the beginning of each of its output streams, and again of the end. None: they are
    /// thrown away as they are written.
    pub(crate) kept: Option<u64>,
    /// Wall time, after which the group is killed.
    pub(crate) time: Option<Duration>,
    /// What else it may use.
    pub(crate) bounds: Bounds,
}

/// What the supervisor is told on a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// To run this.
    Run(Box<Order>),
    /// To kill what runs.
    Cancel,
}

/// What became of an order: the number is the system's error when it could not be started.
pub(super) type Reply = Result<Ended, i32>;

/// The supervisor is ready.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hello {
    /// The folder for the folders of tests, which goes with the supervisor.
    pub(super) root: PathBuf,
    /// What the user should know of, a line each.
    pub(super) notices: Vec<String>,
}

impl Request {
    pub(super) fn frame(&self) -> io::Result<Vec<u8>> {
        let Request::Run(order) = self else { return Writer::new().byte(1).frame() };
        let Order { program, name, words, folder, input, talks, kept, time, bounds } = &**order;
        let os = |writer: Writer, word: &OsString| writer.path(Path::new(word));
        let path = |writer: Writer, path: &PathBuf| writer.path(path);
        let writer = Writer::new().byte(0).path(program).option(name.as_ref(), os).list(words, os);
        let writer = writer.option(folder.as_ref(), path).option(input.as_ref(), path);
        let writer = writer.byte((*talks).into()).option(*kept, Writer::number);
        let writer = writer.option(time.map(nanoseconds), Writer::number);
        let Bounds { memory, processes, output, disk } = *bounds;
        [memory, processes, output, disk].into_iter().fold(writer, |w, bound| w.option(bound, Writer::number)).frame()
    }

    pub(super) fn read(content: &[u8]) -> Result<Self, Nonsense> {
        let mut reader = Reader::new(content);
        match reader.byte()? {
            0 => {}
            1 => return reader.end(Request::Cancel),
            _ => return Err(Nonsense),
        }
        let os = |reader: &mut Reader| reader.path().map(PathBuf::into_os_string);
        let order = Order {
            program: reader.path()?,
            name: reader.option(os)?,
            words: reader.list(os)?,
            folder: reader.option(Reader::path)?,
            input: reader.option(Reader::path)?,
            talks: reader.byte()? != 0,
            kept: reader.option(Reader::number)?,
            time: reader.option(Reader::number)?.map(Duration::from_nanos),
            bounds: Bounds {
                memory: reader.option(Reader::number)?,
                processes: reader.option(Reader::number)?,
                output: reader.option(Reader::number)?,
                disk: reader.option(Reader::number)?,
            },
        };
        reader.end(Request::Run(Box::new(order)))
    }
}

pub(super) fn reply_frame(reply: &Reply) -> io::Result<Vec<u8>> {
    match reply {
        Ok(Ended { end, stdout, stderr, took }) => {
            let (kind, number) = match *end {
                End::Exit(status) => (1, status),
                End::Signal(signal) => (2, signal),
                End::TimedOut => (3, 0),
                End::OverLimit(limit) => (4, Limit::ALL.iter().position(|&one| one == limit).unwrap_or(0) as i32),
                // A test server is no order of its own.
                End::GivenUp | End::Unanswered => (5, 0),
            };
            let writer = Writer::new().byte(kind).word(number.cast_unsigned()).number(nanoseconds(*took));
            writer.bytes(stdout).bytes(stderr).frame()
        }
        Err(number) => Writer::new().byte(0).word(number.cast_unsigned()).frame(),
    }
}

pub(super) fn read_reply(content: &[u8]) -> Result<Reply, Nonsense> {
    let mut reader = Reader::new(content);
    let (kind, number) = (reader.byte()?, reader.word()?.cast_signed());
    let end = match kind {
        0 => return reader.end(Err(number)),
        1 => End::Exit(number),
        2 => End::Signal(number),
        3 => End::TimedOut,
        4 => End::OverLimit(*usize::try_from(number).ok().and_then(|place| Limit::ALL.get(place)).ok_or(Nonsense)?),
        5 => End::GivenUp,
        _ => return Err(Nonsense),
    };
    let took = Duration::from_nanos(reader.number()?);
    let (stdout, stderr) = (reader.bytes()?.to_vec(), reader.bytes()?.to_vec());
    reader.end(Ok(Ended { end, stdout, stderr, took }))
}

impl Hello {
    /// There is no place for such a folder: then no supervisor, either.
    pub(super) fn refusal(place: &Path, error: &io::Error) -> Self {
        let shown = place.display();
        let reason = format!("cannot make a folder in `{shown}` ({error}): make room there, or set TMPDIR to another");
        Hello { root: PathBuf::new(), notices: vec![reason] }
    }

    /// Why there is no supervisor.
    pub(super) fn refused(&self) -> Option<&str> {
        if self.root.as_os_str().is_empty() { self.notices.first().map(String::as_str) } else { None }
    }

    pub(super) fn frame(&self) -> io::Result<Vec<u8>> {
        Writer::new().path(&self.root).list(&self.notices, |writer, line| writer.bytes(line.as_bytes())).frame()
    }

    pub(super) fn read(content: &[u8]) -> Result<Self, Nonsense> {
        let mut reader = Reader::new(content);
        let hello = Hello { root: reader.path()?, notices: reader.list(Reader::string)? };
        reader.end(hello)
    }
}

/// Beyond some centuries, the longest that there is.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Order {
    /// This program, to be run again with this as its first word.
    pub(crate) fn ourselves(word: &str) -> Self {
        let name = std::env::args_os().next().unwrap_or_default();
        Order { program: our_program(), name: Some(name), words: vec![OsStr::new(word).into()], ..Order::default() }
    }
}

/// The program that runs: the same file even if another has taken its place since, where the system has a name for that.
pub(super) fn our_program() -> PathBuf {
    const OURSELVES: &str = "/proc/self/exe";
    if Path::new(OURSELVES).exists() {
        return OURSELVES.into();
    }
    std::env::args_os().next().unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::HEADER;

    #[test]
    fn what_is_said_is_what_is_heard() {
        let order = Order {
            program: "/bin/true".into(),
            name: Some("itself".into()),
            words: vec!["a b".into(), OsString::new()],
            folder: Some("/tmp/x".into()),
            input: Some("/tmp/x/a.js".into()),
            talks: true,
            kept: Some(7),
            time: Some(Duration::from_millis(1500)),
            bounds: Bounds { memory: Some(1), processes: None, output: Some(3), disk: Some(4) },
        };
        for request in [Request::Run(Box::new(order)), Request::Run(Box::default()), Request::Cancel] {
            let frame = request.frame().expect("short");
            assert_eq!(Request::read(&frame[HEADER..]), Ok(request));
            assert!(Request::read(&frame[HEADER..frame.len() - 1]).is_err(), "cut short");
        }
        let ends = [End::Exit(3), End::Signal(9), End::TimedOut, End::OverLimit(Limit::Disk), End::GivenUp];
        let (stdout, stderr, took) = (b"out".to_vec(), b"err".to_vec(), Duration::from_micros(5));
        let ended = ends.map(|end| Ok(Ended { end, stdout: stdout.clone(), stderr: stderr.clone(), took }));
        for reply in ended.into_iter().chain([Err(2)]) {
            let frame = reply_frame(&reply).expect("short");
            assert_eq!(read_reply(&frame[HEADER..]), Ok(reply));
        }
        let hello = Hello { root: "/tmp/reduce-tree.abc".into(), notices: vec!["a line".into()] };
        assert_eq!(Hello::read(&hello.frame().expect("short")[HEADER..]), Ok(hello));
    }
}
