//! Minimizing delta debugging: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002.

use std::ops::Range;

use super::run::Run;
use super::{Kept, ListTest, without};

#[derive(Clone, Copy)]
enum Step {
    Subset,
    Complement,
}

/// ddmin over `list`. One round, all subsets and then all complements, is one question.
///
/// 1-minimal by itself: it ends when the parts are single elements and no complement has the property. The last
/// element's complement is the empty configuration, which is tested only there.
pub(super) fn ddmin<T: ListTest>(run: &mut Run<T>, mut list: Kept) -> Result<Kept, T::Stop> {
    let mut parts = 2;
    while !list.is_empty() {
        parts = parts.min(list.len());
        let found = {
            let subsets = even(list.len(), parts).map(|part| (list[part].to_vec(), Step::Subset));
            let complements =
                even(list.len(), parts).map(|part| (without(list.iter().copied(), &list[part]), Step::Complement));
            run.first(subsets.chain(complements))?
        };
        match found {
            Some((kept, Step::Subset)) => (list, parts) = (kept, 2),
            Some((kept, Step::Complement)) => (list, parts) = (kept, (parts - 1).max(2)),
            None if parts == list.len() => break,
            None => parts *= 2,
        }
    }
    Ok(list)
}

/// `parts` ranges that split `0..length` with lengths that differ by one at most.
fn even(length: usize, parts: usize) -> impl Iterator<Item = Range<usize>> {
    (0..parts).map(move |part| length * part / parts..length * (part + 1) / parts)
}
