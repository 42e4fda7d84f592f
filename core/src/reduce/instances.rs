//! The search over the instances of a pass.
//!
//! From one end to the other; a success keeps the place and goes on from there, since it has mostly used up the
//! instance, so that the next one has its number now (Regehr, "Pluggable domain-specific testcase reducers"). After two
//! successes in a row as many instances again are tried together, and so on, so that a thousand that all succeed cost
//! about ten tests; a failure halves.

use std::cell::RefCell;
use std::collections::VecDeque;

use super::chances::{Chances, Class};
use super::failures::Failures;
use super::join::try_patches_together;
use super::search::Search;
use crate::cancellation::Cancellation;
use crate::language::{Document, Patch};
use crate::plugin::{Pass, Trouble, count_instances};
use crate::session::{Stop, Together};

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
        let tried: RefCell<Vec<Tried>> = RefCell::default();
        let candidates = &mut std::iter::from_fn(|| {
            let trial = ahead.next(tried.borrow().last())?;
            let joint = trial.joint.clone();
            tried.borrow_mut().push(trial);
            Some(joint)
        });
        let mut join = |places: &[usize]| all_of(&tried.borrow(), places).0;
        let admitted = |is_admitted| {
            if let Some(last) = tried.borrow_mut().last_mut() {
                last.tested = is_admitted;
            }
        };
        let found = try_patches_together(search, candidates, &admitted, &mut join)?;
        let mut tried = tried.into_inner();
        let together = found.unwrap_or_else(|| Together { winners: Vec::new(), failed: (0..tried.len()).collect() });
        let (_, members, lowest) = all_of(&tried, &together.winners);
        for place in together.failed {
            if let Some(Tried { members: 1, first, class, tested, .. }) = tried.get_mut(place) {
                if *tested {
                    known.chances.learn(*class, true);
                }
                known.failures.insert(std::mem::take(first));
            }
        }
        for trial in together.winners.iter().filter_map(|&winner| tried.get(winner)) {
            known.chances.learn(trial.class, false);
        }
        let Some(winner) = together.winners.first() else { return Ok(false) };
        self.place = Some(lowest);
        self.streak = if *winner == 0 { self.streak + 1 } else { 1 };
        self.chunk = if self.streak > 1 { members.saturating_mul(2) } else { members };
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

/// What those in these places do together, as far as it is not at odds; how many instances that are, and the lowest.
fn all_of(tried: &[Tried], places: &[usize]) -> (Vec<Patch>, usize, u64) {
    let (mut joint, mut members, mut lowest) = (Vec::new(), 0, u64::MAX);
    for one in places.iter().filter_map(|&place| tried.get(place)) {
        if let Some(more) = joined(&joint, &one.joint) {
            (joint, members, lowest) = (more, members + one.members, lowest.min(one.lowest));
        }
    }
    (joint, members, lowest)
}

/// What was tried together.
struct Tried {
    members: usize,
    lowest: u64,
    joint: Vec<Patch>,
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
    fn next(&mut self, last: Option<&Tried>) -> Option<Tried> {
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
        Some(Tried { members, lowest, first: first.clone(), joint, class, tested: false })
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::knowledge::{Filter, Knowledge, Tables};
    use crate::language::Language;
    use crate::plugin::{About, Kind};
    use crate::session::Session;

    /// Takes away one statement for each instance.
    struct Statements(About, Vec<Patch>);

    impl Pass for Statements {
        fn about(&self) -> &About {
            &self.0
        }

        fn open(&mut self, document: &Document) -> Result<Option<u64>, Trouble> {
            let mut end = 0;
            let pieces = document.text().split_inclusive(|&byte| byte == b';');
            let patch = |piece: &[u8]| {
                end += piece.len();
                Patch { range: end - piece.len()..end, text: Vec::new() }
            };
            self.1 = pieces.map(patch).collect();
            Ok(Some(self.1.len() as u64))
        }

        fn apply(&mut self, instance: u64) -> Result<Option<Vec<Patch>>, Trouble> {
            Ok(self.1.get(instance as usize).map(|patch| vec![patch.clone()]))
        }
    }

    fn statements() -> Statements {
        let about = About {
            plugin: "plugin".to_owned(),
            version: "1".to_owned(),
            name: "statements".to_owned(),
            description: String::new(),
            languages: Vec::new(),
            kind: Kind::Shrinks,
        };
        Statements(about, Vec::new())
    }

    /// The text that is left, and how many steps it took there, in runs from either end.
    fn reduced(order: Order, joins: bool) -> (String, usize) {
        let language = Language::named("javascript").expect("built in");
        let text = (0..40).map(|i| format!("f{i:02}();")).collect::<Vec<_>>().concat();
        let knowledge = Knowledge::new(language.clone(), Tables::default(), Filter::Ranked);
        let needed =
            |text: &[u8]| (0..40).step_by(3).all(|i| text.windows(3).any(|part| part == format!("f{i:02}").as_bytes()));
        let session = Session::new(Arc::new(needed)).jobs(8).joining(joins);
        let mut search = Search::new(&knowledge, language.parse(text.into_bytes()), &session);
        let (mut pass, mut run) = (statements(), Run::default());
        let mut known = Past { order, ..Past::default() };
        while run.next(&mut search, &mut pass, &mut known, 0.0).expect("nothing stops it") {}
        let left = String::from_utf8_lossy(search.document().text()).into_owned();
        (left, session.statistics().history.len())
    }

    #[test]
    fn instances_that_succeed_in_one_round_are_joined_and_none_is_left_out() {
        let expected = (0..40).step_by(3).map(|i| format!("f{i:02}();")).collect::<Vec<_>>().concat();
        for order in [Order::Forward, Order::Backward] {
            let [(single, steps), (joined, fewer)] = [false, true].map(|joins| reduced(order, joins));
            assert_eq!((&*single, &*joined), (&*expected, &*expected), "{order:?}");
            assert!(fewer * 2 < steps, "{fewer} and {steps} steps, {order:?}");
        }
    }
}
