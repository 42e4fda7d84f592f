//! The style of the result: what is left at the end of the search, as people would write it.
//!
//! A reducer counts tokens and bytes, so that what it ends with is `A(A){a===b}` in one line. *Tidy* gives it the
//! language's [conventional layout](Language::conventional_layout), names apart, and a type where a declaration has none.
//! It never has more tokens, nor more characters that are no blanks. All at once is one candidate; if the test says no, a
//! few more find out what of it may be. Then the user's own formatters have their turn.
//!
//! Nothing single makes a tidy text smaller if that held of the text before: its candidates are the same but for blanks
//! and names.

use std::ops::Range;
use std::sync::Arc;

use super::Known;
use super::search::Search;
use super::shape::reads_alike;
use crate::language::{Document, Language, Patch};
use crate::plugin::{About, Kind, Pass};
use crate::session::Stop;

/// How the result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As people write the language.
    Tidy,
    /// In as few characters as can be.
    #[default]
    Smallest,
    /// As it was written in the input.
    Original,
}

/// A result of more bytes keeps the layout that it has.
pub const LARGEST_STYLED: usize = 1 << 16;
/// So many tests may be spent on what of a tidy text the property allows.
const MOST_TESTS: u64 = 10;
/// Of these, names have so many.
const MOST_FOR_NAMES: u64 = 5;
/// So often a pass has its turn before the text is tested.
const MOST_TOGETHER: usize = 4;
/// Passes that give names and blanks another form.
const RESTYLING: [&str; 3] = ["rename", "blanks", "shorter-tokens"];

impl Style {
    /// Whether a search for a result in this style does without a pass.
    pub(super) fn leaves_out(self, about: &About) -> bool {
        self == Style::Original && RESTYLING.contains(&about.name.as_str())
    }
}

/// What the lines of a text end in.
pub(super) fn line_end(text: &[u8]) -> &'static str {
    match text.iter().position(|&b| b == b'\n') {
        Some(at) if text[..at].ends_with(b"\r") => "\r\n",
        _ => "\n",
    }
}

/// Gives the result of a search its style. `line_end` is that of the input.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn finish<'a>(
    search: &mut Search<'a>,
    style: Style,
    known: &'a Known<'a>,
    passes: &mut [Box<dyn Pass>],
    line_end: &str,
) -> Result<(), Stop> {
    let text = Arc::clone(search.document().text());
    let language = known.language.language().name();
    let of_kind = |pass: &dyn Pass, kind| pass.about().kind == kind && pass.about().serves(language);
    let is_wanted = style == Style::Tidy || passes.iter().any(|pass| of_kind(pass.as_ref(), Kind::Formats));
    if !is_wanted || text.is_empty() || text.len() > LARGEST_STYLED || search.session.holds_better() {
        return Ok(());
    }
    // It may have been looked at as text in the end.
    search.begin_with(known.language, text)?;
    if style == Style::Tidy {
        search.enter("tidy");
        let tidying = passes.iter_mut().filter(|pass| of_kind(pass.as_ref(), Kind::Tidies));
        Tidying { until: search.tests + MOST_TESTS, search, line_end }.run(tidying)?;
    }
    for formatter in passes.iter_mut().filter(|pass| of_kind(pass.as_ref(), Kind::Formats)) {
        search.enter(&formatter.about().name);
        if let Some(patches) = instance(formatter.as_mut(), search.document(), 0) {
            search.restyle(patches)?;
        }
    }
    Ok(())
}

/// A text that is made tidy.
struct Tidying<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The number of tests at which it ends.
    until: u64,
    line_end: &'s str,
}

impl Tidying<'_, '_> {
    fn run<'p>(mut self, passes: impl Iterator<Item = &'p mut Box<dyn Pass>>) -> Result<(), Stop> {
        let mut passes: Vec<&mut Box<dyn Pass>> = passes.collect();
        let language = self.search.knowledge().language();
        let base = self.read();
        let mended = changed(language, &base, &mends(language, &base));
        let mut named = mended;
        for pass in &mut passes {
            for _ in 0..MOST_TOGETHER {
                let Some(patches) = instance(pass.as_mut(), &named, 0) else { break };
                named = changed(language, &named, &patches);
            }
        }
        let tidy = changed(language, &named, &language.conventional_layout(&named, self.line_end));
        if reads_alike(&named, &tidy) && self.attempt(&tidy)? {
            return Ok(());
        }
        let mends = mends(language, &base);
        self.settle(&base, &mends, |_, _| true)?;
        let until = std::mem::replace(&mut self.until, self.search.tests + MOST_FOR_NAMES);
        for pass in passes {
            self.names(pass.as_mut())?;
        }
        self.until = until;
        let base = self.read();
        let layout = language.conventional_layout(&base, self.line_end);
        self.settle(&base, &layout, reads_alike)
    }

    /// The text so far, read as a whole: what a parser makes of a text piece by piece may differ in what it leaves open.
    fn read(&self) -> Document {
        self.search.knowledge().language().parse(Arc::clone(self.search.document().text()))
    }

    /// The names of a pass, all together, then each instance.
    fn names(&mut self, pass: &mut dyn Pass) -> Result<(), Stop> {
        let mut place = 0;
        while self.search.tests < self.until {
            let base = self.search.document().clone();
            let Some(patches) = instance(pass, &base, place) else { return Ok(()) };
            // What has succeeded is no instance any more.
            if !self.attempt(&changed(self.search.knowledge().language(), &base, &patches))? {
                place += 1;
            }
        }
        Ok(())
    }

    /// As many of some changes as may be, by halving; `allows` says whether the text under some of them is worth a test.
    fn settle(
        &mut self,
        base: &Document,
        patches: &[Patch],
        allows: impl Fn(&Document, &Document) -> bool,
    ) -> Result<(), Stop> {
        let mut done = vec![false; patches.len()];
        let mut to_do: Vec<Range<usize>> = std::iter::once(0..patches.len()).collect();
        while let Some(part) = to_do.pop().filter(|_| self.search.tests < self.until) {
            if part.is_empty() {
                continue;
            }
            let chosen = (0..patches.len()).filter(|place| done[*place] || part.contains(place));
            let chosen: Vec<Patch> = chosen.map(|place| patches[place].clone()).collect();
            let document = changed(self.search.knowledge().language(), base, &chosen);
            if allows(base, &document) && self.attempt(&document)? {
                done[part].fill(true);
            } else if part.len() > 1 {
                let middle = usize::midpoint(part.start, part.end);
                to_do.extend([middle..part.end, part.start..middle]);
            }
        }
        Ok(())
    }

    /// Takes a text in the place of the document if it is no larger and the test says yes.
    fn attempt(&mut self, tidy: &Document) -> Result<bool, Stop> {
        let document = self.search.document();
        let weight = |document: &Document| document.tree().weight(document.tree().root());
        let is_larger = weight(tidy) > weight(document) || visible(tidy.text()) > visible(document.text());
        if is_larger || tidy.text() == document.text() {
            return Ok(false);
        }
        let patch = Patch::between(document.text(), tidy.text());
        self.search.restyle(vec![patch])
    }
}

/// The bytes of a text that are no blanks.
fn visible(text: &[u8]) -> usize {
    text.iter().filter(|b| !b.is_ascii_whitespace()).count()
}

fn changed(language: &Language, document: &Document, patches: &[Patch]) -> Document {
    if patches.is_empty() { document.clone() } else { language.parse(Patch::apply(document.text(), patches)) }
}

/// The words that make declarations of what the grammar could not read.
fn mends(language: &Language, base: &Document) -> Vec<Patch> {
    let mut document = base.clone();
    let mut kept: Vec<Patch> = Vec::new();
    for patch in language.mends(base) {
        if document.trouble() == 0 {
            break;
        }
        kept.push(patch);
        let mended = changed(language, base, &kept);
        if mended.trouble() < document.trouble() {
            document = mended;
        } else {
            kept.pop();
        }
    }
    kept
}

/// What an instance of a pass makes of a document; none if there is none, or the pass does not behave.
fn instance(pass: &mut dyn Pass, document: &Document, number: u64) -> Option<Vec<Patch>> {
    pass.open(document).ok()?;
    pass.apply(number).ok().flatten()
}
