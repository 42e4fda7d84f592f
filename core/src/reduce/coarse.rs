//! A large text becomes small enough to have every node weighed.
//!
//! From the root down, layer by layer, only what is heavy is looked at: a heavy node is tried by itself, light neighbours
//! in a list go together as one piece. So a layer has about a thousand pieces at most, however large the text is, and a
//! list minimizer finds out in a few tests per needed piece which of them are needed. What is heavy is a share of the
//! text, so that pieces become finer as the text shrinks.

use super::front;
use super::needed::size;
use super::search::Search;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{Candidate, Deletion, Jump, MinimalReplacement, Template, View};
use crate::tree::NodeId;

/// Texts of up to so many tokens have every node weighed.
const LARGE: f64 = 50_000.0;
/// A node is heavy if it is more than this share of the text.
const GRAIN: f64 = 1.0 / 512.0;
/// How likely a piece is to be needed before anything is known.
const NEEDED: f64 = 0.03;
/// How likely a jump is to fail.
const JUMP_FAILS: f64 = 0.5;
/// A round that leaves more than this share of the text is the last.
const WORTHWHILE: f64 = 0.7;

/// Reduces a large text until it is not large any more, or this way leads no further.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn reduce_coarsely(search: &mut Search, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    search.enter("coarse");
    loop {
        let before = whole(search);
        if before <= LARGE {
            return Ok(());
        }
        round(search, minimizer)?;
        if whole(search) > WORTHWHILE * before {
            return Ok(());
        }
    }
}

/// All layers once.
fn round(search: &mut Search, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    let mut layer = vec![search.document().tree().root()];
    let mut depth = 0;
    while !layer.is_empty() && whole(search) > LARGE {
        search.check()?;
        let rank = search.rank().clone();
        let candidates = pieces(search.view(), &layer);
        front::minimize_alike(search, minimizer, candidates, NEEDED)?;
        if *search.rank() != rank {
            layer = layer_at(search.view(), depth);
        }
        layer = heavy_children(search.view(), &layer);
        depth += 1;
        if jump(search, minimizer, &layer)? {
            layer = layer_at(search.view(), depth);
        }
    }
    Ok(())
}

/// Takes levels out of the deep nestings that begin in a layer: of a single one as many as can go. Whether any went.
fn jump(search: &mut Search, minimizer: Option<Minimizer>, layer: &[NodeId]) -> Result<bool, Stop> {
    let rank = search.rank().clone();
    let mut halvings = 1;
    while halvings <= 3 {
        let view = search.view();
        // With a single node, what a jump has brought up has its number now: nothing before it has changed.
        let candidates: Vec<Candidate> = layer.iter().flat_map(|&node| Jump { halvings }.propose(view, node)).collect();
        let before = search.rank().clone();
        front::minimize_alike(search, minimizer, candidates, JUMP_FAILS)?;
        if *search.rank() == before {
            halvings += 1;
        } else if layer.len() > 1 {
            break;
        }
    }
    Ok(*search.rank() != rank)
}

/// What can go below the nodes of a layer, in about equal pieces.
fn pieces(view: View, layer: &[NodeId]) -> Vec<Candidate> {
    let tree = view.tree();
    let grain = GRAIN * size(tree, tree.root());
    let mut out = Vec::new();
    for &node in layer {
        let mut run = Candidate { edits: Vec::new() };
        let mut run_size = 0.0;
        for child in tree.children(node).filter(|&child| !tree.flags(child).literal) {
            let weight = size(tree, child);
            let in_list = tree.flags(child).extra || tree.context(child).is_some_and(|c| view.knowledge.is_list(c));
            if weight > grain {
                out.extend(Deletion.propose(view, child).into_iter().next().or_else(|| {
                    let least = MinimalReplacement.propose(view, child);
                    least.into_iter().next()
                }));
            } else if in_list && view.knowledge.may_go(tree, child) {
                run.edits.extend(Deletion.propose(view, child).into_iter().flat_map(|candidate| candidate.edits));
                run_size += weight;
                if run_size > grain {
                    out.push(std::mem::replace(&mut run, Candidate { edits: Vec::new() }));
                    run_size = 0.0;
                }
            }
        }
        if !run.edits.is_empty() {
            out.push(run);
        }
    }
    out
}

fn heavy_children(view: View, nodes: &[NodeId]) -> Vec<NodeId> {
    let tree = view.tree();
    let grain = GRAIN * size(tree, tree.root());
    nodes.iter().flat_map(|&node| tree.children(node)).filter(|&child| size(tree, child) > grain).collect()
}

/// The heavy nodes of a layer: the root at depth 0, its heavy children at 1, and so on.
fn layer_at(view: View, depth: usize) -> Vec<NodeId> {
    (0..depth).fold(vec![view.tree().root()], |layer, _| heavy_children(view, &layer))
}

/// The size of the whole text.
fn whole(search: &Search) -> f64 {
    let tree = search.document().tree();
    size(tree, tree.root())
}
