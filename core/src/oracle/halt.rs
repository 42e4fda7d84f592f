//! A switch that ends running tests, and how such things are waited for.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use super::{TestError, Until};

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

/// What rings in one thread to wake another, as often as needed.
#[derive(Debug)]
pub(crate) struct Bell(OwnedFd);

impl Bell {
    /// A bell that is silent.
    ///
    /// # Errors
    /// When the system has no file descriptor left.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Bell(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?))
    }

    /// Rings, until it is silenced.
    pub(crate) fn ring(&self) {
        // A counter that is full rings already.
        let _ = rustix::io::write(&self.0, &1u64.to_ne_bytes());
    }

    /// Is heard no more until it rings again.
    pub(crate) fn silence(&self) {
        let _ = rustix::io::read(&self.0, &mut [0; 8]);
    }
}

impl AsFd for Bell {
    /// Readable while it rings.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Waits until there is something to read. False: that is not waited for any more.
///
/// # Errors
/// The system's.
pub(super) fn readable_until(file: BorrowedFd, until: &Until) -> io::Result<bool> {
    loop {
        let mut fds = vec![PollFd::from_borrowed_fd(file, PollFlags::IN)];
        fds.extend(until.halts.iter().map(|halt| PollFd::from_borrowed_fd(halt.event(), PollFlags::IN)));
        match poll(&mut fds, until.deadline.map(left).as_ref()) {
            Err(rustix::io::Errno::INTR) => {}
            polled => {
                polled?;
                return Ok(!fds[0].revents().is_empty());
            }
        }
    }
}

/// The time that is left until a moment.
pub(super) fn left(deadline: Instant) -> Timespec {
    let left = deadline.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() }
}
