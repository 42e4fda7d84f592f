//! The last deletion pass, which proves 1-minimality: every remaining element is tried alone.

use super::run::Run;
use super::{Kept, ListTest, without};

/// Removes single elements of `list` until none can go (`ensureOneMinimal` of Zhou et al., Algorithm 1).
///
/// It goes backwards, because what comes later tends to use what came before, and after a success it goes on from
/// there instead of starting again: it ends after one full circle of failures, which proves the same with fewer tests.
pub(super) fn sweep<T: ListTest>(run: &mut Run<T>, mut list: Kept) -> Result<Kept, T::Stop> {
    let mut start = list.len();
    loop {
        let circle = (0..start).rev().chain((start..list.len()).rev());
        let singles = circle.map(|at| (without(list.iter().copied(), &list[at..=at]), at));
        let Some((kept, at)) = run.first(singles)? else { return Ok(list) };
        list = kept;
        start = at;
    }
}
