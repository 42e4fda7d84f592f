//! A switch that ends running tests.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{EventfdFlags, eventfd};

use super::TestError;

/// A switch that is raised once, from any thread, and then stays so. A test that waits for its process wakes up by it.
#[derive(Debug)]
pub struct Halt {
    raised: AtomicBool,
    event: OwnedFd,
}

impl Halt {
    /// A switch that is not raised.
    ///
    /// # Errors
    /// [`TestError`] when the system has no file descriptor left.
    pub fn new() -> Result<Self, TestError> {
        let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).map_err(|e| {
            TestError(format!("cannot make an event ({e}): raise the limit on open files with `ulimit -n`"))
        })?;
        Ok(Halt { raised: AtomicBool::new(false), event })
    }

    /// Raises the switch.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Release);
        // The descriptor is ours and its counter is never full, so that nothing can go wrong here.
        let _ = rustix::io::write(&self.event, &1u64.to_ne_bytes());
    }

    /// Whether it has been raised.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// Readable from the moment it is raised.
    pub(crate) fn event(&self) -> BorrowedFd<'_> {
        self.event.as_fd()
    }
}
