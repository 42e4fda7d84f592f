//! Probabilistic delta debugging: Wang et al., Probabilistic Delta Debugging, 2021; with weights, Zhou et al., WDD:
//! Weighted Delta Debugging, 2025, Algorithm 2. With equal weights the second is the first.

use super::model::Model;
use super::run::{Run, without};
use super::{Kept, ListTest};

/// (W)ProbDD over `list`, the whole list, with a model of it.
///
/// All choices up to the next success are one question: what the model chooses after a failure depends on that
/// failure only, so the failures are played ahead on a copy, and those before the success again on the model itself.
///
/// An element that failed alone is settled, though a later success elsewhere may have freed it: as in the papers the
/// result is 1-minimal for monotone properties only. The empty configuration is tested when the model chooses all that is left.
pub(super) fn probdd<T: ListTest>(run: &mut Run<T>, mut list: Kept, mut model: Model) -> Result<Kept, T::Stop> {
    loop {
        let mut ahead = model.clone();
        let mut choices = Vec::new();
        let found = {
            let question = std::iter::from_fn(|| {
                let chosen = ahead.choose()?;
                ahead.fail(&chosen);
                let kept = without(&list, &chosen);
                choices.push(chosen);
                Some((kept, choices.len() - 1))
            });
            run.first(question)?
        };
        let Some((kept, at)) = found else { return Ok(list) };
        for failed in &choices[..at] {
            model.fail(failed);
        }
        model.succeed(&choices[at]);
        list = kept;
    }
}
