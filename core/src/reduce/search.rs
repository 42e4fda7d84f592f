//! The search: the best document so far, and the way in which candidates of it are tried.

use super::sieve::{Rank, Sieve, Trial};
use crate::knowledge::Knowledge;
use crate::language::Document;
use crate::session::{Session, Stop};
use crate::template::{Candidate, View};

/// Trials whose parse is kept until it is known which one wins: more than any number of jobs has in flight.
const TRIALS_KEPT: usize = 512;

/// A running search. Everything a reducer does to the document goes through here.
pub struct Search<'a> {
    knowledge: &'a Knowledge,
    session: &'a Session,
    sieve: Sieve,
    document: Document,
    best: Rank,
    pass: &'static str,
}

impl<'a> Search<'a> {
    /// A search that begins with an interesting text.
    pub fn new(knowledge: &'a Knowledge, input: &[u8], session: &'a Session) -> Self {
        let document = knowledge.language().parse(input);
        let mut sieve = Sieve::default();
        if session.empty_fails() {
            sieve.failed(b"");
        }
        let best = Rank::of(&document);
        Search { knowledge, session, sieve, document, best, pass: "" }
    }

    /// The best document so far.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What is known of the language.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }

    /// The best document with what is known, for templates.
    pub fn view(&self) -> View<'_> {
        View { knowledge: self.knowledge, document: &self.document }
    }

    /// Where the document stands in the order of texts.
    pub fn rank(&self) -> &Rank {
        &self.best
    }

    /// Says what is done from here on, for statistics and progress.
    pub fn enter(&mut self, pass: &'static str) {
        self.pass = pass;
    }

    /// Tries candidates of the document in order. The first interesting one becomes the document; its place is returned.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn try_first(&mut self, candidates: &mut dyn Iterator<Item = Candidate>) -> Result<Option<usize>, Stop> {
        let base = self.document.clone();
        self.try_first_of(&base, candidates)
    }

    /// The same for candidates of an earlier document: a list minimizer's configurations all speak of the document
    /// with which the minimizer began.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn try_first_of(
        &mut self,
        base: &Document,
        candidates: &mut dyn Iterator<Item = Candidate>,
    ) -> Result<Option<usize>, Stop> {
        let Search { knowledge, session, sieve, best, pass, .. } = self;
        let view = View { knowledge, document: base };
        let mut trials: Vec<Option<(usize, Trial)>> = Vec::new();
        let mut places = 0;
        let mut texts = std::iter::from_fn(|| {
            loop {
                let candidate = candidates.next()?;
                places += 1;
                if let Some(trial) = sieve.admit(view, best, &candidate) {
                    let text = trial.text.clone();
                    if let Some(old) = trials.len().checked_sub(TRIALS_KEPT) {
                        trials[old] = None;
                    }
                    trials.push(Some((places - 1, trial)));
                    return Some(text);
                }
            }
        });
        let outcome = session.first_interesting(pass, &mut texts);
        let (proposed, turned_away) = sieve.take_counts();
        (0..proposed).for_each(|_| session.proposed());
        turned_away.into_iter().for_each(|reason| session.sieved(reason));
        let outcome = outcome?;
        for trial in outcome.unfinished.iter().filter_map(|&place| trials[place].as_ref()) {
            sieve.forget(&trial.1);
        }
        let Some((place, trial)) = outcome.winner.and_then(|place| trials[place].take()) else { return Ok(None) };
        Ok(self.adopt(base, trial)?.then_some(place))
    }

    /// Makes an interesting text the document. Estimates before parsing can be off; what turns out not to be smaller
    /// is left.
    fn adopt(&mut self, base: &Document, trial: Trial) -> Result<bool, Stop> {
        let language = self.knowledge.language();
        let document = match trial.parse {
            Some(parse) => language.document(trial.text.clone(), parse),
            None => language.parse(trial.text.clone()),
        };
        let rank = Rank::of(&document);
        if rank >= self.best {
            return Ok(false);
        }
        debug_assert!(self.knowledge.filter() != crate::knowledge::Filter::Ranked || document.trouble() <= base.trouble());
        self.document = document;
        self.best = rank;
        self.session.accept(self.pass, &trial.text, self.document.tree().weight(self.document.tree().root()))?;
        Ok(true)
    }
}
