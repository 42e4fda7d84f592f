//! The sieve between template and oracle: what is turned away costs no property test.
//!
//! Cheapest first: not smaller than the best so far; a text that was tested before; text that parses less cleanly than
//! the document it comes from. (What knowledge does not admit, no template proposes.)

use std::sync::Arc;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_128;

use crate::cancellation::Cancelled;
use crate::language::{Document, Language, Parse, Patch};
use crate::session::Sieved;
use crate::template::{Candidate, View, with_separators};

/// The order of texts: fewer tokens, then fewer bytes, then shortlex. An accepted candidate is smaller than the best
/// so far in this order, so that every schedule ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    tokens: usize,
    bytes: usize,
    text: Arc<[u8]>,
}

/// What texts are ordered by before their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// Their tokens.
    #[default]
    Tokens,
    /// Nothing: a line less is a smaller text, even if the comment that it ended is code then.
    Bytes,
}

impl Order {
    /// The rank of a document.
    pub(super) fn rank(self, language: &Language, document: &Document) -> Rank {
        let text = document.text().clone();
        let tokens = if self == Order::Bytes { 0 } else { tokens_of(language, document) };
        Rank { tokens, bytes: text.len(), text }
    }
}

/// The tokens of a document, or its bytes where those are what [counts](Language::counts_bytes).
pub(super) fn tokens_of(language: &Language, document: &Document) -> usize {
    let tree = document.tree();
    if language.counts_bytes() { document.text().len() } else { tree.weight(tree.root()) }
}

/// A candidate that passed the sieve.
#[derive(Clone)]
pub(super) struct Trial {
    pub text: Arc<[u8]>,
    /// What the parser said, if it was asked.
    pub parse: Option<Parse>,
    /// The tokens of the text, as far as they were counted; an estimate unless the parser was asked.
    pub tokens: Option<usize>,
    /// How the text differs from that of the document it was proposed for.
    pub patches: Vec<Patch>,
    hash: u128,
}

impl Trial {
    /// Its place in the order of texts, if it has so many tokens.
    pub(super) fn rank(&self, tokens: usize) -> Rank {
        Rank { tokens, bytes: self.text.len(), text: Arc::clone(&self.text) }
    }
}

/// Remembers what has failed.
#[derive(Default)]
pub(super) struct Sieve {
    failed: FxHashSet<u128>,
    /// In the order in which they came.
    sequence: Vec<u128>,
    /// Those of them that did not fail.
    accepted: FxHashSet<u128>,
    /// What a candidate has to be smaller in.
    pub(super) order: Order,
}

impl Sieve {
    /// A text that is known not to be interesting.
    pub(super) fn failed(&mut self, text: &[u8]) {
        self.remember(xxh3_128(text));
    }

    fn remember(&mut self, hash: u128) {
        if self.failed.insert(hash) {
            self.sequence.push(hash);
        }
    }

    /// How much it remembers.
    pub(super) fn remembered(&self) -> usize {
        self.sequence.len()
    }

    /// Forgets what it remembers beyond so much.
    pub(super) fn go_back(&mut self, remembered: usize) {
        for hash in self.sequence.drain(remembered.min(self.sequence.len())..) {
            self.failed.remove(&hash);
        }
    }

    /// A trial has become the document.
    pub(super) fn accepted(&mut self, trial: &Trial) {
        self.accepted.insert(trial.hash);
    }

    /// Lets a text be tried again, if it was interesting.
    pub(super) fn allow_again(&mut self, text: &[u8]) {
        let hash = xxh3_128(text);
        if self.accepted.contains(&hash) {
            self.failed.remove(&hash);
        }
    }

    /// Forgets a trial whose test was given up.
    pub(super) fn forget(&mut self, trial: &Trial) {
        self.failed.remove(&trial.hash);
    }

    /// The text of a candidate of the document, or the reason not to test it.
    pub(super) fn admit(&mut self, view: View, best: &Rank, candidate: &Candidate) -> Result<Trial, Sieved> {
        let (knowledge, document) = (view.knowledge, view.document);
        let edits = with_separators(view, &candidate.edits);
        let gain: isize = edits.iter().map(|edit| edit.gain(document.tree())).sum();
        let language = knowledge.language();
        let tokens = tokens_of(language, document).saturating_add_signed(-gain);
        if tokens > best.tokens && !language.counts_bytes() {
            return Err(Sieved::NotSmaller);
        }
        let rendered = language.render(document, &edits);
        let text: Arc<[u8]> = Arc::from(rendered.text);
        let tokens = if language.counts_bytes() { text.len() } else { tokens + rendered.fillers };
        let rank = Rank { tokens, bytes: text.len(), text: text.clone() };
        if rank >= *best {
            return Err(Sieved::NotSmaller);
        }
        let hash = self.untested(&text)?;
        let probe = || language.probe(document, &rendered.patches).map_err(not_wanted);
        let parse = knowledge.sieves_by_parse().then(probe).transpose()?;
        if parse.as_ref().is_some_and(|parse| parse.trouble() > document.trouble()) {
            return Err(Sieved::Broken);
        }
        self.remember(hash);
        Ok(Trial { text, parse, tokens: Some(rank.tokens), patches: rendered.patches, hash })
    }

    /// The text of patches of the document, or the reason not to test it. It has to be smaller than the best so far, if
    /// one is given. `cleanly` asks for a text that parses as cleanly as the document.
    pub(super) fn admit_patches(
        &mut self,
        view: View,
        best: Option<&Rank>,
        patches: Vec<Patch>,
        cleanly: bool,
    ) -> Result<Trial, Sieved> {
        let text: Arc<[u8]> = Patch::apply(view.document.text(), &patches).into();
        let hash = self.untested(&text)?;
        let language = view.knowledge.language();
        let parse = language.probe(view.document, &patches).map_err(not_wanted)?;
        if cleanly && parse.trouble() > view.document.trouble() {
            return Err(Sieved::Broken);
        }
        let mut tokens = None;
        if let Some(best) = best {
            // What parts of a text weigh is not known before it is parsed.
            let cancellation = view.document.cancellation();
            let document = language.document(text.clone(), parse.clone(), cancellation).map_err(not_wanted)?;
            let rank = self.order.rank(language, &document);
            if rank >= *best {
                return Err(Sieved::NotSmaller);
            }
            tokens = Some(tokens_of(language, &document));
        }
        self.remember(hash);
        Ok(Trial { text, parse: Some(parse), tokens, patches, hash })
    }

    fn untested(&self, text: &[u8]) -> Result<u128, Sieved> {
        let hash = xxh3_128(text);
        if self.failed.contains(&hash) { Err(Sieved::Cached) } else { Ok(hash) }
    }
}

/// The session ends before it counts a candidate whose parse was broken off, so that any reason serves.
fn not_wanted(Cancelled: Cancelled) -> Sieved {
    Sieved::Broken
}
