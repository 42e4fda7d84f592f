//! How many instances a pass has.

use super::{Pass, Trouble};

/// The number of instances of a pass in the text that it has open, if it does not know it: by doubling, then halving. No
/// more than `most` are counted.
///
/// # Errors
/// [`Trouble`] when the pass does not behave.
pub fn count_instances(pass: &mut dyn Pass, most: u64) -> Result<u64, Trouble> {
    let exists = |pass: &mut dyn Pass, instance| match pass.apply(instance) {
        Ok(patches) => Ok(patches.is_some()),
        // One that cannot be applied is one all the same.
        Err(Trouble::Refused(_)) => Ok(true),
        Err(trouble) => Err(trouble),
    };
    // All below `low` exist; `high` does not.
    let (mut low, mut high) = (0, 1);
    while high < most && exists(pass, high - 1)? {
        (low, high) = (high, high * 2);
    }
    while low + 1 < high {
        let middle = low.midpoint(high);
        if exists(pass, middle - 1)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(low)
}
