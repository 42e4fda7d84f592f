//! What is reduced: a file in its language, or a folder whose files are in several.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use reduce_core::cancellation::{Cancellation, Cancelled};
use reduce_core::folder::Folder;
use reduce_core::knowledge::{Knowledge, Tables, find_tables};
use reduce_core::language::Language;
use reduce_core::oracle::Halt;
use reduce_core::reduce::{Algorithm, Plan, Reader, Readers, Start, reduce_embedding, reduce_folder};
use reduce_core::session::{Budget, Session, Stop};

use crate::arguments::Arguments;
use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::plugins::Attendant;
use crate::report::Size;

/// What the languages of folders are called together.
const FOLDER: &str = "folder";

/// The language of a text without a name, and what to say of it.
pub type Told = (Arc<Language>, Option<String>);

/// The languages of an input, with their tables.
pub enum Reading {
    /// A file.
    File(Arc<Language>, Tables),
    /// A folder: its languages, and by extension which file is in which of them.
    Folder(Vec<(Arc<Language>, Tables)>, BTreeMap<PathBuf, usize>),
}

/// An input, ready to be reduced.
pub enum Ready {
    /// A file.
    File {
        /// What the search begins with.
        start: Box<Start>,
        /// Its language.
        reader: Reader,
    },
    /// A folder.
    Folder(Readers),
}

impl Reading {
    /// The languages that the command line, or the names of the files say.
    /// `told` is what is known of a text that has no name. What to say of that comes with it, if nobody has told it.
    pub fn of(arguments: &Arguments, input: &Input, told: Option<Told>) -> Result<(Self, Option<String>), Failure> {
        let tables = |language: &Language| {
            find_tables(arguments.language.tables.as_deref(), language).map_err(Failure::with(ExitStatus::Usage))
        };
        if !input.is_folder() {
            let (language, notice) = told.map_or_else(|| arguments.language.of_file(&input.path, &input.text), Ok)?;
            let tables = tables(&language)?;
            return Ok((Reading::File(language, tables), notice));
        }
        if arguments.language.language.is_some() || arguments.language.grammar.is_some() {
            let message = "each file of a folder is read in its own language: leave out --language and --grammar";
            return Err(Failure::new(ExitStatus::Usage, message));
        }
        let mut languages: Vec<(Arc<Language>, Tables)> = Vec::new();
        let mut places = BTreeMap::new();
        for entry in Folder::unpack(&input.text).entries() {
            let named = Language::of_path(&entry.path).map_err(Failure::with(ExitStatus::Usage))?;
            let plain = || Language::plain(&entry.content).map_err(Failure::with(ExitStatus::Usage));
            let language = named.map_or_else(plain, Ok)?;
            let known = languages.iter().position(|(known, _)| known.name() == language.name());
            let place = known.unwrap_or(languages.len());
            if known.is_none() {
                let tables = tables(&language)?;
                languages.push((language, tables));
            }
            places.insert(entry.path.clone(), place);
        }
        Ok((Reading::Folder(languages, places), None))
    }

    /// The name of the language, for sessions and statistics.
    pub fn name(&self) -> &str {
        match self {
            Reading::File(language, _) => language.name(),
            Reading::Folder(..) => FOLDER,
        }
    }

    /// The languages.
    pub fn languages(&self) -> Vec<&Language> {
        match self {
            Reading::File(language, _) => vec![language],
            Reading::Folder(languages, _) => languages.iter().map(|(language, _)| &**language).collect(),
        }
    }

    /// The tokens of a text, by which results are compared: the bytes of folders.
    pub fn tokens(&self, text: &Arc<[u8]>, plan: Plan, cancellation: &Cancellation) -> usize {
        match self {
            // Who has no time to read it has none to find anything better either.
            Reading::File(language, _) => {
                Start::read(language, Arc::clone(text), plan, cancellation).map_or(0, |start| start.tokens())
            }
            Reading::Folder(..) => text.len(),
        }
    }

    /// Reads the input as the plan begins with it: a large one takes a while.
    pub fn read(
        &self,
        arguments: &Arguments,
        input: &Input,
        budget: &Budget,
        started: Instant,
        attendant: &Attendant,
        halt: &Arc<Halt>,
    ) -> Result<Ready, Failure> {
        let plan = arguments.plan();
        let alone = |language: &Arc<Language>, tables: &Tables, path: &Path| {
            let filter = arguments.search.reducer.filter();
            let knowledge = Arc::new(Knowledge::new(Arc::clone(language), tables.clone(), filter));
            let passes = arguments.choice.passes(
                plan.algorithm,
                &arguments.plugins,
                &arguments.language,
                &knowledge,
                path,
                attendant,
            )?;
            Ok(Reader { knowledge, passes, embedded: Vec::new() })
        };
        let ready = |language: &Arc<Language>, tables: &Tables, path: &Path| {
            let mut reader = alone(language, tables, path)?;
            reader.passes.extend(arguments.output.style.formatter(&arguments.plugins, path, attendant)?);
            if plan.algorithm == Algorithm::Default {
                for inner in within(language) {
                    let tables = find_tables(None, &inner).map_err(Failure::with(ExitStatus::Usage))?;
                    reader.embedded.push(alone(&inner, &tables, path)?);
                }
            }
            Ok(reader)
        };
        match self {
            Reading::File(language, tables) => {
                let start = start(input, language, plan, budget, started, halt)?;
                Ok(Ready::File { start: Box::new(start), reader: ready(language, tables, &input.path)? })
            }
            Reading::Folder(languages, places) => {
                let mut readers = Vec::new();
                for (place, (language, tables)) in languages.iter().enumerate() {
                    // Commands that are passes are told the name of one file.
                    let path = places.iter().find(|(_, of)| **of == place).map_or(&*input.path, |(path, _)| path);
                    readers.push(ready(language, tables, path)?);
                }
                let places = places.clone();
                // A file that got another name has its extension still.
                let alike =
                    |path: &Path, known: &Path| path.extension().is_some() && known.extension() == path.extension();
                let of = move |path: &Path| {
                    let by_extension = || places.iter().find(|(known, _)| alike(path, known)).map(|(_, place)| *place);
                    places.get(path).copied().or_else(by_extension)
                };
                Ok(Ready::Folder(Readers::new(readers, of)))
            }
        }
    }
}

impl Ready {
    /// How large the input is.
    pub fn size(&self, input: &Input) -> Size {
        match self {
            Ready::File { start, .. } => start.document().map_or_else(|| Size::of_text(&input.text, None), Size::of),
            Ready::Folder(_) => Size::of_text(&input.text, None),
        }
    }

    /// Reduces it. Why that ended, if not by itself.
    pub fn reduce(self, input: &Input, plan: Plan, session: &Session) -> Option<Stop> {
        match self {
            Ready::File { start, reader: Reader { knowledge, mut passes, mut embedded } } => {
                reduce_embedding(&knowledge, *start, &plan, &mut passes, &mut embedded, session)
            }
            Ready::Folder(mut readers) => reduce_folder(&input.text, &plan, &mut readers, session),
        }
        .err()
    }
}

/// The languages within texts of a language, as far as they are built in.
fn within(language: &Language) -> Vec<Arc<Language>> {
    language.embedded().into_iter().filter_map(|name| Language::named(name).ok()).collect()
}

/// A file as the search begins with it.
fn start(
    input: &Input,
    language: &Language,
    plan: Plan,
    budget: &Budget,
    started: Instant,
    halt: &Arc<Halt>,
) -> Result<Start, Failure> {
    let cancellation = budget.cancellation(started, Some(Arc::clone(halt)));
    let read = Start::read(language, Arc::clone(&input.text), plan, &cancellation);
    read.map_err(|Cancelled| {
        if halt.is_raised() {
            return Failure::new(ExitStatus::Interrupted, "interrupted while the input was read: nothing is written");
        }
        let message = "the time of --max-time is over before the input is read: give more";
        Failure::new(ExitStatus::Test, message)
    })
}
