//! Whether this process is traced, and where its choices go.

use std::env;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use reduce_tree_side::{Kind, Opened, Side, SiteNumber, Unlabelled};

use crate::scopes::Scopes;

/// The variable that names the file to record to.
const RECORD: &str = "REDUCE_TREE_PRELOAD_RECORD";
/// The variable that names the trace to follow.
const REPLAY: &str = "REDUCE_TREE_PRELOAD_REPLAY";

/// The thread that is traced, by its handle; 0: none is.
static MAIN: AtomicUsize = AtomicUsize::new(0);
/// Who holds it is drawing for us or asks the system for something: functions that this calls are not choices.
static STATE: Mutex<State> = Mutex::new(State::Waiting);

/// What has become of the tracing.
enum State {
    /// No choice has been made.
    Waiting,
    /// They are recorded.
    On(Box<Traced>),
    /// It is over, or another process has the trace.
    Off,
}

/// A process that is traced.
pub struct Traced {
    /// What writes and reads traces.
    pub side: Side,
    scopes: Scopes,
    /// A child that shares the memory of this process, after `vfork`, ends without ending the trace.
    process: u32,
}

/// The program begins: it is seen whether it shall be traced.
pub fn begin() {
    if env::var_os(RECORD).is_some() {
        // SAFETY: it takes nothing.
        let thread = unsafe { libc::pthread_self() };
        MAIN.store(thread as usize, Ordering::Relaxed);
        // SAFETY: the handler only stores a number.
        unsafe { libc::pthread_atfork(None, None, Some(forked)) };
    }
}

/// In a new process: it is the first one that is traced.
unsafe extern "C" fn forked() {
    if let Ok(state) = STATE.try_lock()
        && matches!(*state, State::Waiting)
    {
        return;
    }
    MAIN.store(0, Ordering::Relaxed);
}

/// The program ends.
pub fn end() {
    if let Some(mut state) = held()
        && let State::On(traced) = &mut *state
        && traced.process == process::id()
    {
        traced.side.end();
        // It stays allocated: other destructors may draw.
        MAIN.store(0, Ordering::Relaxed);
    }
}

/// The state, if this thread is traced and is not here already.
fn held() -> Option<MutexGuard<'static, State>> {
    let main = MAIN.load(Ordering::Relaxed);
    // SAFETY: it takes nothing.
    if main == 0 || main != unsafe { libc::pthread_self() } as usize {
        return None;
    }
    STATE.try_lock().ok()
}

/// Does something with the trace, if this is a place that is traced; else gives `None`.
pub fn traced<T>(step: impl FnOnce(&mut Traced) -> T) -> Option<T> {
    let mut state = held()?;
    if matches!(*state, State::Waiting) {
        *state = open().map_or(State::Off, State::On);
    }
    match &mut *state {
        State::On(traced) => Some(step(traced)),
        State::Waiting | State::Off => None,
    }
}

/// The first choice is made: the trace begins, unless another process has one.
fn open() -> Option<Box<Traced>> {
    let path = |name| env::var_os(name).map(PathBuf::from);
    let (record, replay) = (path(RECORD)?, path(REPLAY));
    match Side::open(&record, replay.as_deref(), Opened::New, leave) {
        Ok(side) => Some(Box::new(Traced { side, scopes: Scopes::default(), process: process::id() })),
        Err(_) if record.exists() => None,
        Err(error) => {
            let message = [b"reduce-generator: cannot record to ", record.as_os_str().as_bytes(), b": "].concat();
            let message = [&message[..], error.to_string().as_bytes(), b"\n"].concat();
            // SAFETY: the bytes are there.
            unsafe { libc::write(2, message.as_ptr().cast(), message.len()) };
            None
        }
    }
}

/// Ends a run that cannot follow its trace, without what the program would do at its end.
fn leave() -> ! {
    // SAFETY: it does not return.
    unsafe { libc::_exit(1) }
}

impl Traced {
    /// The site of a choice that is made by the function of this name.
    pub fn arrive(&mut self, function: &'static str) -> SiteNumber {
        self.scopes.draw(&mut self.side, function)
    }

    /// The program says that a scope begins.
    pub fn enter(&mut self, kind: Kind, name: &str) {
        self.scopes.enter(&mut self.side, kind, name);
    }

    /// The program says that the next iteration begins, or an arm.
    pub fn next(&mut self, arm: Option<u32>) {
        self.scopes.next(&mut self.side, arm);
    }

    /// The program says that a scope ends.
    pub fn leave(&mut self) {
        self.scopes.leave(&mut self.side);
    }
}

/// A choice among `bound` numbers; `fresh` is the number that the program would get.
pub fn index(function: &'static str, bound: u128, fresh: u128) -> u128 {
    let chosen = traced(|traced| {
        let site = traced.arrive(function);
        traced.side.index(site, bound, &Unlabelled, || fresh)
    });
    chosen.unwrap_or(fresh)
}
