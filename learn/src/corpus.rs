//! The files of a corpus, and why some are skipped.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reduce_core::language::Language;
use walkdir::WalkDir;

use crate::arguments::CorpusArguments;

/// Why a file teaches nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// Learned before, under this or another name.
    Known,
    /// Larger than allowed.
    TooLarge,
    /// Holds a zero byte.
    Binary,
    /// The system does not let it be read, or it is a folder that cannot be entered.
    Unreadable,
    /// A link: what it leads to is learned where it is, if that is in the corpus.
    Link,
    /// Its name is that of no known language, or not of the one asked for.
    OtherLanguage,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Skip::Known => "learned before",
            Skip::TooLarge => "too large",
            Skip::Binary => "binary",
            Skip::Unreadable => "unreadable",
            Skip::Link => "links",
            Skip::OtherLanguage => "of another language",
        })
    }
}

/// How many files were skipped for each reason.
#[derive(Clone, Debug, Default)]
pub struct Skipped(BTreeMap<Skip, u64>);

impl Skipped {
    /// Counts one more.
    pub fn count(&mut self, skip: Skip) {
        *self.0.entry(skip).or_default() += 1;
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Skipped) {
        for (&skip, &count) in &other.0 {
            *self.0.entry(skip).or_default() += count;
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        let reasons: Vec<_> = self.0.iter().map(|(skip, count)| format!("{count} {skip}")).collect();
        f.write_str(&reasons.join(", "))
    }
}

/// A file of the corpus by name, with the place of its language in [`Corpus::languages`].
pub struct CorpusFile {
    pub path: PathBuf,
    pub language: usize,
}

/// The folders to learn from and the languages to look for.
pub struct Corpus {
    folders: Vec<PathBuf>,
    max_file_size: u64,
    pub languages: Vec<Arc<Language>>,
}

impl Corpus {
    /// Takes the command line's word.
    ///
    /// # Errors
    /// An unknown language, or a folder that is not there.
    pub fn new(arguments: &CorpusArguments) -> anyhow::Result<Self> {
        for folder in &arguments.folders {
            folder.metadata().map_err(|e| anyhow::anyhow!("cannot read the corpus `{}`: {e}", folder.display()))?;
        }
        let languages = match (&arguments.grammar, &arguments.node_types, &arguments.language) {
            (Some(grammar), Some(node_types), name) => {
                vec![Language::load(grammar, node_types, None, name.as_deref())?]
            }
            (_, _, Some(name)) => vec![Language::named(name)?],
            _ => Language::all()?,
        };
        Ok(Corpus { folders: arguments.folders.clone(), max_file_size: arguments.max_file_size, languages })
    }

    /// Every file, in the order of names. Links are not followed, so that a link that leads in a circle or out of the
    /// corpus does no harm.
    pub fn files(&self) -> impl Iterator<Item = Result<CorpusFile, Skip>> + Send + '_ {
        let walk = |folder| WalkDir::new(folder).sort_by_file_name().into_iter();
        self.folders.iter().flat_map(walk).filter_map(|entry| match entry {
            Err(_) => Some(Err(Skip::Unreadable)),
            Ok(entry) if entry.file_type().is_file() => {
                let language = self.language_of(entry.path());
                Some(language.map(|language| CorpusFile { path: entry.into_path(), language }))
            }
            Ok(entry) if entry.path_is_symlink() => Some(Err(Skip::Link)),
            Ok(_) => None,
        })
    }

    fn language_of(&self, path: &Path) -> Result<usize, Skip> {
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let extension = extension.ok_or(Skip::OtherLanguage)?;
        let is_of = |language: &Arc<Language>| match language.extensions() {
            // Nobody has said which files are of a grammar that was just loaded.
            [] => *language.name() == *extension,
            extensions => extensions.contains(&extension),
        };
        self.languages.iter().position(is_of).ok_or(Skip::OtherLanguage)
    }

    /// Reads a file, unless there is a reason to skip it. No more than the greatest allowed size is ever read.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>, Skip> {
        let file = File::open(path).map_err(|_| Skip::Unreadable)?;
        let size = file.metadata().map_err(|_| Skip::Unreadable)?.len();
        if size > self.max_file_size {
            return Err(Skip::TooLarge);
        }
        // The size is not to be believed, be it that of a file with holes.
        let mut content = Vec::with_capacity(size.min(1 << 20) as usize + 1);
        file.take(self.max_file_size.saturating_add(1)).read_to_end(&mut content).map_err(|_| Skip::Unreadable)?;
        match () {
            () if content.len() as u64 > self.max_file_size => Err(Skip::TooLarge),
            () if content.contains(&0) => Err(Skip::Binary),
            () => Ok(content),
        }
    }
}
