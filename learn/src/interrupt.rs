//! Ctrl-C, and the signals that ask to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reduce_core::oracle::keeping_hangup;

/// Tells whether the user wants an end.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the system does not let it.
    pub fn listen() -> anyhow::Result<Self> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        keeping_hangup(|| ctrlc::set_handler(move || heard.0.store(true, Ordering::Relaxed)))?;
        Ok(interrupt)
    }

    /// Whether there was a signal.
    pub fn heard(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
