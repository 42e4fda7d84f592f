//! Substitution of a node by something below it: a child (GTR, Algorithm 2 with its specialised line 5), or any
//! compatible descendant (Perses).

use std::cmp::Reverse;

use super::{Candidate, Leaves, Template, View};
use crate::language::{Change, Edit};
use crate::tree::{Context, EdgeId, NodeId};

/// A node is replaced by one of its children, the one first that is seen most often in such a place. In a list, all
/// elements of a child's own list may take its place at once: the papers' syntax trees have no braces, so that a block
/// is its statements there. Nor do they have nodes that only group others: what these hold counts as children, too.
pub struct SubstituteByChild;

impl Template for SubstituteByChild {
    fn name(&self) -> &'static str {
        "substitution by child"
    }

    fn is_at_most_one(&self) -> bool {
        false
    }

    fn leaves(&self) -> Leaves {
        Leaves::Part
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let Some(context) = tree.context(node) else { return Vec::new() };
        let holders = holders(view, node);
        let all = holders.iter().flat_map(|&holder| tree.children(holder));
        let mut children: Vec<NodeId> = all.filter(|&n| fits(view, n, context)).collect();
        children.sort_by_key(|&child| Reverse(view.knowledge.likelihood(tree.kind(child), context)));
        let mut out: Vec<Candidate> = children.iter().map(|&child| Candidate::of(Edit::hoist(node, child))).collect();
        out.extend(holders.iter().flat_map(|&holder| spliced(view, node, holder, context)));
        out
    }
}

/// The node, and the nodes below it that only group what would be its children without them.
fn holders(view: View, node: NodeId) -> Vec<NodeId> {
    let tree = view.tree();
    let mut holders = vec![node];
    let mut next = 0;
    while let Some(&holder) = holders.get(next) {
        let groups = |n: &NodeId| !tree.is_token(*n) && view.knowledge.only_groups(tree.kind(*n));
        holders.extend(tree.children(holder).filter(groups));
        next += 1;
    }
    holders
}

/// A node is replaced by a compatible descendant at any depth, by a descendant's list where the node stands in one, or
/// by a descendant made a statement of its own. Heaviest first: what keeps most is the likeliest to stay interesting.
pub struct Descendants;

impl Template for Descendants {
    fn name(&self) -> &'static str {
        "substitution by descendant"
    }

    fn is_at_most_one(&self) -> bool {
        false
    }

    fn leaves(&self) -> Leaves {
        Leaves::Part
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let tree = view.tree();
        let Some(context) = tree.context(node) else { return Vec::new() };
        let mut out = Vec::new();
        for below in tree.descendants(node) {
            out.extend(brought_up(view, node, below, context));
            if !tree.is_token(below) {
                out.extend(spliced(view, node, below, context));
            }
        }
        out.extend(spliced(view, node, node, context));
        out.retain(|candidate| candidate.gain(tree) > 0);
        out.sort_by_cached_key(|candidate| (candidate.gain(tree), Reverse(seen(view, candidate, context))));
        out
    }
}

/// How often the corpus has what the candidate hoists in the place to which it is hoisted.
pub(super) fn seen(view: View, candidate: &Candidate, context: Context) -> u64 {
    match candidate.edits.first().map(|edit| &edit.change) {
        Some(Change::Hoist { first, .. }) => view.knowledge.likelihood(view.tree().kind(*first), context),
        _ => 0,
    }
}

/// A single descendant in the place of the node: as it is, or made a statement of its own.
pub(super) fn brought_up(view: View, node: NodeId, below: NodeId, context: Context) -> Option<Candidate> {
    if fits(view, below, context) {
        return Some(Candidate::of(Edit::hoist(node, below)));
    }
    wraps(view, below, context).then(|| {
        let change = Change::Hoist { first: below, last: below, terminated: true };
        Candidate::of(Edit { node, change })
    })
}

/// Whether a node below another may take a place in this context.
pub(super) fn fits(view: View, below: NodeId, context: Context) -> bool {
    let (tree, flags) = (view.tree(), view.tree().flags(below));
    !flags.extra && tree.weight(below) > 0 && view.knowledge.may_stand(tree.kind(below), context)
}

fn wraps(view: View, below: NodeId, context: Context) -> bool {
    let (tree, flags) = (view.tree(), view.tree().flags(below));
    !flags.extra && !flags.literal && view.knowledge.may_stand_wrapped(tree.kind(below), context)
}

/// The lists of `holder` that may take the place of `node`, which stands in a list itself.
pub(super) fn spliced(view: View, node: NodeId, holder: NodeId, context: Context) -> Vec<Candidate> {
    let tree = view.tree();
    if !view.knowledge.is_list(context) {
        return Vec::new();
    }
    let mut lists: Vec<(EdgeId, Vec<NodeId>)> = Vec::new();
    for child in tree.children(holder).filter(|&n| !tree.flags(n).extra && !tree.flags(n).literal) {
        let edge = tree.edge(child);
        if view.knowledge.is_list(Context { parent: tree.kind(holder), edge }) {
            match lists.iter_mut().find(|(known, _)| *known == edge) {
                Some((_, elements)) => elements.push(child),
                None => lists.push((edge, vec![child])),
            }
        }
    }
    let whole = |elements: &[NodeId]| elements.len() > 1 && elements.iter().all(|&e| fits(view, e, context));
    lists
        .iter()
        .filter(|(_, elements)| whole(elements))
        .filter_map(|(_, elements)| {
            let (&first, &last) = (elements.first()?, elements.last()?);
            Some(Candidate::of(Edit { node, change: Change::Hoist { first, last, terminated: false } }))
        })
        .collect()
}
