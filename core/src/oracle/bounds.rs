//! How much a test may use, but for time.

use std::fs;

use serde::Serialize;

/// Memory that is assumed where the system does not say how much it has.
const MODEST: u64 = 8 << 30;

/// The bounds of a whole test: all processes of its group and all that descend from them. None: no bound.
///
/// They are measured now and then while the test runs, so that a test can be beyond one for a moment; it is killed at
/// the next look and says no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// Bytes of memory of all its processes together. What they share counts once, what they map from files not at all.
    pub memory: Option<u64>,
    /// Processes at once.
    pub processes: Option<u64>,
    /// Bytes on standard output and standard error together.
    pub output: Option<u64>,
    /// Bytes on the disk below its folder.
    pub disk: Option<u64>,
}

impl Bounds {
    /// What a test may use unless the user says something else: half of the machine's memory, 1,000 processes, 1 GB of
    /// output and 1 GB on the disk. Meant for tests that run away, and far beyond what others use.
    pub fn usual() -> Self {
        let memory = machine_memory().unwrap_or(MODEST) / 2;
        Bounds { memory: Some(memory), processes: Some(1000), output: Some(1000 << 20), disk: Some(1000 << 20) }
    }
}

/// Bytes of memory that this machine has, or that a container leaves us of it.
fn machine_memory() -> Option<u64> {
    let total = fs::read_to_string("/proc/meminfo").ok().and_then(|table| {
        let line = table.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
    });
    // Where a container sees its own limit, in either version of control groups. Without one there is a word, or a
    // number beyond all memory.
    let of_container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    of_container.into_iter().chain([total]).flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_memory_is_a_part_of_what_there_is() {
        let all = machine_memory().expect("the system says it");
        assert_eq!(Bounds::usual().memory, Some(all / 2));
        assert!((64 << 20..1 << 50).contains(&all), "{all}");
    }
}
