//! STUB: greedy deletion of lines.

use std::sync::Arc;

use crate::knowledge::Knowledge;
use crate::minimize::Minimizer;
use crate::session::{Session, Stop};

/// The reducers, by the names of their papers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The best schedule of all.
    #[default]
    Default,
    /// A list minimizer on the tokens.
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

/// Reduces an interesting input.
///
/// # Errors
/// [`Stop`] when the reduction has to end before the algorithm does.
pub fn reduce(knowledge: &Knowledge, input: &[u8], _plan: &Plan, session: &mut Session) -> Result<(), Stop> {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|&b| b == b'\n').collect();
    let mut at = 0;
    while at < lines.len() {
        let from = at;
        let mut texts = (from..lines.len()).map(|i| {
            session.proposed();
            let mut rest = lines.clone();
            rest.remove(i);
            Arc::from(rest.concat())
        });
        let outcome = session.first_interesting("lines", &mut texts)?;
        let Some(place) = outcome.winner else { return Ok(()) };
        at = from + place;
        lines.remove(at);
        let text: Arc<[u8]> = Arc::from(lines.concat());
        let document = knowledge.language().parse(Arc::clone(&text));
        session.accept("lines", &text, document.tree().weight(document.tree().root()))?;
    }
    Ok(())
}
