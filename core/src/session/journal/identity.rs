//! What makes two property tests, or two settings of a search, the same.

use std::fmt;

use xxhash_rust::xxh3::Xxh3;

/// 128 bits (XXH3) that stand for everything that was added, in this order.
#[derive(Clone, Default)]
pub struct Identity(Xxh3);

impl Identity {
    /// The identity of nothing.
    pub fn new() -> Self {
        Identity::default()
    }

    /// Adds a part. Where one part ends and the next begins counts.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// The bits.
    pub(super) fn bits(&self) -> u128 {
        self.0.digest128()
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:032x}", self.bits())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Identity({self})")
    }
}

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_and_where_its_parts_end_makes_the_identity() {
        let of = |parts: &[&str]| parts.iter().fold(Identity::new(), |identity, part| identity.with(part.as_bytes()));
        assert_eq!(of(&["a", "bc"]), of(&["a", "bc"]));
        for other in [&["ab", "c"][..], &["a", "bc", ""], &["bc", "a"], &["abc"]] {
            assert_ne!(of(&["a", "bc"]), of(other));
        }
    }
}
