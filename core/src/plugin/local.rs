//! A plugin's pass that is called in this process.

#![allow(unsafe_code)] // A plugin is called through pointers.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use reduce_tree_abi::{DONE, ERROR, NO_SUCH_INSTANCE, RtPass, UNKNOWN};

use super::host::Host;
use super::{About, Library, Pass, Trouble};
use crate::knowledge::Knowledge;
use crate::language::{Document, Patch};

/// A pass in this process: as fast as can be, and trusted.
pub struct LocalPass {
    about: Arc<About>,
    pass: &'static RtPass,
    host: Box<Host>,
    state: *mut c_void,
    is_open: bool,
}

impl LocalPass {
    /// The pass in this place of a plugin; none if the plugin has fewer.
    pub fn new(library: &Library, place: usize, knowledge: Arc<Knowledge>) -> Option<Self> {
        let (about, pass) = library.pass(place)?;
        Some(LocalPass { about, pass, host: Host::new(knowledge), state: ptr::null_mut(), is_open: false })
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
        self.close();
        self.host.open(document);
        let (Some(open), Some(count)) = (self.pass.open, self.pass.count) else { return Ok(Some(0)) };
        // SAFETY: the calls are those of the interface, in its order.
        let status = unsafe { open(self.host.as_ptr(), &raw mut self.state) };
        if !self.outcome("open", status)? {
            return Err(Trouble::Broken(format!("open answered {status}")));
        }
        self.is_open = true;
        // SAFETY: as above.
        match unsafe { count(self.host.as_ptr(), self.state) } {
            UNKNOWN => Ok(None),
            count => {
                u64::try_from(count).map(Some).map_err(|_| Trouble::Broken(format!("it counts {count} instances")))
            }
        }
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
