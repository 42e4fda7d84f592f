//! The default schedule.
//!
//! Few tests early and small results late:
//! 1. The *comments* go, all at once, and a token that is most of the text becomes shorter.
//! 2. A large text is reduced *coarsely*, until it pays to weigh every node (see [`coarse`](super::coarse)). If not all
//!    comments could go, now as many go as may.
//! 3. The *descent* deletes what may go, replaces by the least thing what may not, and hoists what is wanted out of what
//!    is not: first what promises most (see [`descent`](super::descent)).
//! 4. *Long tokens* become shorter, and the *passes* of plugins make the text smaller still. What they find sends the
//!    search back to the descent, as it does from here on.
//! 5. The *sweep* tries every single transformation of every node, through the cache: the end is 1-minimal under every
//!    template.
//! 6. The *pumps* enlarge the text so that it can shrink further.
//! 7. The *polishing* passes see to names, order and single tokens, and the text is made *tidy*.

use std::cell::RefCell;
use std::sync::Arc;

use super::coarse;
use super::descent::Descent;
use super::front;
use super::join::{Together, try_together};
use super::long_tokens;
use super::passes::Passes;
use super::pump;
use super::search::Search;
use super::shape::has_shape_of;
use super::worklist::Worklist;
use crate::minimize::Minimizer;
use crate::session::{Recent, Stop};
use crate::template::{
    Candidate, Deletion, Descendants, MinimalReplacement, OptionalToken, OtherKinds, SubstituteByChild, Template, View,
};
use crate::tree::{NodeId, Tree};

/// Up to so many tokens, what is left is small.
const SMALL: usize = 64;
/// Up to so many, even what is unlikely is worth a test.
const TINY: usize = 32;

/// So many of the last candidates of a walk over all nodes can be joined.
const REMEMBERED: usize = 1 << 12;

/// How likely a comment is to stay, if not all of them can go.
const COMMENT_STAYS: f64 = 0.02;

/// A token that is more than one in so many of the text's bytes is shortened before anything else.
const DOMINANT: usize = 4;

/// Runs the schedule to its end.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn schedule(search: &mut Search, minimizer: Option<Minimizer>, passes: &mut Passes) -> Result<(), Stop> {
    let mut descent = Descent::new(minimizer, search.knowledge().language().symbols());
    let has_comments = !all_comments(search)?;
    let dominant = search.document().text().len() / DOMINANT;
    long_tokens::shorten(search, minimizer, dominant)?;
    coarse::reduce_coarsely(search, minimizer)?;
    if has_comments {
        some_comments(search, minimizer)?;
    }
    loop {
        descent.run(search)?;
        if long_tokens::shorten(search, minimizer, 0)?
            || passes.shrinking.run(search)?
            || sweep(search)?
            || pump::run(search, &mut passes.pumps, &mut passes.shrinking, &descent)?
            || other_kinds(search)?
        {
            continue;
        }
        let before = search.document().clone();
        passes.polishing.run(search)?;
        if has_shape_of(&before, search.document()) {
            return tidy(search);
        }
    }
}

/// The comments of the text.
fn comments(search: &mut Search) -> Vec<Candidate> {
    search.enter("comments");
    let tree = search.document().tree();
    let comments = tree.nodes().filter(|&n| tree.flags(n).extra && tree.is_token(n));
    comments.flat_map(|n| Deletion.propose(search.view(), n)).collect()
}

/// All comments go at once. Whether that was possible.
fn all_comments(search: &mut Search) -> Result<bool, Stop> {
    let comments = comments(search);
    let all = Candidate { edits: comments.into_iter().flat_map(|candidate| candidate.edits).collect() };
    Ok(all.edits.is_empty() || search.try_first(&mut std::iter::once(all))?.is_some())
}

/// As many comments go as may, if not all of them can.
fn some_comments(search: &mut Search, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    let comments = comments(search);
    front::minimize_alike(search, minimizer, comments, COMMENT_STAYS)?;
    Ok(())
}

/// Every single transformation of every node, the heaviest first. What has been tried is in the cache. Whether anything
/// succeeded.
fn sweep(search: &mut Search) -> Result<bool, Stop> {
    search.enter("sweep");
    let every: [&dyn Template; 4] = [&Deletion, &SubstituteByChild, &MinimalReplacement, &OptionalToken];
    // Far-fetched ones pay where little is left.
    let changed = each_node(search, &every, usize::MAX)?;
    Ok(each_node(search, &[&Descendants], SMALL)? || changed)
}

/// Tries what templates propose for each node of a text of at most so many tokens, the heaviest node first. Whether
/// anything succeeded.
///
/// All up to the next success is one question, so that there is always enough to test at once.
fn each_node(search: &mut Search, templates: &[&dyn Template], most: usize) -> Result<bool, Stop> {
    let (mut worklist, mut any) = (Worklist::default(), false);
    loop {
        let base = search.document().clone();
        let (tree, view) = (base.tree(), View { knowledge: search.knowledge(), document: &base });
        if tree.weight(tree.root()) > most {
            return Ok(any);
        }
        // The node of each candidate, and the last candidates.
        let walked: RefCell<Vec<NodeId>> = RefCell::default();
        let recent = RefCell::new(Recent::new(REMEMBERED));
        let mut candidates = std::iter::from_fn(|| worklist.next(tree, false)).flat_map(|node| {
            let proposed: Vec<Candidate> = templates.iter().flat_map(|t| t.propose(view, node)).collect();
            walked.borrow_mut().extend(std::iter::repeat_n(node, proposed.len()));
            for candidate in &proposed {
                recent.borrow_mut().push(candidate.clone());
            }
            proposed
        });
        let mut join = |places: &[usize]| joined(tree, &walked.borrow(), &recent.borrow(), places);
        let found = try_together(search, &base, &mut candidates, &mut join)?;
        let Some(Together { winners, failed }) = found else { return Ok(any) };
        let answered = winners.last().max(failed.last()).copied();
        let Some(node) = answered.and_then(|place| walked.borrow().get(place).copied()) else { return Ok(any) };
        (worklist, any) = (Worklist::after(tree, node), true);
    }
}

/// The candidates in these places as one, but for those of nodes that contain, or lie in, the node of one before.
fn joined(tree: &Tree, walked: &[NodeId], recent: &Recent<Candidate>, places: &[usize]) -> Candidate {
    let mut nodes: Vec<NodeId> = Vec::new();
    let mut edits = Vec::new();
    for &place in places {
        let (Some(&node), Some(candidate)) = (walked.get(place), recent.get(place)) else { continue };
        if !nodes.iter().any(|&other| tree.contains(node, other) || tree.contains(other, node)) {
            nodes.push(node);
            edits.extend(candidate.edits.iter().cloned());
        }
    }
    Candidate { edits }
}

/// What could not be replaced by the least thing of all may be by the least of another kind: where little is left.
fn other_kinds(search: &mut Search) -> Result<bool, Stop> {
    search.enter("other kinds");
    each_node(search, &[&OtherKinds], TINY)
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
