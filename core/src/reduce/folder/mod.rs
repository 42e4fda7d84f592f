//! Folders: files go, are emptied, or are cut down, each in its own language.
//!
//! 1. Folders and files *go*, level by level, and files are *emptied* (see [`entries`]).
//! 2. What belongs together in several files goes *together*: a file with what names it, a name with all that use it, an
//!    included file into the only one that includes it (see [`joint`]).
//! 3. What is *in* the files is reduced, the largest first, while the others stay as they are (see [`around`]).
//! 4. Where that is wanted, files get short *names* (see [`rename`]).
//!
//! Again, until nothing changes any more.

mod around;
mod choice;
mod entries;
mod includes;
mod joint;
mod mentions;
mod names;
mod rename;
mod whole;

pub(super) use around::Around;

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::frame::Frame;
use super::search::Search;
use super::style::{self, LARGEST_STYLED};
use super::{Known, Plan, Start};
use crate::cancellation::Cancelled;
use crate::folder::{Entry, Folder};
use crate::knowledge::Knowledge;
use crate::plugin::Pass;
use crate::session::{Session, Stop};
use whole::Whole;

/// A language, for the files that are written in it.
pub struct Reader {
    /// What is known of it.
    pub knowledge: Arc<Knowledge>,
    /// The passes that serve it.
    pub passes: Vec<Box<dyn Pass>>,
    /// The [languages within](Language::embedded) its texts.
    pub embedded: Vec<Reader>,
}

/// Which of some languages a file of this path is in.
type LanguageOf = dyn Fn(&Path) -> Option<usize>;

/// The languages of a folder's files.
pub struct Readers {
    readers: Vec<Reader>,
    of: Box<LanguageOf>,
}

impl Readers {
    /// Some languages; `of` says for the path of a file which of them it is in. Files that are in none are emptied or
    /// go, but are not cut down.
    pub fn new(readers: Vec<Reader>, of: impl Fn(&Path) -> Option<usize> + 'static) -> Self {
        Readers { readers, of: Box::new(of) }
    }

    fn knowledge(&self, entry: &Entry) -> Option<&Knowledge> {
        let reader = self.readers.get((self.of)(&entry.path).filter(|_| entry.is_file())?)?;
        Some(&reader.knowledge)
    }

    fn reader(&mut self, entry: &Entry) -> Option<&mut Reader> {
        self.readers.get_mut((self.of)(&entry.path).filter(|_| entry.is_file())?)
    }
}

/// Reduces an interesting folder, [packed](Folder::pack) into a text. The best one is with the session at every moment.
///
/// # Errors
/// [`Stop`] when the reduction has to end before the algorithm does.
pub fn reduce_folder(packed: &Arc<[u8]>, plan: &Plan, readers: &mut Readers, session: &Session) -> Result<(), Stop> {
    session.begin(packed, packed.len());
    let mut whole = Whole::new(Folder::unpack(packed), session);
    let original = whole.folder().clone();
    let mut ended = run_to_the_end(&mut whole, *plan, readers, &original);
    while let Some(packed) = session.settle(ended)? {
        whole.begin_with(Folder::unpack(&packed));
        ended = run_to_the_end(&mut whole, *plan, readers, &original);
    }
    Ok(())
}

/// All steps, and the style that is wanted for what is in each file.
fn run_to_the_end(whole: &mut Whole, plan: Plan, readers: &mut Readers, original: &Folder) -> Result<(), Stop> {
    run(whole, plan, readers)?;
    for place in 0..whole.folder().entries().len() {
        let entry = whole.folder().entries()[place].clone();
        let Some(reader) = readers.reader(&entry).filter(|_| entry.content.len() <= LARGEST_STYLED) else { continue };
        // What is left may have no end of a line any more.
        let before = original.entries().iter().find(|before| before.path == entry.path).unwrap_or(&entry);
        let line_end = style::line_end(&before.content);
        let around = Around::of(whole.folder(), place);
        let styled = within(whole, &entry, around, plan, reader, Step::Style { line_end })?;
        whole.adopt_content(place, &styled);
    }
    Ok(())
}

/// All steps, until nothing changes any more.
fn run(whole: &mut Whole, plan: Plan, readers: &mut Readers) -> Result<(), Stop> {
    loop {
        let before = whole.folder().clone();
        entries::reduce(whole, plan.minimizer)?;
        joint::reduce(whole, plan.minimizer, readers)?;
        contents(whole, plan, readers)?;
        if plan.renames_files {
            rename::reduce(whole)?;
        }
        if *whole.folder() == before {
            return Ok(());
        }
    }
}

/// What is in the files becomes smaller, the largest file first.
fn contents(whole: &mut Whole, plan: Plan, readers: &mut Readers) -> Result<(), Stop> {
    let mut paths: Vec<(usize, PathBuf)> =
        whole.folder().entries().iter().map(|entry| (entry.content.len(), entry.path.clone())).collect();
    paths.sort_by_key(|(bytes, _)| Reverse(*bytes));
    for (_, path) in paths {
        let place = whole.folder().entries().iter().position(|entry| entry.path == path);
        let entry = place.map(|place| (place, whole.folder().entries()[place].clone()));
        let Some((place, entry)) = entry.filter(|(_, entry)| !entry.content.is_empty()) else { continue };
        let Some(reader) = readers.reader(&entry) else { continue };
        let around = Around::of(whole.folder(), place);
        let reduced = within(whole, &entry, around, plan, reader, Step::Reduce)?;
        whole.adopt_content(place, &reduced);
    }
    Ok(())
}

/// What is done to what is in one file.
#[derive(Clone, Copy)]
enum Step<'s> {
    /// It becomes smaller.
    Reduce,
    /// It gets its style, with lines that end so.
    Style { line_end: &'s str },
}

/// Takes a step with what is in one file, and gives what becomes of it. The other files are around it.
fn within(
    whole: &mut Whole,
    entry: &Entry,
    around: Around,
    plan: Plan,
    reader: &mut Reader,
    step: Step,
) -> Result<Arc<[u8]>, Stop> {
    let session = whole.session();
    let knowledge = Arc::clone(&reader.knowledge);
    let text = Arc::clone(&entry.content);
    let read = Start::read(knowledge.language(), text, plan, &session.cancellation());
    let Start { document, outline, .. } = read.map_err(|Cancelled| session.ending())?;
    let known = Known::of(&knowledge);
    let mut search =
        Search::new(outline.as_ref().unwrap_or(&knowledge), document, session).within(Frame::Folder(around));
    match step {
        Step::Reduce => super::run(plan, &known, &mut reader.passes, &mut reader.embedded, &mut search)?,
        Step::Style { line_end } => style::finish(&mut search, plan.style, &known, &mut reader.passes, line_end)?,
    }
    Ok(Arc::clone(search.document().text()))
}
