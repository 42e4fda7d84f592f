//! Grammars loaded at run time: a shared library made by `tree-sitter build`, with its `node-types.json`.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use libloading::Library;

use super::builtin::BRACKETED;
use super::front::FrontEnd;
use super::treesitter::TreeSitter;
use super::{GrammarFiles, Language, LanguageError, grammar_json, node_types};
use crate::tree::Symbols;

/// No description of a grammar is larger (in bytes); the largest of those in use have some megabytes.
const LARGEST_DESCRIPTION: u64 = 64 << 20;

/// What a grammar's library gives: a function without arguments that gives its parse table.
type Entry = unsafe extern "C" fn() -> *const tree_sitter::ffi::TSLanguage;

impl Language {
    /// The language of a tree-sitter grammar in a shared library, for instance `libtree-sitter-lua.so`, and the file
    /// `node-types.json` that was generated with it; also `grammar.json`, where it is at hand. The name is that of the library without `lib`, `tree-sitter-` and
    /// the extension, if none is given; the library's function is `tree_sitter_<name>`.
    ///
    /// The library stays loaded until the process ends, since trees refer to its tables.
    ///
    /// # Errors
    /// [`LanguageError::Library`] when the library cannot be loaded or has no such function,
    /// [`LanguageError::Grammar`] when it is of a version that the parser does not know,
    /// [`LanguageError::NodeTypes`] when the node types cannot be read or are those of another grammar, and
    /// [`LanguageError::Rules`] when that is so of the rules.
    pub fn load(
        library: &Path,
        node_types: &Path,
        rules: Option<&Path>,
        name: Option<&str>,
    ) -> Result<Arc<Language>, LanguageError> {
        Self::load_for(library, node_types, rules, name, Vec::new())
    }

    /// The same for files with these extensions.
    pub(super) fn load_for(
        library: &Path,
        node_types: &Path,
        rules: Option<&Path>,
        name: Option<&str>,
        extensions: Vec<String>,
    ) -> Result<Arc<Language>, LanguageError> {
        let name = name.map_or_else(|| name_of(library), str::to_owned);
        let grammar = open(library, &name)?;
        let mut symbols = Symbols::new();
        let front = TreeSitter::new(grammar, &mut symbols)
            .map_err(|e| LanguageError::Grammar { name: name.clone(), reason: e.to_string() })?;
        let text = described(node_types, &symbols)
            .map_err(|reason| LanguageError::NodeTypes { path: node_types.display().to_string(), reason })?;
        let refused = |path: &Path, reason| LanguageError::Rules { path: path.display().to_string(), reason };
        let read = |path: &Path| ruled(path, &symbols).map_err(|reason| refused(path, reason));
        let rules = rules.map(read).transpose()?;
        // Two grammars with the same kinds in the same places are the same as far as tables go.
        let hash = blake3::hash(text.as_bytes()).to_hex();
        Ok(Arc::new(Language {
            version: format!("{name} {}", &hash[..16]),
            name,
            extensions,
            layout: BRACKETED,
            node_types: text,
            rules: rules.map(Cow::Owned),
            symbols,
            front: FrontEnd::TreeSitter(front),
            grammar: Some(GrammarFiles { library: library.to_owned(), node_types: node_types.to_owned() }),
        }))
    }
}

/// `libtree-sitter-c-sharp.so` is the library of `c_sharp`.
pub(super) fn name_of(library: &Path) -> String {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_");
    let stem = stem.strip_prefix("lib").unwrap_or(&stem);
    stem.strip_prefix("tree_sitter_").unwrap_or(stem).to_owned()
}

fn open(path: &Path, name: &str) -> Result<tree_sitter::Language, LanguageError> {
    let refused = |reason: String| LanguageError::Library { path: path.display().to_string(), reason };
    // A bare file name would be looked for in the system's folders.
    let place = path.canonicalize().map_err(|e| refused(e.to_string()))?;
    // From a pipe the loader would wait for ever.
    if !place.is_file() {
        return Err(refused("it is not a file".to_owned()));
    }
    // SAFETY: loading runs the library's own initialisers; that the file is a grammar is for the user to know.
    #[allow(unsafe_code)]
    let library = unsafe { Library::new(place) }.map_err(|e| refused(e.to_string()))?;
    let symbol = format!("tree_sitter_{name}");
    // SAFETY: every tree-sitter grammar exports this function with this type.
    #[allow(unsafe_code)]
    let entry: Entry = *unsafe { library.get::<Entry>(symbol.as_bytes()) }.map_err(|_| {
        refused(format!(
            "it has no function `{symbol}`: call the file libtree-sitter-<name>.so, or give the grammar's name with \
             --language"
        ))
    })?;
    // Trees outlive the language and look at the grammar's tables even as they go.
    std::mem::forget(library);
    // SAFETY: the function takes nothing and gives a static table.
    #[allow(unsafe_code)]
    let table = unsafe { entry() };
    if table.is_null() {
        return Err(refused(format!("`{symbol}` gives no grammar")));
    }
    // SAFETY: the table is not null and the library that holds it stays loaded.
    #[allow(unsafe_code)]
    Ok(unsafe { tree_sitter::Language::from_raw(table) })
}

/// Reads `grammar.json` and sees that it has rules for this grammar's kinds.
fn ruled(path: &Path, symbols: &Symbols) -> Result<String, String> {
    let text = content(path)?;
    let grammar = grammar_json::read(&text).map_err(|e| format!("it is not in the format of grammar.json: {e}"))?;
    let shown: Vec<&String> = grammar.rules.keys().filter(|name| grammar.shows(name)).collect();
    // A rule that is always shown under another name is no kind.
    let known = shown.iter().filter(|name| symbols.kind(name).is_some()).count();
    if 2 * known <= shown.len() {
        return Err(format!(
            "the grammar has {known} of the {} kinds that it has rules for: it belongs to another grammar or version",
            shown.len()
        ));
    }
    Ok(text)
}

/// The text of a description.
fn content(path: &Path) -> Result<String, String> {
    if !path.metadata().map_err(|e| e.to_string())?.is_file() {
        return Err("it is not a file".to_owned());
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|e| e.to_string())?;
    file.take(LARGEST_DESCRIPTION).read_to_string(&mut text).map_err(|e| e.to_string())?;
    Ok(text)
}

/// Reads `node-types.json` and sees that it speaks of this grammar's kinds.
fn described(path: &Path, symbols: &Symbols) -> Result<String, String> {
    let text = content(path)?;
    let nodes = node_types::read(&text).map_err(|e| format!("it is not in the format of node-types.json: {e}"))?;
    // Supertypes are the one sort of node that a tree never shows.
    let unknown = nodes.iter().find(|n| n.named && n.subtypes.is_empty() && symbols.kind(&n.name).is_none());
    match unknown {
        Some(node) => Err(format!("the grammar has no `{}`: it belongs to another grammar or version", node.name)),
        None => Ok(text),
    }
}
