//! Recursion: a call gives way to a call of the same function within it.

use std::cmp::Reverse;

use super::event::{Event, SiteKind, Trace};
use super::search::Search;
use crate::session::Stop;

/// Of each call so many of the calls within it are tried.
const MOST_WITHIN: usize = 8;

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
            let events = [&trace.events[..outer[0]], &trace.events[inner[0]..inner[1]], &trace.events[outer[1]..]];
            Trace { events: events.concat(), ..Trace { sites: trace.sites.clone(), ..Trace::default() } }
        });
        if search.try_first(&mut hoisted)?.is_none() {
            return Ok(());
        }
    }
}

/// Pairs of calls of one function, the second within the first and not within another such call, as ranges of events.
fn proposals(trace: &Trace) -> Vec<[[usize; 2]; 2]> {
    let calls = calls(trace);
    let mut proposals: Vec<[[usize; 2]; 2]> = Vec::new();
    for (at, &(site, outer)) in calls.iter().enumerate() {
        let inside = calls[at + 1..].iter().take_while(|(_, inner)| inner[0] < outer[1]);
        let (mut end, mut found) = (0, 0);
        for &(_, inner) in inside.filter(|(other, _)| *other == site) {
            if inner[0] >= end && found < MOST_WITHIN {
                proposals.push([outer, inner]);
                (end, found) = (inner[1], found + 1);
            }
        }
    }
    proposals.sort_by_key(|[outer, inner]| Reverse((outer[1] - outer[0]) - (inner[1] - inner[0])));
    proposals
}

/// All calls that end as they should, by where they begin.
fn calls(trace: &Trace) -> Vec<(u32, [usize; 2])> {
    let (mut open, mut calls) = (Vec::new(), Vec::new());
    for (at, event) in trace.events.iter().enumerate() {
        match event {
            Event::Enter(site) if trace.kind(*site) == SiteKind::Call => open.push((*site, at)),
            Event::Leave(site) if trace.kind(*site) == SiteKind::Call => {
                while let Some((other, begin)) = open.pop() {
                    if other == *site {
                        calls.push((*site, [begin, at + 1]));
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    calls.sort_by_key(|(_, range)| range[0]);
    calls
}
