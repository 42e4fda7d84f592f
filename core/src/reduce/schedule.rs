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
//! 7. The *polishing* passes see to names, order and single tokens, and *empty lines* go.

use std::cell::RefCell;
use std::sync::Arc;

use super::ahead;
use super::chances::WORTH_A_TEST;
use super::coarse;
use super::descent::Descent;
use super::front;
use super::join::try_together;
use super::long_tokens;
use super::passes::{Memory, Passes, Turn};
use super::proof;
use super::pump::Pumping;
use super::search::Search;
use super::shape::has_shape_of;
use super::worklist::Worklist;
use crate::language::Document;
use crate::minimize::Minimizer;
use crate::session::{Recent, Stop, Together};
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
    let descent = Descent::new(minimizer, search.knowledge().language().symbols());
    let course = Course { stage: Stage::Comments, has_comments: false, descent, memory: Memory::default() };
    ahead::follow(search, course, |search, course| {
        passes.exchange(&mut course.memory);
        let more = course.step(search, minimizer, passes)?;
        passes.exchange(&mut course.memory);
        Ok(more)
    })?;
    // The end of a folder is no matter of a single file.
    if let Some(tests) = search.frame.is_none().then(|| proof::tests(search, passes)).flatten() {
        search.session.takes_for_a_proof(tests);
    }
    Ok(())
}

/// How far the schedule has come, with all that it remembers.
#[derive(Clone)]
struct Course {
    stage: Stage,
    /// Not all comments could go.
    has_comments: bool,
    descent: Descent,
    memory: Memory,
}

/// The stages, with where in them it is.
#[derive(Clone)]
enum Stage {
    Comments,
    DominantToken,
    Coarse,
    SomeComments,
    Descent,
    LongTokens,
    Shrinking(Turn),
    Sweep(Walk),
    /// The far-fetched part of the sweep.
    Descendants(Walk),
    Pumps(Pumping),
    OtherKinds(Walk),
    /// With the text before.
    Polishing(Turn, Document),
    EmptyLines,
}

impl Course {
    /// One step. False if it was the last.
    fn step(&mut self, search: &mut Search, minimizer: Option<Minimizer>, passes: &mut Passes) -> Result<bool, Stop> {
        // What has succeeded sends the search back to the descent.
        let unless = |changed: bool, next: Stage| if changed { Stage::Descent } else { next };
        let next = match &mut self.stage {
            Stage::Comments => {
                self.has_comments = !all_comments(search)?;
                Stage::DominantToken
            }
            Stage::DominantToken => {
                let dominant = search.document().text().len() / DOMINANT;
                long_tokens::shorten(search, minimizer, dominant)?;
                Stage::Coarse
            }
            Stage::Coarse => {
                coarse::reduce_coarsely(search, minimizer)?;
                if self.has_comments { Stage::SomeComments } else { Stage::Descent }
            }
            Stage::SomeComments => {
                some_comments(search, minimizer)?;
                Stage::Descent
            }
            Stage::Descent => {
                if self.descent.step(search)? {
                    return Ok(true);
                }
                Stage::LongTokens
            }
            Stage::LongTokens => {
                unless(long_tokens::shorten(search, minimizer, 0)?, Stage::Shrinking(Turn::down_to(0.0)))
            }
            Stage::Shrinking(turn) => {
                if passes.shrinking.step(search, turn)? {
                    return Ok(true);
                }
                unless(turn.changed, Stage::Sweep(Walk::default()))
            }
            Stage::Sweep(walk) => {
                if walk.step(search, &EVERY)? {
                    return Ok(true);
                }
                Stage::Descendants(Walk { changed: walk.changed, ..Walk::default() })
            }
            Stage::Descendants(walk) => {
                if walk.step(search, &DESCENDANTS)? {
                    return Ok(true);
                }
                unless(walk.changed, Stage::Pumps(Pumping::default()))
            }
            Stage::Pumps(pumping) => {
                if pumping.step(search, &mut passes.pumps, &mut passes.shrinking, &self.descent)? {
                    return Ok(true);
                }
                unless(pumping.changed, Stage::OtherKinds(Walk::default()))
            }
            Stage::OtherKinds(walk) => {
                if walk.step(search, &OTHER_KINDS)? {
                    return Ok(true);
                }
                unless(walk.changed, Stage::Polishing(Turn::down_to(WORTH_A_TEST), search.document().clone()))
            }
            Stage::Polishing(turn, before) => {
                if passes.polishing.step(search, turn)? {
                    return Ok(true);
                }
                unless(!has_shape_of(before, search.document()), Stage::EmptyLines)
            }
            Stage::EmptyLines => {
                empty_lines(search)?;
                return Ok(false);
            }
        };
        self.stage = next;
        Ok(true)
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

/// Single transformations that a sweep tries on every node. What has been tried is in the cache.
pub(super) struct Single {
    /// What tests of it count as.
    name: &'static str,
    /// The templates.
    pub templates: &'static [&'static dyn Template],
    /// In texts of at most so many tokens: far-fetched ones pay where little is left.
    most: usize,
}

impl Single {
    /// Whether they are tried on a text with this tree.
    pub fn serves(&self, tree: &Tree) -> bool {
        tree.weight(tree.root()) <= self.most
    }
}

/// What nearly always serves.
const EVERY: Single = Single {
    name: "sweep",
    templates: &[&Deletion, &SubstituteByChild, &MinimalReplacement, &OptionalToken],
    most: usize::MAX,
};
/// What is below a node in its place.
const DESCENDANTS: Single = Single { name: "sweep", templates: &[&Descendants], most: SMALL };
/// The least things of other kinds.
const OTHER_KINDS: Single = Single { name: "other kinds", templates: &[&OtherKinds], most: TINY };
/// All of them.
pub(super) const SINGLE: [Single; 3] = [EVERY, DESCENDANTS, OTHER_KINDS];

/// A walk over all nodes, the heaviest first: where it is.
#[derive(Clone, Default)]
struct Walk {
    worklist: Worklist,
    /// Whether anything succeeded.
    changed: bool,
}

impl Walk {
    /// Tries what templates propose for each node, up to the next success. Whether there was one.
    ///
    /// All of that is one question, so that there is always enough to test at once.
    fn step(&mut self, search: &mut Search, single: &Single) -> Result<bool, Stop> {
        search.enter(single.name);
        let base = search.document().clone();
        let (tree, view) = (base.tree(), View { knowledge: search.knowledge(), document: &base });
        if !single.serves(tree) {
            return Ok(false);
        }
        // The node of each candidate, and the last candidates.
        let walked: RefCell<Vec<NodeId>> = RefCell::default();
        let recent = RefCell::new(Recent::new(REMEMBERED));
        let mut candidates = std::iter::from_fn(|| self.worklist.next(tree, false)).flat_map(|node| {
            let proposed: Vec<Candidate> = single.templates.iter().flat_map(|t| t.propose(view, node)).collect();
            walked.borrow_mut().extend(std::iter::repeat_n(node, proposed.len()));
            for candidate in &proposed {
                recent.borrow_mut().push(candidate.clone());
            }
            proposed
        });
        let mut join = |places: &[usize]| joined(tree, &walked.borrow(), &recent.borrow(), places);
        let found = try_together(search, &base, &mut candidates, &mut join)?;
        let Some(Together { winners, failed }) = found else { return Ok(false) };
        let answered = winners.last().max(failed.last()).copied();
        let Some(node) = answered.and_then(|place| walked.borrow().get(place).copied()) else { return Ok(false) };
        (self.worklist, self.changed) = (Worklist::after(tree, node), true);
        Ok(true)
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

/// What is left reads better without the empty lines that deletions left.
fn empty_lines(search: &mut Search) -> Result<(), Stop> {
    search.enter("empty lines");
    let text = search.document().text();
    let lines = text.split_inclusive(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let filled: Arc<[u8]> = lines.collect::<Vec<_>>().concat().into();
    search.try_texts(true, &mut std::iter::once(filled))?;
    Ok(())
}
