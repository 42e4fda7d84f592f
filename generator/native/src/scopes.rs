//! Infers from the stacks of two consecutive choices what has happened between them: which functions have ended, which
//! were called, and where a function has gone back.

use reduce_tree_side::{Kind, Side, SiteNumber};
use rustc_hash::FxHashMap;

use crate::stack::{Frame, Walker};

/// A function that was running at the last choice.
#[derive(Clone, Debug)]
struct Open {
    frame: Frame,
    site: SiteNumber,
    /// Where its rounds have begun that may still go on, in ascending order: the loops that it is in, as far as they are
    /// known.
    rounds: Vec<usize>,
}

impl Open {
    /// A round begins at this address; how many others it is within.
    fn begin(&mut self, at: usize) -> u32 {
        self.rounds.retain(|&begun| begun < at);
        self.rounds.push(at);
        self.rounds.len() as u32 - 1
    }
}

/// A scope that the program has entered.
#[derive(Clone, Copy, Debug)]
struct Marked {
    /// How many functions were running.
    depth: usize,
    site: SiteNumber,
}

/// What is known of the run.
#[derive(Debug, Default)]
pub struct Scopes {
    walker: Walker,
    /// The functions that were running at the last choice, the outermost first.
    open: Vec<Open>,
    /// The scopes that the program has entered itself.
    marked: Vec<Marked>,
    /// By address of return and entry of what is called from there.
    frames: FxHashMap<(usize, usize), SiteNumber>,
    draws: FxHashMap<(usize, &'static str), SiteNumber>,
    /// The place of each frame of the new stack.
    new: Vec<Open>,
    stack: Vec<Frame>,
}

impl Scopes {
    /// Tells the side what has happened since the last choice; the site of the one that is made now, by the function of
    /// this name.
    pub fn draw(&mut self, side: &mut Side, function: &'static str) -> SiteNumber {
        self.look(side);
        let at = self.new.last().map_or(0, |innermost| innermost.frame.at);
        let site = match self.draws.get(&(at, function)) {
            Some(site) => *site,
            None => {
                let site = side.site(Kind::Draw, None, &format!("{} {function}", self.named(at)));
                self.draws.insert((at, function), site);
                site
            }
        };
        self.follow(side, site);
        site
    }

    /// The program says that a scope begins in the innermost function.
    pub fn enter(&mut self, side: &mut Side, kind: Kind, name: &str) {
        self.look(side);
        let at = self.new.last().map_or(0, |innermost| innermost.frame.at);
        // A function is the same wherever it is called from.
        let place = if kind == Kind::Call { format!("call {name}") } else { format!("{} {name}", self.named(at)) };
        let site = side.site(kind, None, &place);
        self.follow(side, site);
        side.enter(site);
        self.marked.push(Marked { depth: self.open.len(), site });
    }

    /// The program says that the next iteration of the innermost scope begins that it has entered in this function, or an
    /// arm.
    pub fn next(&mut self, side: &mut Side, arm: Option<u32>) {
        if let Some(marked) = self.innermost(side) {
            side.next(marked.site, arm);
        }
    }

    /// The program says that this scope ends.
    pub fn leave(&mut self, side: &mut Side) {
        if let Some(marked) = self.innermost(side) {
            side.leave(marked.site);
            self.marked.pop();
        }
    }

    fn innermost(&mut self, side: &mut Side) -> Option<Marked> {
        self.look(side);
        let marked = *self.marked.last()?;
        self.follow(side, marked.site);
        let marked = *self.marked.last()?;
        (marked.depth == self.open.len()).then_some(marked)
    }

    /// Takes the stack, the outermost function first, and finds the sites of its frames.
    fn look(&mut self, side: &mut Side) {
        self.walker.walk(&mut self.stack);
        self.new.clear();
        let mut caller = 0;
        for &frame in self.stack.iter().rev() {
            let Some(place) = self.walker.place(frame.at) else { continue };
            let entry = place.entry;
            let site = match self.frames.get(&(caller, entry)) {
                Some(site) => *site,
                None => {
                    let function = place.module.named(entry);
                    let from = if caller == 0 { "start".to_owned() } else { self.named(caller) };
                    let site = side.site(Kind::Frame, Some(&function), &format!("{from} calls {function}"));
                    self.frames.insert((caller, entry), site);
                    site
                }
            };
            self.new.push(Open { frame, site, rounds: Vec::new() });
            caller = frame.at;
        }
    }

    fn named(&self, at: usize) -> String {
        self.walker.place(at).map_or_else(|| "?".to_owned(), |place| place.module.named(at))
    }

    /// Leaves what is not running any more and enters what is. `first` is what happens in the innermost function.
    fn follow(&mut self, side: &mut Side, first: SiteNumber) {
        let shared = self.shared();
        for open in self.open[shared..].iter().rev() {
            side.leave(open.site);
        }
        self.marked.retain(|marked| marked.depth <= shared);
        let is_marked = self.marked.last().is_some_and(|marked| marked.depth == shared);
        if let Some(depth) = shared.checked_sub(1) {
            for (old, new) in self.open[..shared].iter_mut().zip(&mut self.new) {
                std::mem::swap(&mut old.rounds, &mut new.rounds);
            }
            // Instructions follow one another by address but for jumps back: the function is in its next iteration, or
            // what it calls is called once more from the same place.
            if self.new[depth].frame.at <= self.open[depth].frame.at && !is_marked {
                self.round(side, depth, first);
            }
        }
        for depth in shared..self.new.len() {
            side.enter(self.new[depth].site);
            self.round(side, depth, first);
        }
        std::mem::swap(&mut self.open, &mut self.new);
    }

    /// A round of the function at this depth begins.
    fn round(&mut self, side: &mut Side, depth: usize, first: SiteNumber) {
        let first = self.new.get(depth + 1).map_or(first, |open| open.site);
        let open = &mut self.new[depth];
        let level = open.begin(open.frame.at);
        side.round(open.site, level, first);
    }

    /// How many of the functions are still running that were at the last choice. The last of them has gone on since; those
    /// around it have not.
    fn shared(&self) -> usize {
        for (depth, (old, new)) in self.open.iter().zip(&self.new).enumerate() {
            if old.site != new.site || old.frame.base != new.frame.base {
                // Called from the same place again, or another function: what has called it has gone on.
                return depth;
            }
            if old.frame.at != new.frame.at || old.frame.registers != new.frame.registers {
                return depth + 1;
            }
        }
        self.open.len().min(self.new.len())
    }
}
