//! Delta debugging without a tree: the baseline of the GTR paper (Section 5), where the lines of the text are the list.

use std::sync::Arc;

use super::search::Search;
use super::sieve::Order;
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::{Stop, first_configuration};

/// Leaves out lines until none can go by itself. Lines cut across the tree, so nothing but the cache stands between them
/// and the property test: fewer lines may well be more tokens, where the delimiter of a comment goes.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn ddmin(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    search.enter("lines");
    search.order_by(Order::Bytes);
    let text = search.document().text().clone();
    let lines: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
    let weights: Vec<usize> = lines.iter().map(|line| line.len()).collect();
    minimizer.minimize(&weights, &mut Lines { search, lines })?;
    Ok(())
}

struct Lines<'s, 'a, 't> {
    search: &'s mut Search<'a>,
    lines: Vec<&'t [u8]>,
}

impl ListTest for Lines<'_, '_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Lines { search, lines } = self;
        let make = |kept: &[usize]| -> Arc<[u8]> {
            kept.iter().flat_map(|&line| lines[line]).copied().collect::<Vec<u8>>().into()
        };
        first_configuration(configurations, lines.len(), make, |texts| search.try_texts(false, texts))
    }
}
