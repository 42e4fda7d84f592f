//! Parts in the order of what they promise: the chance that they can go times what is won.

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::event::{SiteNumber, Trace};
use super::parts::Part;
use super::reduction::Removal;
use super::search::Search;
use crate::minimize::Minimizer;
use crate::session::Stop;

/// Parts that promise at least this share of the best are tried together with it.
const SHARE: f64 = 0.02;

/// Successes and tries that are supposed to have been there before the first one: most of what is generated at random has
/// nothing to do with the failure.
const PRIOR: (f64, f64) = (4.5, 5.0);

/// What is known of how often parts can go.
#[derive(Default)]
struct Chances {
    /// Successes and tries, by where the part is in the program.
    by_site: FxHashMap<(SiteNumber, Option<u32>), (f64, f64)>,
    all: (f64, f64),
}

impl Chances {
    /// A site that was tried seldom counts mostly as all do.
    fn of(&self, part: &Part) -> f64 {
        let (successes, tries) = self.by_site.get(&(part.site, part.arm)).copied().unwrap_or_default();
        let general = (self.all.0 + PRIOR.0) / (self.all.1 + PRIOR.1);
        (successes + 2.0 * general) / (tries + 2.0)
    }

    fn learn(&mut self, part: &Part, gone: bool) {
        let site = self.by_site.entry((part.site, part.arm)).or_default();
        for count in [site, &mut self.all] {
            count.0 += f64::from(u8::from(gone));
            count.1 += 1.0;
        }
    }
}

/// Removes parts until every one that is left has failed as it is: in each round the part that promises most, with all
/// others of about its promise that lie apart from it, by WProbDD with the chances as its prior.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn by_promise(search: &mut Search) -> Result<(), Stop> {
    search.enter("promise");
    let (mut chances, mut failed) = (Chances::default(), FxHashSet::default());
    loop {
        let contents = Contents::of(search.trace());
        let removal = Removal::new(search);
        let all = removal.parts.all.clone();
        let front = front(&all, |part| {
            let open = !failed.contains(&contents.within(part));
            open.then(|| chances.of(part) * part.weight.max(1) as f64)
        });
        if front.is_empty() {
            return Ok(());
        }
        let stays: Vec<f64> = front.iter().map(|&part| 1.0 - chances.of(&all[part])).collect();
        let alike: Vec<usize> = front.iter().map(|&part| all[part].site as usize).collect();
        let kept = removal
            .minimize(front.clone(), |weights, removal| Minimizer::minimize_given(weights, &stays, &alike, removal))?;
        for part in front {
            let stays = kept.binary_search(&part).is_ok();
            chances.learn(&all[part], !stays);
            if stays {
                failed.insert(contents.within(&all[part]));
            }
        }
    }
}

/// The part that promises most and those of about its promise, none within another; ascending.
fn front(all: &[Part], promise: impl Fn(&Part) -> Option<f64>) -> Vec<usize> {
    let mut open: Vec<(f64, usize)> =
        all.iter().enumerate().filter_map(|(at, part)| Some((promise(part)?, at))).collect();
    open.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let Some(&(best, _)) = open.first() else { return Vec::new() };
    let mut chosen: Vec<usize> = Vec::new();
    let mut taken: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
    for (_, at) in open.into_iter().take_while(|(promise, _)| *promise >= best * SHARE) {
        let [begin, end] = all[at].events;
        let apart = taken.range(..end).next_back().is_none_or(|(_, &before)| before <= begin);
        if apart {
            taken.insert(begin, end);
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Hashes of what happens in ranges of a trace, wherever they are in it.
struct Contents {
    sums: Vec<u64>,
    powers: Vec<u64>,
}

impl Contents {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

    fn of(trace: &Trace) -> Self {
        let (mut sums, mut powers) = (vec![0_u64], vec![1_u64]);
        let (mut sum, mut power) = (0_u64, 1_u64);
        for event in &trace.events {
            sum = sum.wrapping_mul(Self::BASE).wrapping_add(xxh3_64(format!("{event:?}").as_bytes()));
            power = power.wrapping_mul(Self::BASE);
            sums.push(sum);
            powers.push(power);
        }
        Contents { sums, powers }
    }

    fn within(&self, part: &Part) -> u64 {
        let [begin, end] = part.events;
        self.sums[end].wrapping_sub(self.sums[begin].wrapping_mul(self.powers[end - begin]))
    }
}
