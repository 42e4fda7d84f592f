//! Members of lists that are drawn from more than once, such as the nodes of a graph that its edges join.
//!
//! One choice by itself can seldom be lowered there: two edges that meet in a node have to go on meeting. So a member gives
//! way to another one in all choices together: to the first, or to one that is drawn beside it. Those that are not drawn any
//! more go from the list, or at least those that are left move up to its front.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::event::{Event, SiteNumber, Trace, Value};
use super::reduction::first_changed;
use super::search::Search;
use super::{contract, undrawn};
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::Stop;

/// Of each list, lets as many members as it can give way to others, and takes out those that are not drawn.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn members(search: &mut Search, minimizer: Minimizer, kin: &mut Kin) -> Result<(), Stop> {
    search.enter("members");
    kin.learn(search.trace());
    // The lists have the same order before and after a success, as long as the generator goes the same way.
    for number in 0..kin.lists(search.trace()).len() {
        if let Some(list) = kin.lists(search.trace()).into_iter().nth(number) {
            let given = vec![1; list.draws.len() - 1];
            let base = search.trace().clone();
            minimizer.minimize(&given, &mut Given { search, base, draws: list.draws })?;
        }
        contract::contract(search, kin, number)?;
        undrawn::undrawn(search, minimizer, kin, number)?;
        if let Some(list) = kin.lists(search.trace()).into_iter().nth(number) {
            let places = list.draws.values().enumerate();
            let moved = places.fold(search.trace().clone(), |trace, (rank, draws)| at(trace, draws, rank as u128));
            search.try_first(&mut std::iter::once(moved))?;
        }
    }
    Ok(())
}

/// A list that is drawn from.
pub(super) struct List {
    /// Its members that are drawn, by their places, with the events that draw them.
    pub(super) draws: BTreeMap<u128, Vec<usize>>,
    /// How many members it has, where that is the same in all choices.
    pub(super) length: Option<u128>,
}

/// Which sites draw from one list: they have drawn the same member from the same place among as many. What was seen once holds
/// from then on, since a small trace may have no two choices that show it.
#[derive(Default)]
pub(super) struct Kin {
    same: BTreeMap<SiteNumber, SiteNumber>,
}

impl Kin {
    /// Learns from a trace.
    pub(super) fn learn(&mut self, trace: &Trace) {
        let mut owner: FxHashMap<(&str, [u128; 2]), SiteNumber> = FxHashMap::default();
        for (_, site, place, label) in drawn(trace) {
            let other = *owner.entry((label, place)).or_insert(site);
            let (one, other) = (self.root(site), self.root(other));
            self.same.insert(one.max(other), one.min(other));
        }
    }

    fn root(&self, mut site: SiteNumber) -> SiteNumber {
        while let Some(&other) = self.same.get(&site).filter(|&&other| other != site) {
            site = other;
        }
        site
    }

    /// The lists of which at least two members are drawn, and one of them twice.
    pub(super) fn lists(&self, trace: &Trace) -> Vec<List> {
        let mut found: BTreeMap<SiteNumber, (List, FxHashMap<&str, u128>, bool)> = BTreeMap::new();
        for (event, site, [at, bound], label) in drawn(trace) {
            let begun = || (List { draws: BTreeMap::new(), length: Some(bound) }, FxHashMap::default(), false);
            let (list, places, moves) = found.entry(self.root(site)).or_insert_with(begun);
            list.draws.entry(at).or_default().push(event);
            list.length = list.length.filter(|&length| length == bound);
            *moves |= *places.entry(label).or_insert(at) != at;
        }
        // A member that is found in two places is one of several lists, such as one that is filtered for each choice.
        let shared = |list: &List| list.draws.len() > 1 && list.draws.values().any(|draws| draws.len() > 1);
        found.into_values().filter(|(list, _, moves)| !moves && shared(list)).map(|(list, ..)| list).collect()
    }
}

/// The choices of members that are told from others: their events, sites, places among how many, and labels.
fn drawn(trace: &Trace) -> impl Iterator<Item = (usize, SiteNumber, [u128; 2], &str)> {
    trace.events.iter().enumerate().filter_map(|(event, it)| match it {
        Event::Draw(draw) => match (&draw.value, draw.label.as_deref()) {
            (Value::Index { at, bound }, Some(label)) => Some((event, draw.site, [*at, *bound], label)),
            _ => None,
        },
        _ => None,
    })
}

/// The trace in which these choices draw the member at this place.
pub(super) fn at(mut trace: Trace, draws: &[usize], place: u128) -> Trace {
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
    draws: BTreeMap<u128, Vec<usize>>,
}

impl ListTest for Given<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Given { search, base, draws } = self;
        let Some(first) = draws.keys().next().copied() else { return Ok(None) };
        let others: Vec<&Vec<usize>> = draws.values().skip(1).collect();
        first_changed(search, configurations, others.len(), |given| {
            given.iter().fold(base.clone(), |trace, &member| at(trace, others[member], first))
        })
    }
}
