//! What belongs together in several files goes together.

use super::Readers;
use super::choice::Choice;
use super::includes::Includes;
use super::mentions::{AROUND, Mentions};
use super::names::Names;
use super::whole::Whole;
use crate::minimize::{Minimizer, without};
use crate::session::Stop;

/// How likely it is that a file cannot go with what names it.
const FILE_STAYS: f64 = 0.5;
/// How likely it is that a name cannot go.
const NAME_STAYS: f64 = 0.5;

/// Takes away files with what names them, and names with all that use them.
pub(super) fn reduce(whole: &mut Whole, minimizer: Option<Minimizer>, readers: &Readers) -> Result<(), Stop> {
    let mut mentions = Mentions::of(whole.folder());
    for levels in 0..AROUND {
        if files(whole, minimizer, &mentions, levels)? {
            mentions = Mentions::of(whole.folder());
        }
    }
    includes(whole)?;
    names(whole, minimizer, readers)
}

/// Files go, with so many levels of what is around their names in others. Whether any went.
fn files(whole: &mut Whole, minimizer: Option<Minimizer>, mentions: &Mentions, levels: usize) -> Result<bool, Stop> {
    let base = whole.folder().clone();
    let kept = Choice {
        pass: "files with mentions",
        weights: mentions.named.iter().map(|&place| base.entries()[place].content.len()).collect(),
        needed: FILE_STAYS,
        keeping: &|kept| mentions.without(&without(0..mentions.named.len(), kept), levels),
    }
    .minimize(whole, minimizer)?;
    Ok(kept.len() < mentions.named.len())
}

/// Files come to where they are included, if that is one place.
fn includes(whole: &mut Whole) -> Result<(), Stop> {
    loop {
        let folder = whole.folder().clone();
        if whole.try_first("includes", &mut Includes::of(&folder).inlined())?.is_none() {
            return Ok(());
        }
    }
}

/// Names that several files share go, with all that use them.
fn names(whole: &mut Whole, minimizer: Option<Minimizer>, readers: &Readers) -> Result<(), Stop> {
    let base = whole.folder().clone();
    let names = Names::shared(&base, readers);
    Choice {
        pass: "names of several files",
        weights: names.weights(),
        needed: NAME_STAYS,
        keeping: &|kept| names.without(&base, readers, &without(0..names.len(), kept)),
    }
    .minimize(whole, minimizer)?;
    Ok(())
}
