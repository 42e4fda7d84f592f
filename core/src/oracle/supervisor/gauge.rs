//! What a running test uses, measured now and then against its bounds.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::procfs::{memory, proportional_memory};
use crate::oracle::{Bounds, Limit};

/// Tests that end before are not measured at all.
const FIRST: Duration = Duration::from_millis(20);
/// How often a test is measured that is far from its bounds.
const CALM: Duration = Duration::from_millis(100);
/// How often one that is not.
const CLOSE: Duration = Duration::from_millis(10);
/// A test that uses more than such a part of a bound is close to it.
const NEAR: u64 = 8;
/// Measuring takes at most such a part of the time.
const SHARE: u32 = 20;
/// Bytes that a file counts even if it is empty, since it takes room, too.
const LEAST_FILE: u64 = 1024;

/// The measuring of one test.
#[derive(Debug)]
pub(super) struct Gauge {
    bounds: Bounds,
    /// When it is due again, if there is anything to measure.
    pub(super) due: Option<Instant>,
}

impl Gauge {
    /// A test that starts now.
    pub(super) fn new(bounds: Bounds, now: Instant) -> Self {
        let measured = [bounds.memory, bounds.processes, bounds.disk].iter().any(Option::is_some);
        Gauge { bounds, due: measured.then(|| now + FIRST) }
    }

    /// Measures the test with these processes in this directory, and says which bound it has crossed.
    pub(super) fn measure(&mut self, processes: &[Pid], folder: Option<&Path>, started: Instant) -> Option<Limit> {
        let mut is_near = false;
        let mut crosses = |used: u64, bound: Option<u64>| {
            is_near |= bound.is_some_and(|bound| used > bound / NEAR);
            bound.is_some_and(|bound| used > bound)
        };
        let Bounds { memory: most_memory, processes: most_processes, disk, .. } = self.bounds;
        if crosses(processes.len() as u64, most_processes) {
            return Some(Limit::Processes);
        }
        if most_memory.is_some() && crosses(processes.iter().map(|&pid| memory(pid)).sum(), most_memory) {
            // What processes share was counted with each of them.
            let used: u64 = processes.iter().map(|&pid| proportional_memory(pid).unwrap_or_else(|| memory(pid))).sum();
            if crosses(used, most_memory) {
                return Some(Limit::Memory);
            }
        }
        if let (Some(folder), Some(most)) = (folder, disk)
            && crosses(disk_below(folder, most), disk)
        {
            return Some(Limit::Disk);
        }
        let pause = if is_near { CLOSE } else { CALM };
        self.due = Some(Instant::now() + pause.max(started.elapsed() * SHARE));
        None
    }
}

/// The room that the files below a directory take; of more than `most`, enough to see that.
fn disk_below(folder: &Path, most: u64) -> u64 {
    let (mut folders, mut used) = (vec![folder.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        // What cannot be looked at has gone since, or the test has taken the right away.
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            used += (metadata.blocks() * 512).max(LEAST_FILE);
            if used > most {
                return used;
            }
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use rustix::process::getpid;

    use super::*;

    fn crossed(bounds: Bounds, folder: &Path) -> Option<Limit> {
        let now = Instant::now();
        Gauge::new(bounds, now).measure(&[getpid()], Some(folder), now)
    }

    #[test]
    fn each_bound_is_crossed_by_what_it_bounds() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("deep")).expect("made");
        fs::write(folder.path().join("deep/file"), vec![b'x'; 100_000]).expect("written");
        let none = Bounds::default();
        for (low, high, limit) in [
            (Bounds { memory: Some(1 << 10), ..none }, Bounds { memory: Some(1 << 40), ..none }, Limit::Memory),
            (Bounds { processes: Some(0), ..none }, Bounds { processes: Some(1), ..none }, Limit::Processes),
            (Bounds { disk: Some(50_000), ..none }, Bounds { disk: Some(1 << 20), ..none }, Limit::Disk),
        ] {
            assert_eq!(crossed(low, folder.path()), Some(limit));
            assert_eq!(crossed(high, folder.path()), None);
        }
        assert_eq!(Gauge::new(none, Instant::now()).due, None, "nothing to measure");
    }

    #[test]
    fn what_is_close_to_a_bound_is_measured_more_often() {
        let pause = |processes| {
            let now = Instant::now();
            let mut gauge = Gauge::new(Bounds { processes: Some(processes), ..Bounds::default() }, now);
            assert_eq!(gauge.measure(&[getpid()], None, now), None);
            gauge.due.expect("goes on").duration_since(now)
        };
        assert!(pause(4) < pause(1000));
    }
}
