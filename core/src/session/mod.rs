//! One reduction as it goes: the tests run so far, the best so far, the budget, what happened.

use std::sync::Arc;

use crate::oracle::{PropertyTest, TestError};

/// Why a reduction ends before its schedule is done.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The test cannot be run.
    #[error(transparent)]
    Test(#[from] TestError),
}

/// What became of a sequence of candidates.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The place in the sequence of the first interesting candidate.
    pub winner: Option<usize>,
    /// Candidates that were taken from the sequence but whose test was given up since an earlier one won.
    pub unfinished: Vec<usize>,
}

/// The running reduction.
pub struct Session {
    test: Arc<dyn PropertyTest>,
    /// Property tests run.
    pub property_tests: u64,
}

impl Session {
    /// A session with this test.
    pub fn new(test: Arc<dyn PropertyTest>) -> Self {
        Session { test, property_tests: 0 }
    }

    /// Tests a lazy sequence of texts in order and says which is the first that is interesting. Nothing is taken from
    /// the sequence after that.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn first_interesting(
        &mut self,
        _pass: &str,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Outcome, Stop> {
        for (place, text) in texts.enumerate() {
            self.property_tests += 1;
            if self.test.interesting(&text)? {
                return Ok(Outcome { winner: Some(place), unfinished: Vec::new() });
            }
        }
        Ok(Outcome::default())
    }

    /// A candidate was accepted: it is the best so far.
    ///
    /// # Errors
    /// [`Stop`] when it cannot be kept.
    pub fn accept(&mut self, _pass: &str, _text: &Arc<[u8]>, _tokens: usize) -> Result<(), Stop> {
        Ok(())
    }
}
