//! Runs a program over the kinds of a node's children. All ways are followed at once, the one that comes first in the
//! rules being preferred (Pike's machine), so that it takes as long as there are children, times the steps of the rule.

use std::ops::Range;

use super::Quantifier;
use super::program::{Note, Program, Step};
use crate::tree::KindId;

/// A quantified part, its items as ranges of children.
pub(super) struct Matched {
    pub(super) quantifier: Quantifier,
    pub(super) items: Vec<Range<usize>>,
}

/// A note on the way, and the one before it.
struct Noted {
    note: Note,
    /// So many children were read by then.
    read: usize,
    before: Option<u32>,
}

/// Where the machine is on one of its ways, with the last of its notes.
type Way = (usize, Option<u32>);

struct Machine<'p> {
    steps: &'p [Step],
    notes: Vec<Noted>,
    /// For each step, at which child it was last come to.
    come_to: Vec<usize>,
}

impl Program {
    /// The quantified parts of children of these kinds, those that are not empty; none if they do not follow the rule.
    pub(super) fn parts(&self, kinds: &[KindId]) -> Option<Vec<Matched>> {
        let mut machine =
            Machine { steps: &self.steps, notes: Vec::new(), come_to: vec![usize::MAX; self.steps.len() + 1] };
        let mut ways = Vec::new();
        machine.go_on((0, None), 0, &mut ways);
        for (read, kind) in kinds.iter().enumerate() {
            let mut next = Vec::new();
            for (step, noted) in ways {
                if let Some(Step::Child(expected)) = self.steps.get(step)
                    && expected.binary_search(kind).is_ok()
                {
                    machine.go_on((step + 1, noted), read + 1, &mut next);
                }
            }
            ways = next;
            if ways.is_empty() {
                return None;
            }
        }
        let (_, last) = ways.into_iter().find(|(step, _)| *step == self.steps.len())?;
        Some(machine.parts(last))
    }
}

impl Machine<'_> {
    /// Adds the ways from here to where the next child is read, in order.
    fn go_on(&mut self, from: Way, read: usize, ways: &mut Vec<Way>) {
        let mut open = vec![from];
        while let Some((step, noted)) = open.pop() {
            if std::mem::replace(&mut self.come_to[step], read) == read {
                continue;
            }
            match self.steps.get(step) {
                None | Some(Step::Child(_)) => ways.push((step, noted)),
                Some(Step::Go(there)) => open.push((*there, noted)),
                Some(Step::Either(first, second)) => open.extend([(*second, noted), (*first, noted)]),
                Some(Step::Note(note)) => {
                    self.notes.push(Noted { note: *note, read, before: noted });
                    open.push((step + 1, Some(self.notes.len() as u32 - 1)));
                }
            }
        }
    }

    /// The parts that the notes of a way tell of.
    fn parts(&self, last: Option<u32>) -> Vec<Matched> {
        let before = |at: &u32| self.notes[*at as usize].before;
        let mut way: Vec<u32> = std::iter::successors(last, before).collect();
        way.reverse();
        let mut parts: Vec<Matched> = Vec::new();
        let (mut open, mut begun) = (Vec::new(), Vec::new());
        for Noted { note, read, .. } in way.iter().map(|&at| &self.notes[at as usize]) {
            match note {
                Note::Part(quantifier) => {
                    open.push(parts.len());
                    parts.push(Matched { quantifier: *quantifier, items: Vec::new() });
                }
                Note::Item => begun.push(*read),
                Note::ItemEnd => {
                    let item = begun.pop().unwrap_or(*read)..*read;
                    if let (Some(&part), false) = (open.last(), item.is_empty()) {
                        parts[part].items.push(item);
                    }
                }
                Note::PartEnd => drop(open.pop()),
            }
        }
        parts.retain(|part| !part.items.is_empty());
        parts
    }
}
