//! What test servers say of how they are doing.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::message::{Status, shown};

/// Hears how a test server is doing: a few words, and whether it waits for something that it can do nothing about, so that
/// nothing is tested.
#[derive(Clone)]
pub struct StatusListener(Arc<Hears>);

type Hears = dyn Fn(&str, bool) + Send + Sync;

impl StatusListener {
    /// One that calls this, from any thread.
    pub fn new(hears: impl Fn(&str, bool) + Send + Sync + 'static) -> Self {
        StatusListener(Arc::new(hears))
    }

    /// Passes on what a server says, made harmless to a terminal.
    pub(super) fn tell(&self, status: &Status) {
        (self.0)(&shown(status.text.as_bytes()), status.waits);
    }
}

impl fmt::Debug for StatusListener {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("StatusListener")
    }
}

/// Whether a server waits, and until when it did: no candidate's time runs as long.
#[derive(Debug, Default)]
pub(super) struct Pause {
    is_on: bool,
    ended: Option<Instant>,
}

impl Pause {
    /// The server says whether it waits.
    pub(super) fn hear(&mut self, waits: bool) {
        self.ended = self.last();
        self.is_on = waits;
    }

    /// The last moment at which the server waited, if it ever did.
    pub(super) fn last(&self) -> Option<Instant> {
        if self.is_on { Some(Instant::now()) } else { self.ended }
    }
}
