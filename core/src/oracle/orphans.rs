//! What a test leaves behind outside its process group.
//!
//! A daemon that a test starts leaves the test's process group, and killing the group does not reach it. A process that
//! adopts orphans (Linux: a *child subreaper*) becomes the parent of every such process, finds the test's tag in its
//! environment, and ends it.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{Pid, Resource, Signal, WaitOptions, getpid, getrlimit, kill_process, setrlimit, waitpid};

/// The environment variable that tells to which test a process belongs.
pub(super) const TAG: &str = "REDUCE_TREE_TEST";

static ADOPTING: AtomicBool = AtomicBool::new(false);

/// From now on processes that a test leaves behind become children of this process and are ended with the test, even
/// if they left its process group.
///
/// For a whole program that starts no other children than tests: zombies are taken to be what tests left.
///
/// # Errors
/// When the system knows no such thing; tests' process groups are still killed.
pub fn adopt_orphans() -> io::Result<()> {
    rustix::process::set_child_subreaper(Some(getpid()))?;
    ADOPTING.store(true, Ordering::Release);
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

/// Ends what is left of the test with this tag.
pub(super) fn end(tag: &str) {
    if !ADOPTING.load(Ordering::Acquire) {
        return;
    }
    // Orphans come to the main thread, and the children of those that are ended here come after them: so it takes a
    // round more, until a round finds nothing. Other tests' ends do the same side by side.
    let list = format!("/proc/self/task/{}/children", getpid().as_raw_nonzero());
    let mut found = true;
    while found {
        found = false;
        let Ok(children) = fs::read_to_string(&list) else { return };
        for pid in children.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)) {
            let killed = belongs(pid, tag) && kill_process(pid, Signal::KILL).is_ok();
            if killed || is_exiting(pid) {
                let _ = waitpid(Some(pid), WaitOptions::empty());
                found = true;
            }
        }
    }
}

fn belongs(pid: Pid, tag: &str) -> bool {
    let variable = format!("{TAG}={tag}");
    fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero()))
        .is_ok_and(|all| all.split(|&b| b == 0).any(|one| one == variable.as_bytes()))
}

/// Whether a process is at its end, or beyond, so that it shows no environment any more. One that goes on in other
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
