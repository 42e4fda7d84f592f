//! The search: the best document so far, and the way in which candidates of it are tried.

use std::collections::VecDeque;
use std::sync::Arc;

use super::frame::{Frame, tested};
use super::sieve::{Order, Rank, Sieve, Trial, tokens_of};
use crate::cancellation::Cancelled;
use crate::knowledge::Knowledge;
use crate::language::{Document, Patch};
use crate::session::{Recent, Session, Sieved, Stop};
use crate::template::{Candidate, View};

/// Texts of more bytes are large: what becomes of them is read no oftener than need be.
const LARGE: usize = 1 << 19;

/// Whether a text is large.
pub(super) fn is_large(text: &[u8]) -> bool {
    text.len() > LARGE
}

/// A running search. Everything a reducer does to the document goes through here.
pub struct Search<'a> {
    pub(super) knowledge: &'a Knowledge,
    pub(super) session: &'a Session,
    pub(super) sieve: Sieve,
    document: Document,
    pub(super) best: Rank,
    patches: Vec<Patch>,
    pub(super) pass: Arc<str>,
    branch: Option<Branch>,
    /// What stands around the document in the text that is tested, if that is more.
    pub(super) frame: Option<Frame>,
    /// Large texts are not read as soon as they are accepted.
    reads_later: bool,
    /// The best text so far, if it is not read yet.
    unread: Option<Trial>,
    /// What is tried is not to be smaller, but in another style.
    restyles: bool,
    /// The tests whose answers have counted.
    pub(super) tests: u64,
    /// Tests whose answers the rounds before have not waited for.
    pub(super) open: usize,
}

/// A moment of a search, to which it can go back.
pub struct Moment {
    document: Document,
    best: Rank,
    patches: Vec<Patch>,
    branch: Option<Branch>,
    tests: u64,
    open: usize,
    remembered: usize,
    given: usize,
}

impl Moment {
    /// How many answers had been given.
    pub fn given(&self) -> usize {
        self.given
    }
}

/// What a side branch goes back to, unless it ends smaller.
#[derive(Clone)]
struct Branch {
    document: Document,
    best: Rank,
    /// The branch has come to nothing after so many tests without a success.
    patience: u64,
    /// The number of tests at which it will have.
    until: u64,
}

impl<'a> Search<'a> {
    /// A search that begins with an interesting document.
    pub fn new(knowledge: &'a Knowledge, input: Document, session: &'a Session) -> Self {
        let document = input.with_cancellation(session.cancellation());
        let mut sieve = Sieve::default();
        if session.empty_fails() {
            sieve.failed(b"");
        }
        let best = sieve.order.rank(knowledge.language(), &document);
        Search {
            knowledge,
            session,
            sieve,
            document,
            best,
            patches: Vec::new(),
            pass: "".into(),
            branch: None,
            frame: None,
            reads_later: false,
            unread: None,
            restyles: false,
            tests: 0,
            open: 0,
        }
    }

    /// The same search for a document that is a part of what is tested, and of what is with the session.
    #[must_use]
    pub(super) fn within(self, frame: Frame) -> Self {
        Search { frame: Some(frame), sieve: Sieve::default(), ..self }
    }

    /// The session has a new best text.
    fn accept(&self, text: &Arc<[u8]>, tokens: usize) -> Result<(), Stop> {
        let (text, tokens) = match &self.frame {
            None => (Arc::clone(text), tokens),
            Some(frame) => {
                let whole = frame.whole(text);
                let tokens = frame.tokens(&whole, tokens);
                (whole, tokens)
            }
        };
        if self.restyles {
            self.session.restyle(&self.pass, &text, tokens)
        } else {
            self.session.accept(&self.pass, &text, tokens)
        }
    }

    /// Begins anew with an interesting text, read in the language of this knowledge. What has failed is not tried again.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn begin_with(&mut self, knowledge: &'a Knowledge, text: Arc<[u8]>) -> Result<(), Stop> {
        let parsed = knowledge.language().parse_until(text, self.document.cancellation());
        self.document = parsed.map_err(|Cancelled| self.session.ending())?;
        self.knowledge = knowledge;
        self.best = self.sieve.order.rank(self.knowledge.language(), &self.document);
        self.patches.clear();
        self.branch = None;
        self.unread = None;
        Ok(())
    }

    /// This moment, between two questions and outside of list minimizers.
    pub fn moment(&self) -> Moment {
        Moment {
            document: self.document.clone(),
            best: self.best.clone(),
            patches: self.patches.clone(),
            branch: self.branch.clone(),
            tests: self.tests,
            open: self.open,
            remembered: self.sieve.remembered(),
            given: self.session.given(),
        }
    }

    /// Goes back to a moment: all that was asked since will be asked again.
    pub fn go_back(&mut self, to: &Moment) {
        self.document = to.document.clone();
        self.best = to.best.clone();
        self.patches.clone_from(&to.patches);
        self.branch.clone_from(&to.branch);
        self.unread = None;
        self.tests = to.tests;
        self.open = to.open;
        self.sieve.go_back(to.remembered);
        self.session.retrace(to.given);
    }

    /// From here on, smaller is what is smaller in this order.
    pub(super) fn order_by(&mut self, order: Order) {
        self.sieve.order = order;
        self.best = order.rank(self.knowledge.language(), &self.document);
    }

    /// Runs a list minimizer, which asks about texts of the document with which it began: so what becomes of a large one
    /// is read when the minimizer is done. Until then [`Search::document`] is not up to date.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn minimizing<T>(&mut self, minimize: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.reads_later = true;
        let minimized = minimize(self);
        self.reads_later = false;
        let minimized = minimized?;
        self.catch_up()?;
        Ok(minimized)
    }

    /// Reads the best text so far, if it is not read yet.
    fn catch_up(&mut self) -> Result<(), Stop> {
        let Some(trial) = self.unread.take() else { return Ok(()) };
        // One large tree at a time.
        self.document.forget_tree();
        self.document = self.read(&trial).map_err(|Cancelled| self.session.ending())?;
        self.best = self.sieve.order.rank(self.knowledge.language(), &self.document);
        Ok(())
    }

    /// The document of a trial.
    fn read(&self, trial: &Trial) -> Result<Document, Cancelled> {
        let (language, cancellation) = (self.knowledge.language(), self.document.cancellation());
        match trial.parse.clone() {
            Some(parse) => language.document(trial.text.clone(), parse, cancellation),
            None => language.parse_until(trial.text.clone(), cancellation),
        }
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

    /// Whether the reduction may go on: for what looks at many nodes between two tests.
    ///
    /// # Errors
    /// [`Stop`] when it has to end now.
    pub fn check(&self) -> Result<(), Stop> {
        self.session.check()
    }

    /// Why the reduction ends, once what is computed on its document is not wanted any more.
    pub fn ending(&self) -> Stop {
        self.session.ending()
    }

    /// Says what is done from here on, for statistics and progress.
    pub fn enter(&mut self, pass: &str) {
        self.pass = pass.into();
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
        self.try_admitted(texts, |sieve, best, text| {
            let patch = Patch::between(base.text(), &text);
            sieve.admit_patches(view, Some(best), vec![patch], cleanly)
        })
    }

    /// Tries patches of the document in order, each a candidate of its own: what passes propose. The first interesting
    /// one becomes the document; its place is returned. `admitted` is told of each candidate, before the next one is
    /// taken, whether it is worth a test.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn try_patches(
        &mut self,
        candidates: &mut dyn Iterator<Item = Vec<Patch>>,
        admitted: &dyn Fn(bool),
    ) -> Result<Option<usize>, Stop> {
        let base = self.document.clone();
        let view = View { knowledge: self.knowledge, document: &base };
        let cleanly = self.knowledge.sieves_by_parse();
        self.try_admitted(candidates, |sieve, best, patches| {
            let trial = sieve.admit_patches(view, Some(best), patches, cleanly);
            admitted(trial.is_ok());
            trial
        })
    }

    /// Tries patches that give the result of the search another style. If that is interesting, it becomes the document,
    /// though it is larger; whether it is.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub(super) fn restyle(&mut self, patches: Vec<Patch>) -> Result<bool, Stop> {
        let base = self.document.clone();
        let view = View { knowledge: self.knowledge, document: &base };
        // The search may have come by it.
        self.sieve.allow_again(&Patch::apply(base.text(), &patches));
        self.restyles = true;
        let tried = self.try_admitted(&mut std::iter::once(patches), |sieve, _, patches| {
            sieve.admit_patches(view, None, patches, true)
        });
        self.restyles = false;
        Ok(tried?.is_some())
    }

    /// Tries patches that make the text larger. An interesting text begins a side branch: it becomes the document, but
    /// not the best so far, until [`Search::end_branch`]. The branch is given up after so many tests without a success.
    ///
    /// # Errors
    /// [`Stop`] when the reduction has to end now.
    pub fn begin_branch(&mut self, patches: Vec<Patch>, patience: u64) -> Result<bool, Stop> {
        let trunk = Branch { document: self.document.clone(), best: self.best.clone(), patience, until: u64::MAX };
        let base = trunk.document.clone();
        self.branch = Some(trunk);
        let view = View { knowledge: self.knowledge, document: &base };
        let cleanly = self.knowledge.sieves_by_parse();
        let tried = self.try_admitted(&mut std::iter::once(patches), |sieve, _, patches| {
            sieve.admit_patches(view, None, patches, cleanly)
        })?;
        if tried.is_none() {
            self.branch = None;
        }
        Ok(tried.is_some())
    }

    /// Whether the document is larger than the best so far.
    pub fn is_on_branch(&self) -> bool {
        self.branch.is_some()
    }

    /// Goes back to where the branch began, unless it has become smaller than that. True if it has.
    pub fn end_branch(&mut self) -> bool {
        let Some(branch) = self.branch.take() else { return true };
        self.document = branch.document;
        self.best = branch.best;
        self.patches.clear();
        false
    }

    fn try_admitted<C>(
        &mut self,
        candidates: &mut dyn Iterator<Item = C>,
        admit: impl Fn(&mut Sieve, &Rank, C) -> Result<Trial, Sieved>,
    ) -> Result<Option<usize>, Stop> {
        let mut places = candidates.enumerate();
        let mut again: VecDeque<(usize, Trial)> = VecDeque::new();
        loop {
            let allowed = self.branch.as_ref().map_or(u64::MAX, |branch| branch.until.saturating_sub(self.tests));
            let mut taken = 0;
            let Search { session, sieve, best, pass, frame, .. } = self;
            let mut trials: Recent<(usize, Trial)> = Recent::new(session.most_ahead());
            let mut ended = None;
            let mut admitted = std::iter::from_fn(|| {
                if taken >= allowed {
                    return None;
                }
                trials.make_room();
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
                            let text = tested(frame.as_ref(), &trial.text);
                            trials.push((place, trial));
                            taken += 1;
                            return Some(text);
                        }
                        Err(reason) => session.sieved(reason),
                    }
                }
            });
            let outcome = session.first_interesting(pass, &mut admitted)?;
            self.tests += outcome.winner.map_or(taken, |winner| winner as u64 + 1);
            again = outcome.unfinished.iter().filter_map(|&trial| trials.get(trial).cloned()).collect();
            match (outcome.winner.and_then(|trial| trials.take(trial)), ended) {
                (Some((place, trial)), _) => {
                    let adopted = self.adopt(&trial);
                    // If it turned out not to be smaller, it goes on with what comes after it.
                    if !matches!(adopted, Ok(false)) {
                        for (_, trial) in &again {
                            self.sieve.forget(trial);
                        }
                        return adopted.map(|_| Some(place));
                    }
                }
                (None, Some(stop)) => return Err(stop),
                (None, None) => return Ok(None),
            }
        }
    }

    /// Makes an interesting text the document. Estimates before parsing can be off; what turns out not to be smaller
    /// is left.
    pub(super) fn adopt(&mut self, trial: &Trial) -> Result<bool, Stop> {
        if let Some(tokens) = trial.tokens.filter(|_| self.reads_later && self.branch.is_none())
            && is_large(&trial.text)
        {
            self.best = trial.rank(tokens);
            self.patches.clone_from(&trial.patches);
            self.accept(&trial.text, tokens)?;
            self.unread = Some(trial.clone());
            return Ok(true);
        }
        let document = self.read(trial);
        let Ok(document) = document else {
            // No time is left to look at it, but what is interesting is not lost.
            if let (Some(tokens), None) = (trial.tokens, &self.branch) {
                self.accept(&trial.text, tokens)?;
            }
            return Err(self.session.ending());
        };
        let rank = self.sieve.order.rank(self.knowledge.language(), &document);
        let begins_branch = self.branch.as_ref().is_some_and(|branch| branch.until == u64::MAX);
        if rank >= self.best && !begins_branch && !self.restyles {
            return Ok(false);
        }
        self.document = document;
        self.sieve.accepted(trial);
        self.unread = None;
        self.patches.clone_from(&trial.patches);
        self.best = rank;
        if let Some(branch) = &mut self.branch
            && self.best >= branch.best
        {
            branch.until = self.tests + branch.patience;
            return Ok(true);
        }
        self.branch = None;
        let tokens = tokens_of(self.knowledge.language(), &self.document);
        self.accept(&trial.text, tokens)?;
        Ok(true)
    }
}
