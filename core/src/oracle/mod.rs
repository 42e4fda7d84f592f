//! Property tests: what decides whether a candidate is still interesting.

/// A property test: does this text still show the behaviour that is looked for?
pub trait PropertyTest: Send + Sync {
    /// Runs the test once on a text.
    ///
    /// # Errors
    /// [`TestError`] when the test itself cannot be run; a test that says no, crashes or takes too long is no error.
    fn interesting(&self, text: &[u8]) -> Result<bool, TestError>;
}

/// Why a property test could not be run at all.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct TestError(pub String);

impl<F: Fn(&[u8]) -> bool + Send + Sync> PropertyTest for F {
    fn interesting(&self, text: &[u8]) -> Result<bool, TestError> {
        Ok(self(text))
    }
}
