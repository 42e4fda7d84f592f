//! A course of steps that can be taken back, so that it runs ahead of its tests.

use std::collections::VecDeque;

use super::search::{Moment, Search};
use crate::session::Stop;

/// Takes step after step until there is none (`false`), each from the state that the last one left. With several jobs
/// steps go by answers that are only assumed: the search is ahead of its tests. When an assumption turns out to be wrong,
/// search and state go back to before the step that made it, which is taken again, with the answers that are known by
/// then. What a step changes beside both has to depend on nothing but them.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub fn follow<S: Clone>(
    search: &mut Search,
    state: S,
    mut step: impl FnMut(&mut Search, &mut S) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let mut state = state;
    if !search.session.go_ahead() {
        while step(search, &mut state)? {}
        return Ok(());
    }
    let mut trail: VecDeque<(Moment, S)> = VecDeque::new();
    let ended = loop {
        trail.push_back((search.moment(), state.clone()));
        let went = step(search, &mut state);
        let went = went.and_then(|more| if more { Ok(true) } else { search.session.make_certain().map(|()| false) });
        match went {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(Stop::Misjudged(answer)) => {
                while trail.back().is_some_and(|(moment, _)| moment.given() > answer) {
                    trail.pop_back();
                }
                let Some((moment, before)) = trail.pop_back() else { break Err(Stop::Misjudged(answer)) };
                search.go_back(&moment);
                state = before;
            }
            Err(reason) => break Err(reason),
        }
        // No further back than to the step with the first answer that is not certain.
        while trail.get(1).is_some_and(|(moment, _)| moment.given() <= search.session.certain()) {
            trail.pop_front();
        }
    };
    search.session.stay();
    ended
}
