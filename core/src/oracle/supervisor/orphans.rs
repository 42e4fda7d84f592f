//! What a test leaves behind outside its process group.
//!
//! A daemon that a test starts leaves the test's process group, and killing the group does not reach it. A process that
//! adopts orphans (Linux: a *child subreaper*) becomes the parent of every such process. Its main thread
//! starts none itself: so each child of that one is what a test left. Nothing marks a test's processes, least of all a variable in
//! their environment: that would move their stacks, and with them the very bugs that are looked for.

use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use super::procfs::{family, is_exiting, is_in, our_children};

/// The tests that run, and whether what leaves them is found.
#[derive(Debug, Default)]
pub(super) struct Orphans {
    /// How many tests and calls of passes run; companions are none.
    tests: Mutex<usize>,
    are_adopted: bool,
}

impl Orphans {
    /// From now on processes that a test leaves behind become children of this process: of its main thread, which is to
    /// have no others.
    ///
    /// # Errors
    /// When the system knows no such thing, or does not list children; then groups are killed, and nothing else.
    pub(super) fn adopt(&mut self) -> io::Result<()> {
        our_children()?;
        rustix::process::set_child_subreaper(Some(getpid()))?;
        self.are_adopted = true;
        Ok(())
    }

    /// A test is about to start.
    pub(super) fn starts(&self) {
        *self.tests() += 1;
    }

    /// A test has ended, or has not started.
    pub(super) fn ended(&self) {
        *self.tests() -= 1;
    }

    /// Ends what is left of a test in this directory, which is not counted any more. If no other runs, that is whatever
    /// any test left. True: nothing is left; else it may be so a moment later.
    pub(super) fn end(&self, folder: Option<&Path>) -> bool {
        if !self.are_adopted {
            return true;
        }
        // No test starts meanwhile, of which something could be taken for left.
        let tests = self.tests();
        // The children of those that are ended here come to us after them: so it takes a round more, until a round finds
        // nothing.
        loop {
            let mut found = false;
            for pid in our_children().unwrap_or_default() {
                let left = *tests == 0 || folder.is_some_and(|folder| is_in(pid, folder));
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
        if let (true, Some(folder)) = (self.are_adopted, folder) {
            let is_alone = *self.tests() <= 1;
            let orphans = our_children().unwrap_or_default().into_iter();
            all.extend(orphans.filter(|pid| is_alone || is_in(*pid, folder)).flat_map(family));
        }
        all
    }

    fn tests(&self) -> MutexGuard<'_, usize> {
        self.tests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
