//! Recursion: a call gives way to a call of the same function within it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::event::{Event, SiteKind, SiteNumber, Trace};
use super::search::Search;
use crate::session::Stop;

/// Of each call so many of the calls within it are tried.
const MOST_WITHIN: usize = 8;

/// A call that has ended as it should.
#[derive(Clone, Copy)]
struct Call {
    site: SiteNumber,
    /// The least site of the same function: one that is seen from stacks has a site for each place it is called from.
    function: SiteNumber,
    events: [usize; 2],
    /// Choices in it.
    weight: usize,
}

/// Puts inner calls in the place of outer ones until that does not help any more; what wins most comes first.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn hoist(search: &mut Search) -> Result<(), Stop> {
    search.enter("hoist");
    loop {
        let trace = search.trace().clone();
        let proposals = proposals(&trace);
        let mut hoisted = proposals.iter().map(|[outer, inner]| {
            let within = moved(&trace.events[inner.events[0]..inner.events[1]], inner.site, outer.site);
            let events = [&trace.events[..outer.events[0]], &within, &trace.events[outer.events[1]..]];
            Trace { events: events.concat(), ..Trace { sites: trace.sites.clone(), ..Trace::default() } }
        });
        if search.try_first(&mut hoisted)?.is_none() {
            return Ok(());
        }
    }
}

/// A call as it would be at another site.
fn moved(events: &[Event], from: SiteNumber, to: SiteNumber) -> Vec<Event> {
    let mut depth = 0;
    let moved = events.iter().map(|event| match event {
        Event::Enter(site) if *site == from => {
            depth += 1;
            Event::Enter(if depth == 1 { to } else { from })
        }
        Event::Next(site, arm) if *site == from && depth == 1 => Event::Next(to, *arm),
        Event::Leave(site) if *site == from => {
            depth -= 1;
            Event::Leave(if depth == 0 { to } else { from })
        }
        other => other.clone(),
    });
    moved.collect()
}

/// Pairs of calls of one function, the second within the first and not within another such call.
fn proposals(trace: &Trace) -> Vec<[Call; 2]> {
    let calls = calls(trace);
    let mut proposals: Vec<[Call; 2]> = Vec::new();
    for (at, outer) in calls.iter().enumerate() {
        let inside = calls[at + 1..].iter().take_while(|inner| inner.events[0] < outer.events[1]);
        let (mut end, mut found) = (0, 0);
        for inner in inside.filter(|inner| inner.function == outer.function) {
            if inner.events[0] >= end && found < MOST_WITHIN {
                proposals.push([*outer, *inner]);
                (end, found) = (inner.events[1], found + 1);
            }
        }
    }
    let length = |call: &Call| call.events[1] - call.events[0];
    proposals.retain(|[outer, inner]| trace.kind(outer.site) == SiteKind::Call || inner.weight < outer.weight);
    proposals.sort_by_key(|[outer, inner]| Reverse(length(outer) - length(inner)));
    proposals
}

/// All calls, by where they begin.
fn calls(trace: &Trace) -> Vec<Call> {
    let mut functions: BTreeMap<&[String], SiteNumber> = BTreeMap::new();
    for (number, site) in trace.sites.iter().filter(|(_, site)| site.kind == SiteKind::Frame) {
        functions.entry(&site.names).or_insert(*number);
    }
    let function = |site: SiteNumber| match trace.sites.get(&site) {
        Some(found) if found.kind == SiteKind::Frame => functions.get(&found.names[..]).copied().unwrap_or(site),
        _ => site,
    };
    let is_call = |site: SiteNumber| matches!(trace.kind(site), SiteKind::Call | SiteKind::Frame);
    let (mut open, mut calls, mut draws) = (Vec::new(), Vec::new(), 0);
    for (at, event) in trace.events.iter().enumerate() {
        match event {
            Event::Enter(site) if is_call(*site) => open.push((*site, at, draws)),
            Event::Leave(site) if is_call(*site) => {
                while let Some((other, begin, before)) = open.pop() {
                    if other == *site {
                        let (function, weight) = (function(other), draws - before);
                        calls.push(Call { site: other, function, events: [begin, at + 1], weight });
                        break;
                    }
                }
            }
            Event::Draw(_) => draws += 1,
            _ => {}
        }
    }
    calls.sort_by_key(|call| call.events[0]);
    calls
}
