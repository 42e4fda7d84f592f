//! Whether a computation is still wanted: what takes more than a fraction of a second asks now and then.

use std::fmt;
use std::sync::Arc;

/// A computation was broken off, since its answer is not wanted any more. Who wanted it (a session) knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computation was cancelled")]
pub struct Cancelled;

/// What long computations ask. Once the answer is that they are not wanted any more, it stays so.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use reduce_core::cancellation::{Cancellation, Cancelled};
///
/// let over = Arc::new(AtomicBool::new(false));
/// let cancellation = Cancellation::when({
///     let over = Arc::clone(&over);
///     move || over.load(Ordering::Relaxed)
/// });
/// assert_eq!(cancellation.check(), Ok(()));
/// over.store(true, Ordering::Relaxed);
/// assert_eq!(cancellation.check(), Err(Cancelled));
/// ```
#[derive(Clone, Default)]
pub struct Cancellation {
    /// None: never.
    is_due: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Cancellation {
    /// Computations run to their end, however long that takes.
    pub fn never() -> Self {
        Cancellation::default()
    }

    /// Computations are broken off from the moment at which this is true; it has to stay true then. It is asked some
    /// thousand times a second, by any thread.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Cancellation { is_due: Some(Arc::new(is_due)) }
    }

    /// Whether computations are to be broken off.
    pub fn is_due(&self) -> bool {
        self.is_due.as_ref().is_some_and(|is_due| is_due())
    }

    /// The same as a result, for `?`.
    ///
    /// # Errors
    /// [`Cancelled`] when computations are to be broken off.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_due() { Err(Cancelled) } else { Ok(()) }
    }

    /// For loops whose single steps take no time: asks at every so many of them.
    pub fn steps(&self) -> Steps<'_> {
        Steps { cancellation: self, left: STEPS }
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(if self.is_due() { "Cancellation(due)" } else { "Cancellation" })
    }
}

/// So many steps of a loop take about a millisecond.
const STEPS: u32 = 4096;

/// The steps of one loop.
#[derive(Debug)]
pub struct Steps<'a> {
    cancellation: &'a Cancellation,
    /// Steps until it is asked again.
    left: u32,
}

impl Steps<'_> {
    /// Takes a step.
    ///
    /// # Errors
    /// [`Cancelled`] when the loop is to be left.
    pub fn step(&mut self) -> Result<(), Cancelled> {
        self.left -= 1;
        if self.left == 0 {
            self.left = STEPS;
            self.cancellation.check()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_ends_soon_after_it_is_cancelled() {
        let cancellation = Cancellation::when(|| true);
        let mut steps = cancellation.steps();
        let taken = std::iter::from_fn(|| steps.step().ok()).count();
        assert!(taken < STEPS as usize);
        let never = Cancellation::never();
        let mut steps = never.steps();
        assert!((0..10 * STEPS).all(|_| steps.step().is_ok()));
    }
}
