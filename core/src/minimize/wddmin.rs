//! Weighted ddmin: Zhou et al., WDD: Weighted Delta Debugging, 2025, Algorithm 1.

use super::run::Run;
use super::{Kept, ListTest, without};

#[derive(Clone, Copy)]
enum Step {
    Subset(usize),
    Complement(usize),
}

/// wddmin over `list`, whose element `i` weighs `weights[i]`, without the closing 1-minimality pass. One round, all
/// partitions and then all complements, is one question.
///
/// A partition of one element that could not go is not looked at again here, so the result is 1-minimal only after
/// [`sweep`](super::sweep::sweep), which also is what tests the empty configuration.
pub(super) fn wddmin<T: ListTest>(run: &mut Run<T>, mut list: Kept, weights: &[usize]) -> Result<Kept, T::Stop> {
    let mut partitions = split(&[list.clone()], weights);
    while !partitions.is_empty() {
        let found = {
            let subsets = partitions.iter().enumerate().map(|(at, part)| (part.clone(), Step::Subset(at)));
            let complements = partitions
                .iter()
                .enumerate()
                .map(|(at, part)| (without(list.iter().copied(), part), Step::Complement(at)));
            run.first(subsets.chain(complements))?
        };
        match found {
            Some((kept, Step::Subset(at))) => {
                partitions = split(&partitions[at..=at], weights);
                list = kept;
            }
            Some((kept, Step::Complement(at))) => {
                partitions.remove(at);
                list = kept;
            }
            None => partitions = split(&partitions, weights),
        }
    }
    Ok(list)
}

/// Each partition in two of about the same weight (`weightedPartition`); partitions of one element are left out.
fn split(partitions: &[Kept], weights: &[usize]) -> Vec<Kept> {
    let divisible = partitions.iter().filter(|part| part.len() > 1);
    divisible
        .flat_map(|part| {
            let (left, right) = part.split_at(middle(part, weights));
            [left.to_vec(), right.to_vec()]
        })
        .collect()
}

/// Where to cut `part`, of two elements or more, so that the two sides' weights are as close as they can be.
fn middle(part: &[usize], weights: &[usize]) -> usize {
    let total: usize = part.iter().map(|&position| weights[position]).sum();
    let mut left = 0;
    let cuts = (1..part.len()).map(|cut| {
        left += weights[part[cut - 1]];
        (left.abs_diff(total - left), cut)
    });
    cuts.min().map_or(1, |(_, cut)| cut)
}
