//! Pumps: passes that enlarge a text so that it can shrink further than before.
//!
//! What a pump makes is tested first. If it is interesting and larger, a side branch begins there: the descent and the
//! shrinking passes go on from it, and the branch is dropped unless it ends smaller than the text it came from.

use super::descent::Descent;
use super::instances::{self, Order};
use super::passes::{Group, Tracked};
use super::search::Search;
use crate::language::Patch;
use crate::session::Stop;

/// A branch without a success in so many tests is given up.
const PATIENCE: u64 = 12;
/// In texts with more tokens than this only what is smaller at once counts: too much of a branch would have nothing to
/// do with the pump.
const MOST_TOKENS: usize = 500;

/// A run through the instances of every pump: where it is.
#[derive(Clone, Default)]
pub struct Pumping {
    pump: usize,
    instance: u64,
    /// Whether any made the text smaller in the end.
    pub changed: bool,
}

impl Pumping {
    /// Tries the next instance. Whether there may be another one.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn step(
        &mut self,
        search: &mut Search,
        pumps: &mut Group,
        shrinking: &mut Group,
        descent: &Descent,
    ) -> Result<bool, Stop> {
        let Some(pump) = pumps.iter_mut().nth(self.pump) else { return Ok(false) };
        let Some((number, patches)) = next(search, pump, self.instance) else {
            (self.pump, self.instance) = (self.pump + 1, 0);
            return Ok(true);
        };
        search.enter(&pump.pass.about().name);
        if is_smaller_after(search, patches.clone(), shrinking, descent)? {
            (self.instance, self.changed) = (number, true);
        } else {
            pump.past.failures.follow(search.document());
            pump.past.failures.insert(patches);
            self.instance = number + 1;
        }
        Ok(true)
    }
}

/// The next instance of a pump that is worth a try.
fn next(search: &Search, pump: &mut Tracked, from: u64) -> Option<(u64, Vec<Patch>)> {
    let document = search.document();
    pump.past.failures.follow(document);
    pump.pass.open(document).ok()?;
    instances::untried(pump.pass, &pump.past.failures, Order::Forward, &mut Some(from), document.cancellation())
}

/// Whether the text that a pump makes is smaller, or becomes so.
fn is_smaller_after(
    search: &mut Search,
    patches: Vec<Patch>,
    shrinking: &mut Group,
    descent: &Descent,
) -> Result<bool, Stop> {
    let tree = search.document().tree();
    if tree.weight(tree.root()) > MOST_TOKENS {
        return Ok(search.try_patches(&mut std::iter::once(patches), &|_| ())?.is_some());
    }
    if !search.begin_branch(patches, PATIENCE)? {
        return Ok(false);
    }
    if search.is_on_branch() {
        let mut descent = descent.clone();
        loop {
            descent.run(search)?;
            if !search.is_on_branch() || !shrinking.run(search)? {
                break;
            }
        }
    }
    Ok(search.end_branch())
}
