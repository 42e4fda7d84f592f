//! Where the result goes, and what is there already: a result is never replaced by a worse one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reduce_core::folder::Folder;
use reduce_core::oracle::Verdict;
use reduce_core::session::{BestError, BestFile, Journal, Session};

use crate::check::Earlier;
use crate::exit::{ExitStatus, Failure};
use crate::input::{Input, LARGEST_FILE};

/// No more results than this stand beside an input.
const MOST_BESIDE: u32 = 10_000;

/// The file of the result.
pub struct Output {
    file: BestFile,
    /// Its name, as the user knows it.
    pub place: PathBuf,
    /// What is in it.
    present: Present,
    /// No `-o` names it: where another run's result is in the way, it gets another name.
    is_default: bool,
    /// The file was not there: nobody else may have made it in the meantime.
    is_new: bool,
}

/// What the file of the result holds when a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Present {
    /// Nothing that counts: it is not there, or it is empty, or it is the original.
    Nothing,
    /// A result of this session.
    Own(Arc<[u8]>),
    /// Something smaller than the original of which this session does not know whether it is interesting, in a file that
    /// `-o` names or that the session has written (and the journal of that was lost).
    Foreign(Arc<[u8]>),
}

/// What a file is to a run with this journal; none if it is not smaller than the original and of no use.
fn present(place: &Path, input: &Input, journal: Option<&Journal>) -> Option<Present> {
    let Some(content) = content(place, input).filter(|content| !content.is_empty() && *content != input.text) else {
        return Some(Present::Nothing);
    };
    if journal.and_then(|journal| journal.verdict(&content)) == Some(Verdict::Interesting) {
        return Some(Present::Own(content));
    }
    let is_smaller = content.len() < input.text.len();
    is_smaller.then_some(Present::Foreign(content))
}

impl Output {
    /// At a place that the user names, or whose content (`own`) this session has made. That one can write there is made
    /// sure of.
    ///
    /// # Errors
    /// [`Failure`] when one cannot.
    pub fn at(
        place: PathBuf,
        input: &Input,
        own: Option<Arc<[u8]>>,
        journal: Option<&Journal>,
    ) -> Result<Self, Failure> {
        let present = own.map(Present::Own).or_else(|| present(&place, input, journal)).unwrap_or(Present::Nothing);
        if input.is_folder() && !matches!(present, Present::Own(_)) && !is_free(&place, input) {
            let shown = place.display();
            let message = format!("`{shown}` is there already and not a result of this session: name a new folder");
            return Err(Failure::new(ExitStatus::File, message));
        }
        let file = BestFile::new(&place, &input.path).map_err(Failure::with(ExitStatus::File))?;
        Ok(Output { file, place, present, is_default: false, is_new: false })
    }

    /// The standard output, for an input that has no place of its own.
    pub fn standard() -> Self {
        let file = BestFile::standard_output();
        Output {
            file,
            place: PathBuf::from("the standard output"),
            present: Present::Nothing,
            is_default: false,
            is_new: false,
        }
    }

    /// Beside the input: at the place of this session's earlier runs, or else at a new one.
    ///
    /// # Errors
    /// [`Failure`] when one cannot write there.
    pub fn beside(input: &Input, earlier: Option<&Path>, journal: Option<&Journal>) -> Result<Self, Failure> {
        let is_earlier = |place: &Path| {
            earlier.is_some_and(|earlier| std::path::absolute(place).is_ok_and(|place| place == earlier))
        };
        let (place, present) =
            beside(input, |place| if is_earlier(place) { present(place, input, journal) } else { None })?;
        let file = BestFile::new(&place, &input.path).map_err(Failure::with(ExitStatus::File))?;
        let is_new = present.is_none();
        Ok(Output { file, place, present: present.unwrap_or(Present::Nothing), is_default: true, is_new })
    }

    /// What the check has to know of it.
    pub fn earlier(&self, journal: Option<&Journal>) -> Earlier<'_> {
        let empty = journal.and_then(|journal| journal.verdict(b""));
        Earlier { result: self.held().map(|text| &**text), is_own: self.is_own(), empty }
    }

    /// Whether this session has made what is there.
    pub fn is_own(&self) -> bool {
        matches!(self.present, Present::Own(_))
    }

    /// The test says no to what is there. Says what becomes of that.
    ///
    /// # Errors
    /// [`Failure`] when there is no other place for the result.
    pub fn disown(&mut self, input: &Input) -> Result<String, Failure> {
        let shown = self.place.display().to_string();
        let was = std::mem::replace(&mut self.present, Present::Nothing);
        let becomes = if self.is_default {
            self.next_name(input)?;
            format!("it stays, and the result comes to `{}`", self.place.display())
        } else {
            "it is replaced".to_owned()
        };
        Ok(match was {
            Present::Own(_) => format!(
                "warning: the session's result `{shown}` is not interesting any more: the test, or what it calls, has \
                 changed. The session begins anew; {becomes}"
            ),
            Present::Foreign(_) | Present::Nothing => {
                format!("what is in `{shown}` is not interesting under this test: {becomes}")
            }
        })
    }

    /// Puts the original there for a start, unless something better is there. `announce` hears first of a place that a
    /// result comes to, so that whatever ends this run, the next one knows whose result is there.
    ///
    /// # Errors
    /// [`Failure`] when it cannot be written.
    pub fn begin(&mut self, input: &Input, announce: &mut dyn FnMut(&Path)) -> Result<(), Failure> {
        let failed = |e: BestError| Failure::new(ExitStatus::File, e);
        loop {
            announce(&std::path::absolute(&self.place).unwrap_or_else(|_| self.place.clone()));
            if self.present != Present::Nothing {
                return Ok(());
            }
            if !self.is_new {
                return self.file.keep(&input.text).map_err(failed);
            }
            if self.file.keep_new(&input.text).map_err(failed)? {
                return Ok(());
            }
            // Another run has taken the name in the meantime.
            self.next_name(input)?;
        }
    }

    /// The interesting text that is there already.
    pub fn held(&self) -> Option<&Arc<[u8]>> {
        match &self.present {
            Present::Nothing => None,
            Present::Own(text) | Present::Foreign(text) => Some(text),
        }
    }

    /// The session writes its best so far here, unless what is there is better: `tokens` counts those of a text.
    pub fn given_to(&self, session: Session, tokens: &dyn Fn(&Arc<[u8]>) -> usize) -> Session {
        let session = session.file(self.file.clone());
        match self.held() {
            Some(text) => session.holding(Arc::clone(text), tokens(text)),
            None => session,
        }
    }

    /// What the user may want to know of the place, at the end. `stays`: what was there is better than what this run
    /// has found.
    pub fn remark(&self, input: &Input, stays: bool) -> Option<String> {
        let (usual, shown) = (input.reduced(), self.place.display());
        match self.present {
            Present::Foreign(_) if stays => {
                Some(format!("`{shown}` held this before: it is interesting, and better than what this run has found"))
            }
            _ if self.is_default && self.place != usual => {
                Some(format!("`{}` is there from another run and stays as it is", usual.display()))
            }
            _ => None,
        }
    }

    fn next_name(&mut self, input: &Input) -> Result<(), Failure> {
        self.place = beside(input, |_| None)?.0;
        self.is_new = true;
        self.file = BestFile::new(&self.place, &input.path).map_err(Failure::with(ExitStatus::File))?;
        Ok(())
    }
}

/// `bug.reduced.js`, or `bug.reduced-2.js` and so on: the first that is not there, or whose content is of use to this run.
fn beside(input: &Input, present: impl Fn(&Path) -> Option<Present>) -> Result<(PathBuf, Option<Present>), Failure> {
    for number in 1..MOST_BESIDE {
        let place = input.reduced_number(number);
        if fs::symlink_metadata(&place).is_err() {
            return Ok((place, None));
        }
        if let Some(present) = present(&place) {
            return Ok((place, Some(present)));
        }
    }
    let message = format!("there are {MOST_BESIDE} results beside `{}`: name a place with -o", input.path.display());
    Err(Failure::new(ExitStatus::File, message))
}

/// Whether a folder may come to this place: nothing is there but an empty folder, or the input again.
fn is_free(place: &Path, input: &Input) -> bool {
    match fs::symlink_metadata(place) {
        Err(_) => true,
        Ok(_) => content(place, input).is_some_and(|content| content.is_empty() || content == input.text),
    }
}

/// The content of a file, or of a folder, that a result may be.
fn content(place: &Path, input: &Input) -> Option<Arc<[u8]>> {
    if input.is_folder() {
        return Folder::read_whole(place, LARGEST_FILE).ok().filter(|_| place.is_dir()).map(|folder| folder.pack());
    }
    let metadata = fs::metadata(place).ok().filter(|metadata| metadata.is_file() && metadata.len() <= LARGEST_FILE);
    metadata.and_then(|_| fs::read(place).ok()).map(Arc::from)
}
