//! One process of a test server, seen from here.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};

use super::conversation::{Conversation, Event};
use super::folders::Folders;
use super::message::{Answer, Candidate, Hello, Say};
use super::queue::Queue;
use super::status::{Pause, StatusListener};
use crate::folder::Folder;
use crate::oracle::halt::{Bell, left};
use crate::oracle::scratch::Held;
use crate::oracle::supervisor::Line;
use crate::oracle::{End, Ended, Halt, TestError, Until, root};

/// A server that is told that an answer is not wanted any more has so long to give it.
const GRACE: Duration = Duration::from_secs(2);
/// A server that has nothing more to do has so long to end by itself.
const FAREWELL: Duration = Duration::from_secs(1);
/// What has been killed is waited for so long.
const KILLED: Duration = Duration::from_secs(2);
/// Nothing that is read at once is longer.
const PIECE: usize = 64 << 10;

/// Why a process answers no more.
#[derive(Clone, Debug)]
pub(super) enum Broken {
    /// It has ended by itself, or was killed for a limit; with the end of what it wrote to its standard error.
    Ended(End, Vec<u8>),
    /// It could not be started, with the system's error.
    Unstarted(i32),
    /// What it wrote is none of the protocol.
    Garbled(String),
    /// A candidate took longer than it may.
    TimedOut,
    /// It has no more to do.
    Dismissed,
}

/// A process that is talked to by a thread of its own, which ends it.
#[derive(Debug)]
pub(super) struct Process {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What the thread and those that ask share.
#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Wakes the thread.
    bell: Bell,
    /// Raised when the server has said hello, or never will.
    ready: Halt,
    hello: OnceLock<Hello>,
    /// Hears how the server is doing.
    listener: Option<StatusListener>,
}

#[derive(Debug, Default)]
struct State {
    conversation: Conversation,
    outbox: Vec<u8>,
    folders: Folders,
    questions: BTreeMap<u64, Question>,
    next: u64,
    /// Whether the server waits.
    pause: Pause,
    /// Why the thread has to end the process.
    order: Option<Broken>,
    /// Why it is no more.
    broken: Option<Broken>,
}

/// A candidate that the server has.
#[derive(Debug)]
struct Question {
    done: Arc<Halt>,
    answer: Option<Answer>,
    is_sent: bool,
    /// Nobody waits for the answer any more, and the server has so long to give it.
    given_up: Option<Instant>,
    /// Where it is on the disk, as long as the server may read it.
    place: Option<Held>,
}

/// A question's number, and what is raised when there is nothing more to wait for.
pub(super) struct Ticket {
    pub(super) id: u64,
    pub(super) done: Arc<Halt>,
}

impl Process {
    /// A process that was started on this line of the supervisor and is talked to over this socket. Its folder goes with
    /// it. The queue hears of every answer, the listener of how the server is doing.
    pub(super) fn new(
        line: Line,
        socket: UnixStream,
        folder: PathBuf,
        hello: &Say,
        queue: &Arc<Queue>,
        listener: Option<StatusListener>,
    ) -> Result<Self, TestError> {
        let failed = |e: io::Error| TestError(format!("cannot talk to the test server ({e}): use fewer jobs with -j"));
        socket.set_nonblocking(true).map_err(failed)?;
        let outbox = hello.line().map_err(|e| TestError(e.to_string()))?;
        let state = Mutex::new(State { outbox, ..State::default() });
        let bell = Bell::new().map_err(failed)?;
        let shared = Arc::new(Shared { state, bell, ready: Halt::new()?, hello: OnceLock::new(), listener });
        let attendant =
            Attendant { shared: Arc::clone(&shared), socket, line, queue: Arc::clone(queue), is_over: false };
        let thread = thread::Builder::new().name("server".to_owned()).spawn(move || {
            attendant.attend();
            let _ = root::remove(&folder);
        });
        Ok(Process { shared, thread: Mutex::new(Some(thread.map_err(failed)?)) })
    }

    /// Waits for its hello. None: that is not waited for any more.
    pub(super) fn hello(&self, until: &Until) -> Option<Result<Hello, Broken>> {
        let ready = crate::oracle::halt::readable_until(self.shared.ready.event(), until);
        if !matches!(ready, Ok(true)) {
            return None;
        }
        let broken = || self.broken().unwrap_or(Broken::Dismissed);
        Some(self.shared.hello.get().copied().ok_or_else(broken))
    }

    /// Opens a question, which counts from now on.
    pub(super) fn open(&self) -> Result<Ticket, TestError> {
        let done = Arc::new(Halt::new()?);
        let mut state = self.shared.state();
        let id = state.next;
        state.next += 1;
        if state.broken.is_some() {
            done.raise();
        }
        let question = Question { done: Arc::clone(&done), answer: None, is_sent: false, given_up: None, place: None };
        state.questions.insert(id, question);
        Ok(Ticket { id, done })
    }

    /// Sends the line of a question; its place on the disk stays until there is an answer.
    pub(super) fn send(&self, id: u64, line: Vec<u8>, place: Option<Held>) {
        self.shared.state().send(id, line, place);
        self.shared.bell.ring();
    }

    /// Sends a folder as a question's candidate, which may take so long.
    pub(super) fn send_folder(&self, id: u64, folder: &Folder, limit: Duration, rank: usize) -> Result<(), TestError> {
        let mut state = self.shared.state();
        // In the order in which differences are made, they are sent.
        let difference = state.folders.difference(folder)?;
        let line = Say::Test(Candidate::of_folder(id, difference, limit, rank)).line();
        state.send(id, line.map_err(|e| TestError(e.to_string()))?, None);
        drop(state);
        self.shared.bell.ring();
        Ok(())
    }

    /// The answer to a question, which is closed with it; or why there is none.
    pub(super) fn close(&self, id: u64) -> Result<Answer, Broken> {
        let mut state = self.shared.state();
        let answer = state.questions.remove(&id).and_then(|question| question.answer);
        answer.ok_or_else(|| state.broken.clone().unwrap_or(Broken::Dismissed))
    }

    /// Nobody waits for this answer any more. If the server does not give it in time, the process is ended: within a
    /// short time where it understands that, or else until this moment.
    pub(super) fn give_up(&self, id: u64, end: Instant) {
        let cancels = self.shared.hello.get().is_some_and(|hello| hello.cancels);
        let mut state = self.shared.state();
        let State { questions, outbox, .. } = &mut *state;
        let Some(question) = questions.get_mut(&id) else { return };
        if question.answer.is_some() || question.done.is_raised() {
            questions.remove(&id);
            return;
        }
        question.given_up = Some(if cancels { Instant::now() + GRACE } else { end });
        if let (true, Ok(line)) = (cancels, Say::Cancel(id).line()) {
            outbox.extend(line);
        }
        drop(state);
        self.shared.bell.ring();
    }

    /// A question that was not sent is none.
    pub(super) fn take_back(&self, id: u64) {
        let mut state = self.shared.state();
        if state.questions.get(&id).is_some_and(|question| !question.is_sent) {
            state.questions.remove(&id);
        }
    }

    /// The last moment at which the server waited for something that it can do nothing about, if it ever did.
    pub(super) fn waited_until(&self) -> Option<Instant> {
        self.shared.state().pause.last()
    }

    /// How many candidates it has.
    pub(super) fn load(&self) -> usize {
        self.shared.state().questions.len()
    }

    /// Why it is no more, if so.
    pub(super) fn broken(&self) -> Option<Broken> {
        self.shared.state().broken.clone()
    }

    /// Has it ended for this reason.
    pub(super) fn end(&self, reason: Broken) {
        self.shared.state().order.get_or_insert(reason);
        self.shared.bell.ring();
    }

    /// Waits until it has ended, which somebody has seen to.
    pub(super) fn join(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = thread.map(JoinHandle::join);
    }
}

impl State {
    fn send(&mut self, id: u64, line: Vec<u8>, place: Option<Held>) {
        self.conversation.send(id);
        if let Some(question) = self.questions.get_mut(&id) {
            (question.is_sent, question.place) = (true, place);
        }
        self.outbox.extend(line);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Broken::Dismissed);
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread that talks to a process.
struct Attendant {
    shared: Arc<Shared>,
    socket: UnixStream,
    line: Line,
    queue: Arc<Queue>,
    /// The process has ended, and the supervisor has said so.
    is_over: bool,
}

impl Attendant {
    /// Carries what is said in both directions until the process is no more.
    fn attend(mut self) {
        let reason = loop {
            if let Err(reason) = self.step() {
                break reason;
            }
        };
        let broken = self.finish(reason);
        let mut state = self.shared.state();
        state.broken = Some(broken);
        state.questions.retain(|_, question| question.given_up.is_none());
        state.questions.values().for_each(|question| question.done.raise());
        drop(state);
        self.shared.ready.raise();
        self.queue.wake();
    }

    /// Waits until something happens and deals with it.
    fn step(&mut self) -> Result<(), Broken> {
        let (writes, due) = {
            let state = self.shared.state();
            if let Some(order) = &state.order {
                return Err(order.clone());
            }
            (!state.outbox.is_empty(), state.questions.values().filter_map(|question| question.given_up).min())
        };
        let out = if writes { PollFlags::OUT } else { PollFlags::empty() };
        let mut fds = [
            PollFd::new(&self.socket, PollFlags::IN | out),
            PollFd::new(&self.line, PollFlags::IN),
            PollFd::new(&self.shared.bell, PollFlags::IN),
        ];
        match poll(&mut fds, due.map(left).as_ref()) {
            Err(rustix::io::Errno::INTR) => return Ok(()),
            polled => polled.map_err(|e| Broken::Garbled(format!("it cannot be waited for ({e})")))?,
        };
        let [talk, end, bell] = fds.each_ref().map(|fd| !fd.revents().is_empty());
        if bell {
            self.shared.bell.silence();
        }
        if talk {
            self.flush();
            self.listen()?;
        }
        if end {
            // What it said before counts.
            self.listen()?;
            return Err(self.ended());
        }
        if due.is_some_and(|due| due <= Instant::now()) {
            return Err(Broken::Garbled(
                "it does not come to an end with a candidate that is not wanted any more".into(),
            ));
        }
        Ok(())
    }

    /// Sends as much as the server takes now.
    fn flush(&self) {
        let mut state = self.shared.state();
        // That nobody listens any more is seen when it is listened to.
        while let Ok(count) = (&self.socket).write(&state.outbox) {
            if count == 0 {
                return;
            }
            state.outbox.drain(..count);
        }
    }

    /// Takes what the server says.
    fn listen(&mut self) -> Result<(), Broken> {
        let mut buffer = vec![0; PIECE];
        loop {
            match (&self.socket).read(&mut buffer) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => self.hear(&buffer[..count])?,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                // Closed before it has read all that was sent to it.
                Err(_) => return Err(self.ended()),
            }
        }
    }

    fn hear(&self, bytes: &[u8]) -> Result<(), Broken> {
        let mut state = self.shared.state();
        let (events, said) = state.conversation.take(bytes);
        let mut is_heard = false;
        let mut doing = None;
        for event in events {
            match event {
                Event::Ready(hello) => {
                    let _ = self.shared.hello.set(hello);
                    self.shared.ready.raise();
                }
                Event::Doing(status) => {
                    state.pause.hear(status.waits);
                    doing = Some(status);
                }
                Event::Answered(answer) => {
                    is_heard = true;
                    let Some(question) = state.questions.get_mut(&answer.id) else { continue };
                    question.place = None;
                    if question.given_up.is_some() {
                        state.questions.remove(&answer.id);
                    } else {
                        question.answer = Some(answer);
                        question.done.raise();
                    }
                }
            }
        }
        drop(state);
        if let (Some(status), Some(listener)) = (doing, &self.shared.listener) {
            listener.tell(&status);
        }
        if is_heard {
            self.queue.wake();
        }
        said.map_err(Broken::Garbled)
    }

    /// How the process ended, which it has, or is about to.
    fn ended(&mut self) -> Broken {
        match self.last_word(FAREWELL) {
            Some(Ok(Ended { end: End::GivenUp, .. })) | None => {
                Broken::Garbled("it closes its standard output and does not end".to_owned())
            }
            Some(Ok(Ended { end, stderr, .. })) => Broken::Ended(end, stderr),
            Some(Err(number)) => Broken::Unstarted(number),
        }
    }

    /// Sees to it that the process is no more.
    fn finish(&mut self, reason: Broken) -> Broken {
        if matches!(reason, Broken::Dismissed) {
            // A server ends by itself at the end of its input, and may want to clean up.
            let _ = self.socket.shutdown(std::net::Shutdown::Write);
            self.last_word(FAREWELL);
        } else {
            self.last_word(Duration::ZERO);
        }
        reason
    }

    /// What became of the process, once it has ended; it is killed if it does not within this time. None: that was told
    /// before.
    fn last_word(&mut self, grace: Duration) -> Option<Result<Ended, i32>> {
        if self.is_over {
            return None;
        }
        let within = |time: Duration| Until { deadline: Instant::now().checked_add(time), halts: &[], rank: 0 };
        if !self.line.wait(&within(grace)).unwrap_or(true) {
            let _ = self.line.cancel();
            if !self.line.wait(&within(KILLED)).unwrap_or(true) {
                return None;
            }
        }
        self.is_over = true;
        self.line.reply().ok()
    }
}
