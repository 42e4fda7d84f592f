//! What the process file system says of processes.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::process::{Pid, getpid};

/// The children that the main thread of this process started or that came to it as orphans.
pub(super) fn our_children() -> io::Result<Vec<Pid>> {
    let list = fs::read_to_string(format!("/proc/self/task/{}/children", getpid().as_raw_nonzero()))?;
    Ok(pids(&list))
}

/// A process and all that descend from it.
pub(super) fn family(first: Pid) -> Vec<Pid> {
    let mut all = vec![first];
    let mut place = 0;
    while let Some(&pid) = all.get(place) {
        place += 1;
        // What has ended since has no children any more.
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else { continue };
        for thread in threads.flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            all.extend(pids(&children));
        }
    }
    all
}

fn pids(list: &str) -> Vec<Pid> {
    list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
}

/// Whether the current directory of a process is this directory or below, or was until it was removed.
pub(super) fn is_in(pid: Pid, folder: &Path) -> bool {
    let Ok(current) = fs::read_link(format!("/proc/{}/cwd", pid.as_raw_nonzero())) else { return false };
    let current = current.as_os_str().as_bytes();
    let path = current.strip_suffix(b" (deleted)").unwrap_or(current);
    Path::new(OsStr::from_bytes(path)).starts_with(folder)
}

/// Whether a process is at its end, or beyond, so that it shows no directory any more. One that goes on in other
/// threads is not.
pub(super) fn is_exiting(pid: Pid) -> bool {
    const EXITING: u64 = 4;
    let Ok(stat) = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())) else { return false };
    // The fields follow the name, which is in parentheses and may hold any character: state, five numbers, flags, ten
    // numbers, threads.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let number = |place: usize| fields.split_whitespace().nth(place).and_then(|field| field.parse::<u64>().ok());
    number(6).is_some_and(|flags| flags & EXITING != 0) && number(17).is_some_and(|threads| threads <= 1)
}

/// Bytes of memory that a process has for itself or shares with others of its kind, in memory or swapped out. What it
/// maps from files is not counted, since the system can take that back.
pub(super) fn memory(pid: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).unwrap_or_default();
    sum_of_kilobytes(&status, &["RssAnon:", "RssShmem:", "VmSwap:"])
}

/// The same, but of what several processes share each counts its part only. Much slower. None where the system does not
/// say.
pub(super) fn proportional_memory(pid: Pid) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_nonzero())).ok()?;
    Some(sum_of_kilobytes(&rollup, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"]))
}

fn sum_of_kilobytes(table: &str, keys: &[&str]) -> u64 {
    let value = |line: &str| {
        let key = keys.iter().find(|key| line.starts_with(**key))?;
        line[key.len()..].split_whitespace().next()?.parse::<u64>().ok()
    };
    table.lines().filter_map(value).sum::<u64>() << 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_memory_and_shares_none_of_it() {
        let (memory, proportional) = (memory(getpid()), proportional_memory(getpid()).expect("the system says it"));
        assert!(memory > 100 << 10, "{memory}");
        assert!(proportional > 0 && proportional <= 2 * memory, "{proportional} of {memory}");
        assert!(family(getpid()).contains(&getpid()));
    }
}
