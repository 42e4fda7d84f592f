//! A plugin's pass that is called in a helper process.

use std::cell::RefCell;
use std::rc::Rc;

use super::channel::Silence;
use super::helper::Helper;
use super::{About, Pass, Trouble, answer};
use crate::language::{Document, Patch};

/// A pass in a helper, which it shares with the other passes of the plugin.
pub(super) struct IsolatedPass {
    helper: Rc<RefCell<Helper>>,
    place: usize,
    about: About,
    opened: Option<Opened>,
}

struct Opened {
    document: Document,
    /// The process that has it open.
    generation: u64,
}

impl IsolatedPass {
    /// The pass in this place of a plugin.
    pub(super) fn new(helper: Rc<RefCell<Helper>>, place: usize, about: About) -> Self {
        IsolatedPass { helper, place, about, opened: None }
    }
}

impl Pass for IsolatedPass {
    fn about(&self) -> &About {
        &self.about
    }

    fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
        self.opened = None;
        let mut helper = self.helper.borrow_mut();
        let count = helper.open(self.place, document)?;
        self.opened = Some(Opened { document: document.clone(), generation: helper.generation() });
        Ok(count)
    }

    fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
        let Some(opened) = &self.opened else { return Ok(None) };
        let document = opened.document.clone();
        // Another pass of the plugin may have taken the process with it.
        if opened.generation != self.helper.borrow().generation() {
            self.open(&document)?;
        }
        let mut helper = self.helper.borrow_mut();
        let patches = helper.apply(self.place, instance, &document)?;
        if patches.as_ref().is_some_and(|patches| !answer::fit(document.text(), patches)) {
            return Err(helper.fail(Silence::Garbled));
        }
        Ok(patches)
    }

    fn renew(&mut self) {
        self.helper.borrow_mut().discard();
    }
}
