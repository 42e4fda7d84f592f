//! What is chosen from: members are told by labels, since their places move when others go.

use std::fmt::Debug;

/// What a choice is made from.
pub trait Members {
    /// What tells the member at this place from the others; in one line.
    fn label(&self, at: u128) -> Option<String>;

    /// Where the member with this label is now, the place nearest to where it was; `None` if it is not there.
    fn place(&self, label: &str, at: u128) -> Option<u128>;
}

/// Members without labels.
#[derive(Clone, Copy, Debug)]
pub struct Unlabelled;

impl Members for Unlabelled {
    fn label(&self, _: u128) -> Option<String> {
        None
    }

    fn place(&self, _: &str, _: u128) -> Option<u128> {
        None
    }
}

/// The integers from this one on; each is its own label.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The least.
    pub low: i128,
    /// How many there are.
    pub count: u128,
}

impl Members for Numbers {
    fn label(&self, at: u128) -> Option<String> {
        Some((self.low.wrapping_add_unsigned(at)).to_string())
    }

    fn place(&self, label: &str, _: u128) -> Option<u128> {
        let number: i128 = label.parse().ok()?;
        let at = u128::try_from(number.checked_sub(self.low)?).ok()?;
        (at < self.count).then_some(at)
    }
}

/// A label that is longer is not written.
const LONGEST_LABEL: usize = 200;

/// The members of a slice, told by what [`Debug`] shows.
impl<T: Debug> Members for [T] {
    fn label(&self, at: u128) -> Option<String> {
        let label = format!("{:?}", self.get(usize::try_from(at).ok()?)?);
        (label.len() <= LONGEST_LABEL && !label.contains('\n')).then_some(label)
    }

    fn place(&self, label: &str, at: u128) -> Option<u128> {
        if self.label(at).is_some_and(|there| there == label) {
            return Some(at);
        }
        let places = (0..self.len() as u128).filter(|&place| self.label(place).is_some_and(|there| there == label));
        places.min_by_key(|place| place.abs_diff(at))
    }
}
