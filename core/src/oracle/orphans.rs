//! What a test leaves behind outside its process group.
//!
//! A daemon that a test starts leaves the test's process group, and killing the group does not reach it. A process that
//! adopts orphans (Linux: a *child subreaper*) becomes the parent of every such process: each of its children that is
//! not the leader of a running test is what a test left. Nothing marks a test's processes, least of all a variable in
//! their environment: that would move their stacks, and with them the very bugs that are looked for.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{
    Pid, Resource, Signal, WaitOptions, getpid, getrlimit, kill_process, kill_process_group, setrlimit, waitpid,
};

/// The children of this process that have their reason.
struct Tests {
    /// The leaders of the running tests' process groups. A number can be here twice for a moment: one that has ended
    /// and the next to get its number.
    leaders: Vec<Pid>,
    /// The companions, which are no tests.
    companions: Vec<Pid>,
    /// If orphans are adopted: the children that this process had before, which are its caller's.
    callers: Option<Vec<Pid>>,
}

static TESTS: Mutex<Tests> = Mutex::new(Tests { leaders: Vec::new(), companions: Vec::new(), callers: None });

fn tests() -> MutexGuard<'static, Tests> {
    TESTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on processes that a test leaves behind become children of this process and are ended with the test, even
/// if they left its process group. When several tests run at once, one whose current directory is not the test's is
/// ended as soon as no test runs.
///
/// For a whole program that starts no other children than tests, passes and [companions](super::Companion): all others are
/// taken to be what tests left.
///
/// # Errors
/// When the system knows no such thing; tests' process groups are still killed.
pub fn adopt_orphans() -> io::Result<()> {
    let mut callers = children()?;
    rustix::process::set_child_subreaper(Some(getpid()))?;
    let mut tests = tests();
    callers.retain(|pid| !tests.companions.contains(pid));
    tests.callers.get_or_insert(callers);
    Ok(())
}

/// No file that this process or a test writes from now on grows beyond so many bytes. A lower limit that holds already
/// stays.
///
/// # Errors
/// When the system refuses.
pub fn limit_files(bytes: u64) -> io::Result<()> {
    let mut limit = getrlimit(Resource::Fsize);
    limit.current = Some(limit.current.map_or(bytes, |old| old.min(bytes)));
    Ok(setrlimit(Resource::Fsize, limit)?)
}

/// Starts a test, or a call of a pass that is a command, as the leader of a process group.
pub(super) fn start(command: &mut Command) -> io::Result<(Child, Pid)> {
    // Under the lock, so that nobody takes it for an orphan.
    let mut tests = tests();
    let child = command.process_group(0).spawn()?;
    let leader = Pid::from_child(&child);
    tests.leaders.push(leader);
    Ok((child, leader))
}

/// Starts a companion as the leader of a process group.
pub(super) fn start_companion(command: &mut Command) -> io::Result<Child> {
    let mut tests = tests();
    let child = command.process_group(0).spawn()?;
    tests.companions.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills a companion with its process group, if it has not ended before, and waits for its end.
pub(super) fn end_companion(mut child: Child) -> io::Result<ExitStatus> {
    // Under the lock to the end, since its number can be another process' as soon as it has been waited for.
    let mut tests = tests();
    let pid = Pid::from_child(&child);
    // It has not been waited for, so that its number is still the group's. What has ended already is not ended by this.
    let _ = kill_process_group(pid, Signal::KILL);
    let status = child.wait();
    tests.companions.retain(|&one| one != pid);
    status
}

/// Ends what is left of the test with this leader, which has ended, and this directory. If no other test runs, that is
/// whatever any test left.
pub(super) fn end(leader: Pid, folder: Option<&Path>) {
    let mut tests = tests();
    if let Some(place) = tests.leaders.iter().position(|&one| one == leader) {
        tests.leaders.swap_remove(place);
    }
    let Some(callers) = &tests.callers else { return };
    // The children of those that are ended here come to us after them: so it takes a round more, until a round finds
    // nothing.
    let mut found = true;
    while found {
        found = false;
        let Ok(children) = children() else { return };
        let has_reason =
            |pid: &Pid| [callers, &tests.leaders, &tests.companions].iter().any(|known| known.contains(pid));
        for pid in children.into_iter().filter(|pid| !has_reason(pid)) {
            let left = tests.leaders.is_empty() || folder.is_some_and(|folder| is_in(pid, folder));
            let killed = left && kill_process(pid, Signal::KILL).is_ok();
            if killed || is_exiting(pid) {
                let _ = waitpid(Some(pid), WaitOptions::empty());
                found = true;
            }
        }
    }
}

/// The children that the main thread started or that came to it as orphans.
fn children() -> io::Result<Vec<Pid>> {
    let list = fs::read_to_string(format!("/proc/self/task/{}/children", getpid().as_raw_nonzero()))?;
    Ok(list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect())
}

/// Whether the current directory of a process is this directory or below, or was until it was removed.
fn is_in(pid: Pid, folder: &Path) -> bool {
    let Ok(current) = fs::read_link(format!("/proc/{}/cwd", pid.as_raw_nonzero())) else { return false };
    let current = current.as_os_str().as_bytes();
    let path = current.strip_suffix(b" (deleted)").unwrap_or(current);
    Path::new(OsStr::from_bytes(path)).starts_with(folder)
}

/// Whether a process is at its end, or beyond, so that it shows no directory any more. One that goes on in other
/// threads is not.
fn is_exiting(pid: Pid) -> bool {
    const EXITING: u64 = 4;
    let Ok(stat) = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())) else { return false };
    // The fields follow the name, which is in parentheses and may hold any character: state, five numbers, flags, ten
    // numbers, threads.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let number = |place: usize| fields.split_whitespace().nth(place).and_then(|field| field.parse::<u64>().ok());
    number(6).is_some_and(|flags| flags & EXITING != 0) && number(17).is_some_and(|threads| threads <= 1)
}
