//! The traits of `rand`.

use std::convert::Infallible;

use rand_core::TryRng;
use reduce_tree_side::Unlabelled;

use crate::choices::Choices;
use crate::tracing::Place;

/// `rand` 0.10: what it draws is known by the width of the number and by the scopes around it.
///
/// ```
/// use rand::RngExt;
///
/// let mut choices = reduce_tree_choices::Choices::seeded(1)?;
/// let die = choices.random_range(1..=6);
/// assert!((1..=6).contains(&die));
/// # Ok::<(), reduce_tree_choices::TraceError>(())
/// ```
impl TryRng for Choices {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.index_of(1 << 32, &Unlabelled, Place::Named("next_u32"), None) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.index_of(1 << 64, &Unlabelled, Place::Named("next_u64"), None) as u64)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.fill(bytes, Place::Named("fill_bytes"));
        Ok(())
    }
}
