//! The search over the instances of a pass.
//!
//! From one end to the other; a success keeps the place and goes on from there, since it has mostly used up the
//! instance, so that the next one has its number now (Regehr, "Pluggable domain-specific testcase reducers"). After two
//! successes in a row as many instances again are tried together, and so on, so that a thousand that all succeed cost
//! about ten tests; a failure halves.

use std::cell::Cell;
use std::collections::VecDeque;

use super::chances::{Chances, Class};
use super::failures::Failures;
use super::search::Search;
use crate::cancellation::Cancellation;
use crate::language::{Document, Patch};
use crate::plugin::{Pass, Trouble, count_instances};
use crate::session::Stop;

/// No pass has more instances than this.
const MOST_INSTANCES: u64 = 1 << 20;

/// From which end instances are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// From the first one on: as the pass lists them.
    #[default]
    Forward,
    /// From the last one back: what depends on others tends to come after them.
    Backward,
}

impl Order {
    /// The other one.
    pub fn reversed(self) -> Self {
        match self {
            Order::Forward => Order::Backward,
            Order::Backward => Order::Forward,
        }
    }
}

/// What has become of the instances of a pass.
#[derive(Clone, Default)]
pub struct Past {
    /// Those that have failed where the text has not changed since.
    pub failures: Failures,
    chances: Chances,
    order: Order,
}

impl Past {
    /// A run has come to its end: the next one goes the other way.
    pub fn end_of_run(&mut self) {
        self.order = self.order.reversed();
        self.chances.begin();
    }
}

/// A run through the instances of a pass: where it is.
#[derive(Clone)]
pub struct Run {
    /// The number of the next instance; none before the first.
    place: Option<u64>,
    /// How many are tried together.
    chunk: usize,
    /// Successes in a row.
    streak: u32,
}

impl Default for Run {
    fn default() -> Self {
        Run { place: None, chunk: 1, streak: 0 }
    }
}

impl Run {
    /// Tries instances up to the next success, but for those that have failed where the text has not changed since, and
    /// those that are less likely to succeed than `least`. Whether there was a success.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn next(
        &mut self,
        search: &mut Search,
        pass: &mut dyn Pass,
        known: &mut Past,
        least: f64,
    ) -> Result<bool, Stop> {
        let document = search.document().clone();
        known.failures.follow(&document);
        let Ok(start) = self.start(pass, &document, known.order) else { return Ok(false) };
        let mut ahead = Ahead {
            pass,
            failures: &known.failures,
            chances: known.chances.clone(),
            least,
            order: known.order,
            document: &document,
            place: start,
            ready: VecDeque::new(),
            chunk: self.chunk,
        };
        let mut tried: Vec<Tried> = Vec::new();
        let admitted = Cell::new(false);
        let candidates = &mut std::iter::from_fn(|| {
            let before = tried.last_mut().map(|before| {
                before.tested = admitted.take();
                &*before
            });
            let (trial, patches) = ahead.next(before)?;
            tried.push(trial);
            Some(patches)
        });
        let winner = search.try_patches(candidates, &|is_admitted| admitted.set(is_admitted))?;
        let failed = winner.unwrap_or(tried.len());
        for trial in tried.iter_mut().take(failed).filter(|trial| trial.members == 1) {
            if trial.tested {
                known.chances.learn(trial.class, true);
            }
            known.failures.insert(std::mem::take(&mut trial.first));
        }
        let Some(Tried { members, lowest, class, .. }) = winner.and_then(|winner| tried.get(winner)) else {
            return Ok(false);
        };
        known.chances.learn(*class, false);
        self.place = Some(*lowest);
        self.streak = if winner == Some(0) { self.streak + 1 } else { 1 };
        self.chunk = if self.streak > 1 { members.saturating_mul(2) } else { *members };
        Ok(true)
    }

    /// Opens the text. The number of the instance to begin with, if there is one.
    fn start(&self, pass: &mut dyn Pass, document: &Document, order: Order) -> Result<Option<u64>, Trouble> {
        let count = pass.open(document)?;
        if order == Order::Forward {
            return Ok(Some(self.place.unwrap_or(0)));
        }
        let count = count.map_or_else(|| count_instances(pass, MOST_INSTANCES), Ok)?;
        let last = count.checked_sub(1);
        Ok(self.place.map_or(last, |place| last.map(|last| last.min(place))))
    }
}

/// What was tried together.
struct Tried {
    members: usize,
    lowest: u64,
    /// What the first of them does, and its class.
    first: Vec<Patch>,
    class: Class,
    /// Whether it was worth a test.
    tested: bool,
}

/// The instances ahead, and how many of them are tried together.
struct Ahead<'p> {
    pass: &'p mut dyn Pass,
    failures: &'p Failures,
    /// What is known if all that was tried so far fails.
    chances: Chances,
    least: f64,
    order: Order,
    document: &'p Document,
    place: Option<u64>,
    ready: VecDeque<(u64, Vec<Patch>)>,
    chunk: usize,
}

impl Ahead<'_> {
    /// The next to try, when the last has failed.
    fn next(&mut self, last: Option<&Tried>) -> Option<(Tried, Vec<Patch>)> {
        match last {
            Some(Tried { members: 1, class, tested, .. }) => {
                self.ready.pop_front();
                self.chunk = 1;
                if *tested {
                    self.chances.learn(*class, true);
                }
            }
            Some(Tried { members, .. }) => self.chunk = members / 2,
            None => {}
        }
        while self.ready.len() < self.chunk {
            let cancellation = self.document.cancellation();
            let next = untried(self.pass, self.failures, self.order, &mut self.place, cancellation);
            let Some(instance) = next else { break };
            if self.chances.succeeds(Class::of(self.document, &instance.1)) >= self.least {
                self.ready.push_back(instance);
            }
        }
        let (_, first) = self.ready.front()?;
        let class = Class::of(self.document, first);
        let (mut joint, mut members, mut lowest) = (Vec::new(), 0, u64::MAX);
        for (number, patches) in self.ready.iter().take(self.chunk) {
            let Some(more) = joined(&joint, patches) else { break };
            (joint, members, lowest) = (more, members + 1, lowest.min(*number));
        }
        Some((Tried { members, lowest, first: first.clone(), class, tested: false }, joint))
    }
}

/// The next instance from a place on that has not failed where it is; the place is left behind it, and none when there
/// are no more, or none is wanted.
pub fn untried(
    pass: &mut dyn Pass,
    failures: &Failures,
    order: Order,
    place: &mut Option<u64>,
    cancellation: &Cancellation,
) -> Option<(u64, Vec<Patch>)> {
    while !cancellation.is_due() {
        let number = place.take().filter(|&number| number < MOST_INSTANCES)?;
        match pass.apply(number) {
            Ok(None) => return None,
            Err(trouble) if trouble.is_breach() => return None,
            applied => {
                *place = match order {
                    Order::Forward => Some(number + 1),
                    Order::Backward => number.checked_sub(1),
                };
                if let Some(patches) = applied.ok().flatten().filter(|patches| !failures.contains(patches)) {
                    return Some((number, patches));
                }
            }
        }
    }
    None
}

/// What both do together, unless they are at odds. Where both only take away, all of it goes.
fn joined(some: &[Patch], more: &[Patch]) -> Option<Vec<Patch>> {
    let mut all: Vec<Patch> = some.iter().chain(more).cloned().collect();
    all.sort_by_key(|patch| (patch.range.start, patch.range.end));
    let mut out: Vec<Patch> = Vec::with_capacity(all.len());
    for patch in all {
        match out.last_mut() {
            Some(last) if *last == patch => {}
            Some(last) if patch.range.start < last.range.end => {
                if !(last.text.is_empty() && patch.text.is_empty()) {
                    return None;
                }
                last.range.end = last.range.end.max(patch.range.end);
            }
            _ => out.push(patch),
        }
    }
    Some(out)
}
