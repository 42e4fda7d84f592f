//! The best folder so far, and the way in which candidates of it are tried.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_128;

use crate::folder::Folder;
use crate::session::{Recent, Session, Sieved, Stop};

/// A search over whole folders.
pub(super) struct Whole<'a> {
    folder: Folder,
    /// The bytes of the folder, packed.
    bytes: usize,
    session: &'a Session,
    /// What has failed.
    failed: FxHashSet<u128>,
}

impl<'a> Whole<'a> {
    /// A search that begins with an interesting folder.
    pub(super) fn new(folder: Folder, session: &'a Session) -> Self {
        let mut failed = FxHashSet::default();
        if session.empty_fails() {
            failed.insert(xxh3_128(b""));
        }
        Whole { bytes: folder.pack().len(), folder, session, failed }
    }

    /// Begins anew with an interesting folder. What has failed is not tried again.
    pub(super) fn begin_with(&mut self, folder: Folder) {
        self.bytes = folder.pack().len();
        self.folder = folder;
    }

    /// The best folder so far.
    pub(super) fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The session that runs the tests.
    pub(super) fn session(&self) -> &'a Session {
        self.session
    }

    /// The content of a file that was reduced by itself, which the session knows already.
    pub(super) fn adopt_content(&mut self, place: usize, content: &Arc<[u8]>) {
        let folder = self.folder.with(|at, _| (at == place).then(|| Arc::clone(content)));
        self.begin_with(folder);
    }

    /// Tries folders in order. The first interesting one becomes the best so far; its place is returned. What is not
    /// smaller, or has failed before, costs no test.
    pub(super) fn try_first(
        &mut self,
        pass: &str,
        folders: &mut dyn Iterator<Item = Folder>,
    ) -> Result<Option<usize>, Stop> {
        let mut places = folders.enumerate();
        let Whole { session, failed, bytes, .. } = self;
        let mut trials: Recent<(usize, Folder, u128)> = Recent::new(session.most_ahead());
        let mut ended = None;
        let mut texts = std::iter::from_fn(|| {
            trials.make_room();
            loop {
                if let Err(stop) = session.check() {
                    ended = Some(stop);
                    return None;
                }
                session.proposed();
                let (place, folder) = places.next()?;
                let text = folder.pack();
                let hash = xxh3_128(&text);
                if text.len() >= *bytes {
                    session.sieved(Sieved::NotSmaller);
                } else if !failed.insert(hash) {
                    session.sieved(Sieved::Cached);
                } else {
                    trials.push((place, folder, hash));
                    return Some(text);
                }
            }
        });
        let outcome = session.first_interesting(pass, &mut texts)?;
        // Only a success leaves tests unfinished; what they were about may come again.
        for (_, _, hash) in outcome.unfinished.iter().filter_map(|&trial| trials.get(trial)) {
            failed.remove(hash);
        }
        match (outcome.winner.and_then(|trial| trials.take(trial)), ended) {
            (Some((place, folder, _)), _) => {
                let text = folder.pack();
                session.accept(pass, &text, text.len())?;
                self.begin_with(folder);
                Ok(Some(place))
            }
            (None, Some(stop)) => Err(stop),
            (None, None) => Ok(None),
        }
    }
}
