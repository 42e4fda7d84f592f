//! Fronts: nodes none of which contains another, each with one thing that may be done to it. A list minimizer decides
//! to which of them it is done.

use super::join::try_together;
use super::search::Search;
use crate::language::Document;
use crate::minimize::{Joined, Kept, ListTest, Minimizer, without};
use crate::session::{Stop, Together, first_configuration, joined_configurations};
use crate::template::{Candidate, Template, View};
use crate::tree::NodeId;

/// Transforms as many of the nodes as stay interesting, by a template that has at most one candidate for each (GTR,
/// Algorithm 4, line 7). None of the nodes lies within another one.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn transform(
    search: &mut Search,
    minimizer: Minimizer,
    template: &dyn Template,
    nodes: &[NodeId],
) -> Result<(), Stop> {
    let view = search.view();
    let mut proposed = Vec::new();
    for &node in nodes {
        // A template may have the whole text parsed for each of them.
        search.check()?;
        proposed.extend(template.propose(view, node).into_iter().map(|candidate| ((), candidate)));
    }
    let candidates = sound(view, proposed).into_iter().map(|((), c)| c).collect();
    minimize(search, minimizer, candidates).map(|_| ())
}

/// Applies as many of the candidates together as stay interesting; says which do not. A candidate weighs the tokens that
/// it takes away (WDD, Definition III.1).
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn minimize(search: &mut Search, minimizer: Minimizer, candidates: Vec<Candidate>) -> Result<Kept, Stop> {
    minimize_all_but(search, minimizer, candidates, 0)
}

/// The same, but so many of them at least are never applied: what a Kleene plus keeps.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn minimize_all_but(
    search: &mut Search,
    minimizer: Minimizer,
    candidates: Vec<Candidate>,
    spared: usize,
) -> Result<Kept, Stop> {
    let tree = search.document().tree();
    let weights: Vec<usize> = candidates.iter().map(|c| c.gain(tree).max(0).cast_unsigned()).collect();
    let kept = Front::solve(search, candidates, |front| {
        front.spared = spared;
        minimizer.minimize(&weights, front)
    })?;
    search.session.minimized(&weights, &kept);
    Ok(kept)
}

/// The same for alike candidates, each of which is this likely to fail. Without a minimizer of the user's choice, what
/// succeeds says how many to take together next.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn minimize_alike(
    search: &mut Search,
    minimizer: Option<Minimizer>,
    candidates: Vec<Candidate>,
    fails: f64,
) -> Result<Kept, Stop> {
    let Some(minimizer) = minimizer else {
        let worth: Vec<usize> = candidates.iter().map(|c| c.saves(search.document())).collect();
        let (fails, alike) = (vec![fails; worth.len()], vec![0; worth.len()]);
        return minimize_given(search, candidates, &worth, &fails, &alike);
    };
    minimize(search, minimizer, candidates)
}

/// The same with WProbDD, given what each of them is worth, how likely it is to fail, and which tend to share their fate
/// (those with the same number).
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn minimize_given(
    search: &mut Search,
    candidates: Vec<Candidate>,
    worth: &[usize],
    fails: &[f64],
    alike: &[usize],
) -> Result<Kept, Stop> {
    Front::solve(search, candidates, |front| Minimizer::minimize_given(worth, fails, alike, front))
}

/// Leaves out the candidates that spoil a text by themselves: one of them in a joint candidate would have the sieve
/// turn away all. Halves are parsed first, so that a sound front costs one parse.
pub fn sound<T>(view: View, candidates: Vec<(T, Candidate)>) -> Vec<(T, Candidate)> {
    let joint = || Candidate { edits: candidates.iter().flat_map(|(_, c)| c.edits.iter().cloned()).collect() };
    if !view.knowledge.sieves_by_parse() || candidates.is_empty() || view.parses(&joint()) {
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

/// The elements of the list are the candidates that are *not* applied.
struct Front<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Document,
    candidates: Vec<Candidate>,
    /// So many at least are not applied.
    spared: usize,
}

impl<'a> Front<'_, 'a> {
    fn solve(
        search: &mut Search<'a>,
        candidates: Vec<Candidate>,
        solver: impl FnOnce(&mut Front<'_, 'a>) -> Result<Kept, Stop>,
    ) -> Result<Kept, Stop> {
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let base = search.document().clone();
        search.minimizing(|search| solver(&mut Front { search, base, candidates, spared: 0 }))
    }
}

impl Front<'_, '_> {
    /// The candidates that a configuration does not keep, as one.
    fn applied(candidates: &[Candidate], configuration: &[usize]) -> Candidate {
        let applied = without(0..candidates.len(), configuration);
        Candidate { edits: applied.into_iter().flat_map(|place| candidates[place].edits.iter().cloned()).collect() }
    }
}

impl ListTest for Front<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Front { search, base, candidates, spared } = self;
        let make = |configuration: &[usize]| {
            // Nothing at all is no smaller, so that no test is asked about a configuration that is not admitted.
            if configuration.len() < *spared {
                Candidate { edits: Vec::new() }
            } else {
                Front::applied(candidates, configuration)
            }
        };
        first_configuration(configurations, candidates.len(), make, |applied| search.try_first_of(base, applied))
    }

    fn first_joined(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<Joined>, Stop> {
        let Front { search, base, candidates, .. } = self;
        let make = |configuration: &[usize]| Front::applied(candidates, configuration);
        let found = joined_configurations(configurations, candidates.len(), make, |applied, join| {
            try_together(search, base, applied, join)
        })?;
        Ok(found.map(|(Together { winners, failed }, kept)| Joined { winners, failed, kept }))
    }
}
