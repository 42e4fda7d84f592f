//! The descent: transformations in the order of what they promise, many at once.
//!
//! What a transformation promises is what it would take away times how likely it is to succeed. All that promise nearly
//! as much as the best one form a front, and one list minimizer decides on them together: a test on a heavy node is
//! worth more than one on a light node, and a joint test on many nodes more than one on each. What happened is learned
//! from, and the next front is drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::change::Change;
use super::dependence::{Conventions, Dependence};
use super::front;
use super::needed::Needed;
use super::prospects::{Class, Place, Prospects};
use super::search::Search;
use crate::cancellation::Cancelled;
use crate::language::Document;
use crate::minimize::Minimizer;
use crate::session::Stop;
use crate::template::{BYTES_PER_TOKEN, Candidate, Deletion, Hoist, Jump, Leaves, MinimalReplacement, Template, View};
use crate::tree::{NodeId, Symbols, Tree};

/// The least thing that takes a node's place is a token of a byte, in the unit of [`Dependence::worth`].
const LEAST: f64 = 1.0 + 1.0 / BYTES_PER_TOKEN as f64;

/// A front takes in what promises at least this share of what its best member promises.
const FRONT: f64 = 0.25;

/// Where successes are joined, a front has at least so many members for each test of a round.
const OF_A_ROUND: usize = 4;

/// The descent through one input, with what it has learned.
#[derive(Clone)]
pub struct Descent {
    minimizer: Option<Minimizer>,
    conventions: Arc<Conventions>,
    prospects: Prospects,
    /// Where it left off.
    document: Option<Document>,
}

/// What one transformation promises.
struct Promise {
    tokens: f64,
    succeeds: f64,
    expected: f64,
    class: Class,
    place: Place,
    node: NodeId,
    template: &'static dyn Template,
}

/// A member of a front.
struct Member {
    node: NodeId,
    class: Class,
    place: Place,
    succeeds: f64,
    /// How likely it is to fail because of what lies in the node and around it.
    expected: f64,
    worth: f64,
    /// The names that the node uses and that are defined elsewhere.
    names: Vec<Box<[u8]>>,
    candidate: Candidate,
}

impl Descent {
    /// A descent with a list minimizer of the user's choice; without one, with WProbDD given what is known of each
    /// member of a front.
    pub fn new(minimizer: Option<Minimizer>, symbols: &Symbols) -> Self {
        Descent {
            minimizer,
            conventions: Arc::new(Conventions::of(symbols)),
            prospects: Prospects::default(),
            document: None,
        }
    }

    /// Goes on until nothing promises anything any more.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn run(&mut self, search: &mut Search) -> Result<(), Stop> {
        while self.step(search)? {}
        Ok(())
    }

    /// Decides on one front. False if nothing promises anything any more.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn step(&mut self, search: &mut Search) -> Result<bool, Stop> {
        search.enter("descend");
        self.catch_up(search.document());
        let in_a_round = search.session.joins().then(|| search.session.in_a_round());
        let Ok(front) = self.next_front(search.view(), in_a_round) else { return Err(search.ending()) };
        if front.is_empty() {
            self.document = Some(search.document().clone());
            return Ok(false);
        }
        let rank = search.rank().clone();
        let failed = self.decide(search, &front)?;
        let size = search.document().text().len();
        for (member, failed) in front.iter().zip(failed) {
            self.prospects.learn(member.class, member.place, failed, member.expected, size);
            if failed {
                self.prospects.blame(&member.names.iter().map(AsRef::as_ref).collect::<Vec<_>>());
            }
        }
        if *search.rank() != rank {
            self.prospects.follow(search.patches());
        }
        Ok(true)
    }

    /// Follows what others have done to the text since. What failed where one of the names stands that they took away or
    /// brought may succeed now: a declaration without its last use.
    fn catch_up(&mut self, now: &Document) {
        let Some(before) = self.document.take() else { return };
        let change = Change::between(before.text(), now.text());
        self.prospects.follow(&change.patches);
        self.prospects.forget(|place| change.concerns(place));
    }

    /// Applies as many members of the front as stay interesting; says of each whether it failed.
    fn decide(&self, search: &mut Search, front: &[Member]) -> Result<Vec<bool>, Stop> {
        let proposed = front.iter().enumerate().map(|(index, member)| (index, member.candidate.clone())).collect();
        let (members, candidates): (Vec<usize>, Vec<Candidate>) =
            front::sound(search.view(), proposed).into_iter().unzip();
        let kept = if let Some(minimizer) = self.minimizer {
            front::minimize(search, minimizer, candidates)?
        } else {
            let mut together: FxHashMap<Class, usize> = FxHashMap::default();
            for member in front {
                *together.entry(member.class).or_default() += 1;
            }
            let fails = |member: &Member| {
                let among = |together| self.prospects.succeeds(member.class, together);
                1.0 - member.succeeds * among(together[&member.class]) / among(1)
            };
            let fails: Vec<f64> = members.iter().map(|&member| fails(&front[member])).collect();
            let worth: Vec<usize> = members.iter().map(|&member| front[member].worth.ceil() as usize).collect();
            let mut classes: FxHashMap<Class, usize> = FxHashMap::default();
            let alike: Vec<usize> = members
                .iter()
                .map(|&member| {
                    let next = classes.len();
                    *classes.entry(front[member].class).or_insert(next)
                })
                .collect();
            front::minimize_given(search, candidates, &worth, &fails, &alike)?
        };
        let mut failed = vec![true; front.len()];
        for &member in &members {
            failed[member] = false;
        }
        for index in kept {
            failed[members[index]] = true;
        }
        Ok(failed)
    }

    /// The transformations that promise most, of nodes none of which contains another, in the order of the text.
    fn next_front(&mut self, view: View, joins: Option<usize>) -> Result<Vec<Member>, Cancelled> {
        let tree = view.tree();
        let size = view.document.text().len();
        let dependence = Dependence::of(view, &self.conventions, |name| self.prospects.needed(name))?;
        let mut promises = self.promises(view, &dependence)?;
        promises.sort_unstable_by(|a, b| b.tokens.total_cmp(&a.tokens).then(a.node.cmp(&b.node)));
        let mut front: Vec<Member> = Vec::new();
        let mut floor = 0.0;
        // Where successes are joined, there is always enough to test at once.
        let least = joins.map_or(0, |in_a_round| in_a_round * OF_A_ROUND);
        let mut taken = Apart::default();
        let cancellation = view.document.cancellation();
        for Promise { tokens, succeeds, expected, class, place, node, template } in promises {
            if tokens < floor && front.len() >= least {
                break;
            }
            if !taken.is_apart(tree, node) {
                continue;
            }
            // A template may have the whole text parsed.
            cancellation.check()?;
            let Some(candidate) = template.propose(view, node).into_iter().next() else {
                self.prospects.dismiss(place, size);
                continue;
            };
            if front.is_empty() {
                floor = tokens * FRONT;
            }
            taken.insert(node);
            let worth = worth(view, &dependence, node, template);
            let uses = dependence.uses(tree, node).iter();
            let mut names: Vec<Box<[u8]>> = uses.map(|&n| view.document.node_text(n).into()).collect();
            names.sort_unstable();
            names.dedup();
            front.push(Member { node, class, place, succeeds, expected, worth, names, candidate });
        }
        front.sort_unstable_by_key(|member| member.node);
        Ok(front)
    }

    fn promises(&self, view: View, dependence: &Dependence) -> Result<Vec<Promise>, Cancelled> {
        let tree = view.tree();
        let size = view.document.text().len();
        let mut promises = Vec::new();
        let mut together: FxHashMap<Class, usize> = FxHashMap::default();
        let needed = Needed::of(view.document, |node| {
            let failed =
                |template: &&dyn Template| self.prospects.shows_need(Place::of(template.name(), tree, node), size);
            [&Deletion as &dyn Template, &MinimalReplacement].iter().any(failed)
        })?;
        let mut steps = view.document.cancellation().steps();
        for node in tree.nodes().skip(1).filter(|&n| !tree.flags(n).literal && tree.weight(n) > 0) {
            steps.step()?;
            let free = dependence.is_free(tree, node);
            let jumps = if tree.weight(node) < Jump::LEAST_WEIGHT { &[] } else { JUMPS };
            for &template in templates_for(view, node).iter().chain(jumps) {
                let class = Class { template: template.name(), kind: tree.kind(node), free };
                let place = Place::of(template.name(), tree, node);
                let fresh = self.prospects.fresh(place, size);
                if fresh > 0.0 {
                    let expected = needed.fails(node, template);
                    let succeeds = fresh * (1.0 - expected) * self.prospects.succeeds(class, 1);
                    let tokens = succeeds * worth(view, dependence, node, template);
                    if tokens > 0.0 {
                        *together.entry(class).or_default() += 1;
                        promises.push(Promise { tokens, succeeds, expected, class, place, node, template });
                    }
                }
            }
        }
        for promise in &mut promises {
            promise.tokens *= self.prospects.at_once(promise.class, together[&promise.class]);
        }
        Ok(promises)
    }
}

/// Nodes of a tree none of which contains another.
#[derive(Default)]
struct Apart(BTreeSet<NodeId>);

impl Apart {
    /// Whether the node neither contains one of these nodes nor lies in one.
    fn is_apart(&self, tree: &Tree, node: NodeId) -> bool {
        let before = self.0.range(..=node).next_back();
        let behind = self.0.range(node..).next();
        !before.is_some_and(|&other| tree.contains(other, node))
            && !behind.is_some_and(|&other| tree.contains(node, other))
    }

    fn insert(&mut self, node: NodeId) {
        self.0.insert(node);
    }
}

/// What the transformation would take away: the node, the node less the least thing that can take its place, or what a
/// hoist of its heaviest child leaves of it.
fn worth(view: View, dependence: &Dependence, node: NodeId, template: &dyn Template) -> f64 {
    let tree = view.tree();
    let whole = dependence.worth(tree, node);
    match template.leaves() {
        Leaves::Nothing => whole,
        Leaves::Least => whole - LEAST,
        Leaves::Share(share) => whole * (1.0 - share),
        Leaves::Part => whole - tree.children(node).map(|child| dependence.worth(tree, child)).fold(0.0, f64::max),
    }
}

/// What is tried on heavy nodes in addition.
const JUMPS: &[&dyn Template] = &[&Jump { halvings: 1 }, &Jump { halvings: 2 }, &Jump { halvings: 3 }];

/// The templates that the descent tries on a node. What may go without a trace is not worth replacing.
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
