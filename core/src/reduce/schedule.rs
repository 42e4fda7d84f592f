//! The default schedule.
//!
//! Few tests early and small results late:
//! 1. *Descend*: what may go is deleted, what may not is replaced by the least thing, in fronts of nodes of like weight
//!    from the heaviest down, each front by one list minimizer. A test on a heavy node is worth more than one on a light
//!    node, and one list minimizer over all nodes of like weight shares what it learns between them.
//! 2. *Hoist*: what is left is replaced by what it contains.
//! 3. *Sweep*: every single transformation of every node, through the cache; the end is 1-minimal under every template.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::front;
use super::search::Search;
use super::worklist::Worklist;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{Candidate, Deletion, Descendants, MinimalReplacement, SubstituteByChild, Template, View};
use crate::tree::NodeId;

/// Runs the schedule to its end.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn schedule(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    let mut schedule = Schedule { minimizer, tried: FxHashSet::default() };
    schedule.comments(search)?;
    loop {
        schedule.descend(search)?;
        let before = search.rank().clone();
        schedule.hoist(search)?;
        if *search.rank() != before {
            continue;
        }
        schedule.sweep(search)?;
        if *search.rank() == before {
            return Ok(());
        }
    }
}

struct Schedule {
    minimizer: Minimizer,
    /// What was tried in vain: template, context, kind and text of a node. While these stay, only the last sweep tries
    /// again.
    tried: FxHashSet<u64>,
}

impl Schedule {
    /// All comments go at once, or as many as may.
    fn comments(&mut self, search: &mut Search) -> Result<(), Stop> {
        search.enter("comments");
        let tree = search.document().tree();
        let comments = tree.nodes().filter(|&n| tree.flags(n).extra && tree.is_token(n));
        let comments: Vec<Candidate> = comments.flat_map(|n| Deletion.propose(search.view(), n)).collect();
        let joint = Candidate { edits: comments.iter().flat_map(|c| c.edits.iter().cloned()).collect() };
        search.try_first(&mut std::iter::once(joint))?;
        Ok(())
    }

    fn descend(&mut self, search: &mut Search) -> Result<(), Stop> {
        loop {
            let (name, front) = self.next_front(search.view());
            if front.is_empty() {
                return Ok(());
            }
            search.enter(name);
            let front = front::sound(search.view(), front);
            front::minimize(search, self.minimizer, front)?;
        }
    }

    /// The heaviest nodes that have not been tried: those of at least half the weight of the heaviest, outermost only.
    fn next_front(&mut self, view: View) -> (&'static str, Vec<Candidate>) {
        let tree = view.tree();
        let mut nodes: Vec<NodeId> = tree.nodes().skip(1).filter(|&n| !tree.flags(n).literal).collect();
        nodes.sort_by_key(|&n| std::cmp::Reverse(tree.weight(n)));
        let mut front: Vec<(NodeId, Candidate)> = Vec::new();
        let mut floor = 0;
        let mut covered: Vec<(usize, usize)> = Vec::new();
        for node in nodes {
            if tree.weight(node) < floor {
                break;
            }
            let range = tree.range(node);
            if covered.iter().any(|&(start, end)| start <= range.start && range.end <= end) {
                continue;
            }
            for template in templates_for(view, node) {
                if !self.tried.insert(key(template.name(), view, node)) {
                    continue;
                }
                if let Some(candidate) = template.propose(view, node).into_iter().next() {
                    if front.is_empty() {
                        floor = tree.weight(node).div_ceil(2);
                    }
                    covered.push((range.start, range.end));
                    front.push((node, candidate));
                    break;
                }
            }
        }
        front.sort_by_key(|(node, _)| *node);
        ("descend", front.into_iter().map(|(_, candidate)| candidate).collect())
    }

    fn hoist(&mut self, search: &mut Search) -> Result<(), Stop> {
        search.enter("hoist");
        let mut worklist = Worklist::default();
        let mut changed = false;
        while let Some(node) = worklist.next(search.document().tree(), changed) {
            changed = false;
            if !self.tried.insert(key("hoist", search.view(), node)) {
                continue;
            }
            let candidates = outermost(search.view(), Descendants.propose(search.view(), node));
            changed = search.try_first(&mut candidates.into_iter())?.is_some();
        }
        Ok(())
    }

    fn sweep(&mut self, search: &mut Search) -> Result<(), Stop> {
        search.enter("sweep");
        let templates: [&dyn Template; 3] = [&Deletion, &SubstituteByChild, &MinimalReplacement];
        let mut worklist = Worklist::default();
        let mut changed = false;
        while let Some(node) = worklist.next(search.document().tree(), changed) {
            let view = search.view();
            let candidates: Vec<Candidate> = templates.iter().flat_map(|t| t.propose(view, node)).collect();
            changed = search.try_first(&mut candidates.into_iter())?.is_some();
        }
        Ok(())
    }
}

/// The templates that the descent tries on a node, in order.
fn templates_for(view: View, node: NodeId) -> Vec<&'static dyn Template> {
    if view.knowledge.may_go(view.tree(), node) { vec![&Deletion, &MinimalReplacement] } else { vec![&MinimalReplacement] }
}

/// Candidates that hoist from nodes which no other candidate contains.
fn outermost(view: View, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let tree = view.tree();
    let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
    let mut out = Vec::new();
    for candidate in candidates {
        let Some(range) = candidate.edits.first().and_then(|e| e.hoisted_range(tree)) else { continue };
        if !taken.iter().any(|t| t.start <= range.start && range.end <= t.end) {
            taken.push(range);
            out.push(candidate);
        }
    }
    out
}

fn key(template: &str, view: View, node: NodeId) -> u64 {
    let mut hasher = FxHasher::default();
    (template, view.tree().context(node), view.tree().kind(node)).hash(&mut hasher);
    view.document.node_text(node).hash(&mut hasher);
    hasher.finish()
}
