//! How many tests can run at once.

use std::fs;

use rustix::process::{Resource, getrlimit};

use super::TestError;

/// Files that each test takes in the supervisor: its line, its end, its input, two streams.
const FILES_OF_TEST: u64 = 5;
/// Files that either process has open beside those.
const OTHER_FILES: u64 = 64;
/// Each test has a thread here and one in the supervisor, and the least of tests is a process that starts another.
const TASKS_OF_TEST: u64 = 4;
/// A thread has two stacks, each with a guard page.
const AREAS_OF_TEST: u64 = 4;
/// Areas of memory that this process has beside those.
const OTHER_AREAS: u64 = 2000;

/// Makes sure that so many tests can run at once, as far as the limits of the system tell.
///
/// # Errors
/// [`TestError`] when they cannot, with the limit that stands against it.
pub fn check_jobs(jobs: usize) -> Result<(), TestError> {
    let jobs = jobs as u64;
    let files = getrlimit(Resource::Nofile).current;
    let tasks = [
        getrlimit(Resource::Nproc).current,
        number_in("/proc/sys/kernel/threads-max"),
        number_in("/proc/sys/kernel/pid_max"),
    ];
    let areas = number_in("/proc/sys/vm/max_map_count");
    let room = |limit: Option<u64>, other: u64, each: u64| limit.map(|limit| limit.saturating_sub(other) / each);
    for (most, what) in [
        (room(files, OTHER_FILES, FILES_OF_TEST), "open files: see `ulimit -n`"),
        (room(tasks.into_iter().flatten().min(), 0, TASKS_OF_TEST), "processes: see `ulimit -u`"),
        (room(areas, OTHER_AREAS, AREAS_OF_TEST), "areas of memory: see `sysctl vm.max_map_count`"),
    ] {
        if let Some(most) = most.filter(|&most| jobs > most) {
            let most = most.max(1);
            return Err(TestError(format!(
                "{jobs} tests at once are too many for the limit on {what}. Use -j {most} or less"
            )));
        }
    }
    Ok(())
}

fn number_in(path: &str) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}
