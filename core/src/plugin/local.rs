//! A plugin's pass that is called in this process.

#![allow(unsafe_code)] // A plugin is called through pointers.

use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use reduce_tree_abi::{DONE, ERROR, NO_SUCH_INSTANCE, RtPass, UNKNOWN};

use super::background::{Background, Subject};
use super::host::Host;
use super::library::Library;
use super::{About, Pass, Trouble};
use crate::language::{Document, Patch};

/// A pass in this process, be it the user's or a helper.
pub(super) struct LocalPass {
    about: Arc<About>,
    pass: &'static RtPass,
    host: Box<Host>,
    state: *mut c_void,
    is_open: bool,
}

impl LocalPass {
    /// All passes of a plugin, in its order.
    pub(super) fn all(library: &Library, background: &Rc<Background>) -> Vec<Self> {
        let pass = |(about, pass): (Arc<About>, _)| {
            let host = Host::new(Rc::clone(background));
            LocalPass { about, pass, host, state: ptr::null_mut(), is_open: false }
        };
        library.passes().cloned().map(pass).collect()
    }

    /// [`Pass::open`] for a text of which a tree is made only if the plugin wants it.
    pub(super) fn take_up(&mut self, subject: Rc<Subject>) -> Result<Option<u64>, Trouble> {
        self.close();
        self.host.open(subject);
        let (Some(open), Some(count)) = (self.pass.open, self.pass.count) else { return Ok(Some(0)) };
        // SAFETY: the calls are those of the interface, in its order.
        let status = unsafe { open(self.host.as_ptr(), &raw mut self.state) };
        self.is_open = status == DONE;
        if !self.outcome("open", status)? {
            return Err(Trouble::Broken(format!("open answered {status}")));
        }
        // SAFETY: as above.
        let count = unsafe { count(self.host.as_ptr(), self.state) };
        self.outcome("count", DONE)?;
        match count {
            UNKNOWN => Ok(None),
            count => u64::try_from(count).map(Some).map_err(|_| Trouble::Broken(format!("count answered {count}"))),
        }
    }

    fn close(&mut self) {
        if let (true, Some(close)) = (self.is_open, self.pass.close) {
            // SAFETY: the state is what open gave, and is handed back once.
            unsafe { close(self.host.as_ptr(), self.state) };
        }
        self.is_open = false;
        self.state = ptr::null_mut();
        self.host.close();
    }

    /// What a call came to.
    fn outcome(&self, call: &str, status: i32) -> Result<bool, Trouble> {
        // Without what it asked for its answer is worth nothing.
        if let Some(reason) = self.host.background().failure() {
            return Err(Trouble::Refused(reason));
        }
        match status {
            DONE => Ok(true),
            NO_SUCH_INSTANCE => Ok(false),
            ERROR => Err(Trouble::Refused(self.host.take_message())),
            other => Err(Trouble::Broken(format!("{call} answered {other}"))),
        }
    }
}

impl Pass for LocalPass {
    fn about(&self) -> &About {
        &self.about
    }

    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        self.take_up(Rc::new(Subject::of_document(document)))
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        let (Some(apply), true) = (self.pass.apply, self.is_open) else { return Ok(None) };
        self.host.begin_edits();
        // SAFETY: the state is what open gave.
        let status = unsafe { apply(self.host.as_ptr(), self.state, instance) };
        let patches = self.host.take_patches();
        if self.outcome("apply", status)? { patches.map(Some) } else { Ok(None) }
    }
}

impl Drop for LocalPass {
    fn drop(&mut self) {
        self.close();
    }
}
