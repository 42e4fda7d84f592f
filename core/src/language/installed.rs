//! Grammars that the user has added once: each is known by name and by the extensions of its files from then on.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::builtin::BUILTIN;
use super::grammar::name_of;
use super::{Language, LanguageError};

const DESCRIPTION: &str = "grammar.json";
const NODE_TYPES: &str = "node-types.json";
/// How the names of folders begin in which a grammar is being made.
const TEMPORARY: &str = ".new-";

/// A grammar that the user has added, in a folder of its own: a shared library, its node types, and this description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledGrammar {
    /// The name of its language.
    pub name: String,
    /// The extensions of its files, without the dot.
    pub extensions: Vec<String>,
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Description {
    extensions: Vec<String>,
}

/// What a grammar is made of.
#[derive(Clone, Debug)]
pub struct GrammarSource {
    /// A folder with `src/parser.c` (or `parser.c`) and its `node-types.json`, as packages of grammars have it; or a shared
    /// library.
    pub path: PathBuf,
    /// The `node-types.json`, if it is not there, or not beside the library.
    pub node_types: Option<PathBuf>,
    /// The name of its language, if it is to be checked.
    pub name: Option<String>,
    /// The extensions of its files; its name, if there are none.
    pub extensions: Vec<String>,
}

/// Why a grammar cannot be added or removed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// There is no folder for data.
    #[error("there is no folder for your data on this system: set XDG_DATA_HOME")]
    NoFolder,
    /// Something is missing.
    #[error("there is no `{path}`: {advice}")]
    Missing {
        /// What is not there.
        path: String,
        /// What to do.
        advice: &'static str,
    },
    /// The name is taken.
    #[error("`{0}` is a built-in language")]
    BuiltIn(String),
    /// No such grammar.
    #[error("there is no grammar `{0}`: `reduce-tree grammar list` shows those that were added")]
    Unknown(String),
    /// The name is none.
    #[error("`{0}` is no name for a language: give letters, digits and `_`")]
    Name(String),
    /// The grammar is another one.
    #[error("the grammar in `{path}` calls itself `{name}`: give --name {name}")]
    OtherName {
        /// The source.
        path: String,
        /// Its name.
        name: String,
    },
    /// The compiler does not take it.
    #[error("cannot compile the grammar: {0}")]
    Compiler(String),
    /// It was compiled and is no grammar.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// A file cannot be read or written.
    #[error("cannot use `{path}`: {reason}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        reason: io::Error,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> InstallError {
    move |reason| InstallError::Io { path: path.display().to_string(), reason }
}

/// The folder of all grammars that were added.
fn shelf() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "reduce-tree").map(|folders| folders.data_dir().join("grammars"))
}

impl InstalledGrammar {
    /// All of them, by name. What is no grammar in their folder is passed over.
    pub fn all() -> Vec<Self> {
        let entries = shelf().and_then(|shelf| fs::read_dir(shelf).ok()).into_iter().flatten().flatten();
        let mut all: Vec<Self> = entries.filter_map(|entry| Self::read(&entry.path())).collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    fn read(folder: &Path) -> Option<Self> {
        let name = folder.file_name()?.to_str().filter(|name| !name.starts_with(TEMPORARY))?.to_owned();
        let description: Description = serde_json::from_slice(&fs::read(folder.join(DESCRIPTION)).ok()?).ok()?;
        Some(InstalledGrammar { name, extensions: description.extensions, folder: folder.to_owned() })
    }

    /// The one of this name, or whose files have this extension.
    pub(super) fn find(name: &str) -> Option<Self> {
        let all = Self::all();
        let named = all.iter().find(|grammar| grammar.name == name);
        named.or_else(|| all.iter().find(|grammar| grammar.extensions.iter().any(|known| known == name))).cloned()
    }

    /// The one whose files have the extension of this path.
    pub(super) fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::all().into_iter().find(|grammar| grammar.extensions.contains(&extension))
    }

    /// Its language.
    ///
    /// # Errors
    /// [`LanguageError`] when it cannot be loaded any more.
    pub fn load(&self) -> Result<Arc<Language>, LanguageError> {
        let library = self.folder.join(library_of(&self.name));
        Language::load_for(&library, &self.folder.join(NODE_TYPES), None, Some(&self.name), self.extensions.clone())
    }

    /// Adds a grammar, in the place of one of the same name. It is there as a whole or not at all.
    ///
    /// # Errors
    /// [`InstallError`] when it is no grammar, or cannot be compiled or kept.
    pub fn add(source: &GrammarSource) -> Result<Self, InstallError> {
        let shelf = shelf().ok_or(InstallError::NoFolder)?;
        let parts = Parts::of(source)?;
        let name = parts.name()?;
        if let Some(wanted) = source.name.as_ref().filter(|wanted| wanted.replace('-', "_") != name) {
            let is_name = wanted.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
            return Err(if is_name {
                InstallError::OtherName { path: source.path.display().to_string(), name }
            } else {
                InstallError::Name(wanted.clone())
            });
        }
        if BUILTIN.iter().any(|row| row.name == name) {
            return Err(InstallError::BuiltIn(name));
        }
        let plain = |extension: &String| extension.trim_start_matches('.').to_ascii_lowercase();
        let mut extensions: Vec<String> = source.extensions.iter().map(plain).filter(|e| !e.is_empty()).collect();
        if extensions.is_empty() {
            extensions.push(name.clone());
        }
        fs::create_dir_all(&shelf).map_err(at(&shelf))?;
        let made = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(&shelf).map_err(at(&shelf))?;
        let library = made.path().join(library_of(&name));
        parts.library(&library)?;
        let node_types = made.path().join(NODE_TYPES);
        fs::copy(&parts.node_types, &node_types).map_err(at(&parts.node_types))?;
        Language::load(&library, &node_types, None, Some(&name))?;
        let description = serde_json::to_vec(&Description { extensions: extensions.clone() }).map_err(io::Error::from);
        let place = made.path().join(DESCRIPTION);
        description.and_then(|description| fs::write(&place, description)).map_err(at(&place))?;
        let folder = shelf.join(&name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(at(&folder))?;
        }
        fs::rename(made.keep(), &folder).map_err(at(&folder))?;
        Ok(InstalledGrammar { name, extensions, folder })
    }

    /// Removes the grammar of this name.
    ///
    /// # Errors
    /// [`InstallError`] when there is none, or it cannot be removed.
    pub fn remove(name: &str) -> Result<(), InstallError> {
        let found = Self::all().into_iter().find(|grammar| grammar.name == name);
        let grammar = found.ok_or_else(|| InstallError::Unknown(name.to_owned()))?;
        fs::remove_dir_all(&grammar.folder).map_err(at(&grammar.folder))
    }
}

fn library_of(name: &str) -> String {
    format!("libtree-sitter-{name}.so")
}

/// The files of a grammar's source.
struct Parts {
    /// `parser.c`, or a library.
    main: PathBuf,
    /// `scanner.c` or `scanner.cc`, if there is one.
    scanner: Option<PathBuf>,
    node_types: PathBuf,
    is_library: bool,
}

impl Parts {
    fn of(source: &GrammarSource) -> Result<Self, InstallError> {
        let missing = |path: &Path, advice| InstallError::Missing { path: path.display().to_string(), advice };
        let metadata = fs::metadata(&source.path).map_err(at(&source.path))?;
        let is_library = metadata.is_file();
        let inner = source.path.join("src");
        let folder = if is_library {
            source.path.parent().unwrap_or(Path::new("")).to_owned()
        } else if inner.join("parser.c").exists() {
            inner
        } else {
            source.path.clone()
        };
        let main = if is_library { source.path.clone() } else { folder.join("parser.c") };
        if !main.is_file() {
            let advice = "give the folder of a grammar that was generated (as npm packages and crates ship it, with \
                          `src/parser.c`), or run `tree-sitter generate` in it first";
            return Err(missing(&main, advice));
        }
        let node_types = source.node_types.clone().unwrap_or_else(|| folder.join(NODE_TYPES));
        if !node_types.is_file() {
            return Err(missing(&node_types, "say where it is with --node-types FILE.json"));
        }
        let scanners = ["scanner.c", "scanner.cc", "scanner.cpp"].map(|name| folder.join(name));
        let scanner = scanners.into_iter().find(|scanner| scanner.is_file() && !is_library);
        Ok(Parts { main, scanner, node_types, is_library })
    }

    /// What the grammar calls itself.
    fn name(&self) -> Result<String, InstallError> {
        if self.is_library {
            return Ok(name_of(&self.main));
        }
        let text = fs::read(&self.main).map_err(at(&self.main))?;
        let pattern = regex::bytes::Regex::new(r"TSLanguage\s*\*\s*tree_sitter_(\w+)\s*\(\s*(?:void)?\s*\)");
        let found = pattern.ok().and_then(|pattern| {
            let name = pattern.captures(&text)?.get(1)?;
            String::from_utf8(name.as_bytes().to_vec()).ok()
        });
        let what = format!("`{}` defines no function `tree_sitter_...`", self.main.display());
        found.ok_or(InstallError::Compiler(what))
    }

    /// Makes the shared library, or copies the one that there is.
    fn library(&self, library: &Path) -> Result<(), InstallError> {
        if self.is_library {
            return fs::copy(&self.main, library).map(drop).map_err(at(&self.main));
        }
        let is_cxx = self.scanner.as_ref().is_some_and(|scanner| scanner.extension().is_some_and(|e| e != "c"));
        let mut objects = Vec::new();
        for (place, file) in std::iter::once(&self.main).chain(&self.scanner).enumerate() {
            let object = library.with_extension(format!("{place}.o"));
            let is_c = file.extension().is_some_and(|extension| extension == "c");
            let include = file.parent().unwrap_or(Path::new("."));
            compile(is_c, &["-c".as_ref(), "-O2".as_ref(), "-fPIC".as_ref(), "-I".as_ref(), include, file], &object)?;
            objects.push(object);
        }
        let words: Vec<&Path> =
            std::iter::once(Path::new("-shared")).chain(objects.iter().map(PathBuf::as_path)).collect();
        compile(!is_cxx, &words, library)?;
        objects.iter().try_for_each(|object| fs::remove_file(object).map_err(at(object)))
    }
}

/// Runs the compiler that the environment names, or the system's.
fn compile(is_c: bool, words: &[&Path], out: &Path) -> Result<(), InstallError> {
    let (variable, usual) = if is_c { ("CC", "cc") } else { ("CXX", "c++") };
    let compiler = std::env::var_os(variable).filter(|name| !name.is_empty()).unwrap_or_else(|| OsString::from(usual));
    let shown = compiler.to_string_lossy().into_owned();
    let output = Command::new(&compiler).args(words).arg("-o").arg(out).output().map_err(|e| {
        InstallError::Compiler(format!(
            "cannot run `{shown}` ({e}): install a compiler (Debian: gcc), or name one in {variable}"
        ))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().take(10).collect();
    Err(InstallError::Compiler(format!("`{shown}` says\n{}", lines.join("\n"))))
}
