//! Loops, blocks and functions that choices decide.

use std::ops::{Deref, DerefMut, RangeBounds};
use std::panic::Location;

use reduce_tree_side::{Kind, Numbers, SiteNumber};

use crate::choices::Choices;
use crate::number::ends;
use crate::tracing::Place;

/// A function that is running, for as long as this lives; see [`Choices::scope`].
#[derive(Debug)]
pub struct Scope<'c> {
    choices: &'c mut Choices,
    site: Option<SiteNumber>,
}

impl Choices {
    /// Draws a number of the range and does something so often; `body` is told how often it was done before. Each iteration
    /// can be left out, and the number follows.
    ///
    /// # Panics
    /// If the range is empty.
    #[track_caller]
    pub fn repeat(&mut self, times: impl RangeBounds<usize>, body: impl FnMut(&mut Self, usize)) {
        self.repeat_at(&times, Place::At(Location::caller()), body);
    }

    /// As [`Choices::repeat`], with the results as a list.
    ///
    /// # Panics
    /// If the range is empty.
    #[track_caller]
    pub fn collect<T>(
        &mut self,
        count: impl RangeBounds<usize>,
        mut body: impl FnMut(&mut Self, usize) -> T,
    ) -> Vec<T> {
        let mut list = Vec::new();
        self.repeat_at(&count, Place::At(Location::caller()), |choices, at| list.push(body(choices, at)));
        list
    }

    /// Does something again and again, after each choice that says yes with this probability.
    #[track_caller]
    pub fn repeat_while(&mut self, probability: f64, mut body: impl FnMut(&mut Self)) {
        let place = Place::At(Location::caller());
        let site = self.enter(Kind::While, place);
        loop {
            self.next(site, None);
            if !self.bool_at(probability, place) {
                break;
            }
            body(self);
        }
        self.leave(site);
    }

    /// Does something with this probability. It can be left out.
    #[track_caller]
    pub fn maybe<T>(&mut self, probability: f64, body: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let place = Place::At(Location::caller());
        let site = self.enter(Kind::If, place);
        let result = self.bool_at(probability, place).then(|| {
            self.next(site, Some(1));
            body(self)
        });
        self.leave(site);
        result
    }

    /// Does one of several things: `body` is told which, from 0. Weights say how often each is done; the first is the
    /// simplest.
    ///
    /// ```
    /// # use reduce_tree_choices::Choices;
    /// fn expression(choices: &mut Choices, depth: u32) -> String {
    ///     choices.call("expression", |choices| {
    ///         choices.one_of(&[2, 1, depth], |choices, which| match which {
    ///             0 => choices.range(0..100).to_string(),
    ///             1 => choices.choose(&["x", "y"]).expect("there are two").to_string(),
    ///             _ => format!("({} + {})", expression(choices, depth - 1), expression(choices, depth - 1)),
    ///         })
    ///     })
    /// }
    /// # assert!(!expression(&mut Choices::seeded(3)?, 5).is_empty());
    /// # Ok::<(), reduce_tree_choices::TraceError>(())
    /// ```
    ///
    /// # Panics
    /// If no weight is above 0.
    #[track_caller]
    pub fn one_of<T>(&mut self, weights: &[u32], body: impl FnOnce(&mut Self, usize) -> T) -> T {
        let place = Place::At(Location::caller());
        let site = self.enter(Kind::If, place);
        let which = self.weighted_at(weights, place);
        self.next(site, Some(which as u32 + 1));
        let result = body(self, which);
        self.leave(site);
        result
    }

    /// Runs a function under a name. Where it calls itself, an inner call can take the place of the outer one.
    pub fn call<T>(&mut self, name: &'static str, body: impl FnOnce(&mut Self) -> T) -> T {
        body(&mut self.scope(name))
    }

    /// As [`Choices::call`], for a function with several ends: it lasts until the guard is dropped.
    ///
    /// ```
    /// # use reduce_tree_choices::Choices;
    /// fn depth(choices: &mut Choices) -> u32 {
    ///     let mut choices = choices.scope("depth");
    ///     if choices.bool(0.5) {
    ///         return 0;
    ///     }
    ///     1 + depth(&mut choices)
    /// }
    /// # assert!(depth(&mut Choices::seeded(3)?) < 64);
    /// # Ok::<(), reduce_tree_choices::TraceError>(())
    /// ```
    pub fn scope(&mut self, name: &'static str) -> Scope<'_> {
        let site = self.enter(Kind::Call, Place::Named(name));
        Scope { choices: self, site }
    }

    fn repeat_at(&mut self, times: &impl RangeBounds<usize>, place: Place, mut body: impl FnMut(&mut Self, usize)) {
        let [low, high] = ends(times);
        let count = high.abs_diff(low) + 1;
        let site = self.enter(Kind::For, place);
        let times = low as u128 + self.index_of(count, &Numbers { low, count }, place, None);
        for time in 0..times as usize {
            self.next(site, None);
            body(self, time);
        }
        self.leave(site);
    }

    pub(crate) fn enter(&mut self, kind: Kind, place: Place) -> Option<SiteNumber> {
        self.tracing.as_mut().map(|tracing| {
            let site = tracing.site(kind, place);
            tracing.side.enter(site);
            site
        })
    }

    pub(crate) fn next(&mut self, site: Option<SiteNumber>, arm: Option<u32>) {
        if let (Some(site), Some(tracing)) = (site, &mut self.tracing) {
            tracing.side.next(site, arm);
        }
    }

    pub(crate) fn leave(&mut self, site: Option<SiteNumber>) {
        if let (Some(site), Some(tracing)) = (site, &mut self.tracing) {
            tracing.side.leave(site);
        }
    }
}

impl Deref for Scope<'_> {
    type Target = Choices;

    fn deref(&self) -> &Choices {
        self.choices
    }
}

impl DerefMut for Scope<'_> {
    fn deref_mut(&mut self) -> &mut Choices {
        self.choices
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        self.choices.leave(self.site);
    }
}
