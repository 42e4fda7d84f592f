//! Probabilistic delta debugging: Wang et al., Probabilistic Delta Debugging, 2021; with weights, Zhou et al., WDD:
//! Weighted Delta Debugging, 2025, Algorithm 2. With equal weights the second is the first.

use super::model::Model;
use super::run::Run;
use super::{Kept, ListTest, without};

/// (W)ProbDD over `list`, the whole list, with a model of it.
///
/// All choices up to the next success are one question: what the model chooses after a failure depends on that
/// failure only, so the failures are played ahead on a copy, and those before the success again on the model itself.
///
/// An element that failed alone is settled, though a later success elsewhere may have freed it: as in the papers the
/// result is 1-minimal for monotone properties only. The empty configuration is tested when the model chooses all that is left.
pub(super) fn probdd<T: ListTest>(run: &mut Run<T>, mut list: Kept, mut model: Model) -> Result<Kept, T::Stop> {
    loop {
        let mut choices = Vec::new();
        let Some((kept, at)) = run.first(questions(&list, &model, &mut choices))? else { return Ok(list) };
        for failed in &choices[..at] {
            model.fail(failed);
        }
        model.succeed(&choices[at]);
        list = kept;
    }
}

/// The same, but all that succeeds in one answer is taken in at once, as far as it stays interesting together.
pub(super) fn probdd_joining<T: ListTest>(run: &mut Run<T>, mut list: Kept, mut model: Model) -> Result<Kept, T::Stop> {
    loop {
        let mut choices = Vec::new();
        let Some(answers) = run.first_joined(questions(&list, &model, &mut choices))? else { return Ok(list) };
        for failed in answers.failed {
            model.fail(&choices[failed]);
        }
        for joined in answers.joined {
            model.succeed(&choices[joined]);
        }
        list = answers.kept;
    }
}

/// What the model chooses as long as everything fails, with the numbers of these choices.
fn questions<'a>(
    list: &'a [usize],
    model: &Model,
    choices: &'a mut Vec<Vec<usize>>,
) -> impl Iterator<Item = (Kept, usize)> + use<'a> {
    let mut ahead = model.clone();
    std::iter::from_fn(move || {
        let chosen = ahead.choose()?;
        ahead.fail(&chosen);
        let kept = without(list.iter().copied(), &chosen);
        choices.push(chosen);
        Some((kept, choices.len() - 1))
    })
}
