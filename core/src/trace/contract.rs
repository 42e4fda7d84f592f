//! Contraction: two members of a list that are drawn in one part, such as the ends of an edge, become one.
//!
//! What joined them is left with one end, and goes; what was joined to either is joined to the one. So a path becomes shorter
//! where no part of it can go by itself.

use std::collections::BTreeSet;

use super::members::{Kin, at};
use super::parts::Parts;
use super::search::Search;
use crate::session::Stop;

/// So many pairs of members are tried.
const MOST_PAIRS: usize = 256;

/// Contracts pairs of members of a list, given by its number, until no pair can become one.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn contract(search: &mut Search, kin: &Kin, number: usize) -> Result<(), Stop> {
    loop {
        let base = search.trace().clone();
        let Some(list) = kin.lists(&base).into_iter().nth(number) else { return Ok(()) };
        let parts = Parts::of(&base);
        let mut drawn: Vec<(usize, u128)> = Vec::new();
        for (&place, draws) in &list.draws {
            drawn.extend(draws.iter().filter_map(|&event| Some((parts.around(event)?, place))));
        }
        drawn.sort_unstable();
        let neighbours = drawn.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
        let pairs: BTreeSet<[u128; 2]> = neighbours.map(|pair| [pair[0].1, pair[1].1]).collect();
        let both = pairs.into_iter().take(MOST_PAIRS).flat_map(|[one, other]| [[other, one], [one, other]]);
        let mut contracted = both.filter_map(|[gone, stays]| Some(at(base.clone(), list.draws.get(&gone)?, stays)));
        if search.try_first(&mut contracted)?.is_none() {
            return Ok(());
        }
    }
}
