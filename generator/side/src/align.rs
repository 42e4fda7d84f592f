//! Aligns a run with a trace (GReduce, Sections 3.5 and 4.4): what in the trace an event of the run corresponds to.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::side::{Kind, SiteNumber};
use crate::trace::{Followed, Item};

/// So far is looked ahead for a site within a part.
const AHEAD: usize = 1000;
/// So many choices of a site that the trace does not hold are the least possible; those after them are pseudo-random.
const LEAST_AT_FIRST: u32 = 8;
/// A run that makes so many choices more than three times those of the trace is given up.
const MORE: usize = 10_000;

/// The run cannot be aligned, strictly: the event on this line of the trace was not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Infeasible(pub usize);

/// The place in the trace that the run has come to.
#[derive(Debug)]
pub(crate) struct Alignment {
    followed: Followed,
    /// The open scopes of the run; the first is none, but what is around them.
    frames: Vec<Frame>,
    kinds: FxHashMap<SiteNumber, Kind>,
    unmet: FxHashMap<SiteNumber, u32>,
    /// Scopes of the trace that calls elsewhere have taken.
    moved: FxHashSet<usize>,
    /// So many choices may still be made.
    left: usize,
    /// The state of the pseudo-random choices.
    random: u64,
}

/// An open scope of the run.
#[derive(Debug)]
struct Frame {
    site: SiteNumber,
    /// What it is aligned with.
    scope: Option<usize>,
    /// The number of the part of that scope.
    number: usize,
    /// The part whose items are to be met.
    part: Option<usize>,
    /// So many of them have been met or passed over.
    at: usize,
    line: usize,
}

impl Alignment {
    pub fn new(followed: Followed) -> Self {
        let outside = Frame { site: 0, scope: None, number: 0, part: Some(0), at: 0, line: 0 };
        let kinds = followed.sites.values().copied().collect();
        let left = MORE + 3 * followed.draws;
        let (unmet, moved) = (FxHashMap::default(), FxHashSet::default());
        Alignment { followed, frames: vec![outside], kinds, unmet, moved, left, random: 0 }
    }

    /// The sites that the trace has declared.
    pub fn sites(&self) -> &FxHashMap<String, (SiteNumber, Kind)> {
        &self.followed.sites
    }

    /// An alignment fails at this line: the end of a strict run.
    pub fn infeasible(&self, line: usize) -> Result<(), Infeasible> {
        if self.followed.strict { Err(Infeasible(line)) } else { Ok(()) }
    }

    /// A scope begins.
    pub fn enter(&mut self, site: SiteNumber) -> Result<(), Infeasible> {
        let line = self.frames.last().map_or(0, |frame| frame.line);
        let found = self.next_item(site, |item| matches!(item, Item::Scope(_)))?;
        let scope = match found.and_then(|(part, at)| self.followed.parts[part].items.get(at)) {
            Some(Item::Scope(scope)) => Some(*scope),
            _ if self.kinds.get(&site) == Some(&Kind::Call) => self.moved_here(site),
            _ => None,
        };
        let aligned = scope.and_then(|scope| self.followed.scopes.get(scope));
        let (part, line) = aligned.map_or((None, line), |scope| (scope.parts.first().copied(), scope.line));
        self.frames.push(Frame { site, scope, number: 0, part, at: 0, line });
        Ok(())
    }

    /// The scope of a function that the innermost part with a counterpart in the trace still holds, the least deep one: where
    /// the run has taken another way, it may have come to this call by it.
    fn moved_here(&mut self, site: SiteNumber) -> Option<usize> {
        let Followed { parts, scopes, .. } = &self.followed;
        let aligned = self.frames.iter().rev().find(|frame| frame.scope.is_some()).or(self.frames.first())?;
        let mut level: Vec<&Item> = parts[aligned.part?].items.iter().skip(aligned.at).take(AHEAD).collect();
        while !level.is_empty() {
            let within: Vec<usize> = level
                .iter()
                .filter_map(|item| if let Item::Scope(scope) = item { Some(*scope) } else { None })
                .collect();
            let found = within.iter().find(|&&scope| scopes[scope].site == site && !self.moved.contains(&scope));
            if let Some(&scope) = found {
                self.moved.insert(scope);
                return Some(scope);
            }
            let inner = within.iter().flat_map(|&scope| &scopes[scope].parts).flat_map(|&part| &parts[part].items);
            level = inner.take(AHEAD).collect();
        }
        None
    }

    /// The next iteration begins, or an arm.
    pub fn next(&mut self, site: SiteNumber, arm: Option<u32>) -> Result<(), Infeasible> {
        let Some(depth) = self.close_to(site)? else { return Ok(()) };
        let number = self.frames[depth].number + 1;
        let Some(scope) = self.frames[depth].scope.and_then(|scope| self.followed.scopes.get(scope)) else {
            return Ok(());
        };
        let parts = &scope.parts;
        let part = parts.get(number).copied().filter(|&part| self.followed.parts[part].arm == arm);
        let mut frame = Frame { number, part, at: 0, ..self.frames[depth] };
        if let Some(part) = part {
            frame.line = self.followed.parts[part].line;
        } else {
            let nearest = parts[number.min(parts.len() - 1)];
            let line = self.followed.parts[nearest].line;
            if self.kinds.get(&site) == Some(&Kind::While) && parts.len() > 1 {
                frame.part = parts.last().copied();
            }
            self.infeasible(line)?;
        }
        self.frames[depth] = frame;
        Ok(())
    }

    /// The next round of a function begins, within so many others and with this site.
    pub fn round(&mut self, site: SiteNumber, level: u32, first: SiteNumber) -> Result<(), Infeasible> {
        let Some(depth) = self.close_to(site)? else { return Ok(()) };
        let number = self.frames[depth].number;
        let Some(scope) = self.frames[depth].scope.and_then(|scope| self.followed.scopes.get(scope)) else {
            return Ok(());
        };
        let found = self.followed.round(scope, number, level, first);
        let part = found.map(|number| scope.parts[number]);
        if found != Some(number + 1) {
            let next = scope.parts.get(number + 1).or(scope.parts.last());
            self.infeasible(next.map_or(0, |&part| self.followed.parts[part].line))?;
        }
        let line = part.map_or(self.frames[depth].line, |part| self.followed.parts[part].line);
        self.frames[depth] = Frame { number: found.unwrap_or(number), part, at: 0, line, ..self.frames[depth] };
        Ok(())
    }

    /// A scope ends.
    pub fn leave(&mut self, site: SiteNumber) -> Result<(), Infeasible> {
        let Some(depth) = self.close_to(site)? else { return Ok(()) };
        let frame = &self.frames[depth];
        let missed = frame.scope.and_then(|scope| self.followed.scopes[scope].parts.get(frame.number + 1));
        if let Some(&part) = missed {
            self.infeasible(self.followed.parts[part].line)?;
        }
        self.frames.truncate(depth);
        Ok(())
    }

    /// The generator has come to its end.
    pub fn finish(&mut self) -> Result<(), Infeasible> {
        self.frames.truncate(1);
        self.all_met(0)
    }

    /// What the trace has for a choice: the words of its value, of this kind, and its line.
    pub fn draw(&mut self, site: SiteNumber, kind: &str) -> Result<Option<(Box<str>, usize)>, Infeasible> {
        self.left = self.left.checked_sub(1).ok_or(Infeasible(0))?;
        let found = self.next_item(site, |item| matches!(item, Item::Draw(_)))?;
        let Some(Item::Draw(draw)) = found.map(|(part, at)| &self.followed.parts[part].items[at]) else {
            return Ok(None);
        };
        let (other, words) = draw.words.split_once(' ').unwrap_or((&draw.words, ""));
        if other == kind {
            return Ok(Some((words.into(), draw.line)));
        }
        self.infeasible(draw.line)?;
        Ok(None)
    }

    /// How many choices the trace did not hold.
    pub fn all_unmet(&self) -> u64 {
        self.unmet.values().map(|&count| u64::from(count)).sum()
    }

    /// For a choice that the trace does not hold: nothing if it shall be the least, else a pseudo-random number.
    pub fn unmet(&mut self, site: SiteNumber) -> Option<u64> {
        let count = self.unmet.entry(site).or_default();
        *count += 1;
        (*count > LEAST_AT_FIRST).then(|| self.random())
    }

    /// The next number of `SplitMix64` (Steele, Lea and Flood, 2014).
    pub fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// The next item of the open part that is of this site and kind, as a place in it; what comes before is passed over.
    fn next_item(
        &mut self,
        site: SiteNumber,
        is_kind: impl Fn(&Item) -> bool,
    ) -> Result<Option<(usize, usize)>, Infeasible> {
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let (at, line) = (frame.at, frame.line);
        let items = frame.part.map_or(&[][..], |part| &self.followed.parts[part].items);
        let matches = |item: &Item| is_kind(item) && self.followed.site(item) == site;
        let (number, part, place) = if items.get(at).is_some_and(matches) {
            (frame.number, frame.part, at)
        } else {
            self.infeasible(items.get(at).map_or(line, |item| self.followed.line(item)))?;
            let ahead = items.iter().take(at + AHEAD).skip(at + 1).position(matches);
            match (ahead, self.kinds.get(&frame.site), frame.scope) {
                (Some(ahead), _, _) => (frame.number, frame.part, at + 1 + ahead),
                (None, Some(Kind::Frame), Some(scope)) => {
                    let Some((number, place)) = self.followed.beyond(scope, frame.number, matches) else {
                        return Ok(None);
                    };
                    (number, self.followed.scopes[scope].parts.get(number).copied(), place)
                }
                _ => return Ok(None),
            }
        };
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        (frame.number, frame.part, frame.at) = (number, part, place + 1);
        Ok(part.map(|part| (part, place)))
    }

    /// Closes what is open within the innermost scope of a site; how deep that one is.
    fn close_to(&mut self, site: SiteNumber) -> Result<Option<usize>, Infeasible> {
        let Some(depth) = self.frames.iter().skip(1).rposition(|frame| frame.site == site) else { return Ok(None) };
        self.frames.truncate(depth + 2);
        self.all_met(depth + 1)?;
        Ok(Some(depth + 1))
    }

    /// A part is over: whatever is left of it was not met.
    fn all_met(&self, depth: usize) -> Result<(), Infeasible> {
        let frame = &self.frames[depth];
        let left = frame.part.and_then(|part| self.followed.parts[part].items.get(frame.at));
        left.map_or(Ok(()), |item| self.infeasible(self.followed.line(item)))
    }
}
