//! Perses-style reduction: the lists of quantified nodes by a list minimizer, optional children one by one, regular
//! nodes replaced by compatible descendants; worked off by weight, largest first, to a fixpoint.

use super::front;
use super::search::Search;
use super::worklist::Worklist;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{Candidate, Deletion, Descendants, Template, View};
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
            let rank = search.rank().clone();
            visit(search, minimizer, node)?;
            changed = *search.rank() != rank;
        }
        if *search.rank() == before {
            return Ok(());
        }
    }
}

/// Reduces one node. What changes the tree ends the visit: the work list comes back to what is left of the node.
fn visit(search: &mut Search, minimizer: Minimizer, node: NodeId) -> Result<(), Stop> {
    let rank = search.rank().clone();
    for list in lists(search.view(), node) {
        search.enter("quantified node");
        front::transform(search, minimizer, &Deletion, &list)?;
        if *search.rank() != rank {
            return Ok(());
        }
    }
    search.enter("optional child");
    let mut optional: Vec<Candidate> = Vec::new();
    let view = search.view();
    for child in view.tree().children(node).filter(|&child| !in_list(view, child)) {
        search.check()?;
        optional.extend(Deletion.propose(view, child));
    }
    if search.try_first(&mut optional.into_iter())?.is_some() {
        return Ok(());
    }
    search.enter("regular node");
    let mut compatible = Descendants.propose(search.view(), node);
    let tree = search.document().tree();
    // Nearest first, as Perses does.
    compatible.sort_by_key(|candidate| candidate.edits.first().map(|edit| edit.hoisted_level(tree)));
    search.try_first(&mut compatible.into_iter()).map(|_| ())
}

/// The children of a node that stand in lists, list by list.
fn lists(view: View, node: NodeId) -> Vec<Vec<NodeId>> {
    let mut lists: Vec<(EdgeId, Vec<NodeId>)> = Vec::new();
    for child in view.tree().children(node).filter(|&child| in_list(view, child)) {
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
