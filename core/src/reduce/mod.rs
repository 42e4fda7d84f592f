//! Reducers: ddmin over lines, HDD and HDD*, GTR and GTR*, Perses, and the default schedule.

mod dependence;
mod front;
mod gtr;
mod hdd;
mod lines;
mod perses;
mod prospects;
mod recent;
mod schedule;
mod search;
mod sieve;
mod worklist;

pub use gtr::{gtr, gtr_star};
pub use hdd::{hdd, hdd_star};
pub use search::Search;

use crate::knowledge::Knowledge;
use crate::minimize::Minimizer;
use crate::session::{Session, Stop};
use crate::template::{Deletion, SubstituteByChild};

/// The reducers, by the names of their papers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The best schedule of all.
    #[default]
    Default,
    /// Delta debugging over the lines of the text.
    Ddmin,
    /// Hierarchical delta debugging.
    Hdd,
    /// HDD to a fixpoint.
    HddStar,
    /// Generalized tree reduction.
    Gtr,
    /// GTR to a fixpoint.
    GtrStar,
    /// Perses-style.
    Perses,
}

/// What to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The reducer.
    pub algorithm: Algorithm,
    /// The list minimizer inside; each reducer has its own default.
    pub minimizer: Option<Minimizer>,
}

/// Reduces an interesting input. The best text is with the session at every moment.
///
/// # Errors
/// [`Stop`] when the reduction has to end before the algorithm does.
pub fn reduce(knowledge: &Knowledge, input: &[u8], plan: &Plan, session: &Session) -> Result<(), Stop> {
    let mut search = Search::new(knowledge, input, session);
    let search = &mut search;
    let minimizer = |default| plan.minimizer.unwrap_or(default);
    match plan.algorithm {
        Algorithm::Default => schedule::schedule(search, plan.minimizer),
        Algorithm::Ddmin => lines::ddmin(search, minimizer(Minimizer::Ddmin)),
        Algorithm::Hdd => hdd::hdd(search, minimizer(Minimizer::Ddmin)),
        Algorithm::HddStar => hdd::hdd_star(search, minimizer(Minimizer::Ddmin)),
        Algorithm::Gtr => gtr::gtr(search, minimizer(Minimizer::Ddmin), &[&Deletion, &SubstituteByChild]),
        Algorithm::GtrStar => gtr::gtr_star(search, minimizer(Minimizer::Ddmin), &[&Deletion, &SubstituteByChild]),
        Algorithm::Perses => perses::perses(search, minimizer(Minimizer::Ddmin)),
    }
}
