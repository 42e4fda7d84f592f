//! The sieve between template and oracle: what is turned away costs no property test.
//!
//! Cheapest first: not smaller than the best so far; a text that was tested before; text that parses less cleanly than
//! the document it comes from. (What knowledge does not admit, no template proposes.)

use std::sync::Arc;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_128;

use crate::language::{Document, Parse};
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

impl Rank {
    /// The rank of a document.
    pub fn of(document: &Document) -> Self {
        let text = document.text().clone();
        Rank { tokens: document.tree().weight(document.tree().root()), bytes: text.len(), text }
    }
}

/// A candidate that passed the sieve.
pub(super) struct Trial {
    pub text: Arc<[u8]>,
    /// What the parser said, if it was asked.
    pub parse: Option<Parse>,
    hash: u128,
}

/// Remembers what has failed, and counts what it turns away.
#[derive(Default)]
pub(super) struct Sieve {
    failed: FxHashSet<u128>,
    proposed: u64,
    turned_away: Vec<Sieved>,
}

impl Sieve {
    /// A text that is known not to be interesting.
    pub(super) fn failed(&mut self, text: &[u8]) {
        self.failed.insert(xxh3_128(text));
    }

    /// Forgets a trial whose test was given up.
    pub(super) fn forget(&mut self, trial: &Trial) {
        self.failed.remove(&trial.hash);
    }

    /// The text of a candidate, unless there is a reason not to test it.
    pub(super) fn admit(&mut self, view: View, best: &Rank, candidate: &Candidate) -> Option<Trial> {
        self.proposed += 1;
        let reason = match self.pass(view, best, candidate) {
            Ok(trial) => {
                self.failed.insert(trial.hash);
                return Some(trial);
            }
            Err(reason) => reason,
        };
        self.turned_away.push(reason);
        None
    }

    /// What was proposed and turned away since the last call.
    pub(super) fn take_counts(&mut self) -> (u64, Vec<Sieved>) {
        (std::mem::take(&mut self.proposed), std::mem::take(&mut self.turned_away))
    }

    fn pass(&self, view: View, best: &Rank, candidate: &Candidate) -> Result<Trial, Sieved> {
        let (knowledge, document) = (view.knowledge, view.document);
        let edits = with_separators(view, &candidate.edits);
        let gain: isize = edits.iter().map(|edit| edit.gain(document.tree())).sum();
        let tokens = document.tree().weight(document.tree().root()) as isize - gain;
        if tokens > best.tokens as isize {
            return Err(Sieved::NotSmaller);
        }
        let rendered = knowledge.language().render(document, &edits);
        let text: Arc<[u8]> = Arc::from(rendered.text);
        let rank = Rank { tokens: tokens.max(0) as usize, bytes: text.len(), text: text.clone() };
        if rank >= *best {
            return Err(Sieved::NotSmaller);
        }
        let hash = xxh3_128(&text);
        if self.failed.contains(&hash) {
            return Err(Sieved::Cached);
        }
        let parse = knowledge
            .sieves_by_parse()
            .then(|| knowledge.language().probe(document, &text, &rendered.patches));
        if parse.as_ref().is_some_and(|parse| parse.trouble() > document.trouble()) {
            return Err(Sieved::Broken);
        }
        Ok(Trial { text, parse, hash })
    }
}
