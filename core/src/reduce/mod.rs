//! Reducers: ddmin over lines, HDD and HDD*, GTR and GTR*, Perses, and the default schedule.

mod ahead;
mod chances;
mod change;
mod coarse;
mod dependence;
mod descent;
mod difference;
mod embedded;
mod failures;
mod folder;
mod frame;
mod front;
mod gtr;
mod hdd;
mod headers;
mod instances;
mod join;
mod lines;
mod long_tokens;
mod needed;
mod outcomes;
mod outline;
mod passes;
mod perses;
mod plain;
mod proof;
mod prospects;
mod pump;
mod schedule;
mod search;
mod shape;
mod sieve;
mod style;
mod worklist;

pub use folder::{Reader, Readers, reduce_folder};
pub use gtr::{gtr, gtr_star};
pub use hdd::{hdd, hdd_star};
pub use outline::Start;
pub use search::Search;
pub use style::{LARGEST_STYLED, Style};

use passes::Passes;

use std::sync::Arc;

use crate::knowledge::{Filter, Knowledge};
use crate::minimize::Minimizer;
use crate::plugin::Pass;
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

impl Algorithm {
    /// What admits a candidate to the test, as the algorithm's paper has it: HDD tries every node, GTR asks its tables,
    /// Perses the grammar.
    pub fn filter(self) -> Filter {
        match self {
            Algorithm::Hdd | Algorithm::HddStar => Filter::Off,
            Algorithm::Gtr | Algorithm::GtrStar => Filter::Strict,
            Algorithm::Default | Algorithm::Ddmin | Algorithm::Perses => Filter::Ranked,
        }
    }
}

/// What to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The reducer.
    pub algorithm: Algorithm,
    /// The list minimizer inside; each reducer has its own default.
    pub minimizer: Option<Minimizer>,
    /// Files of a folder may get other names.
    pub renames_files: bool,
    /// How the result is written.
    pub style: Style,
}

/// Reduces an interesting input. The best text is with the session at every moment. The default algorithm runs the
/// passes too; those of the papers are what the papers say.
///
/// # Errors
/// [`Stop`] when the reduction has to end before the algorithm does.
pub fn reduce(
    knowledge: &Knowledge,
    input: impl Into<Start>,
    plan: &Plan,
    passes: &mut [Box<dyn Pass>],
    session: &Session,
) -> Result<(), Stop> {
    reduce_embedding(knowledge, input, plan, passes, &mut [], session)
}

/// The same for an input within which texts of [other languages](crate::language::Language::embedded) stand: the default
/// algorithm reduces those for which there is a reader in their own language.
///
/// # Errors
/// [`Stop`] when the reduction has to end before the algorithm does.
pub fn reduce_embedding(
    knowledge: &Knowledge,
    input: impl Into<Start>,
    plan: &Plan,
    passes: &mut [Box<dyn Pass>],
    embedded: &mut [Reader],
    session: &Session,
) -> Result<(), Stop> {
    let input = input.into();
    let tokens = input.tokens();
    let Start { document, outline, .. } = input;
    let known = Known::of(knowledge);
    let original = Arc::clone(document.text());
    let mut search = Search::new(outline.as_ref().unwrap_or(knowledge), document, session);
    session.begin(search.document().text(), tokens);
    let mut ended = run_to_the_end(*plan, &known, passes, embedded, &original, &mut search);
    while let Some(text) = session.settle(ended)? {
        let first = outline.as_ref().filter(|_| search::is_large(&text)).unwrap_or(knowledge);
        let begun = search.begin_with(first, text);
        ended = begun.and_then(|()| run_to_the_end(*plan, &known, passes, embedded, &original, &mut search));
    }
    Ok(())
}

/// What is known of the input's language, and of text where that language does not read everything.
struct Known<'a> {
    language: &'a Knowledge,
    plain: Option<Knowledge>,
}

impl<'a> Known<'a> {
    fn of(language: &'a Knowledge) -> Self {
        Known { language, plain: plain::knowledge(language) }
    }
}

/// Runs the reducer to its end, and gives its result the style that is wanted.
fn run_to_the_end<'a>(
    plan: Plan,
    known: &'a Known<'a>,
    passes: &mut [Box<dyn Pass>],
    embedded: &mut [Reader],
    original: &[u8],
    search: &mut Search<'a>,
) -> Result<(), Stop> {
    run(plan, known, passes, embedded, search)?;
    style::finish(search, plan.style, known, passes, original)
}

/// Runs the reducer to its end.
fn run<'a>(
    plan: Plan,
    known: &'a Known<'a>,
    passes: &mut [Box<dyn Pass>],
    embedded: &mut [Reader],
    search: &mut Search<'a>,
) -> Result<(), Stop> {
    let knowledge = known.language;
    if plan.algorithm == Algorithm::Default {
        headers::reduce(search, plan.minimizer, knowledge)?;
    }
    if !std::ptr::eq(search.knowledge(), knowledge) {
        outline::reduce_outline(search, plan, knowledge)?;
    }
    let minimizer = |default| plan.minimizer.unwrap_or(default);
    match plan.algorithm {
        Algorithm::Default => {
            let mut passes = Passes::new(passes, search.knowledge().language().name(), plan.style);
            embedded::prepare(search, plan.minimizer)?;
            let mut again = embedded::reduce(search, plan, embedded)?;
            schedule::schedule(search, plan.minimizer, &mut passes)?;
            while again {
                again = embedded::reduce(search, plan, embedded)?;
                if again {
                    schedule::schedule(search, plan.minimizer, &mut passes)?;
                }
            }
            plain::reduce_as_text(search, plan.minimizer, known.plain.as_ref())
        }
        Algorithm::Ddmin => lines::ddmin(search, minimizer(Minimizer::Ddmin)),
        Algorithm::Hdd => hdd::hdd(search, minimizer(Minimizer::Ddmin)),
        Algorithm::HddStar => hdd::hdd_star(search, minimizer(Minimizer::Ddmin)),
        Algorithm::Gtr => gtr::gtr(search, minimizer(Minimizer::Ddmin), &[&Deletion, &SubstituteByChild]),
        Algorithm::GtrStar => gtr::gtr_star(search, minimizer(Minimizer::Ddmin), &[&Deletion, &SubstituteByChild]),
        Algorithm::Perses => perses::perses(search, minimizer(Minimizer::Ddmin)),
    }
}
