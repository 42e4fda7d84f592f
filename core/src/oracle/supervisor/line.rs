//! Lines between this process and the supervisor: sockets, over which other file descriptors can be handed.

use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::cmsg_space;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};

use crate::wire::HEADER;

/// Sends bytes, and with the first of them a file descriptor.
pub(super) fn send_with(mut socket: &UnixStream, bytes: &[u8], file: BorrowedFd) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let files = [file];
    if !control.push(SendAncillaryMessage::ScmRights(&files)) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let sent = loop {
        match sendmsg(socket, &[IoSlice::new(bytes)], &mut control, SendFlags::NOSIGNAL) {
            Err(rustix::io::Errno::INTR) => {}
            sent => break sent?,
        }
    };
    socket.write_all(&bytes[sent..])
}

/// What has come over a line so far.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    /// The file descriptor that came last.
    pub(super) file: Option<OwnedFd>,
}

impl Inbox {
    /// Takes what is there. False: the other side has closed the line.
    pub(super) fn fill(&mut self, socket: &UnixStream) -> io::Result<bool> {
        let mut buffer = [0; 16 * 1024];
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let received = match recvmsg(socket, &mut [IoSliceMut::new(&mut buffer)], &mut control, RecvFlags::CMSG_CLOEXEC)
        {
            Ok(message) => message.bytes,
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => return Ok(true),
            // Closed before it has read all that was sent to it.
            Err(rustix::io::Errno::CONNRESET) => 0,
            Err(e) => return Err(e.into()),
        };
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(files) = message {
                self.file = files.last().or(self.file.take());
            }
        }
        self.bytes.extend_from_slice(&buffer[..received]);
        Ok(received > 0)
    }

    /// The content of the next frame, if all of it has come.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        let length = u32::from_le_bytes(*self.bytes.first_chunk::<HEADER>()?) as usize;
        let rest = self.bytes.get(HEADER + length..)?.to_vec();
        let mut frame = std::mem::replace(&mut self.bytes, rest);
        frame.truncate(HEADER + length);
        frame.drain(..HEADER);
        Some(frame)
    }
}
