//! Configurations of a list minimizer, each of which is made into something that is tried.

use std::cell::RefCell;

use super::{Recent, Stop, Together};

/// How many configurations of a list of so many elements are kept: many, since those that the sieve turns away are taken
/// from the sequence between two that are tested, but not more than fit into some megabytes.
fn kept_configurations(elements: usize) -> usize {
    (4_000_000 / elements.max(1)).clamp(64, 512)
}

/// The first configuration of a list of so many elements with which something succeeds, and its place. `make` says what is
/// tried for a configuration, `try_first` tries those things in order and gives the place of the first that succeeds.
///
/// # Errors
/// [`Stop`] as `try_first` gives it.
pub fn first_configuration<T>(
    configurations: &mut dyn Iterator<Item = Vec<usize>>,
    elements: usize,
    mut make: impl FnMut(&[usize]) -> T,
    try_first: impl FnOnce(&mut dyn Iterator<Item = T>) -> Result<Option<usize>, Stop>,
) -> Result<Option<(usize, Vec<usize>)>, Stop> {
    let mut recent = Recent::new(kept_configurations(elements));
    let mut tried = configurations.map(|configuration| {
        let trial = make(&configuration);
        recent.push(configuration);
        trial
    });
    let place = try_first(&mut tried)?;
    Ok(place.and_then(|place| Some((place, recent.take(place)?))))
}

/// The configurations of a list of so many elements whose things succeed together, and what all of them keep.
/// `try_together` tries the things in order; it is given how those in several places are joined: to that of what all of
/// their configurations keep.
///
/// # Errors
/// [`Stop`] as `try_together` gives it.
pub fn joined_configurations<T>(
    configurations: &mut dyn Iterator<Item = Vec<usize>>,
    elements: usize,
    make: impl Fn(&[usize]) -> T,
    try_together: impl FnOnce(&mut dyn Iterator<Item = T>, &mut dyn FnMut(&[usize]) -> T) -> Result<Option<Together>, Stop>,
) -> Result<Option<(Together, Vec<usize>)>, Stop> {
    let recent = RefCell::new(Recent::new(kept_configurations(elements)));
    let mut tried = configurations.map(|configuration| {
        let trial = make(&configuration);
        recent.borrow_mut().push(configuration);
        trial
    });
    let mut join = |places: &[usize]| make(&kept_by_all(&recent.borrow(), places));
    let found = try_together(&mut tried, &mut join)?;
    Ok(found.map(|together| {
        let kept = kept_by_all(&recent.borrow(), &together.winners);
        (together, kept)
    }))
}

/// What all of the configurations in these places keep. One that is not kept in memory any more is left out.
fn kept_by_all(recent: &Recent<Vec<usize>>, places: &[usize]) -> Vec<usize> {
    let mut configurations = places.iter().filter_map(|&place| recent.get(place));
    let first = configurations.next().cloned().unwrap_or_default();
    configurations
        .fold(first, |kept, other| kept.into_iter().filter(|position| other.binary_search(position).is_ok()).collect())
}
