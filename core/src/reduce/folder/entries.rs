//! Folders and files go, or are emptied.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::choice::Choice;
use super::whole::Whole;
use crate::folder::Folder;
use crate::minimize::{Minimizer, without};
use crate::session::Stop;

/// How likely a file is to be needed before anything is known.
const NEEDED: f64 = 0.05;
/// How likely a file that cannot go is to need what is in it.
const NEEDS_CONTENT: f64 = 0.5;
/// What a file is worth besides its bytes.
const OF_A_FILE: usize = 64;

/// Takes away what can go, level by level, and empties what cannot.
pub(super) fn reduce(whole: &mut Whole, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    let mut depth = 1;
    loop {
        let groups = at_depth(whole.folder(), depth);
        if groups.is_empty() {
            return empty(whole, minimizer);
        }
        let base = whole.folder().clone();
        let bytes = |place: &usize| base.entries()[*place].content.len() + OF_A_FILE;
        Choice {
            pass: "files",
            weights: groups.iter().map(|group| group.iter().map(bytes).sum()).collect(),
            needed: NEEDED,
            keeping: &|kept| {
                let gone = without(0..groups.len(), kept)
                    .into_iter()
                    .flat_map(|group| groups[group].iter().copied())
                    .collect();
                without_entries(&base, gone)
            },
        }
        .minimize(whole, minimizer)?;
        depth += 1;
    }
}

/// Empties what need not hold anything.
fn empty(whole: &mut Whole, minimizer: Option<Minimizer>) -> Result<(), Stop> {
    let base = whole.folder().clone();
    let filled: Vec<usize> = (0..base.entries().len())
        .filter(|&place| base.entries()[place].is_file() && !base.entries()[place].content.is_empty())
        .collect();
    Choice {
        pass: "empty files",
        weights: filled.iter().map(|&place| base.entries()[place].content.len()).collect(),
        needed: NEEDS_CONTENT,
        keeping: &|kept| {
            let emptied: Vec<usize> = without(0..filled.len(), kept).into_iter().map(|nth| filled[nth]).collect();
            base.with(|place, _| emptied.binary_search(&place).is_ok().then(Arc::default))
        },
    }
    .minimize(whole, minimizer)?;
    Ok(())
}

/// The entries that begin with each path of so many names.
fn at_depth(folder: &Folder, depth: usize) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for (place, entry) in folder.entries().iter().enumerate() {
        let beginning: PathBuf = entry.path.components().take(depth).collect();
        if beginning.components().count() == depth {
            groups.entry(beginning).or_default().push(place);
        }
    }
    groups.into_values().collect()
}

/// The folder without these entries.
pub(super) fn without_entries(folder: &Folder, mut gone: Vec<usize>) -> Folder {
    gone.sort_unstable();
    folder.only(|place, _| gone.binary_search(&place).is_err())
}
