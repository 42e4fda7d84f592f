//! Front ends: text to tree and back.
//!
//! A [`Language`] is a row of the table in [`builtin`] (or a grammar loaded at run time) together with its front end.
//! It parses a text into a [`Document`] and renders edits of a document into a new text.

mod builtin;
mod bytes;
pub mod conventions;
mod document;
mod edit;
mod embedded;
mod errors;
mod front;
mod generic;
mod grammar;
pub(crate) mod grammar_json;
mod guess;
mod installed;
mod layout;
mod lines;
mod moving;
pub(crate) mod node_types;
mod parser_tree;
mod patch;
mod rows;
mod rules;
mod treesitter;
mod xml;

pub use builtin::{BUILTIN, Reader, Row};
pub use conventions::Conventions;
pub use document::{Document, Parse};
pub use edit::{Change, Edit};
pub use installed::{GrammarSource, InstallError, InstalledGrammar};
pub use layout::{Edited, Rendered};
pub use patch::Patch;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cancellation::{Cancellation, Cancelled};
use crate::tree::Symbols;
use front::FrontEnd;
use generic::Grain;

/// How a language wants its text laid out after an edit. Each field says which edit needs it.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Blanks are bytes like any other: none goes with what stands beside it, and none is put anywhere.
    pub exact: bool,
    /// Whether nesting is shown by where lines begin.
    pub indentation: Indentation,
    /// What lists of a kind hold when their last element goes: (`block`, `pass`) in Python.
    pub fillers: &'static [(&'static str, &'static str)],
    /// Opening brackets within which the end of a line means nothing, where it ends a statement elsewhere: `(a\n+ b)` in
    /// Kotlin. What comes out of such brackets comes in one line.
    pub joining: &'static [u8],
    /// What ends an expression that becomes a statement of its own: `;` in JavaScript and C.
    pub terminator: &'static str,
    /// Bytes beyond letters, digits and `_` that continue a name: `$` in JavaScript.
    pub name_bytes: &'static [u8],
    /// Bytes of which two may read as one operator: `-` and `-` in C; none in XML, where `><` are two tokens.
    pub operator_bytes: &'static [u8],
    /// Tokens that touch are one word, so that a blank between them would part it: `a$b` in Bash, `a.b` in CSS.
    pub glued: bool,
    /// How people write it; none where nothing is known of that, or where layout is meaning all over (YAML, Haskell).
    pub conventions: Option<&'static Conventions>,
}

/// What lines and columns say of nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indentation {
    /// Nothing.
    Free,
    /// A line belongs to what is indented less (Python): a statement that moves has the indentation of its new place.
    Lines,
    /// What begins in one column belongs together (YAML, Haskell), also where something stands before it in the line:
    /// what moves keeps its lines in the columns that they have to each other.
    Columns,
}

/// A language that inputs can be written in.
pub struct Language {
    name: String,
    extensions: Vec<String>,
    version: String,
    layout: Layout,
    node_types: String,
    rules: Option<Cow<'static, str>>,
    symbols: Symbols,
    front: FrontEnd,
    grammar: Option<GrammarFiles>,
}

/// The files of a grammar that was loaded at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarFiles {
    /// The shared library.
    pub library: PathBuf,
    /// Its `node-types.json`.
    pub node_types: PathBuf,
}

/// The names of all languages, parted by commas: for messages.
pub fn names() -> String {
    let added = InstalledGrammar::all().into_iter().map(|grammar| grammar.name);
    let names: Vec<String> = BUILTIN.iter().map(|row| row.name.to_owned()).chain(added).collect();
    names.join(", ")
}

/// Why a language is not to be had.
#[derive(Debug, thiserror::Error)]
pub enum LanguageError {
    /// The name is none of the table's.
    #[error("unknown language `{0}`: use one of {known}, give a grammar with --grammar, or add one with `reduce-tree grammar add`", known = names())]
    Unknown(String),
    /// The grammar does not fit the parser.
    #[error("the grammar of `{name}` cannot be used: {reason}")]
    Grammar {
        /// The language.
        name: String,
        /// What the parser says.
        reason: String,
    },
    /// The shared library is no grammar.
    #[error("cannot load the grammar `{path}`: {reason}")]
    Library {
        /// The library.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The description of the grammar's rules is not to be used.
    #[error("cannot use the grammar rules `{path}`: {reason}")]
    Rules {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The description of the grammar's nodes is not to be used.
    #[error("cannot use the node types `{path}`: {reason}")]
    NodeTypes {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Language {
    /// The language of this name (`javascript`, `python`, ...) or short name (`js`, `py`): a built-in one, or one whose
    /// grammar the user has added.
    ///
    /// # Errors
    /// [`LanguageError::Unknown`] when there is none; others when its grammar cannot be loaded.
    pub fn named(name: &str) -> Result<Arc<Language>, LanguageError> {
        match BUILTIN.iter().find(|row| row.name == name || row.extensions.contains(&name)) {
            Some(row) => Self::of_row(row),
            None => InstalledGrammar::find(name).ok_or_else(|| LanguageError::Unknown(name.to_owned()))?.load(),
        }
    }

    /// The language that files of this name are written in; none where the name does not tell. What the user has added
    /// comes before what is built in.
    ///
    /// # Errors
    /// [`LanguageError`] when its grammar cannot be loaded.
    pub fn of_path(path: &Path) -> Result<Option<Arc<Language>>, LanguageError> {
        match InstalledGrammar::of_path(path) {
            Some(grammar) => grammar.load().map(Some),
            None => Row::of_path(path).map(Self::of_row).transpose(),
        }
    }

    /// Every language with a grammar: those that the user has added, then the built-in ones.
    ///
    /// # Errors
    /// [`LanguageError`] when a grammar cannot be loaded.
    pub fn all() -> Result<Vec<Arc<Language>>, LanguageError> {
        let added = InstalledGrammar::all();
        let built_in = BUILTIN.iter().filter(|row| row.has_grammar());
        added.iter().map(InstalledGrammar::load).chain(built_in.map(Self::of_row)).collect()
    }

    /// The language of a text of which no grammar is known: `text`, or `bytes` if it is none.
    ///
    /// # Errors
    /// [`LanguageError::Grammar`], as for all built-in languages.
    pub fn plain(text: &[u8]) -> Result<Arc<Language>, LanguageError> {
        Self::of_row(if bytes::are_text(text) { &builtin::TEXT } else { &builtin::BYTES })
    }

    /// The extensions of its files, without the dot, the commonest first; none of a grammar of which nobody has said.
    pub fn extensions(&self) -> &[String] {
        &self.extensions
    }

    /// The extension that they mostly have.
    pub fn extension(&self) -> Option<&str> {
        self.extensions.first().map(String::as_str)
    }

    fn of_row(row: &Row) -> Result<Arc<Language>, LanguageError> {
        let mut symbols = Symbols::new();
        let front = FrontEnd::new(row.reader, &mut symbols)
            .map_err(|e| LanguageError::Grammar { name: row.name.to_owned(), reason: e.to_string() })?;
        Ok(Arc::new(Language {
            name: row.name.to_owned(),
            extensions: row.extensions.iter().map(|&extension| extension.to_owned()).collect(),
            version: row.version.to_owned(),
            layout: row.layout,
            node_types: row.node_types.to_owned(),
            rules: rules::named(row.name).map(Cow::Borrowed),
            symbols,
            front,
            grammar: None,
        }))
    }

    /// The language's name, as tables and statistics give it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of the grammar; tables learned with another one do not fit.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// How edited text is laid out.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The grammar's own description of its nodes, in tree-sitter's `node-types.json` format.
    pub fn node_types(&self) -> &str {
        &self.node_types
    }

    /// Whether there is nothing that it cannot read, since there is no grammar.
    pub fn is_plain(&self) -> bool {
        matches!(self.front, FrontEnd::Generic(_) | FrontEnd::Bytes(_))
    }

    /// The grammar's rules, in tree-sitter's `grammar.json` format, where they are known.
    pub fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// Whether texts are measured by their bytes alone: what is one token in an outline, or a leaf of a large file of
    /// bytes, depends on how large the text is.
    pub fn counts_bytes(&self) -> bool {
        match &self.front {
            FrontEnd::Generic(front) => front.grain() == Grain::Outline,
            FrontEnd::Bytes(_) => true,
            FrontEnd::TreeSitter(_) | FrontEnd::Xml(_) => false,
        }
    }

    /// Whether reading a text takes so long, or so much room, that a large one is better looked at in another way first.
    pub fn is_read_slowly(&self) -> bool {
        matches!(self.front, FrontEnd::TreeSitter(_) | FrontEnd::Generic(_))
    }

    /// Where its grammar was loaded from; none for a built-in language.
    pub fn grammar(&self) -> Option<&GrammarFiles> {
        self.grammar.as_ref()
    }

    /// The names of kinds and edges.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Parses a text. There is always a tree: what the grammar cannot read becomes error nodes, which
    /// [`Document::trouble`] counts.
    pub fn parse(&self, text: impl Into<Arc<[u8]>>) -> Document {
        let parsed = self.parse_until(text, &Cancellation::never());
        parsed.unwrap_or_else(|Cancelled| unreachable!("nothing cancels it"))
    }

    /// The same for a text that may be large, as long as its document is wanted.
    ///
    /// # Errors
    /// [`Cancelled`] when it is not wanted any more.
    pub fn parse_until(&self, text: impl Into<Arc<[u8]>>, cancellation: &Cancellation) -> Result<Document, Cancelled> {
        let text = text.into();
        let parse = self.front.parse(&text, cancellation)?;
        self.document(text, parse, cancellation)
    }

    /// Parses what became of a document under patches (of its old text, in order, not overlapping), without making a
    /// tree of it yet: enough to see whether it parses cleanly. Where the front end can go on from the old parse, this
    /// takes as long as what the patches changed.
    ///
    /// # Errors
    /// [`Cancelled`] when nothing is to be computed on the document any more.
    pub fn probe(&self, old: &Document, patches: &[Patch]) -> Result<Parse, Cancelled> {
        old.cancellation().check()?;
        self.front.probe(old, patches)
    }

    /// Makes the document of a text that has been probed. What is computed on it asks the same as this does.
    ///
    /// # Errors
    /// [`Cancelled`] when it is not wanted any more.
    pub fn document(&self, text: Arc<[u8]>, parse: Parse, cancellation: &Cancellation) -> Result<Document, Cancelled> {
        let tree = self.front.tree(&text, &parse, cancellation)?;
        Ok(Document::new(text, tree, parse, cancellation.clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Due from the moment it has been asked so often.
    fn after(questions: usize) -> Cancellation {
        let asked = AtomicUsize::new(0);
        Cancellation::when(move || asked.fetch_add(1, Ordering::Relaxed) >= questions)
    }

    /// Never due, and how often it was asked.
    fn counted() -> (Cancellation, Arc<AtomicUsize>) {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        (Cancellation::when(move || count.fetch_add(1, Ordering::Relaxed) == usize::MAX), asked)
    }

    #[test]
    fn a_small_change_of_a_large_text_is_a_small_part_of_reading_it() {
        let texts = [
            // A parser of tree-sitter goes through all elements of a list when one has changed, and through those again
            // that it came to by trying two ways: an array that might have been a pattern.
            (2, "javascript", "f(a, [1, 2]);\n".repeat(5000)),
            (2, "python", "f(a, [1, 2])\n".repeat(5000)),
            (10, "c", "int a = f(1, 2);\n".repeat(5000)),
            (10, "json", format!("[{}0]", "{\"a\": [1, null]},\n".repeat(5000))),
            (10, "xml", format!("<a>{}</a>", "<b c='d'>e f</b>\n".repeat(20_000))),
        ];
        for (share, name, text) in texts {
            let language = Language::named(name).expect("built in");
            let (cancellation, asked) = counted();
            let document = language.parse_until(text.as_bytes(), &cancellation).expect("never due");
            let whole = asked.swap(0, Ordering::Relaxed);
            let line = text[text.len() / 2..].find('\n').map(|at| text.len() / 2 + at + 1).expect("lines");
            let end = text[line..].find('\n').map(|at| line + at).expect("another line");
            let text = if name == "json" { &b"1,"[..] } else { b"" };
            let patch = Patch { range: line..end, text: text.to_vec() };
            let parse = language.probe(&document, &[patch]).expect("never due");
            let probe = asked.load(Ordering::Relaxed);
            assert!(share * probe < whole, "{name}: {probe} of {whole}");
            assert_eq!(parse.trouble(), 0, "{name}");
        }
    }

    #[test]
    fn whatever_is_computed_on_a_large_text_ends_when_it_is_not_wanted_any_more() {
        let texts = [
            ("javascript", "f(a, [1, 2]);\n".repeat(2000)),
            ("python", "f(a, [1, 2])\n".repeat(2000)),
            ("c", "int a = f(1, 2);\n".repeat(2000)),
            ("json", format!("[{}0]", "{\"a\": [1, null]},\n".repeat(2000))),
            ("xml", format!("<a>{}</a>", "<b c='d'>e f</b>\n".repeat(4000))),
        ];
        for (name, text) in texts {
            let language = Language::named(name).expect("built in");
            let parsed = language.parse_until(text.as_bytes(), &after(2));
            assert!(parsed.is_err(), "{name}: the parse");
            // A parser that was broken off has forgotten that text.
            let document = language.parse(text.as_bytes());
            assert_eq!(document.trouble(), 0, "{name}");
            let walked = language.document(document.text().clone(), document.parse.clone(), &after(2));
            assert!(walked.is_err(), "{name}: the tree");
            let patch = [Patch { range: 0..0, text: b" ".to_vec() }];
            let probed = language.probe(&document.with_cancellation(after(0)), &patch);
            assert!(probed.is_err(), "{name}: the next parse");
        }
    }
}
