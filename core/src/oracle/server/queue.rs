//! Those who wait until a process is free.

use std::sync::{Arc, Mutex, PoisonError};

use crate::oracle::{Halt, TestError};

/// All who wait are woken at once, since any of them may have given up; there are not many.
#[derive(Debug, Default)]
pub(super) struct Queue(Mutex<Vec<Arc<Halt>>>);

impl Queue {
    /// What is raised when something has become free.
    pub(super) fn place(&self) -> Result<Arc<Halt>, TestError> {
        let halt = Arc::new(Halt::new()?);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&halt));
        Ok(halt)
    }

    /// Something may have become free.
    pub(super) fn wake(&self) {
        let waiting = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        for halt in waiting {
            halt.raise();
        }
    }
}
