//! Integers that can be drawn from a range.

use std::ops::{Bound, RangeBounds};

/// An integer of up to 64 bits.
pub trait Number: Copy {
    /// The least of the type.
    const MIN: i128;
    /// The greatest of the type.
    const MAX: i128;

    /// As a number of a type that holds all of them.
    fn widened(self) -> i128;

    /// A number that is between `MIN` and `MAX`.
    fn narrowed(wide: i128) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            const MIN: i128 = <$number>::MIN as i128;
            const MAX: i128 = <$number>::MAX as i128;

            fn widened(self) -> i128 {
                self as i128
            }

            fn narrowed(wide: i128) -> Self {
                wide as $number
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// The ends of a range, both within it.
///
/// # Panics
/// If nothing is in the range.
#[track_caller]
pub(crate) fn ends<N: Number>(range: &impl RangeBounds<N>) -> [i128; 2] {
    let low = match range.start_bound() {
        Bound::Included(low) => low.widened(),
        Bound::Excluded(below) => below.widened() + 1,
        Bound::Unbounded => N::MIN,
    };
    let high = match range.end_bound() {
        Bound::Included(high) => high.widened(),
        Bound::Excluded(above) => above.widened() - 1,
        Bound::Unbounded => N::MAX,
    };
    assert!(low <= high, "nothing can be drawn from an empty range");
    [low, high]
}
