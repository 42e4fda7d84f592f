//! Infers from the stacks of two consecutive choices what has happened between them: which functions have ended, which
//! were called, and where a function has gone back.

use reduce_tree_side::{Kind, Side, SiteNumber};
use rustc_hash::FxHashMap;

use crate::stack::{Frame, Walker};

/// A function that was running at the last choice.
#[derive(Clone, Copy, Debug)]
struct Open {
    frame: Frame,
    site: SiteNumber,
}

/// What is known of the run.
#[derive(Debug, Default)]
pub struct Scopes {
    walker: Walker,
    /// The functions that were running at the last choice, the outermost first.
    open: Vec<Open>,
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
    pub fn arrive(&mut self, side: &mut Side, draw: &'static str) -> SiteNumber {
        self.look(side);
        let Some(innermost) = self.new.last() else { return side.site(Kind::Draw, None, draw) };
        let at = innermost.frame.at;
        let site = match self.draws.get(&(at, draw)) {
            Some(site) => *site,
            None => {
                let site = side.site(Kind::Draw, None, &format!("{} {draw}", self.named(at)));
                self.draws.insert((at, draw), site);
                site
            }
        };
        self.follow(side, site);
        std::mem::swap(&mut self.open, &mut self.new);
        site
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
            self.new.push(Open { frame, site });
            caller = frame.at;
        }
    }

    fn named(&self, at: usize) -> String {
        self.walker.place(at).map_or_else(|| "?".to_owned(), |place| place.module.named(at))
    }

    /// Leaves what is not running any more and enters what is. `draw` is what happens in the innermost function.
    fn follow(&self, side: &mut Side, draw: SiteNumber) {
        let shared = self.shared();
        if shared == 0 {
            // Nothing was running, or this is another stack altogether.
            for open in self.open.iter().rev() {
                side.leave(open.site);
            }
        } else {
            for open in self.open[shared..].iter().rev() {
                side.leave(open.site);
            }
            let (old, new) = (&self.open[shared - 1], &self.new[shared - 1]);
            // Instructions follow one another by address but for jumps back: the function is in its next iteration, or it
            // was called once more from the same place.
            if new.frame.at <= old.frame.at {
                side.next_with(new.site, self.first_in(shared - 1, draw));
            }
        }
        for depth in shared..self.new.len() {
            side.enter(self.new[depth].site);
            side.next_with(self.new[depth].site, self.first_in(depth, draw));
        }
    }

    /// What happens in the function at this depth.
    fn first_in(&self, depth: usize, draw: SiteNumber) -> SiteNumber {
        self.new.get(depth + 1).map_or(draw, |open| open.site)
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
