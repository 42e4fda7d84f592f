//! The way to a helper and back, with an end to waiting.

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::oracle::Halt;
use crate::wire::HEADER;

/// So long both sides look for the other's next frame before they go to sleep: to be woken takes longer than most
/// calls do.
pub(super) const AWAKE: Duration = Duration::from_micros(100);

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The other side is gone.
    Gone,
    /// The time is over.
    TimedOut,
    /// The answer is not wanted any more.
    Halted,
    /// What there is is no answer, or longer than any can be.
    Garbled,
}

/// How long an answer is waited for.
#[derive(Clone, Copy)]
pub(super) struct Patience<'a> {
    /// None: for ever.
    pub(super) deadline: Option<Instant>,
    /// From then on it is not wanted any more.
    pub(super) end: Option<Instant>,
    pub(super) halt: Option<&'a Halt>,
}

/// Our end of the socket.
pub(super) struct Channel {
    socket: UnixStream,
    buffer: Vec<u8>,
}

impl Channel {
    pub(super) fn new(socket: UnixStream) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        Ok(Channel { socket, buffer: vec![0; 1 << 14] })
    }

    /// Sends a frame.
    pub(super) fn send(&mut self, frame: &[u8], patience: Patience) -> Result<(), Silence> {
        let mut rest = frame;
        while !rest.is_empty() {
            match self.socket.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => self.wait(PollFlags::OUT, patience)?,
                Err(_) => return Err(Silence::Gone),
            }
        }
        Ok(())
    }

    /// Waits for the one frame that answers, and gives its content of at most so many bytes.
    pub(super) fn receive(&mut self, most: usize, patience: Patience) -> Result<&[u8], Silence> {
        let mut filled = 0;
        let mut whole = HEADER;
        let asked = Instant::now();
        while filled < whole {
            if self.buffer.len() < whole {
                self.buffer.resize(whole, 0);
            }
            match self.socket.read(&mut self.buffer[filled..]) {
                Ok(0) => return Err(Silence::Gone),
                Ok(count) => filled += count,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) if e.kind() == ErrorKind::WouldBlock && asked.elapsed() < AWAKE => {
                    std::thread::yield_now();
                    continue;
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    self.wait(PollFlags::IN, patience)?;
                    continue;
                }
                Err(_) => return Err(Silence::Gone),
            }
            if let (HEADER, Some(header)) = (whole, self.buffer[..filled].first_chunk()) {
                let length = u32::from_le_bytes(*header) as usize;
                if length > most {
                    return Err(Silence::Garbled);
                }
                whole += length;
            }
        }
        // Each request has one answer, and nobody else has anything to say here.
        if filled > whole { Err(Silence::Garbled) } else { Ok(&self.buffer[HEADER..whole]) }
    }

    fn wait(&self, flags: PollFlags, patience: Patience) -> Result<(), Silence> {
        loop {
            // What is there counts, even if we come late to look at it.
            let timeout = patience.deadline.into_iter().chain(patience.end).min().map(|deadline| {
                let left = deadline.saturating_duration_since(Instant::now());
                Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() }
            });
            let mut fds = vec![PollFd::new(&self.socket, flags)];
            fds.extend(patience.halt.map(|halt| PollFd::from_borrowed_fd(halt.event(), PollFlags::IN)));
            match poll(&mut fds, timeout.as_ref()) {
                Ok(_) if fds.get(1).is_some_and(|halt| !halt.revents().is_empty()) => return Err(Silence::Halted),
                Ok(0) if patience.end.is_some_and(|end| Instant::now() >= end) => return Err(Silence::Halted),
                Ok(0) => return Err(Silence::TimedOut),
                Ok(_) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return Err(Silence::Gone),
            }
        }
    }
}
