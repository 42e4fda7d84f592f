//! The reducible parts of a trace (GReduce, Section 3.4), as the tree that Section 4.3 makes of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::event::{Draw, Event, SiteKind, SiteNumber, Trace, UNITS, Value};

/// A subpart that can be labelled for removal: an iteration of a reducible loop pattern, or the block of a reducible
/// selection pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its events: from the one with which it begins up to this one, which is not in it any more.
    pub events: [usize; 2],
    /// The scope that it is a part of, by the event that enters it.
    pub scope: usize,
    /// Where that scope is in the program.
    pub site: SiteNumber,
    /// The arm, of a selection.
    pub arm: Option<u32>,
    /// The choice that decides it: the number of iterations, or whether the block is executed (`L_init` and `S_init`). The
    /// condition of a `while` that makes choices itself needs no other.
    pub decider: Option<usize>,
    /// How many parts it lies within: its level in the tree.
    pub level: usize,
    /// Choices in it.
    pub weight: usize,
}

/// All reducible parts of a trace.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// In the order in which they begin; a part that lies within another comes after it.
    pub all: Vec<Part>,
    /// How many iterations each loop has.
    iterations: FxHashMap<usize, usize>,
    /// For each conditional and arm, values of its deciding choices with which that arm was taken.
    taken: FxHashMap<(SiteNumber, Option<u32>), FxHashSet<String>>,
}

/// A scope that is open as the events go by.
struct Open {
    site: SiteNumber,
    kind: SiteKind,
    enter: usize,
    decider: Option<usize>,
    /// Where its parts begin, with their arms.
    begins: Vec<(usize, Option<u32>)>,
}

/// A part around others.
struct Around {
    end: usize,
    weight: usize,
    is_frame: bool,
}

impl Parts {
    /// Finds the parts of a trace.
    pub fn of(trace: &Trace) -> Self {
        let mut walk =
            Walk { trace, parts: Parts::default(), open: Vec::new(), decided: vec![FxHashMap::default()], last: None };
        for (at, event) in trace.events.iter().enumerate() {
            walk.take(at, event);
        }
        walk.close_all(trace.events.len());
        let mut parts = walk.parts;
        parts.all.sort_by_key(|part| (part.events[0], std::cmp::Reverse(part.events[1])));
        let mut around: Vec<Around> = Vec::new();
        parts.all.retain_mut(|part| {
            around.retain(|outer| part.events[0] < outer.end);
            part.level = around.len();
            let is_frame = trace.kind(part.site) == SiteKind::Frame;
            // A function that does nothing but call another holds the same choices: one of both is enough.
            let is_same = around.last().is_some_and(|outer| is_frame && outer.is_frame && outer.weight == part.weight);
            if !is_same {
                around.push(Around { end: part.events[1], weight: part.weight, is_frame });
            }
            !is_same
        });
        parts
    }

    /// The reduced trace: without these parts, given by ascending numbers, and with the choices that decide them
    /// changed (Matching Prog, Section 3.5).
    pub fn without(&self, trace: &Trace, gone: &[usize]) -> Trace {
        let mut end = 0;
        // A part within one that is gone needs no thought.
        let outermost: Vec<&Part> = gone
            .iter()
            .filter_map(|&part| self.all.get(part))
            .filter(|part| {
                let outer = part.events[0] >= end;
                end = end.max(part.events[1]);
                outer
            })
            .collect();
        let mut decisions = self.decisions(trace, &outermost);
        let mut reduced = Trace { sites: trace.sites.clone(), ending: trace.ending, events: Vec::new() };
        let mut next = 0;
        for part in &outermost {
            reduced.events.extend((next..part.events[0]).map(|at| decisions.decided(trace, at)));
            next = part.events[1];
        }
        reduced.events.extend((next..trace.events.len()).map(|at| decisions.decided(trace, at)));
        reduced
    }

    /// The smallest part that holds an event.
    pub fn around(&self, event: usize) -> Option<usize> {
        self.all.iter().rposition(|part| part.events[0] <= event && event < part.events[1])
    }

    fn decisions(&self, trace: &Trace, gone: &[&Part]) -> Decisions {
        // A choice may decide several loops, each of which loses some iterations.
        let mut lost: FxHashMap<usize, FxHashMap<usize, usize>> = FxHashMap::default();
        let mut changed = FxHashMap::default();
        for part in gone {
            let Some(decider) = part.decider else { continue };
            if trace.kind(part.site) == SiteKind::If {
                if let Some(value) = self.otherwise(trace, part, decider) {
                    changed.insert(decider, value);
                }
            } else {
                *lost.entry(decider).or_default().entry(part.scope).or_default() += 1;
            }
        }
        for (decider, loops) in lost {
            let Some((scope, lost)) = loops.into_iter().max_by_key(|&(scope, lost)| (lost, scope)) else { continue };
            let all = self.iterations.get(&scope).copied().unwrap_or(lost);
            if let Some(value) = trace.draw(decider).and_then(|draw| fewer(&draw.value, lost, all)) {
                changed.insert(decider, value);
            }
        }
        Decisions { changed }
    }

    /// A value with which the arm is not taken: the least one that was seen to lead elsewhere, else the end of the
    /// range that is further away.
    fn otherwise(&self, trace: &Trace, part: &Part, decider: usize) -> Option<Value> {
        let draw = trace.draw(decider)?;
        let taken = self.taken.get(&(part.site, part.arm));
        let leads_here = |value: &Value| taken.is_some_and(|taken| taken.contains(&format!("{value:?}")));
        match &draw.value {
            Value::Index { at, bound: 2 } => Some(Value::Index { at: 1 - at.min(&1), bound: 2 }),
            Value::Index { at, bound } => {
                let others = (0..(*bound).min(64)).map(|other| Value::Index { at: other, bound: *bound });
                let other = others.into_iter().find(|other| !leads_here(other) && *other != draw.value);
                other.or_else(|| Some(Value::Index { at: u128::from(*at == 0), bound: *bound }))
            }
            Value::Unit(units) => {
                let other = if *units < UNITS / 2 { UNITS - 1 } else { 0 };
                Some(Value::Unit(other))
            }
            value => [Some(value.least()), value.greatest()].into_iter().flatten().find(|other| other != value),
        }
    }
}

/// What the choices become that decide about parts which are gone.
struct Decisions {
    changed: FxHashMap<usize, Value>,
}

impl Decisions {
    fn decided(&mut self, trace: &Trace, at: usize) -> Event {
        let event = &trace.events[at];
        match (event, self.changed.remove(&at)) {
            (Event::Draw(draw), Some(value)) => Event::Draw(Draw { site: draw.site, value, label: None }),
            _ => event.clone(),
        }
    }
}

/// The value that makes a loop of `all` iterations have `lost` fewer.
fn fewer(value: &Value, lost: usize, all: usize) -> Option<Value> {
    let left = all.saturating_sub(lost);
    let share = left as f64 / all.max(1) as f64;
    match value {
        Value::Index { at, bound } => Some(Value::Index { at: at.saturating_sub(lost as u128), bound: *bound }),
        Value::Unit(units) => Some(Value::Unit((*units as f64 * share) as u64)),
        Value::Real { value, bounds } => Some(Value::Real { value: value * share, bounds: *bounds }),
        _ => None,
    }
}

/// Rounds that have others within them, together with these: the iterations of outer loops.
fn with_rounds_within(begins: &[(usize, Option<u32>)], end: usize) -> Vec<(usize, Option<u32>, usize)> {
    let mut around: Vec<usize> = Vec::new();
    let mut ranges = Vec::new();
    let level = |round: usize| begins.get(round).and_then(|begin| begin.1);
    for round in 0..=begins.len() {
        let begin = begins.get(round).map_or(end, |begin| begin.0);
        while let Some(&outer) = around.last()
            && (round == begins.len() || level(round) <= level(outer))
        {
            if round > outer + 1 {
                ranges.push((begins[outer].0, begins[outer].1, begin));
            }
            around.pop();
        }
        around.push(round);
    }
    ranges
}

/// One walk over the events.
struct Walk<'t> {
    trace: &'t Trace,
    parts: Parts,
    open: Vec<Open>,
    /// For each open call, the choices that decided its variables.
    decided: Vec<FxHashMap<&'t str, usize>>,
    last: Option<usize>,
}

impl<'t> Walk<'t> {
    fn take(&mut self, at: usize, event: &'t Event) {
        match event {
            Event::Enter(site) => {
                let kind = self.trace.kind(*site);
                if kind == SiteKind::Call {
                    self.decided.push(FxHashMap::default());
                }
                let decider = self.by_name(*site);
                self.open.push(Open { site: *site, kind, enter: at, decider, begins: Vec::new() });
            }
            Event::Next(site, arm) => {
                if self.close_within(*site, at)
                    && let Some(open) = self.open.last_mut()
                {
                    open.begins.push((at, *arm));
                }
            }
            Event::Leave(site) => {
                if self.close_within(*site, at) {
                    self.close(at);
                }
            }
            Event::Draw(draw) => {
                self.last = Some(at);
                // What is drawn in a head decides what follows, wherever the call is in which it is drawn.
                for open in &mut self.open {
                    let counts = matches!(draw.value, Value::Index { .. } | Value::Unit(_) | Value::Real { .. });
                    if open.begins.is_empty() && open.kind != SiteKind::Call && counts {
                        open.decider = Some(at);
                    }
                }
            }
            Event::Decided(name) => {
                let (name, decider) = match name.split_once(' ') {
                    Some((name, other)) => (name, self.handed_on(other)),
                    None => (&**name, self.last),
                };
                if let (Some(decider), Some(decided)) = (decider, self.decided.last_mut()) {
                    decided.insert(name, decider);
                }
            }
        }
    }

    /// The choice that decided another variable, or an argument that the caller has named; it is for this call alone.
    fn handed_on(&mut self, other: &str) -> Option<usize> {
        let [.., of_caller, own] = self.decided.as_mut_slice() else { return self.decided.last()?.get(other).copied() };
        own.get(other).copied().or_else(|| of_caller.remove(other))
    }

    /// The last choice that decided one of the variables of a site.
    fn by_name(&self, site: SiteNumber) -> Option<usize> {
        let decided = self.decided.last()?;
        self.trace.sites.get(&site)?.names.iter().filter_map(|name| decided.get(name.as_str()).copied()).max()
    }

    /// Closes what is open within the innermost scope of a site. False if there is none.
    fn close_within(&mut self, site: SiteNumber, at: usize) -> bool {
        let Some(depth) = self.open.iter().rposition(|open| open.site == site) else { return false };
        while self.open.len() > depth + 1 {
            self.close(at);
        }
        true
    }

    fn close_all(&mut self, at: usize) {
        while !self.open.is_empty() {
            self.close(at);
        }
    }

    /// The innermost scope ends before this event.
    fn close(&mut self, at: usize) {
        let Some(open) = self.open.pop() else { return };
        if open.kind == SiteKind::Call && self.decided.len() > 1 {
            self.decided.pop();
        }
        let count = open.begins.len();
        self.parts.iterations.insert(open.enter, count);
        let ends = open.begins.iter().skip(1).map(|&(begin, _)| begin).chain([at]);
        let mut ranges: Vec<(usize, Option<u32>, usize)> =
            open.begins.iter().zip(ends).map(|(&(begin, arm), end)| (begin, arm, end)).collect();
        if open.kind == SiteKind::Frame {
            ranges.extend(with_rounds_within(&open.begins, at));
        }
        for (number, (begin, arm, end)) in ranges.into_iter().enumerate() {
            let reducible = match open.kind {
                SiteKind::For | SiteKind::If => open.decider.is_some(),
                // The last one ends the loop.
                SiteKind::While => number + 1 < count,
                SiteKind::Frame => true,
                SiteKind::Call | SiteKind::Draw => false,
            };
            // Choices in the condition of a `while` lie in its iterations, and its bound has been drawn before it.
            let decider = open.decider.filter(|&decider| decider < begin);
            if !reducible {
                continue;
            }
            if let (SiteKind::If, Some(draw)) = (open.kind, decider.and_then(|decider| self.trace.draw(decider))) {
                let taken = self.parts.taken.entry((open.site, arm)).or_default();
                taken.insert(format!("{:?}", draw.value));
            }
            let weight = self.trace.events[begin..end].iter().filter(|event| matches!(event, Event::Draw(_))).count();
            self.parts.all.push(Part {
                events: [begin, end],
                scope: open.enter,
                site: open.site,
                arm,
                decider,
                level: 0,
                weight,
            });
        }
    }
}
