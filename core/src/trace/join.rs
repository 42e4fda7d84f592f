//! Successes of one round, joined: what several jobs find in the mode that gives up the result of one job for speed.

use std::sync::Arc;

use super::event::Trace;
use super::search::{Search, Trial};
use crate::session::{Recent, Stop, Together, joint_sizes};

/// Tries traces in rounds of as many replays as there are jobs. Those of a round that are interesting are joined by `join`,
/// which is given their places; what as many of them as are interesting together lead to becomes the best, one at least.
/// Unless the session joins, this is the first interesting one alone.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn try_together(
    search: &mut Search,
    traces: &mut dyn Iterator<Item = Trace>,
    join: &mut dyn FnMut(&[usize]) -> Trace,
) -> Result<Option<Together>, Stop> {
    if !search.session.joins() {
        return Ok(search.try_first(traces)?.map(Together::first));
    }
    let Some((mut successes, answered)) = first_round(search, traces)? else { return Ok(None) };
    let all: Vec<usize> = successes.iter().map(|trial| trial.place).collect();
    let failed = (0..answered).filter(|place| all.binary_search(place).is_err()).collect();
    // What saves most comes first.
    successes.sort_by_key(|trial| (trial.execution.output.len(), trial.place));
    let adopted = adopt_together(search, &successes, join);
    // Those that are not among them may come again.
    for trial in &successes {
        search.forget(trial);
    }
    let mut winners = adopted?;
    winners.sort_unstable();
    Ok(Some(Together { winners, failed }))
}

/// The successes of the first round that has any, and the place behind the last member of that round. What leads to the same
/// output by fewer choices ends a sequence, and is a success without a test where there is no other.
fn first_round(
    search: &mut Search,
    traces: &mut dyn Iterator<Item = Trace>,
) -> Result<Option<(Vec<Trial>, usize)>, Stop> {
    let (session, pass) = (search.session, search.pass);
    let mut places = traces.enumerate();
    let mut trials: Recent<Trial> = Recent::new(session.in_a_round());
    let (mut same, mut ended, mut answered) = (None, None, 0);
    let mut texts = std::iter::from_fn(|| {
        if same.is_some() || ended.is_some() {
            return None;
        }
        let trial = search.next_trial(&mut places, &mut same).map_err(|stop| ended = Some(stop)).ok()??;
        let text = Arc::clone(&trial.execution.output);
        answered = trial.place + 1;
        trials.push(trial);
        Some(text)
    });
    let round = session.rounds(pass, 0, &mut texts)?;
    let successes: Vec<Trial> = round.winners.iter().filter_map(|&winner| trials.get(winner).cloned()).collect();
    match (same, ended) {
        (Some(same), _) if successes.is_empty() => Ok(Some((vec![same.clone()], same.place + 1))),
        (Some(same), _) => {
            search.forget(&same);
            Ok(Some((successes, answered)))
        }
        (None, Some(stop)) if successes.is_empty() => Err(stop),
        (None, _) => Ok((!successes.is_empty()).then_some((successes, answered))),
    }
}

/// What as many of the successes as are interesting together lead to becomes the best: all of them, or three quarters, or half
/// and so on, all of which are tested at once; else the first alone. The places of those.
fn adopt_together(
    search: &mut Search,
    successes: &[Trial],
    join: &mut dyn FnMut(&[usize]) -> Trace,
) -> Result<Vec<usize>, Stop> {
    let places: Vec<usize> = successes.iter().map(|trial| trial.place).collect();
    let sizes: Vec<usize> = joint_sizes(places.len()).collect();
    let found = interesting(search, &mut sizes.iter().map(|&size| join(&places[..size])));
    // Whatever ends the reduction, the first is a success.
    let (size, taken) = match &found {
        Ok(Some(trial)) => (sizes[trial.place], Some(trial)),
        _ => (1, successes.first()),
    };
    taken.map_or(Ok(()), |trial| search.take(trial.clone()))?;
    found.map(|_| places[..size].to_vec())
}

/// The first of these traces that leads to something interesting.
fn interesting(search: &mut Search, traces: &mut dyn Iterator<Item = Trace>) -> Result<Option<Trial>, Stop> {
    let (mut places, mut same, mut trials) = (traces.enumerate(), None, Vec::new());
    while let Some(trial) = search.next_trial(&mut places, &mut same)? {
        trials.push(trial);
    }
    let mut texts = trials.iter().map(|trial: &Trial| Arc::clone(&trial.execution.output));
    let outcome = search.session.first_interesting(search.pass, &mut texts)?;
    outcome.unfinished.iter().filter_map(|&at| trials.get(at)).for_each(|trial| search.forget(trial));
    Ok(outcome.winner.and_then(|winner| trials.get(winner).cloned()))
}
