//! The default schedule.
//!
//! Few tests early and small results late:
//! 1. *Descend*: what may go is deleted, what may not is replaced by the least thing, in fronts of nodes of like weight
//!    from the heaviest down, each front by one list minimizer. A test on a heavy node is worth more than one on a light
//!    node, and one list minimizer over all nodes of like weight shares what it learns between them. Nodes on whose
//!    names nothing depends come first (see [`Dependence`]).
//! 2. *Hoist*: what is left is replaced by what it contains.
//! 3. *Sweep*: every single transformation of every node, through the cache; the end is 1-minimal under every template.

use std::sync::Arc;

use super::dependence::Dependence;
use super::front;
use super::prospects::{Class, Place, Prospects};
use super::search::Search;
use super::worklist::Worklist;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{
    Candidate, Deletion, Descendants, Hoist, MinimalReplacement, OptionalToken, SubstituteByChild, Template, View,
};
use crate::tree::NodeId;

/// Runs the schedule to its end.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn schedule(search: &mut Search, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    let mut schedule = Schedule { minimizer, prospects: Prospects::default() };
    comments(search)?;
    loop {
        schedule.descend(search)?;
        let before = search.rank().clone();
        sweep(search)?;
        if *search.rank() == before {
            return tidy(search);
        }
    }
}

/// All comments go at once, or as many as may.
fn comments(search: &mut Search) -> Result<(), Stop> {
    search.enter("comments");
    let tree = search.document().tree();
    let comments = tree.nodes().filter(|&n| tree.flags(n).extra && tree.is_token(n));
    let edits = comments.flat_map(|n| Deletion.propose(search.view(), n)).flat_map(|c| c.edits).collect();
    search.try_first(&mut std::iter::once(Candidate { edits }))?;
    Ok(())
}

/// Every single transformation of every node, the heaviest first. What has been tried is in the cache.
fn sweep(search: &mut Search) -> Result<(), Stop> {
    search.enter("sweep");
    let every: [&dyn Template; 4] = [&Deletion, &SubstituteByChild, &MinimalReplacement, &OptionalToken];
    // Far-fetched ones pay where little is left.
    let rounds: [(&[&dyn Template], usize); 2] = [(&every, usize::MAX), (&[&Descendants], SMALL)];
    for (templates, most) in rounds {
        let mut worklist = Worklist::default();
        let mut changed = false;
        while let Some(node) = worklist.next(search.document().tree(), changed) {
            let view = search.view();
            if view.tree().weight(view.tree().root()) > most {
                break;
            }
            let candidates: Vec<Candidate> = templates.iter().flat_map(|t| t.propose(view, node)).collect();
            changed = search.try_first(&mut candidates.into_iter())?.is_some();
        }
    }
    Ok(())
}

/// What is left reads better without the empty lines that deletions left.
fn tidy(search: &mut Search) -> Result<(), Stop> {
    search.enter("tidy");
    let text = search.document().text();
    let lines = text.split_inclusive(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let tidied: Arc<[u8]> = lines.collect::<Vec<_>>().concat().into();
    search.try_texts(true, &mut std::iter::once(tidied))?;
    Ok(())
}

/// Up to so many tokens, what is left is small.
const SMALL: usize = 64;

struct Schedule {
    minimizer: Option<Minimizer>,
    prospects: Prospects,
}

/// A transformation in a front.
struct Chosen {
    class: Class,
    place: Place,
    succeeds: f64,
    worth: f64,
    /// The names that it uses and that are defined elsewhere.
    names: Vec<Box<[u8]>>,
}

impl Schedule {
    fn descend(&mut self, search: &mut Search) -> Result<(), Stop> {
        search.enter("descend");
        loop {
            let front = self.next_front(search.view());
            if front.is_empty() {
                return Ok(());
            }
            let (chosen, candidates): (Vec<Chosen>, Vec<Candidate>) = front.into_iter().unzip();
            let sound = front::sound(search.view(), candidates.into_iter().enumerate().collect());
            let (places, candidates): (Vec<usize>, Vec<Candidate>) = sound.into_iter().unzip();
            let rank = search.rank().clone();
            let kept = match self.minimizer {
                Some(minimizer) => front::minimize(search, minimizer, candidates)?,
                None => {
                    let fails: Vec<f64> = places.iter().map(|&place| 1.0 - chosen[place].succeeds).collect();
                    let worth: Vec<usize> = places.iter().map(|&place| chosen[place].worth.ceil() as usize).collect();
                    front::minimize_given(search, candidates, &worth, &fails)?
                }
            };
            let size = search.document().text().len();
            let mut failed = vec![true; chosen.len()];
            places.iter().for_each(|&place| failed[place] = false);
            kept.iter().for_each(|&index| failed[places[index]] = true);
            for (chosen, failed) in chosen.iter().zip(failed) {
                self.prospects.learn(chosen.class, chosen.place, failed, size);
                if failed {
                    self.prospects.blame(&chosen.names.iter().map(AsRef::as_ref).collect::<Vec<_>>());
                }
            }
            if *search.rank() != rank {
                self.prospects.follow(search.patches());
            }
        }
    }

    /// The transformations that promise most: all of at least a quarter of what the best one promises, of nodes none of
    /// which contains another.
    fn next_front(&mut self, view: View) -> Vec<(Chosen, Candidate)> {
        let tree = view.tree();
        let size = view.document.text().len();
        let dependence = Dependence::of(view, |name| self.prospects.needed(name));
        let mut promises: Vec<(f64, NodeId, Chosen, &dyn Template)> = Vec::new();
        for node in tree.nodes().skip(1).filter(|&n| !tree.flags(n).literal && tree.weight(n) > 0) {
            let free = dependence.is_free(tree, node);
            let promise = templates_for(view, node).iter().map(|&template| {
                let class = Class { template: template.name(), kind: tree.kind(node), free };
                let place = Place::of(template.name(), tree, node);
                let succeeds = self.prospects.succeeds(class, place, size);
                let worth = match template.name() {
                    "deletion" | "minimal replacement" => dependence.worth(tree, node),
                    _ => {
                        let children = tree.children(node).map(|child| dependence.worth(tree, child));
                        dependence.worth(tree, node) - children.fold(0.0, f64::max)
                    }
                };
                (succeeds * worth, node, Chosen { class, place, succeeds, worth, names: Vec::new() }, template)
            });
            promises.extend(promise.filter(|(promise, ..)| *promise > 0.0));
        }
        promises.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut front: Vec<(NodeId, Chosen, Candidate)> = Vec::new();
        let mut floor = 0.0;
        for (promise, node, chosen, template) in promises {
            if promise < floor {
                break;
            }
            if front.iter().any(|&(other, ..)| tree.contains(other, node) || tree.contains(node, other)) {
                continue;
            }
            match template.propose(view, node).into_iter().next() {
                Some(candidate) => {
                    if front.is_empty() {
                        floor = promise / 4.0;
                    }
                    let mut names: Vec<Box<[u8]>> =
                        dependence.uses(tree, node).iter().map(|&n| view.document.node_text(n).into()).collect();
                    names.sort_unstable();
                    names.dedup();
                    front.push((node, Chosen { names, ..chosen }, candidate));
                }
                None => self.prospects.dismiss(chosen.place, size),
            }
        }
        front.sort_by_key(|(node, ..)| *node);
        front.into_iter().map(|(_, chosen, candidate)| (chosen, candidate)).collect()
    }
}

/// The templates that the descent tries on a node, in order. What may go without a trace is not worth replacing.
fn templates_for(view: View, node: NodeId) -> &'static [&'static dyn Template] {
    let tree = view.tree();
    if !view.knowledge.may_go(tree, node) {
        return &[&MinimalReplacement, &Hoist { nth: 0 }, &Hoist { nth: 1 }];
    }
    let place_counts = tree.context(node).is_some_and(|context| view.knowledge.is_separated(context));
    if place_counts {
        &[&Deletion, &MinimalReplacement, &Hoist { nth: 0 }, &Hoist { nth: 1 }]
    } else {
        &[&Deletion, &Hoist { nth: 0 }, &Hoist { nth: 1 }]
    }
}
