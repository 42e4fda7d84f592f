//! The instances of a program, in the order of what they promise.

use std::cmp::Reverse;
use std::collections::HashSet;

use reduce_tree_names::Names;
use reduce_tree_plugin::Edits;

use crate::cascade::Uses;
use crate::grammar::Grammar;
use crate::plan::{Action, Plan};
use crate::way::{Taking, Way};

/// Gathers plans, each once.
pub(crate) struct Instances<'n, 'a> {
    pub names: &'n Names<'a>,
    pub grammar: &'static Grammar,
    uses: Uses,
    known: HashSet<Vec<(u32, Action)>>,
    plans: Vec<(Plan<'a>, bool)>,
}

impl<'n, 'a> Instances<'n, 'a> {
    pub(crate) fn new(names: &'n Names<'a>, grammar: &'static Grammar) -> Self {
        Instances { names, grammar, uses: Uses::new(names), known: HashSet::new(), plans: Vec::new() }
    }

    /// Adds a plan, unless it is there already or takes nothing away.
    pub(crate) fn add(&mut self, mut plan: Plan<'a>, taking: &Taking, is_unused: bool) {
        if matches!(taking.way, Way::Statements | Way::Least) {
            self.uses.take_along(&mut plan, self.names, taking);
        }
        let plan = plan.settled(self.grammar);
        if plan.tokens() > 0 && self.known.insert(plan.signature()) {
            self.plans.push((plan, is_unused));
        }
    }

    /// What nothing uses comes first, then the rest; what takes most comes first in both.
    pub(crate) fn ordered(mut self) -> Vec<Edits> {
        self.plans.sort_by_cached_key(|(plan, is_unused)| Reverse((*is_unused, plan.tokens())));
        self.plans.iter().map(|(plan, _)| plan.edits()).collect()
    }
}
