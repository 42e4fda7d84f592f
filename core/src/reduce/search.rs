//! The search: the best document so far, and the way in which candidates of it are tried.

use std::collections::VecDeque;
use std::sync::Arc;

use super::recent::Recent;
use super::sieve::{Rank, Sieve, Trial};
use crate::knowledge::Knowledge;
use crate::language::{Document, Patch};
use crate::session::{Session, Sieved, Stop};
use crate::template::{Candidate, View};

/// A running search. Everything a reducer does to the document goes through here.
pub struct Search<'a> {
    knowledge: &'a Knowledge,
    session: &'a Session,
    sieve: Sieve,
    document: Document,
    best: Rank,
    patches: Vec<Patch>,
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
        Search { knowledge, session, sieve, document, best, patches: Vec::new(), pass: "" }
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

    /// How the document differs from the one that its last accepted candidate was proposed for: the document at the
    /// beginning of a list minimizer's run, or the one before.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
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
        let view = View { knowledge: self.knowledge, document: base };
        self.try_admitted(candidates, |sieve, best, candidate| sieve.admit(view, best, &candidate))
    }

    /// Tries whole texts in order, for reducers that do not work on the tree. The first interesting one becomes the
    /// document; its place is returned. `cleanly` has those turned away that parse less cleanly than the document.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn try_texts(
        &mut self,
        cleanly: bool,
        texts: &mut dyn Iterator<Item = Arc<[u8]>>,
    ) -> Result<Option<usize>, Stop> {
        let base = self.document.clone();
        let view = View { knowledge: self.knowledge, document: &base };
        self.try_admitted(texts, |sieve, best, text| sieve.admit_text(view, best, text, cleanly))
    }

    fn try_admitted<C>(
        &mut self,
        candidates: &mut dyn Iterator<Item = C>,
        admit: impl Fn(&mut Sieve, &Rank, C) -> Result<Trial, Sieved>,
    ) -> Result<Option<usize>, Stop> {
        let mut places = candidates.enumerate();
        let mut again: VecDeque<(usize, Trial)> = VecDeque::new();
        loop {
            let Search { session, sieve, best, pass, .. } = self;
            let mut trials: Recent<(usize, Trial)> = Recent::new();
            let mut ended = None;
            let mut admitted = std::iter::from_fn(|| {
                loop {
                    let next = again.pop_front().map(Ok).or_else(|| {
                        let (place, candidate) = places.next()?;
                        session.proposed();
                        Some(admit(sieve, best, candidate).map(|trial| (place, trial)))
                    })?;
                    if let Err(stop) = session.check() {
                        ended = Some(stop);
                        return None;
                    }
                    match next {
                        Ok((place, trial)) => {
                            let text = trial.text.clone();
                            trials.push((place, trial));
                            return Some(text);
                        }
                        Err(reason) => session.sieved(reason),
                    }
                }
            });
            let outcome = session.first_interesting(pass, &mut admitted)?;
            again = outcome.unfinished.iter().filter_map(|&trial| trials.get(trial).cloned()).collect();
            match (outcome.winner.and_then(|trial| trials.take(trial)), ended) {
                (Some((place, trial)), _) if self.adopt(&trial)? => {
                    for (_, trial) in &again {
                        self.sieve.forget(trial);
                    }
                    return Ok(Some(place));
                }
                // It turned out not to be smaller: on with what comes after it.
                (Some(_), _) => {}
                (None, Some(stop)) => return Err(stop),
                (None, None) => return Ok(None),
            }
        }
    }

    /// Makes an interesting text the document. Estimates before parsing can be off; what turns out not to be smaller
    /// is left.
    fn adopt(&mut self, trial: &Trial) -> Result<bool, Stop> {
        let language = self.knowledge.language();
        let document = match trial.parse.clone() {
            Some(parse) => language.document(trial.text.clone(), parse),
            None => language.parse(trial.text.clone()),
        };
        let rank = Rank::of(&document);
        if rank >= self.best {
            return Ok(false);
        }
        self.document = document;
        self.patches.clone_from(&trial.patches);
        self.best = rank;
        self.session.accept(self.pass, &trial.text, self.document.tree().weight(self.document.tree().root()))?;
        Ok(true)
    }
}
