//! List minimizers: ddmin, wddmin, ProbDD and WProbDD, over any list of weighted elements and any test.
//!
//! A minimizer asks one kind of question only: *which of these configurations, in this order, is the first that still
//! has the property?* The sequence is lazy, and asking for its next member means that all before it failed (or are
//! being tried at the same time), so one question carries sequential and speculative evaluation alike.

/// The elements of a list that a configuration keeps, as ascending positions in the original list.
pub type Kept = Vec<usize>;

/// The property test of a list minimizer.
pub trait ListTest {
    /// Why the minimization has to end early (budget, interruption, a broken test).
    type Stop;

    /// The first configuration of the sequence that has the property, with its place in the sequence.
    ///
    /// # Errors
    /// [`Self::Stop`](ListTest::Stop) when no more tests may run.
    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Self::Stop>;
}
