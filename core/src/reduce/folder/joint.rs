//! What belongs together in several files goes together.

use super::Readers;
use super::choice::Choice;
use super::entries::missing;
use super::mentions::{self, AROUND, Mentions};
use super::names::Names;
use super::whole::Whole;
use crate::minimize::Minimizer;
use crate::session::Stop;

/// How likely it is that a file cannot go with what names it.
const FILE_STAYS: f64 = 0.5;
/// How likely it is that a name cannot go.
const NAME_STAYS: f64 = 0.5;

/// Takes away files with what names them, and names with all that use them.
pub(super) fn reduce(whole: &mut Whole, minimizer: Option<Minimizer>, readers: &Readers) -> Result<(), Stop> {
    for levels in 0..AROUND {
        files(whole, minimizer, levels)?;
    }
    includes(whole)?;
    names(whole, minimizer, readers)
}

/// Files go, with so many levels of what is around their names in others.
fn files(whole: &mut Whole, minimizer: Option<Minimizer>, levels: usize) -> Result<(), Stop> {
    let base = whole.folder().clone();
    let mentions = Mentions::of(&base);
    Choice {
        pass: "files with mentions",
        weights: mentions.named.iter().map(|&place| base.entries()[place].content.len()).collect(),
        needed: FILE_STAYS,
        keeping: &|kept| {
            let gone: Vec<usize> = missing(mentions.named.len(), kept).collect();
            mentions.without(&gone, levels)
        },
    }
    .minimize(whole, minimizer)?;
    Ok(())
}

/// Files come to where they are included, if that is one place.
fn includes(whole: &mut Whole) -> Result<(), Stop> {
    loop {
        let folder = whole.folder().clone();
        let mut all = (0..folder.entries().len()).filter_map(|place| mentions::included(&folder, place));
        if whole.try_first("includes", &mut all)?.is_none() {
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
        keeping: &|kept| {
            let gone: Vec<usize> = missing(names.len(), kept).collect();
            names.without(&base, readers, &gone)
        },
    }
    .minimize(whole, minimizer)?;
    Ok(())
}
