//! Perses-style reduction (Sun et al., Perses: Syntax-Guided Program Reduction, 2018): quantified nodes by a list minimizer,
//! regular nodes replaced by compatible descendants; worked off by weight, largest first, to a fixpoint.
//!
//! What is quantified the grammar's rules say. Where they are not known, or a node does not follow them, as around errors,
//! edges that hold several children are lists.

use super::front;
use super::search::Search;
use super::worklist::Worklist;
use crate::knowledge::{Part, Quantifier};
use crate::language::Edit;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{Candidate, CompatibleDescendants, Deletion, Template, View};
use crate::tree::{Context, EdgeId, NodeId};

/// Reduces until a whole round over all nodes changes nothing.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn perses(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    loop {
        let before = search.rank().clone();
        let mut worklist = Worklist::default();
        let mut changed = false;
        while let Some(node) = worklist.next(search.document().tree(), changed) {
            changed = visit(search, minimizer, node)?;
        }
        if *search.rank() == before {
            return Ok(());
        }
    }
}

/// Reduces one node; whether anything succeeded. What changes the tree ends the visit: the work list comes back to what is
/// left of the node.
fn visit(search: &mut Search, minimizer: Minimizer, node: NodeId) -> Result<bool, Stop> {
    let view = search.view();
    let parts = view.knowledge.parts(view.tree(), node);
    // Of the rest the parser knows: a child may be missing in another alternative of the rule.
    let asks_parser = parts.is_none() || view.knowledge.sieves_by_parse();
    let parts = parts.unwrap_or_default();
    let mut covered: Vec<NodeId> = parts.iter().flat_map(|part| part.items.iter().flatten().copied()).collect();
    covered.sort_unstable();
    if quantified_parts(search, minimizer, &parts)?
        || comments(search, minimizer, node)?
        || asks_parser && other_children(search, minimizer, node, &covered)?
    {
        return Ok(true);
    }
    search.enter("regular node");
    let compatible = CompatibleDescendants.propose(search.view(), node);
    Ok(search.try_first(&mut compatible.into_iter())?.is_some())
}

/// Reduces what the rules say is quantified, up to the first success.
fn quantified_parts(search: &mut Search, minimizer: Minimizer, parts: &[Part]) -> Result<bool, Stop> {
    search.enter("quantified node");
    for Part { quantifier, items } in parts {
        let spared = usize::from(matches!(quantifier, Quantifier::Plus | Quantifier::Separated));
        if items.len() <= spared {
            continue;
        }
        search.check()?;
        let without = |item: &Vec<NodeId>| Candidate { edits: item.iter().copied().map(Edit::delete).collect() };
        let proposed = items.iter().map(|item| ((), without(item))).collect();
        let candidates: Vec<Candidate> = front::sound(search.view(), proposed).into_iter().map(|((), c)| c).collect();
        if spared > 0 && candidates.len() > 1 {
            // All but the first at once, as the released tool begins with a Kleene plus.
            let others = candidates[1..].iter().flat_map(|candidate| candidate.edits.iter().cloned());
            let all_but_first = Candidate { edits: others.collect() };
            if search.try_first(&mut std::iter::once(all_but_first))?.is_some() {
                return Ok(true);
            }
        }
        let before = search.rank().clone();
        front::minimize_all_but(search, minimizer, candidates, spared)?;
        if *search.rank() != before {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reduces the comments between a node's children, of which no rule speaks.
fn comments(search: &mut Search, minimizer: Minimizer, node: NodeId) -> Result<bool, Stop> {
    let before = search.rank().clone();
    let tree = search.document().tree();
    let comments: Vec<NodeId> = tree.children(node).filter(|&n| tree.flags(n).extra).collect();
    search.enter("comments");
    front::transform(search, minimizer, &Deletion, &comments)?;
    Ok(*search.rank() != before)
}

/// Reduces the children of which the rules do not speak, but for the covered: those on one edge as a list, if the edge may
/// hold several, and what the node can do without.
fn other_children(search: &mut Search, minimizer: Minimizer, node: NodeId, covered: &[NodeId]) -> Result<bool, Stop> {
    let before = search.rank().clone();
    let tree = search.document().tree();
    let is_other = |n: &NodeId| !tree.flags(*n).extra && covered.binary_search(n).is_err();
    let others: Vec<NodeId> = tree.children(node).filter(is_other).collect();
    for list in lists(search.view(), &others) {
        search.enter("quantified node");
        front::transform(search, minimizer, &Deletion, &list)?;
        if *search.rank() != before {
            return Ok(true);
        }
    }
    search.enter("optional child");
    let mut optional: Vec<Candidate> = Vec::new();
    let view = search.view();
    for &child in others.iter().filter(|&&child| !in_list(view, child)) {
        search.check()?;
        optional.extend(Deletion.propose(view, child));
    }
    Ok(search.try_first(&mut optional.into_iter())?.is_some())
}

/// The children that stand in lists, list by list.
fn lists(view: View, children: &[NodeId]) -> Vec<Vec<NodeId>> {
    let mut lists: Vec<(EdgeId, Vec<NodeId>)> = Vec::new();
    for &child in children.iter().filter(|&&child| in_list(view, child)) {
        let edge = view.tree().edge(child);
        match lists.iter_mut().find(|(known, _)| *known == edge) {
            Some((_, elements)) => elements.push(child),
            None => lists.push((edge, vec![child])),
        }
    }
    lists.into_iter().map(|(_, elements)| elements).collect()
}

fn in_list(view: View, node: NodeId) -> bool {
    let tree = view.tree();
    let list = |context: Context| view.knowledge.is_list(context);
    !tree.flags(node).literal && tree.context(node).is_some_and(list)
}
