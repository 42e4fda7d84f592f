//! What hosts answer from: texts and their trees, the language, what is known of it. In a helper all of it is made when
//! a plugin first asks for it, since many never ask.

use std::cell::{OnceCell, RefCell};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::knowledge::{Filter, Knowledge, find_tables};
use crate::language::{Document, GrammarFiles, Language};
use crate::template::View;
use crate::tree::Tree;

/// Which language texts are in, and what is known of it: by names, so that another process can have the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) language: String,
    pub(super) grammar: Option<GrammarFiles>,
    /// The tables that the user names.
    pub(super) tables: Option<PathBuf>,
    pub(super) filter: Filter,
}

impl Setting {
    /// Of this knowledge, whose tables are those of [`find_tables`].
    pub(super) fn of(knowledge: &Knowledge, tables: Option<&Path>) -> Self {
        let language = knowledge.language();
        Setting {
            language: language.name().to_owned(),
            grammar: language.grammar().cloned(),
            tables: tables.map(Path::to_owned),
            filter: knowledge.filter(),
        }
    }

    fn load_language(&self) -> Result<Arc<Language>, String> {
        let language = match &self.grammar {
            Some(files) => Language::load(&files.library, &files.node_types, None, Some(&self.language)),
            None => Language::named(&self.language),
        };
        language.map_err(|e| e.to_string())
    }

    fn load_knowledge(&self, language: &Arc<Language>) -> Result<Arc<Knowledge>, String> {
        let tables = find_tables(self.tables.as_deref(), language).map_err(|e| e.to_string())?;
        Ok(Arc::new(Knowledge::new(Arc::clone(language), tables, self.filter)))
    }
}

/// Where a tree comes from that was not there from the beginning.
pub(super) type Trees = Box<dyn Fn() -> Option<Arc<Tree>>>;

/// What all hosts of a process answer from.
pub(super) struct Background {
    /// None if everything was there from the beginning.
    later: Option<(Setting, Trees)>,
    name: CString,
    language: OnceCell<Option<Named>>,
    knowledge: OnceCell<Option<Arc<Knowledge>>>,
    failure: RefCell<Option<String>>,
}

/// A language with its names as C wants them.
struct Named {
    language: Arc<Language>,
    kinds: Vec<CString>,
    edges: Vec<CString>,
}

impl Named {
    fn new(language: Arc<Language>) -> Self {
        let symbols = language.symbols();
        let kinds = symbols.kind_names().map(named).collect();
        let edges = symbols.edge_names().map(named).collect();
        Named { language, kinds, edges }
    }
}

/// The name as C wants it. A name with a NUL in it is no name.
fn named(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

impl Background {
    /// That knowledge.
    pub(super) fn of(knowledge: Arc<Knowledge>) -> Self {
        let language = Arc::clone(knowledge.language());
        let name = named(language.name());
        let language = OnceCell::from(Some(Named::new(language)));
        let knowledge = OnceCell::from(Some(knowledge));
        Background { later: None, name, language, knowledge, failure: RefCell::default() }
    }

    /// What the setting says, as soon as it is needed. `trees` gives the tree of the text that a plugin is just asked
    /// about.
    pub(super) fn later(setting: Setting, trees: Trees) -> Self {
        Background {
            name: named(&setting.language),
            later: Some((setting, trees)),
            language: OnceCell::new(),
            knowledge: OnceCell::new(),
            failure: RefCell::default(),
        }
    }

    /// The language's name.
    pub(super) fn name(&self) -> &CString {
        &self.name
    }

    /// The name of a kind, as C wants it.
    pub(super) fn kind_name(&self, kind: usize) -> Option<&CString> {
        self.language()?.kinds.get(kind)
    }

    /// The name of an edge, likewise.
    pub(super) fn edge_name(&self, edge: usize) -> Option<&CString> {
        self.language()?.edges.get(edge)
    }

    /// The document of a text.
    pub(super) fn document<'a>(&self, subject: &'a Subject) -> Option<&'a Document> {
        if let Some(document) = subject.document.get() {
            return Some(document);
        }
        let (_, trees) = self.later.as_ref()?;
        let document = Document::without_parse(subject.text().into(), trees()?);
        Some(subject.document.get_or_init(|| document))
    }

    /// A text with its tree and all that is known.
    pub(super) fn view<'a>(&'a self, subject: &'a Subject) -> Option<View<'a>> {
        let document = self.document(subject)?;
        Some(View { knowledge: self.knowledge()?, document })
    }

    /// Why something that was asked for could not be had.
    pub(super) fn failure(&self) -> Option<String> {
        self.failure.borrow().clone()
    }

    fn setting(&self) -> Option<&Setting> {
        self.later.as_ref().map(|(setting, _)| setting)
    }

    fn language(&self) -> Option<&Named> {
        let load = || self.had(self.setting()?.load_language()).map(Named::new);
        self.language.get_or_init(load).as_ref()
    }

    fn knowledge(&self) -> Option<&Arc<Knowledge>> {
        let load = || self.had(self.setting()?.load_knowledge(&self.language()?.language));
        self.knowledge.get_or_init(load).as_ref()
    }

    fn had<T>(&self, loaded: Result<T, String>) -> Option<T> {
        loaded.map_err(|reason| *self.failure.borrow_mut() = Some(reason)).ok()
    }
}

/// A text that was opened, with its tree as soon as somebody asked for it.
pub(super) struct Subject {
    /// With a NUL behind it.
    text: Vec<u8>,
    document: OnceCell<Document>,
}

impl Subject {
    /// A text.
    pub(super) fn of_text(mut text: Vec<u8>) -> Self {
        text.push(0);
        Subject { text, document: OnceCell::new() }
    }

    /// A text that has its tree.
    pub(super) fn of_document(document: &Document) -> Self {
        let mut text = Vec::with_capacity(document.text().len() + 1);
        text.extend_from_slice(document.text());
        text.push(0);
        Subject { text, document: OnceCell::from(document.clone()) }
    }

    /// The text. A NUL follows it in memory.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.text.len() - 1]
    }
}
