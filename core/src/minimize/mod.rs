//! List minimizers: ddmin, wddmin, ProbDD and WProbDD, over any list of weighted elements and any test.
//!
//! A minimizer asks one kind of question only: *which of these configurations, in this order, is the first that still
//! has the property?* The sequence is lazy, and asking for its next member means that all before it failed (or are
//! being tried at the same time), so one question carries sequential and speculative evaluation alike. Each question is
//! therefore as long as it can be: a whole round of ddmin, a whole run of failures of ProbDD.
//!
//! ddmin and wddmin end 1-minimal: no single element of the result can go, not even the last one. ProbDD and WProbDD
//! do so for monotone properties, and for any property when nothing of the list could go: a reducer that repeats until
//! nothing changes ends 1-minimal with each of the four.

mod ddmin;
mod model;
mod probdd;
mod run;
mod sweep;
mod wddmin;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod worked_example;

use std::fmt;
use std::str::FromStr;

use model::Model;
use run::Run;

/// The elements of a list that a configuration keeps, as ascending positions in the original list.
pub type Kept = Vec<usize>;

/// `list` without its elements in `gone`; both ascending. With the list's own positions for `list` and a configuration for
/// `gone`, this is what the configuration does not keep.
pub(crate) fn without(list: impl IntoIterator<Item = usize>, gone: &[usize]) -> Kept {
    let mut gone = gone.iter().peekable();
    list.into_iter().filter(|position| gone.next_if_eq(&position).is_none()).collect()
}

/// The property test of a list minimizer.
pub trait ListTest {
    /// Why the minimization has to end early (budget, interruption, a broken test).
    type Stop;

    /// The first configuration of the sequence that has the property, with its place in the sequence.
    ///
    /// # Errors
    /// [`Self::Stop`](ListTest::Stop) when no more tests may run.
    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Self::Stop>;

    /// The same for a minimizer that takes in several successes at once: several configurations that have the property,
    /// and one that keeps only what all of them keep and has it, too. Unless the test can do that, it is the first alone.
    ///
    /// # Errors
    /// [`Self::Stop`](ListTest::Stop) when no more tests may run.
    fn first_joined(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<Joined>, Self::Stop> {
        Ok(self.first(configurations)?.map(|(place, kept)| Joined::first(place, kept)))
    }
}

/// Successes that were joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The places in the sequence of the configurations that were joined, in order.
    pub winners: Vec<usize>,
    /// The places of those that do not have the property.
    pub failed: Vec<usize>,
    /// What is kept by all that were joined; it has the property.
    pub kept: Kept,
}

impl Joined {
    /// The first configuration alone that has the property, at this place.
    pub fn first(place: usize, kept: Kept) -> Self {
        Joined { winners: vec![place], failed: (0..place).collect(), kept }
    }
}

/// A [`ListTest`] from a closure that says of one configuration whether it has the property; tests one at a time.
pub struct Each<F>(pub F);

impl<F, E> ListTest for Each<F>
where
    F: FnMut(&[usize]) -> Result<bool, E>,
{
    type Stop = E;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, E> {
        for (place, kept) in configurations.enumerate() {
            if (self.0)(&kept)? {
                return Ok(Some((place, kept)));
            }
        }
        Ok(None)
    }
}

/// The list minimizers, by the names of their papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimizer {
    /// Minimizing delta debugging (Zeller and Hildebrandt): subsets and complements, evenly by length.
    Ddmin,
    /// Weighted ddmin (Zhou et al., Algorithm 1): partitions are split evenly by weight.
    Wddmin,
    /// Probabilistic delta debugging (Wang et al.): a model learns which elements are likely to stay.
    Probdd,
    /// Weighted ProbDD (Zhou et al., Algorithm 2): the model's gain counts weight, not elements.
    Wprobdd,
}

impl Minimizer {
    /// Every minimizer, in the order of the papers.
    pub const ALL: [Self; 4] = [Self::Ddmin, Self::Wddmin, Self::Probdd, Self::Wprobdd];

    /// Minimizes the list whose element `i` weighs `weights[i]` (tokens): the positions kept, ascending.
    ///
    /// The whole list is taken to have the property and is never tested. No configuration is tested twice. The result
    /// is the same for every [`ListTest`] that gives the same answers, however far ahead it tests.
    ///
    /// ```
    /// use reduce_core::minimize::{Each, Minimizer};
    ///
    /// // The worked example of the WDD paper: of eight declarations, 1, 3, 6, 7 and 8 are needed.
    /// let needed = [0, 2, 5, 6, 7];
    /// let mut tests = 0;
    /// let mut test = Each(|kept: &[usize]| {
    ///     tests += 1;
    ///     Ok::<_, ()>(needed.iter().all(|element| kept.contains(element)))
    /// });
    /// assert_eq!(Minimizer::Ddmin.minimize(&[1; 8], &mut test), Ok(needed.to_vec()));
    /// assert_eq!(tests, 30);
    /// ```
    ///
    /// # Errors
    /// The test's [`Stop`](ListTest::Stop), as soon as the test gives it.
    pub fn minimize<T: ListTest>(self, weights: &[usize], test: &mut T) -> Result<Kept, T::Stop> {
        let list: Kept = (0..weights.len()).collect();
        let mut run = Run::new(test, &list);
        match self {
            Self::Ddmin => ddmin::ddmin(&mut run, list),
            Self::Wddmin => {
                let list = wddmin::wddmin(&mut run, list, weights)?;
                sweep::sweep(&mut run, list)
            }
            Self::Probdd => probdd::probdd(&mut run, list, Model::new(&vec![1; weights.len()])),
            Self::Wprobdd => probdd::probdd(&mut run, list, Model::new(weights)),
        }
    }

    /// WProbDD for a list of which something is known: `stays[i]` is how likely element `i` is to stay, and elements of
    /// one number in `alike` tend to share their fate. Unlike the paper's, it learns from successes, too: of a list of
    /// alike elements that may all go, each question takes about twice as many as the last; and successes may be joined,
    /// if the test does that.
    ///
    /// # Errors
    /// The test's [`Stop`](ListTest::Stop), as soon as the test gives it.
    pub fn minimize_given<T: ListTest>(
        weights: &[usize],
        stays: &[f64],
        alike: &[usize],
        test: &mut T,
    ) -> Result<Kept, T::Stop> {
        let list: Kept = (0..weights.len()).collect();
        let mut run = Run::new(test, &list);
        probdd::probdd_joining(&mut run, list, Model::given(weights, stays, alike))
    }

    /// The name on a command line: `ddmin`, `wddmin`, `probdd`, `wprobdd`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ddmin => "ddmin",
            Self::Wddmin => "wddmin",
            Self::Probdd => "probdd",
            Self::Wprobdd => "wprobdd",
        }
    }
}

impl fmt::Display for Minimizer {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A name that is no minimizer's.
#[derive(Debug, thiserror::Error)]
#[error("no minimizer is called '{0}'; use ddmin, wddmin, probdd or wprobdd")]
pub struct UnknownMinimizer(String);

impl FromStr for Minimizer {
    type Err = UnknownMinimizer;

    fn from_str(name: &str) -> Result<Self, UnknownMinimizer> {
        Self::ALL.into_iter().find(|m| m.name() == name).ok_or_else(|| UnknownMinimizer(name.to_owned()))
    }
}
