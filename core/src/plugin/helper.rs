//! A helper process, seen from here: started when it is needed, and again when it has failed.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::background::Setting;
use super::channel::{Channel, Patience, Silence};
use super::message::{Reply, Request};
use super::{About, HELPER_WORD, Terms, Trouble, answer};
use crate::language::{Document, Patch};
use crate::oracle::{Companion, End, Supervisor};
use crate::tree::Difference;

/// The longest answer to anything but an instance.
const LONGEST: usize = 1 << 20;

/// The socket of a process that dies is closed a little before it is dead.
const DEATH: Duration = Duration::from_secs(1);

const GONE: &str = "its process is gone";

/// The process of one plugin.
pub(super) struct Helper {
    file: PathBuf,
    terms: Rc<Terms>,
    setting: Option<Setting>,
    /// What the plugin said of its passes when it was loaded first.
    passes: Vec<About>,
    running: Option<Running>,
    /// How many processes have failed.
    generation: u64,
}

/// A process that has not failed so far.
struct Running {
    process: Companion,
    channel: Channel,
    serial: u64,
    /// The text that it opened last.
    text: Arc<[u8]>,
    /// The document whose tree it has.
    tree: Option<Document>,
}

impl Helper {
    /// A helper that begins to load a plugin.
    pub(super) fn start(file: PathBuf, terms: Rc<Terms>) -> io::Result<Self> {
        let running = Some(Running::launch(&terms.supervisor)?);
        let mut helper = Helper { file, terms, setting: None, passes: Vec::new(), running, generation: 0 };
        // If it is gone already, that is seen when it is asked for its passes.
        let _ = helper.send(&Request::Load(helper.file.clone()));
        Ok(helper)
    }

    /// What the plugin says of its passes, once it is loaded; or why there is nothing to be had from it.
    pub(super) fn load(&mut self) -> Result<&[About], String> {
        match self.receive(LONGEST) {
            Ok(Reply::Loaded(passes)) => {
                self.passes = passes;
                Ok(&self.passes)
            }
            Ok(Reply::Unusable(reason)) => Err(reason),
            other => Err(format!("it {} when it was loaded", self.trouble(other))),
        }
    }

    /// Texts will be like this from now on.
    pub(super) fn prepare(&mut self, setting: Setting) {
        // If it is gone, the next one will hear of it.
        let _ = self.send(&Request::Prepare(setting.clone()));
        self.setting = Some(setting);
    }

    /// Which process it is: what one has open, the next does not know.
    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    /// Opens a document with the pass in this place.
    pub(super) fn open(&mut self, pass: usize, document: &Document) -> Result<Option<u64>, Trouble> {
        self.revive()?;
        let text = document.text();
        let change = self.running.as_mut().and_then(|running| {
            let old = std::mem::replace(&mut running.text, Arc::clone(text));
            (!Arc::ptr_eq(&old, text)).then(|| Patch::between(&old, text))
        });
        match self.call(&Request::Open { pass, change }, document, LONGEST) {
            Ok(Reply::Opened(count)) => Ok(count),
            other => Err(self.trouble(other)),
        }
    }

    /// Applies an instance of the pass in this place, which has this document open.
    pub(super) fn apply(
        &mut self,
        pass: usize,
        instance: u64,
        document: &Document,
    ) -> Result<Option<Vec<Patch>>, Trouble> {
        let most = answer::longest(document.text().len());
        match self.call(&Request::Apply { pass, instance }, document, most) {
            Ok(Reply::Applied(patches)) => Ok(patches),
            other => Err(self.trouble(other)),
        }
    }

    /// Makes a request about a document, and hands over its tree if that is asked for.
    fn call(&mut self, request: &Request, document: &Document, most: usize) -> Result<Reply, Trouble> {
        self.send(request)?;
        let reply = self.receive(most)?;
        let (Reply::Wants, Some(running)) = (&reply, &mut self.running) else { return Ok(reply) };
        let old = running.tree.replace(document.clone());
        let difference = Difference::between(old.as_ref().map(Document::tree), document.tree());
        self.add(&Request::Tree(difference))?;
        self.receive(most)
    }

    /// Starts a fresh process if there is none.
    fn revive(&mut self) -> Result<(), Trouble> {
        if self.running.is_some() {
            return Ok(());
        }
        let running = Running::launch(&self.terms.supervisor)
            .map_err(|e| Trouble::Crashed(format!("cannot be started again: {e}")))?;
        self.running = Some(running);
        self.send(&Request::Load(self.file.clone()))?;
        match self.receive(LONGEST) {
            Ok(Reply::Loaded(passes)) if passes == self.passes => {}
            Ok(Reply::Loaded(_)) => return Err(Trouble::Broken("it has other passes than before".to_owned())),
            Ok(Reply::Unusable(reason)) => return Err(Trouble::Broken(format!("it cannot be loaded again: {reason}"))),
            other => return Err(self.trouble(other)),
        }
        self.setting.clone().map_or(Ok(()), |setting| self.send(&Request::Prepare(setting)))
    }

    /// Makes a new request.
    fn send(&mut self, request: &Request) -> Result<(), Trouble> {
        if let Some(running) = &mut self.running {
            running.serial += 1;
        }
        self.add(request)
    }

    /// Sends something that belongs to the request that was made last.
    fn add(&mut self, request: &Request) -> Result<(), Trouble> {
        let Some(running) = &mut self.running else { return Err(gone()) };
        let frame = request.frame(running.serial).map_err(|e| Trouble::Refused(e.to_string()))?;
        running.channel.send(&frame, self.terms.patience()).map_err(|silence| self.fail(silence))
    }

    /// The answer to the last request that has one.
    fn receive(&mut self, most: usize) -> Result<Reply, Trouble> {
        let Some(running) = &mut self.running else { return Err(gone()) };
        let content = running.channel.receive(most, self.terms.patience());
        let reply = content.and_then(|content| Reply::read(content, running.serial).map_err(|_| Silence::Garbled));
        reply.map_err(|silence| self.fail(silence))
    }

    /// What an answer means that is not the one that was hoped for.
    fn trouble(&mut self, answer: Result<Reply, Trouble>) -> Trouble {
        match answer {
            Ok(Reply::Trouble(trouble)) | Err(trouble) => trouble,
            Ok(_) => self.fail(Silence::Garbled),
        }
    }

    /// Ends the process, which is not to be trusted any more.
    pub(super) fn discard(&mut self) {
        self.generation += 1;
        self.running = None;
    }

    /// Ends the process, and says what was wrong.
    pub(super) fn fail(&mut self, silence: Silence) -> Trouble {
        self.generation += 1;
        let running = self.running.take();
        match silence {
            Silence::Gone => Trouble::Crashed(match running.map(|running| running.process.end(DEATH)) {
                Some(End::Signal(signal)) => format!("signal {signal}"),
                Some(End::Exit(status)) => format!("exit status {status}"),
                _ => GONE.to_owned(),
            }),
            Silence::TimedOut => Trouble::Hung(self.terms.time_limit),
            Silence::Halted => Trouble::Interrupted,
            Silence::Garbled => Trouble::Garbled,
        }
    }
}

fn gone() -> Trouble {
    Trouble::Crashed(GONE.to_owned())
}

impl Terms {
    fn patience(&self) -> Patience<'_> {
        let deadline = Instant::now().checked_add(self.time_limit);
        Patience { deadline, end: self.end, halt: self.halt.as_deref() }
    }
}

impl Running {
    fn launch(supervisor: &Supervisor) -> io::Result<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        let process = Companion::start(supervisor, HELPER_WORD, &theirs)?;
        Ok(Running { process, channel: Channel::new(ours)?, serial: 0, text: Arc::default(), tree: None })
    }
}
