//! The helper: the process that a plugin is loaded into, and what it does.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::rc::Rc;

use rustix::process::{Resource, Signal, getrlimit, set_parent_process_death_signal, setrlimit};

use super::background::{Background, Subject};
use super::library::{self, Library};
use super::local::LocalPass;
use super::message::{Reply, Request};
use super::wire::{HEADER, Nonsense};
use super::{Pass, Trouble};
use crate::language::Patch;

/// The address space of a helper.
const MEMORY: u64 = 4 << 30;

/// What a helper program does: serves the process that started it, until that has had enough. The first word on its
/// command line is [`HELPER_WORD`](super::HELPER_WORD).
///
/// # Errors
/// When the program was not started as a helper, or the system refuses.
pub fn serve_as_helper() -> io::Result<()> {
    let mut socket = taken_socket()?;
    contain()?;
    let mut requests = BufReader::with_capacity(1 << 16, socket.try_clone()?);
    let mut server = Server::default();
    let mut content = Vec::new();
    while read(&mut requests, &mut content)? {
        let (serial, request) = Request::read(&content).map_err(|Nonsense| io::ErrorKind::InvalidData)?;
        if let Some(reply) = server.answer(request) {
            socket.write_all(&reply.frame(serial)?)?;
        }
    }
    Ok(())
}

/// Takes the socket away from standard input, so that nothing that a plugin reads or writes gets in between.
fn taken_socket() -> io::Result<UnixStream> {
    let socket = rustix::io::fcntl_dupfd_cloexec(io::stdin().as_fd(), 3)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    let socket = UnixStream::from(socket);
    // Whatever else was there is no socket.
    socket.peer_addr()?;
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

/// Reads the content of the next frame; false when there is none.
fn read(requests: &mut impl Read, content: &mut Vec<u8>) -> io::Result<bool> {
    let mut header = [0; HEADER];
    match requests.read_exact(&mut header) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
        read => read?,
    }
    content.clear();
    let length = u64::from(u32::from_le_bytes(header));
    Ok(requests.take(length).read_to_end(content)? as u64 == length)
}

/// What a helper has.
#[derive(Default)]
struct Server {
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
                let background = Rc::new(Background::later(setting));
                self.passes = self.library.iter().flat_map(|library| LocalPass::all(library, &background)).collect();
                return None;
            }
            Request::Open { pass, change } => {
                let opened = self.subject(change).and_then(|subject| self.pass(pass)?.take_up(subject));
                opened.map_or_else(Reply::Trouble, Reply::Opened)
            }
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
