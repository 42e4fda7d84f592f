//! The deletion template (GTR, Algorithms 1 and 3).

use std::sync::Arc;

use super::{Candidate, Leaves, Template, View};
use crate::language::{Change, Edit};
use crate::tree::NodeId;

/// A node that may go, goes: a list element alone (its separator follows it), an optional child together with the
/// literal tokens that introduce it (`= 1` in `var a = 1`, `-> int` in a Python function).
pub struct Deletion;

impl Template for Deletion {
    fn name(&self) -> &'static str {
        "deletion"
    }

    fn is_at_most_one(&self) -> bool {
        true
    }

    fn leaves(&self) -> Leaves {
        Leaves::Nothing
    }

    fn propose(&self, view: View, node: NodeId) -> Vec<Candidate> {
        let (tree, knowledge) = (view.tree(), view.knowledge);
        let alone = Candidate::of(Edit::delete(node));
        let in_list = || !tree.flags(node).literal && tree.context(node).is_some_and(|c| knowledge.is_list(c));
        if !knowledge.sieves_by_parse() && !tree.flags(node).extra && !in_list() {
            return of_syntax_tree(view, node).into_iter().collect();
        }
        if !knowledge.may_go(tree, node) {
            return Vec::new();
        }
        if !knowledge.sieves_by_parse() || tree.flags(node).extra || in_list() || view.parses(&alone) {
            return vec![alone];
        }
        companies(view, node).into_iter().find(|candidate| view.parses(candidate)).into_iter().collect()
    }
}

/// The deletion of a node that stands in no list, as in the papers' trees, which have no nodes for literal tokens: those
/// that the grammar's rules have optional together with the node go with it, and none goes by itself. Where there are no
/// rules a token is a node like others.
fn of_syntax_tree(view: View, node: NodeId) -> Option<Candidate> {
    let (tree, knowledge) = (view.tree(), view.knowledge);
    let is_literal = |n: NodeId| tree.flags(n).literal;
    let parent = tree.parent(node)?;
    if is_literal(node) && knowledge.has_rule(tree.kind(parent)) || !knowledge.may_go(tree, node) {
        return None;
    }
    // Outer parts come before those within them.
    let parts = knowledge.parts(tree, parent).unwrap_or_default();
    let innermost = parts.iter().rev().flat_map(|part| &part.items).find(|item| item.contains(&node));
    let together = innermost.filter(|item| item.iter().all(|&n| n == node || is_literal(n)));
    let nodes = together.cloned().unwrap_or_else(|| vec![node]);
    Some(Candidate { edits: nodes.into_iter().map(Edit::delete).collect() })
}

/// The ways in which an optional child can go that cannot go alone: with the literal tokens before it, after it, on
/// both sides, or all but the token that ends it (`for (;;)`).
fn companies(view: View, node: NodeId) -> Vec<Candidate> {
    let tree = view.tree();
    let Some(parent) = tree.parent(node) else { return Vec::new() };
    let siblings: Vec<NodeId> = tree.children(parent).filter(|&n| !tree.flags(n).extra).collect();
    let Some(place) = siblings.iter().position(|&n| n == node) else { return Vec::new() };
    let literal = |n: &&NodeId| tree.flags(**n).literal;
    let before: Vec<NodeId> = siblings[..place].iter().rev().take_while(literal).copied().collect();
    let after: Vec<NodeId> = siblings[place + 1..].iter().take_while(literal).copied().collect();
    let with = |companions: &[&[NodeId]]| Candidate {
        edits: std::iter::once(node).chain(companions.concat()).map(Edit::delete).collect(),
    };
    let mut out = Vec::new();
    if let Some(first) = before.first() {
        out.push(with(&[&[*first]]));
    }
    if before.len() > 1 {
        out.push(with(&[&before]));
    }
    if let Some(first) = after.first() {
        out.push(with(&[&[*first]]));
    }
    if let (Some(left), Some(right)) = (before.first(), after.first()) {
        out.push(with(&[&[*left], &[*right]]));
    }
    if let Some(last) = tree.children(node).last().filter(|&n| tree.flags(n).literal && tree.weight(node) > 1) {
        let text = Arc::from(view.document.node_text(last));
        out.push(Candidate::of(Edit { node, change: Change::Put { text, tokens: 1 } }));
    }
    out
}
