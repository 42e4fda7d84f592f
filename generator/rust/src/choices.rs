//! The source of choices.

use std::fmt::Debug;
use std::ops::RangeBounds;
use std::panic::Location;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reduce_tree_side::{FollowedError, Kind, Members, Numbers, UNITS, Unlabelled};

use crate::number::{Number, ends};
use crate::tracing::{Place, Tracing};

/// Random choices, made from a seed; recorded or replayed if `reduce-generator` runs the program.
///
/// The trace ends when the `Choices` are dropped: a program that calls [`std::process::exit`] drops them before.
#[derive(Debug)]
pub struct Choices {
    fresh: Xoshiro256PlusPlus,
    pub(crate) tracing: Option<Box<Tracing>>,
}

impl Choices {
    /// Choices that depend on the seed alone. Of several such sources in a process the first is traced, the others draw
    /// the same in every run.
    ///
    /// # Errors
    /// When `reduce-generator`, or who else has set `REDUCE_TREE_RECORD` and `REDUCE_TREE_REPLAY`, names files that cannot be
    /// written and read.
    pub fn seeded(seed: u64) -> Result<Self, FollowedError> {
        let tracing = Tracing::of_environment()?;
        Ok(Choices { fresh: Xoshiro256PlusPlus::seed_from_u64(seed), tracing })
    }

    /// Choices that follow this side.
    #[cfg(test)]
    pub(crate) fn with(seed: u64, tracing: Option<Box<Tracing>>) -> Self {
        Choices { fresh: Xoshiro256PlusPlus::seed_from_u64(seed), tracing }
    }

    /// An integer of a range; the least is the simplest.
    ///
    /// ```
    /// # let mut choices = reduce_tree_choices::Choices::seeded(1)?;
    /// let die = choices.range(1..=6);
    /// assert!((1..=6).contains(&die));
    /// # Ok::<(), reduce_tree_choices::TraceError>(())
    /// ```
    ///
    /// # Panics
    /// If the range is empty.
    #[track_caller]
    pub fn range<N: Number>(&mut self, range: impl RangeBounds<N>) -> N {
        let [low, high] = ends(&range);
        let count = high.abs_diff(low) + 1;
        let at = self.index_of(count, &Numbers { low, count }, Place::At(Location::caller()), None);
        N::narrowed(low + at as i128)
    }

    /// A member of a slice, `None` of an empty one; the first is the simplest. In a replay the same member is chosen wherever
    /// it is then, told by what [`Debug`] shows of it.
    ///
    /// ```
    /// # let mut choices = reduce_tree_choices::Choices::seeded(1)?;
    /// let operator = choices.choose(&["+", "-", "*"]).expect("there are three");
    /// # assert!(operator.len() == 1);
    /// # Ok::<(), reduce_tree_choices::TraceError>(())
    /// ```
    #[track_caller]
    pub fn choose<'m, T: Debug>(&mut self, members: &'m [T]) -> Option<&'m T> {
        let bound = members.len() as u128;
        let place = Place::At(Location::caller());
        (bound > 0).then(|| &members[self.index_of(bound, members, place, None) as usize])
    }

    /// A place among `count` ones.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn index(&mut self, count: usize) -> usize {
        assert!(count > 0, "nothing can be chosen from nothing");
        self.index_of(count as u128, &Unlabelled, Place::At(Location::caller()), None) as usize
    }

    /// True with this probability; `false` is the simpler one.
    #[track_caller]
    pub fn bool(&mut self, probability: f64) -> bool {
        self.bool_at(probability, Place::At(Location::caller()))
    }

    /// A place, each as often as its weight says; the first that has a weight is the simplest.
    ///
    /// # Panics
    /// If no weight is above 0.
    #[track_caller]
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        self.weighted_at(weights, Place::At(Location::caller()))
    }

    /// A real number from `low` up to `high`; the one nearest to 0 is the simplest.
    ///
    /// # Panics
    /// If they are not finite, or not in this order.
    #[track_caller]
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        assert!(low.is_finite() && high.is_finite() && low <= high, "{low} to {high} is no range");
        let Choices { fresh, tracing } = self;
        let mut draw = || low + (high - low) * unit(fresh);
        match tracing {
            None => draw(),
            Some(tracing) => {
                let site = tracing.site(Kind::Draw, Place::At(Location::caller()));
                tracing.side.real(site, [low, high], draw)
            }
        }
    }

    /// A number from 0 up to 1.
    #[track_caller]
    pub fn unit(&mut self) -> f64 {
        let Choices { fresh, tracing } = self;
        match tracing {
            None => unit(fresh),
            Some(tracing) => {
                let site = tracing.site(Kind::Draw, Place::At(Location::caller()));
                tracing.side.unit(site, || unit(fresh))
            }
        }
    }

    /// So many bytes; 0 is the simplest.
    #[track_caller]
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.fill(&mut bytes, Place::At(Location::caller()));
        bytes
    }

    /// Puts a slice into another order; as it is is the simplest.
    #[track_caller]
    pub fn shuffle<T>(&mut self, members: &mut [T]) {
        let place = Place::At(Location::caller());
        for at in 0..members.len().saturating_sub(1) {
            let left = (members.len() - at) as u128;
            members.swap(at, at + self.index_of(left, &Unlabelled, place, None) as usize);
        }
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8], place: Place) {
        let Choices { fresh, tracing } = self;
        match tracing {
            None => fresh.fill_bytes(bytes),
            Some(tracing) => {
                let site = tracing.site(Kind::Draw, place);
                tracing.side.bytes(site, bytes, |bytes| fresh.fill_bytes(bytes));
            }
        }
    }

    pub(crate) fn bool_at(&mut self, probability: f64, place: Place) -> bool {
        let yes = u128::from(unit(&mut self.fresh) < probability);
        self.index_of(2, &Unlabelled, place, Some(yes)) == 1
    }

    pub(crate) fn weighted_at(&mut self, weights: &[u32], place: Place) -> usize {
        let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
        assert!(total > 0, "no alternative has a weight");
        let possible: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] > 0).collect();
        let mut left = below(&mut self.fresh, total);
        let fresh = possible.iter().position(|&at| {
            let weight = u128::from(weights[at]);
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        });
        let fresh = fresh.unwrap_or(0) as u128;
        possible[self.index_of(possible.len() as u128, &possible[..], place, Some(fresh)) as usize]
    }

    /// The place of a member; `fresh` is what the generator would choose, if all are not as likely.
    pub(crate) fn index_of<M: Members + ?Sized>(
        &mut self,
        bound: u128,
        members: &M,
        place: Place,
        fresh: Option<u128>,
    ) -> u128 {
        let fresh = fresh.unwrap_or_else(|| below(&mut self.fresh, bound));
        match &mut self.tracing {
            None => fresh,
            Some(tracing) => {
                let site = tracing.site(Kind::Draw, place);
                tracing.side.index(site, bound, members, || fresh)
            }
        }
    }
}

fn unit(fresh: &mut Xoshiro256PlusPlus) -> f64 {
    (fresh.next_u64() >> 11) as f64 / UNITS as f64
}

/// A number below a bound of at most 2^64.
fn below(fresh: &mut Xoshiro256PlusPlus, bound: u128) -> u128 {
    // With 2^64 numbers for each of less than 2^32 members none is noticeably more likely (Lemire, 2019).
    if bound > 1 << 64 { 0 } else { (u128::from(fresh.next_u64()) * bound) >> 64 }
}
