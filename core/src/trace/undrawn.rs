//! Members of a list that nothing draws: they go, the others move up, and what decides the length of the list is lowered, all
//! in one step. Where the last member means something, such as the end of the paths that are looked for, each of these steps
//! by itself would change which one that is.

use std::collections::BTreeMap;

use super::event::{Draw, Event, SiteKind, Trace, Value};
use super::members::{Kin, at};
use super::parts::Parts;
use super::reduction::first_changed;
use super::search::Search;
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::Stop;

/// Lists with more members are left alone.
const LONGEST: u128 = 10_000;

/// Takes out as many undrawn members as it can of a list, given by its number.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn undrawn(search: &mut Search, minimizer: Minimizer, kin: &Kin, number: usize) -> Result<(), Stop> {
    let base = search.trace().clone();
    let Some(list) = kin.lists(&base).into_iter().nth(number) else { return Ok(()) };
    let Some(length) = list.length.filter(|&length| length <= LONGEST) else { return Ok(()) };
    let Some(decider) = list.draws.values().flatten().min().and_then(|&first| decider(&base, first, length)) else {
        return Ok(());
    };
    let free: Vec<u128> = (0..length).filter(|place| !list.draws.contains_key(place)).collect();
    if free.is_empty() {
        return Ok(());
    }
    let parts = Parts::of(&base);
    let iterations = iterations(&parts, &base, decider, length);
    let weights = vec![1; free.len()];
    let test = &mut Undrawn { search, base, draws: list.draws, decider, parts, iterations, free };
    minimizer.minimize(&weights, test).map(|_| ())
}

/// The last choice before a list is drawn from that has drawn its length.
fn decider(trace: &Trace, first: usize, length: u128) -> Option<usize> {
    (0..first).rev().find(|&event| {
        let label = trace.draw(event).and_then(|draw| draw.label.as_deref());
        label.and_then(|label| label.parse().ok()) == Some(length)
    })
}

/// The iterations that make the members, if there is a loop with as many that this choice decides.
fn iterations(parts: &Parts, trace: &Trace, decider: usize, length: u128) -> Option<Vec<usize>> {
    let mut loops: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, part) in parts.all.iter().enumerate() {
        if part.decider == Some(decider) && trace.kind(part.site) == SiteKind::For {
            loops.entry(part.scope).or_default().push(number);
        }
    }
    loops.into_values().find(|iterations| iterations.len() as u128 == length)
}

/// Undrawn members of a list, as a list of what goes from it.
struct Undrawn<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Trace,
    draws: BTreeMap<u128, Vec<usize>>,
    decider: usize,
    parts: Parts,
    iterations: Option<Vec<usize>>,
    free: Vec<u128>,
}

impl ListTest for Undrawn<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Undrawn { search, base, draws, decider, parts, iterations, free } = self;
        let iterations = iterations.as_ref();
        first_changed(search, configurations, free.len(), |gone| {
            let gone: Vec<u128> = gone.iter().map(|&element| free[element]).collect();
            let moved = draws.iter().fold(base.clone(), |trace, (&place, events)| {
                at(trace, events, place - gone.partition_point(|&other| other < place) as u128)
            });
            match iterations {
                Some(iterations) => {
                    let gone: Vec<usize> =
                        gone.iter().filter_map(|&place| iterations.get(place as usize)).copied().collect();
                    parts.without(&moved, &gone)
                }
                None => fewer(moved, *decider, gone.len() as u128),
            }
        })
    }
}

/// The trace in which this choice draws a number that is less by so many.
fn fewer(mut trace: Trace, decider: usize, lost: u128) -> Trace {
    if let Some(Event::Draw(Draw { value: Value::Index { at, .. }, label, .. })) = trace.events.get_mut(decider) {
        *at = at.saturating_sub(lost);
        *label = None;
    }
    trace
}
