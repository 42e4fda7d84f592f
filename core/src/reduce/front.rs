//! Fronts: nodes none of which contains another, each with one thing that may be done to it. A list minimizer decides
//! to which of them it is done.

use rustc_hash::FxHashSet;

use super::search::Search;
use crate::language::Document;
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::Stop;
use crate::template::{Candidate, View};

/// Applies as many of the candidates together as stay interesting.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn minimize(search: &mut Search, minimizer: Minimizer, candidates: Vec<Candidate>) -> Result<(), Stop> {
    if candidates.is_empty() {
        return Ok(());
    }
    let base = search.document().clone();
    let weights: Vec<usize> = candidates.iter().map(|c| c.gain(base.tree()).max(1) as usize).collect();
    minimizer.minimize(&weights, &mut Front { search, base, candidates }).map(|_| ())
}

/// Leaves out the candidates that spoil a text by themselves: one of them in a joint candidate would have the sieve
/// turn away all. Halves are parsed first, so that a sound front costs one parse.
pub fn sound(view: View, candidates: Vec<Candidate>) -> Vec<Candidate> {
    if !view.knowledge.sieves_by_parse() || candidates.is_empty() || view.parses(&joined(&candidates)) {
        return candidates;
    }
    if candidates.len() == 1 {
        return Vec::new();
    }
    let mut left = candidates;
    let right = left.split_off(left.len() / 2);
    let mut out = sound(view, left);
    out.extend(sound(view, right));
    out
}

fn joined(candidates: &[Candidate]) -> Candidate {
    Candidate { edits: candidates.iter().flat_map(|c| c.edits.iter().cloned()).collect() }
}

/// The elements of the list are the candidates that are *not* applied.
struct Front<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Document,
    candidates: Vec<Candidate>,
}

impl ListTest for Front<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let candidates = &self.candidates;
        let mut kept: Vec<Kept> = Vec::new();
        let mut applied = configurations.map(|configuration| {
            let spared: FxHashSet<usize> = configuration.iter().copied().collect();
            kept.push(configuration);
            let edits = candidates.iter().enumerate().filter(|(i, _)| !spared.contains(i));
            Candidate { edits: edits.flat_map(|(_, c)| c.edits.iter().cloned()).collect() }
        });
        let place = self.search.try_first_of(&self.base, &mut applied)?;
        Ok(place.map(|place| (place, std::mem::take(&mut kept[place]))))
    }
}
