//! Trace reduction (GReduce, Section 4.3): which reducible parts are labelled for removal, and in what order.

use super::event::Trace;
use super::join::try_together;
use super::members::Kin;
use super::parts::Parts;
use super::search::Search;
use super::{hoist, lower, members, promise};
use crate::minimize::{Joined, Kept, ListTest, Minimizer, without};
use crate::session::{Stop, Together, first_configuration, joined_configurations};

/// The order in which parts are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Those first that promise most: the chance to succeed, learned in the run, times what is won; until no single part can go.
    #[default]
    Promise,
    /// All parts as one list, in the order of the trace.
    Sequence,
    /// Level by level of the tree of parts, as HDD does, until nothing changes.
    Tree,
}

/// What to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The order.
    pub order: Order,
    /// The list minimizer inside.
    pub minimizer: Option<Minimizer>,
}

/// Reduces the trace of an interesting execution: leaves out parts, puts calls in the place of those around them, and
/// lowers the values that were drawn. The best execution is with the search at every moment. What came of it is asked
/// about again in the end; if it does not hold, the reduction goes back to the last execution that does.
///
/// # Errors
/// [`Stop`] when the reduction has to end before that.
pub fn reduce(search: &mut Search, plan: &Plan) -> Result<(), Stop> {
    search.begin();
    loop {
        let ended = run(search, *plan);
        if !search.settle(ended)? {
            return Ok(());
        }
    }
}

/// Reduces until nothing gets shorter any more. Values that are only lower than before do not make another round.
fn run(search: &mut Search, plan: Plan) -> Result<(), Stop> {
    let minimizer = plan.minimizer.unwrap_or(Minimizer::Wprobdd);
    let mut kin = Kin::default();
    kin.learn(search.trace());
    loop {
        let before = search.length();
        match plan.order {
            Order::Promise => {
                promise::by_promise(search)?;
                while single(search)? {
                    promise::by_promise(search)?;
                }
            }
            Order::Sequence => sequence(search, minimizer)?,
            Order::Tree => tree(search, minimizer)?,
        }
        hoist::hoist(search)?;
        members::members(search, minimizer, &mut kin)?;
        lower::lower(search, minimizer)?;
        if search.length() == before {
            return Ok(());
        }
    }
}

/// Sequence-based trace reduction.
fn sequence(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    search.enter("sequence");
    let removal = Removal::new(search);
    let all = (0..removal.parts.all.len()).collect();
    removal.minimize(all, |weights, removal| minimizer.minimize(weights, removal)).map(|_| ())
}

/// Tree-based trace reduction, to a fixpoint.
fn tree(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    search.enter("tree");
    loop {
        let before = search.trace().clone();
        for level in 0.. {
            let removal = Removal::new(search);
            let on_level: Vec<usize> =
                (0..removal.parts.all.len()).filter(|&part| removal.parts.all[part].level == level).collect();
            if on_level.is_empty() {
                break;
            }
            removal.minimize(on_level, |weights, removal| minimizer.minimize(weights, removal))?;
        }
        if *search.trace() == before {
            return Ok(());
        }
    }
}

/// Removes one part that can go by itself now, if there is one; or several, where successes are joined.
fn single(search: &mut Search) -> Result<bool, Stop> {
    let Removal { search, base, parts, .. } = Removal::new(search);
    let last_first: Vec<usize> = (0..parts.all.len()).rev().collect();
    let mut traces = last_first.iter().map(|&part| parts.without(&base, &[part]));
    let mut join = |places: &[usize]| {
        let mut gone: Vec<usize> = places.iter().map(|&place| last_first[place]).collect();
        gone.sort_unstable();
        parts.without(&base, &gone)
    };
    Ok(try_together(search, &mut traces, &mut join)?.is_some())
}

/// Parts as a list: the elements that a configuration keeps stay in the trace.
pub(super) struct Removal<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Trace,
    /// The parts of the trace with which the search is at the beginning.
    pub(super) parts: Parts,
    list: Vec<usize>,
}

impl<'s, 'a> Removal<'s, 'a> {
    /// Of the best execution so far.
    pub(super) fn new(search: &'s mut Search<'a>) -> Self {
        let base = search.trace().clone();
        let parts = Parts::of(&base);
        Removal { search, base, parts, list: Vec::new() }
    }

    /// Removes as many of these parts, given by ascending numbers, as it can; those that stay.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub(super) fn minimize(
        mut self,
        list: Vec<usize>,
        minimizer: impl FnOnce(&[usize], &mut Self) -> Result<Kept, Stop>,
    ) -> Result<Vec<usize>, Stop> {
        if list.is_empty() {
            return Ok(Vec::new());
        }
        self.list = list;
        let weights: Vec<usize> = self.list.iter().map(|&part| self.parts.all[part].weight.max(1)).collect();
        let kept = minimizer(&weights, &mut self)?;
        Ok(kept.into_iter().map(|element| self.list[element]).collect())
    }
}

impl ListTest for Removal<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Removal { search, base, parts, list } = self;
        first_changed(search, configurations, list.len(), |gone| {
            let gone: Vec<usize> = gone.iter().map(|&element| list[element]).collect();
            parts.without(base, &gone)
        })
    }

    fn first_joined(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<Joined>, Stop> {
        let Removal { search, base, parts, list } = self;
        let keeping = |kept: &[usize]| {
            let gone: Vec<usize> = without(0..list.len(), kept).into_iter().map(|element| list[element]).collect();
            parts.without(base, &gone)
        };
        let found = joined_configurations(configurations, list.len(), keeping, |traces, join| {
            try_together(search, traces, join)
        })?;
        Ok(found.map(|(Together { winners, failed }, kept)| Joined { winners, failed, kept }))
    }
}

/// Answers a list minimizer: which is the first configuration whose trace leads to something smaller? `change` makes
/// the trace from the elements of the list that are *not* kept, in ascending order.
pub(super) fn first_changed(
    search: &mut Search,
    configurations: &mut dyn Iterator<Item = Kept>,
    length: usize,
    change: impl Fn(&[usize]) -> Trace,
) -> Result<Option<(usize, Kept)>, Stop> {
    let make = |kept: &[usize]| change(&without(0..length, kept));
    first_configuration(configurations, length, make, |traces| search.try_first(traces))
}
