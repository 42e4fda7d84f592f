//! What a test leaves behind outside its process group.
//!
//! A daemon that a test starts leaves the test's process group, and killing the group does not reach it. A process that
//! adopts orphans (Linux: a *child subreaper*) becomes the parent of every such process: each of its children that is
//! not the leader of a running group is what a test left. Nothing marks a test's processes, least of all a variable in
//! their environment: that would move their stacks, and with them the very bugs that are looked for.

use std::io;
use std::path::Path;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use super::procfs::{family, is_exiting, is_in, our_children};

/// The groups that run, and whether what leaves them is found.
#[derive(Debug, Default)]
pub(super) struct Orphans {
    /// The leaders of the running groups.
    leaders: Vec<Pid>,
    /// How many of the groups are tests or calls of passes, and no companions.
    tests: usize,
    are_adopted: bool,
}

impl Orphans {
    /// From now on processes that a test leaves behind become children of this process, which is to have no others than
    /// groups.
    ///
    /// # Errors
    /// When the system knows no such thing, or does not list children; then groups are killed, and nothing else.
    pub(super) fn adopt(&mut self) -> io::Result<()> {
        our_children()?;
        rustix::process::set_child_subreaper(Some(getpid()))?;
        self.are_adopted = true;
        Ok(())
    }

    /// A group with this leader has started.
    pub(super) fn started(&mut self, leader: Pid, is_test: bool) {
        self.leaders.push(leader);
        self.tests += usize::from(is_test);
    }

    /// A group has ended, down to its leader, which has been waited for.
    pub(super) fn ended(&mut self, leader: Pid, is_test: bool) {
        self.leaders.retain(|&one| one != leader);
        self.tests -= usize::from(is_test);
    }

    /// Ends what is left of a group in this directory, which is not among the running ones any more. If no test runs,
    /// that is whatever any test left. True: nothing is left; else it may be so a moment later.
    pub(super) fn end(&self, folder: Option<&Path>) -> bool {
        if !self.are_adopted {
            return true;
        }
        // The children of those that are ended here come to us after them: so it takes a round more, until a round finds
        // nothing.
        loop {
            let mut found = false;
            for pid in self.orphans() {
                let left = self.tests == 0 || folder.is_some_and(|folder| is_in(pid, folder));
                let is_ending = (left && kill_process(pid, Signal::KILL).is_ok()) || is_exiting(pid);
                if is_ending && matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None)) {
                    return false;
                }
                found |= is_ending;
            }
            if !found {
                return true;
            }
        }
    }

    /// The processes of a running group: what descends from its leader, and of the orphans those that are in its
    /// directory, or all if no other test runs.
    pub(super) fn members(&self, leader: Pid, folder: Option<&Path>) -> Vec<Pid> {
        let mut all = family(leader);
        if self.are_adopted && folder.is_some() {
            let is_its = |pid: &Pid| self.tests <= 1 || folder.is_some_and(|folder| is_in(*pid, folder));
            all.extend(self.orphans().into_iter().filter(is_its).flat_map(family));
        }
        all
    }

    fn orphans(&self) -> Vec<Pid> {
        let mut children = our_children().unwrap_or_default();
        children.retain(|pid| !self.leaders.contains(pid));
        children
    }
}
