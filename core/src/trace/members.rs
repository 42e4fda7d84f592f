//! Members of lists that are drawn from more than once, such as the nodes of a graph that its edges join.
//!
//! One choice by itself can seldom be lowered there: two edges that meet in a node have to go on meeting. So a member gives
//! way to another one in all choices together, and those that are left move up to the front of their list, so that the
//! members behind them are not drawn any more and can go.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::event::{Event, SiteNumber, Trace, Value};
use super::reduction::first_changed;
use super::search::Search;
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::Stop;

/// Of each list, lets as many members as it can give way to the first that is drawn, and moves the others to the front.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn members(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    search.enter("members");
    // The lists have the same order before and after a success, as long as the generator goes the same way.
    for number in 0..lists(search.trace()).len() {
        if let Some(list) = lists(search.trace()).into_iter().nth(number) {
            let given = vec![1; list.len() - 1];
            let base = search.trace().clone();
            minimizer.minimize(&given, &mut Given { search, base, list })?;
        }
        if let Some(list) = lists(search.trace()).into_iter().nth(number) {
            let moved = list
                .values()
                .enumerate()
                .fold(search.trace().clone(), |trace, (rank, draws)| at(trace, draws, rank as u128));
            search.try_first(&mut std::iter::once(moved))?;
        }
    }
    Ok(())
}

/// The members of a list that are drawn, by their places, with the events that draw them.
type List = BTreeMap<u128, Vec<usize>>;

/// The lists of which at least two members are drawn, and one of them twice. Two sites draw from one list if they have
/// drawn the same member from the same place.
fn lists(trace: &Trace) -> Vec<List> {
    let mut owner: FxHashMap<(&str, u128), SiteNumber> = FxHashMap::default();
    let mut same: BTreeMap<SiteNumber, SiteNumber> = BTreeMap::new();
    let members = || {
        trace.events.iter().enumerate().filter_map(|(event, it)| match it {
            Event::Draw(draw) => match (&draw.value, draw.label.as_deref()) {
                (Value::Index { at, .. }, Some(label)) => Some((event, draw.site, *at, label)),
                _ => None,
            },
            _ => None,
        })
    };
    for (_, site, at, label) in members() {
        let other = *owner.entry((label, at)).or_insert(site);
        let (one, other) = (root(&same, site), root(&same, other));
        same.insert(one.max(other), one.min(other));
    }
    let mut lists: BTreeMap<SiteNumber, (List, FxHashMap<&str, u128>, bool)> = BTreeMap::new();
    for (event, site, at, label) in members() {
        let (list, places, moves) = lists.entry(root(&same, site)).or_default();
        list.entry(at).or_default().push(event);
        *moves |= *places.entry(label).or_insert(at) != at;
    }
    // A member that is found in two places is one of several lists, such as one that is filtered for each choice.
    let shared = |list: &List| list.len() > 1 && list.values().any(|draws| draws.len() > 1);
    lists.into_values().filter(|(list, _, moves)| !moves && shared(list)).map(|(list, ..)| list).collect()
}

fn root(same: &BTreeMap<SiteNumber, SiteNumber>, mut site: SiteNumber) -> SiteNumber {
    while let Some(&other) = same.get(&site).filter(|&&other| other != site) {
        site = other;
    }
    site
}

/// The trace in which these choices draw the member at this place, which is no higher than theirs.
fn at(mut trace: Trace, draws: &[usize], place: u128) -> Trace {
    for &event in draws {
        if let Some(Event::Draw(draw)) = trace.events.get_mut(event)
            && let Value::Index { at, .. } = &mut draw.value
            && *at != place
        {
            *at = place;
            draw.label = None;
        }
    }
    trace
}

/// All members of a list but the first, as a list of what gives way to it.
struct Given<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Trace,
    list: List,
}

impl ListTest for Given<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Given { search, base, list } = self;
        let Some(first) = list.keys().next().copied() else { return Ok(None) };
        let others: Vec<&Vec<usize>> = list.values().skip(1).collect();
        first_changed(search, configurations, others.len(), |given| {
            given.iter().fold(base.clone(), |trace, &member| at(trace, others[member], first))
        })
    }
}
