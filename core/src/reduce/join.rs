//! Successes of one round, joined: what several jobs find in the mode that gives up the result of one job for speed.

use std::sync::Arc;

use super::frame::tested;
use super::search::Search;
use super::sieve::{Rank, Sieve, Trial};
use crate::language::{Document, Patch};
use crate::session::{Recent, Sieved, Stop, Together, joint_sizes};
use crate::template::{Candidate, View};

/// An interesting candidate, with its place.
type Success = (usize, Trial);

/// Tries candidates of a document, which is the search's own or an earlier one, in rounds. Those of a round that are
/// interesting are joined by `join`, which is given their places and leaves out what touches what came before; as many of
/// them as are interesting together become the document, one at least. Unless the session joins, this is the first
/// interesting one alone.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn try_together(
    search: &mut Search,
    base: &Document,
    candidates: &mut dyn Iterator<Item = Candidate>,
    join: &mut dyn FnMut(&[usize]) -> Candidate,
) -> Result<Option<Together>, Stop> {
    if !joins(search) {
        return Ok(search.try_first_of(base, candidates)?.map(Together::first));
    }
    let view = View { knowledge: search.knowledge, document: base };
    try_joined(search, candidates, &|sieve, best, candidate| sieve.admit(view, best, &candidate), &|_| (), join)
}

/// The same for patches of the search's document, each of which is a candidate of its own: what passes propose. `admitted`
/// is told of each candidate, before the next one is taken, whether it is worth a test.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn try_patches_together(
    search: &mut Search,
    candidates: &mut dyn Iterator<Item = Vec<Patch>>,
    admitted: &dyn Fn(bool),
    join: &mut dyn FnMut(&[usize]) -> Vec<Patch>,
) -> Result<Option<Together>, Stop> {
    if !joins(search) {
        return Ok(search.try_patches(candidates, admitted)?.map(Together::first));
    }
    let base = search.document().clone();
    let view = View { knowledge: search.knowledge, document: &base };
    let cleanly = search.knowledge.sieves_by_parse();
    let admit = |sieve: &mut Sieve, best: &Rank, patches| sieve.admit_patches(view, Some(best), patches, cleanly);
    try_joined(search, candidates, &admit, admitted, join)
}

/// The same for whole texts. `cleanly` has those turned away that parse less cleanly than the document.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn try_texts_together(
    search: &mut Search,
    cleanly: bool,
    texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    join: &mut dyn FnMut(&[usize]) -> Arc<[u8]>,
) -> Result<Option<Together>, Stop> {
    if !joins(search) {
        return Ok(search.try_texts(cleanly, texts)?.map(Together::first));
    }
    let base = search.document().clone();
    let view = View { knowledge: search.knowledge, document: &base };
    let admit = |sieve: &mut Sieve, best: &Rank, text: Arc<[u8]>| {
        sieve.admit_patches(view, Some(best), vec![Patch::between(base.text(), &text)], cleanly)
    };
    try_joined(search, texts, &admit, &|_| (), join)
}

/// Whether successes are joined. A side branch counts its tests one by one.
fn joins(search: &Search) -> bool {
    search.session.joins() && !search.is_on_branch()
}

/// What the sieve makes of a candidate.
type Admit<'v, C> = dyn Fn(&mut Sieve, &Rank, C) -> Result<Trial, Sieved> + 'v;

fn try_joined<C>(
    search: &mut Search,
    candidates: &mut dyn Iterator<Item = C>,
    admit: &Admit<C>,
    admitted: &dyn Fn(bool),
    join: &mut dyn FnMut(&[usize]) -> C,
) -> Result<Option<Together>, Stop> {
    let mut places = candidates.enumerate();
    while let Some((mut successes, answered)) = next_round(search, &mut places, admit, admitted)? {
        let mut winners: Vec<usize> = successes.iter().map(|(place, _)| *place).collect();
        winners.sort_unstable();
        let failed = (0..answered).filter(|place| winners.binary_search(place).is_err()).collect();
        // What saves most comes first.
        successes.sort_by_key(|(place, trial)| (trial.text.len(), *place));
        if let Some(mut winners) = adopt_together(search, &successes, admit, join)? {
            winners.sort_unstable();
            return Ok(Some(Together { winners, failed }));
        }
    }
    Ok(None)
}

/// The successes of the next round that has any, and the place behind the last member of that round.
fn next_round<C>(
    search: &mut Search,
    places: &mut dyn Iterator<Item = (usize, C)>,
    admit: &Admit<C>,
    admitted: &dyn Fn(bool),
) -> Result<Option<(Vec<Success>, usize)>, Stop> {
    let Search { session, sieve, best, pass, frame, open, .. } = search;
    let mut trials: Recent<Success> = Recent::new(session.in_a_round());
    let mut ended = None;
    let mut answered = 0;
    let mut texts = std::iter::from_fn(|| {
        loop {
            let (place, candidate) = places.next()?;
            if let Err(stop) = session.check() {
                ended = Some(stop);
                return None;
            }
            session.proposed();
            answered = place + 1;
            let trial = admit(sieve, best, candidate);
            admitted(trial.is_ok());
            match trial {
                Ok(trial) => {
                    let text = tested(frame.as_ref(), &trial.text);
                    trials.push((place, trial));
                    return Some(text);
                }
                Err(reason) => session.sieved(reason),
            }
        }
    });
    let round = session.rounds(pass, *open, &mut texts)?;
    *open = round.open;
    search.tests += round.answered as u64;
    let successes: Vec<Success> = round.winners.iter().filter_map(|&winner| trials.get(winner).cloned()).collect();
    match ended {
        Some(stop) if successes.is_empty() => Err(stop),
        _ => Ok((!successes.is_empty()).then_some((successes, answered))),
    }
}

/// As many of the successes as are interesting together become the document: all, or three quarters of them, or half and
/// so on, all of which are tested at once. The places of those; none if not even the first is smaller than the document.
fn adopt_together<C>(
    search: &mut Search,
    successes: &[Success],
    admit: &Admit<C>,
    join: &mut dyn FnMut(&[usize]) -> C,
) -> Result<Option<Vec<usize>>, Stop> {
    let places: Vec<usize> = successes.iter().map(|(place, _)| *place).collect();
    let mut joint: Vec<(usize, Trial)> = Vec::new();
    for size in joint_sizes(successes.len()) {
        search.session.proposed();
        match admit(&mut search.sieve, &search.best, join(&places[..size])) {
            Ok(trial) => joint.push((size, trial)),
            Err(reason) => search.session.sieved(reason),
        }
    }
    let frame = search.frame.as_ref();
    let mut texts = joint.iter().map(|(_, trial)| tested(frame, &trial.text));
    search.open += usize::from(!joint.is_empty());
    let found = search.session.first_joined(&search.pass, &mut texts)?;
    // Smaller ones were not asked about for sure.
    for (_, trial) in found.winner.and_then(|winner| joint.get(winner + 1..)).into_iter().flatten() {
        search.sieve.forget(trial);
    }
    let single = successes.first().map(|(_, trial)| (1, trial));
    let largest = found.winner.and_then(|winner| joint.get(winner)).map(|(size, trial)| (*size, trial));
    for (size, trial) in largest.into_iter().chain(single) {
        if search.adopt(trial)? {
            for (_, trial) in &successes[size..] {
                search.sieve.forget(trial);
            }
            return Ok(Some(places[..size].to_vec()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{Filter, Knowledge, Tables};
    use crate::language::{Edit, Language};
    use crate::session::Session;

    #[test]
    fn what_becomes_of_a_large_text_is_the_document_at_once() {
        let language = Language::named("xml").expect("built in");
        let document = language.parse(format!("<r>{}</r>", "<a/>".repeat(1 << 18)).into_bytes());
        let knowledge = Knowledge::new(language, Tables::default(), Filter::Ranked);
        let session = Session::new(Arc::new(|_: &[u8]| true));
        let mut search = Search::new(&knowledge, document.clone(), &session);
        let tree = document.tree();
        let element =
            tree.children(tree.root()).next().and_then(|root| tree.children(root).find(|&n| tree.size(n) > 1));
        let candidate = Candidate::of(Edit::delete(element.expect("an element")));
        let found =
            try_together(&mut search, &document, &mut std::iter::once(candidate.clone()), &mut |_| candidate.clone());
        assert!(found.expect("nothing stops it").is_some());
        assert_eq!(search.document().text().len() + "<a/>".len(), document.text().len());
    }
}
