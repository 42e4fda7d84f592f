//! Rounds of functions that are seen from stacks alone: what in a trace the rounds of a run correspond to. A round is what a
//! function does without going back; where it goes back to something that is behind the beginning of an earlier round,
//! the new round lies within that one, as the iterations of an inner loop lie within one of the outer loop. What follows
//! a loop is in its last round.

use crate::side::SiteNumber;
use crate::trace::{Followed, Item, Scope};

/// So many rounds are looked at.
const AHEAD: usize = 1000;

impl Followed {
    /// The number of the round behind round `number` that one corresponds to which lies within `level` others and begins with
    /// this site: the next that begins so, without leaving the rounds around it.
    pub(crate) fn round(&self, scope: &Scope, number: usize, level: u32, first: SiteNumber) -> Option<usize> {
        let ahead = (number + 1..scope.parts.len()).take(AHEAD).take_while(|&round| self.level(scope, round) >= level);
        ahead.into_iter().find(|&round| {
            let item = self.parts[scope.parts[round]].items.first();
            item.is_some_and(|item| self.site(item) == first)
        })
    }

    /// Where something is that round `number` does not hold, as the number of another round and a place in it: the loop
    /// in which it was has ended earlier now. It is in a round within this one, or it follows the loop of this one; that is so if
    /// it is in one of the loop's other rounds only.
    pub(crate) fn beyond(
        &self,
        scope: usize,
        number: usize,
        matches: impl Fn(&Item) -> bool,
    ) -> Option<(usize, usize)> {
        let scope = self.scopes.get(scope)?;
        let level = self.level(scope, number);
        let ahead = (number + 1..scope.parts.len()).take(AHEAD).take_while(|&round| self.level(scope, round) >= level);
        let (mut is_within, mut found) = (true, None);
        for round in ahead {
            is_within &= self.level(scope, round) > level;
            if let Some(place) = self.parts[scope.parts[round]].items.iter().position(&matches) {
                if is_within {
                    return Some((round, place));
                }
                if found.is_some() {
                    return None;
                }
                found = Some((round, place));
            }
        }
        found
    }

    fn level(&self, scope: &Scope, round: usize) -> u32 {
        self.parts[scope.parts[round]].arm.unwrap_or(0)
    }
}
