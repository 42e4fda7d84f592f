//! The helper: the process that a plugin is loaded into, and what it does.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::background::{Background, Subject};
use super::channel::AWAKE;
use super::library::{self, Library};
use super::local::LocalPass;
use super::message::{Reply, Request};
use super::{Pass, Trouble};
use crate::language::Patch;
use crate::oracle::socket_of_stdin;
use crate::tree::Tree;
use crate::wire::{HEADER, Nonsense};

/// The address space of a helper.
const MEMORY: u64 = 4 << 30;

/// What a helper program does: serves the process that started it, until that has had enough. The first word on its
/// command line is [`HELPER_WORD`](super::HELPER_WORD).
///
/// # Errors
/// When the program was not started as a helper, or the system refuses.
pub fn serve_as_helper() -> io::Result<()> {
    let line = Rc::new(RefCell::new(Line::new(taken_socket()?)?));
    contain()?;
    let mut server = Server { line: Rc::clone(&line), library: None, passes: Vec::new(), subject: None };
    loop {
        let Some((serial, request)) = line.borrow_mut().next()? else { return Ok(()) };
        if let Some(reply) = server.answer(request) {
            line.borrow_mut().say(&reply, serial)?;
        }
    }
}

/// Takes the socket away from standard input and lets go of everything else that is open, so that nothing that a plugin
/// reads or writes gets in between, or to anybody else.
fn taken_socket() -> io::Result<UnixStream> {
    let socket = socket_of_stdin()?;
    // What our caller's caller had left open.
    let kept = [0, 1, 2, socket.as_raw_fd()];
    let open = fs::read_dir("/proc/self/fd")?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let others: Vec<RawFd> = open.filter(|file| !kept.contains(file)).collect();
    for file in others {
        // The folder that was just read is among them, and closed already.
        let _ = nix::unistd::close(file);
    }
    Ok(socket)
}

/// Sees to it that this process ends with the one that started it, and stays within bounds. When the other has ended
/// already, the socket says so.
fn contain() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    for (resource, most) in [(Resource::As, MEMORY), (Resource::Core, 0)] {
        let mut limit = getrlimit(resource);
        limit.current = Some(limit.current.map_or(most, |old| old.min(most)));
        setrlimit(resource, limit)?;
    }
    Ok(())
}

/// The way to the process that is served.
struct Line {
    requests: BufReader<UnixStream>,
    replies: UnixStream,
    content: Vec<u8>,
    /// The request that is being answered.
    serial: u64,
    /// The tree that came last.
    tree: Option<Arc<Tree>>,
}

impl Line {
    fn new(socket: UnixStream) -> io::Result<Self> {
        let requests = BufReader::with_capacity(1 << 16, socket.try_clone()?);
        Ok(Line { requests, replies: socket, content: Vec::new(), serial: 0, tree: None })
    }

    /// The next request; none when there are no more.
    fn next(&mut self) -> io::Result<Option<(u64, Request)>> {
        let mut header = [0; HEADER];
        self.stay_awake();
        match self.requests.read_exact(&mut header) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        self.content.clear();
        let length = u64::from(u32::from_le_bytes(header));
        self.requests.by_ref().take(length).read_to_end(&mut self.content)?;
        let (serial, request) = Request::read(&self.content).map_err(|Nonsense| io::ErrorKind::InvalidData)?;
        self.serial = serial;
        Ok(Some((serial, request)))
    }

    /// Looks for a request for a moment, before it is waited for.
    fn stay_awake(&self) {
        let since = Instant::now();
        while since.elapsed() < AWAKE {
            let mut request = [PollFd::new(&self.replies, PollFlags::IN)];
            if poll(&mut request, Some(&Timespec::default())) != Ok(0) {
                return;
            }
            std::thread::yield_now();
        }
    }

    fn say(&mut self, reply: &Reply, serial: u64) -> io::Result<()> {
        self.replies.write_all(&reply.frame(serial)?)
    }

    /// The tree of the text that the request is about; none if nobody is there any more to give it.
    fn tree(&mut self) -> Option<Arc<Tree>> {
        self.say(&Reply::Wants, self.serial).ok()?;
        let (_, request) = self.next().ok()??;
        let Request::Tree(difference) = request else { return None };
        self.tree = difference.applied(self.tree.as_deref()).map(Arc::new);
        self.tree.clone()
    }
}

/// What a helper has.
struct Server {
    line: Rc<RefCell<Line>>,
    library: Option<Library>,
    passes: Vec<LocalPass>,
    /// The text that was opened last.
    subject: Option<Rc<Subject>>,
}

impl Server {
    fn answer(&mut self, request: Request) -> Option<Reply> {
        Some(match request {
            Request::Load(path) => match library::load(&path) {
                Ok(library) => {
                    let abouts = library.passes().map(|(about, _)| (**about).clone()).collect();
                    self.library = Some(library);
                    Reply::Loaded(abouts)
                }
                Err(reason) => Reply::Unusable(reason),
            },
            Request::Prepare(setting) => {
                let line = Rc::clone(&self.line);
                let background = Rc::new(Background::later(setting, Box::new(move || line.borrow_mut().tree())));
                self.passes = self.library.iter().flat_map(|library| LocalPass::all(library, &background)).collect();
                return None;
            }
            Request::Open { pass, change } => {
                let opened = self.subject(change).and_then(|subject| self.pass(pass)?.take_up(subject));
                opened.map_or_else(Reply::Trouble, Reply::Opened)
            }
            // Nobody has asked for one.
            Request::Tree(_) => return None,
            Request::Apply { pass, instance } => {
                let applied = self.pass(pass).and_then(|pass| pass.apply(instance));
                applied.map_or_else(Reply::Trouble, Reply::Applied)
            }
        })
    }

    fn pass(&mut self, place: usize) -> Result<&mut LocalPass, Trouble> {
        self.passes.get_mut(place).ok_or_else(|| Trouble::Broken("there is no such pass".to_owned()))
    }

    /// The text that differs so from the last.
    fn subject(&mut self, change: Option<Patch>) -> Result<Rc<Subject>, Trouble> {
        let old = self.subject.as_deref().map_or(&[][..], Subject::text);
        let new = match (change, &self.subject) {
            (None, Some(subject)) => return Ok(Rc::clone(subject)),
            (None, None) => Vec::new(),
            (Some(change), _) if change.range.start <= change.range.end && change.range.end <= old.len() => {
                Patch::apply(old, &[change])
            }
            (Some(_), _) => return Err(Trouble::Broken("there is no such text".to_owned())),
        };
        let subject = Rc::new(Subject::of_text(new));
        self.subject = Some(Rc::clone(&subject));
        Ok(subject)
    }
}
