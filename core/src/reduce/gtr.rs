//! Generalized tree reduction (GTR, Algorithms 4 to 6).

use super::front;
use super::search::Search;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{Candidate, Template};
use crate::tree::NodeId;

/// GTR (Algorithm 4): every template on every level, from the root down.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn gtr(search: &mut Search, minimizer: Minimizer, templates: &[&dyn Template]) -> Result<(), Stop> {
    let mut level = 0;
    while level <= search.document().tree().depth() {
        for template in templates {
            search.enter(template.name());
            let nodes = search.document().tree().level_nodes(level).to_vec();
            if template.is_at_most_one() {
                front::transform(search, minimizer, *template, &nodes)?;
            } else {
                reduce_level_nodes(search, *template, &nodes)?;
            }
        }
        level += 1;
    }
    Ok(())
}

/// GTR* (Algorithm 6): GTR until the size stays, which makes the tree 1-transformation-minimal.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn gtr_star(search: &mut Search, minimizer: Minimizer, templates: &[&dyn Template]) -> Result<(), Stop> {
    loop {
        let before = search.rank().clone();
        gtr(search, minimizer, templates)?;
        if *search.rank() == before {
            return Ok(());
        }
    }
}

/// The backtracking search for templates with several candidates (Algorithm 5): each node of the level has its current
/// replacement, and a better one is kept if the tree with all current replacements stays interesting.
fn reduce_level_nodes(search: &mut Search, template: &dyn Template, nodes: &[NodeId]) -> Result<(), Stop> {
    let base = search.document().clone();
    let view = crate::template::View { knowledge: search.knowledge(), document: &base };
    let mut proposals: Vec<Vec<Candidate>> = Vec::with_capacity(nodes.len());
    for &node in nodes {
        search.check()?;
        proposals.push(template.propose(view, node));
    }
    let mut current: Vec<Option<&Candidate>> = vec![None; nodes.len()];
    loop {
        let mut improved = false;
        for (index, candidates) in proposals.iter().enumerate() {
            for candidate in candidates {
                // Only what is smaller than the current replacement: size(n') < size(currentRep).
                let gain = current[index].map_or(0, |c| c.gain(base.tree()));
                if candidate.gain(base.tree()) <= gain {
                    continue;
                }
                let others = current.iter().enumerate().filter(|&(other, _)| other != index);
                let chosen = others.filter_map(|(_, c)| *c).chain([candidate]);
                let joint = Candidate { edits: chosen.flat_map(|c| c.edits.iter().cloned()).collect() };
                if search.try_first_of(&base, &mut std::iter::once(joint))?.is_some() {
                    current[index] = Some(candidate);
                    improved = true;
                }
            }
        }
        if !improved {
            return Ok(());
        }
    }
}
