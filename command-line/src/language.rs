//! Which language the input is in, as the command line says it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use reduce_core::language::{Language, LanguageError, names};

use crate::exit::{ExitStatus, Failure};

/// What the input is written in.
#[derive(Debug, Args)]
#[command(next_help_heading = "Language")]
pub struct LanguageArguments {
    /// The input's language; `text` and `bytes` are any [default: by INPUT's name]
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,

    /// Learned tables to use [default: those that `REDUCE_TREE_TABLES` names, else those in your data folder, else the
    /// built-in ones]
    #[arg(long, value_name = "FILE")]
    pub tables: Option<PathBuf>,

    /// A tree-sitter grammar to load (libtree-sitter-x.so)
    #[arg(long, value_name = "FILE.so", requires = "node_types")]
    pub grammar: Option<PathBuf>,

    /// The grammar's node-types.json
    #[arg(long, value_name = "FILE.json", requires = "grammar")]
    pub node_types: Option<PathBuf>,

    /// The grammar's grammar.json: what is optional, repeated or parted by separators
    #[arg(long, value_name = "FILE.json", requires = "grammar")]
    pub grammar_rules: Option<PathBuf>,
}

impl LanguageArguments {
    /// The language that is said here, or else the one that is told in another way.
    ///
    /// # Errors
    /// [`Failure`] when it is not known, or its grammar cannot be loaded.
    pub fn language(
        &self,
        told: impl FnOnce() -> Result<Arc<Language>, LanguageError>,
    ) -> Result<Arc<Language>, Failure> {
        match (&self.grammar, &self.node_types, &self.language) {
            (Some(grammar), Some(node_types), name) => {
                Language::load(grammar, node_types, self.grammar_rules.as_deref(), name.as_deref())
            }
            (_, _, Some(name)) => Language::named(name),
            _ => told(),
        }
        .map_err(Failure::with(ExitStatus::Usage))
    }

    /// The language of a file: the one that is said here, or that its name or first line tells, or plain text
    /// or bytes; and what to say where
    /// nobody has told.
    ///
    /// # Errors
    /// [`Failure`] when the language is not known, or its grammar cannot be loaded.
    pub fn of_file(&self, path: &Path, text: &[u8]) -> Result<(Arc<Language>, Option<String>), Failure> {
        let mut notice = None;
        let language = self.language(|| {
            if let Some(language) = Language::of_path(path)? {
                return Ok(language);
            }
            if let Some(language) = Language::of_first_line(text)? {
                return Ok(language);
            }
            let language = Language::plain(text)?;
            notice = Some(untold(path, language.name()));
            Ok(language)
        })?;
        Ok((language, notice))
    }
}

/// What is said of a text that came without a name.
pub fn guessed(language: &Language) -> String {
    format!("the standard input is taken for {} (--language says it)", language.name())
}

/// What is said of a file whose language nobody has told.
fn untold(path: &Path, taken: &str) -> String {
    format!(
        "the name of `{}` tells no language: it is reduced as {taken}. If it has a grammar, say so: --language ({}), or \
         add it: `reduce-tree grammar add`",
        path.display(),
        names()
    )
}
