//! `reduce-tree grammar`: grammars that are added once and known from then on.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use reduce_core::language::{GrammarSource, InstallError, InstalledGrammar};

use crate::exit::{ExitStatus, Failure};
use crate::stdout;

const AFTER: &str = "Example:
  npm pack tree-sitter-lua && tar xf tree-sitter-lua-*.tgz
  reduce-tree grammar add --name lua --extensions lua package

Exit status:
  0  done
  2  wrong usage; no grammar, or one that cannot be compiled or used
  5  a file cannot be read or written";

/// Adds tree-sitter grammars to your data folder, so that reduce-tree, learn and passes know their languages by name and
/// by the extensions of files.
#[derive(Debug, Parser)]
#[command(name = "reduce-tree grammar", max_term_width = 120, after_help = AFTER)]
pub struct GrammarArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Adds a grammar, or replaces the one of its name
    Add {
        /// A folder with `src/parser.c` and `src/node-types.json`, as npm packages and crates ship it: it is compiled with
        /// cc, and a scanner with it. Or a shared library
        #[arg(value_name = "DIR | FILE.so")]
        path: PathBuf,
        /// The language's name [default: what the grammar calls itself]
        #[arg(long)]
        name: Option<String>,
        /// The extensions of its files, parted by commas [default: its name]
        #[arg(long, value_name = "EXT", value_delimiter = ',')]
        extensions: Vec<String>,
        /// The grammar's node-types.json [default: the one beside the parser or the library]
        #[arg(long, value_name = "FILE.json")]
        node_types: Option<PathBuf>,
    },
    /// Shows the grammars that were added
    List,
    /// Removes a grammar
    Remove {
        /// Its name
        name: String,
    },
}

/// Does what the command line says.
pub fn run(arguments: GrammarArguments) -> Result<ExitStatus, Failure> {
    let failed = |error: InstallError| {
        let status = if matches!(error, InstallError::Io { .. }) { ExitStatus::File } else { ExitStatus::Usage };
        Failure::new(status, error)
    };
    match arguments.action {
        Action::Add { path, name, extensions, node_types } => {
            let grammar =
                InstalledGrammar::add(&GrammarSource { path, node_types, name, extensions }).map_err(failed)?;
            stdout::write(format!("added {}\n", described(&grammar)).as_bytes())?;
        }
        Action::List => {
            let lines: Vec<String> = InstalledGrammar::all().iter().map(|grammar| described(grammar) + "\n").collect();
            stdout::write(lines.concat().as_bytes())?;
        }
        Action::Remove { name } => InstalledGrammar::remove(&name).map_err(failed)?,
    }
    Ok(ExitStatus::Reduced)
}

/// Its name, and what its files are called.
fn described(grammar: &InstalledGrammar) -> String {
    let files: Vec<String> = grammar.extensions.iter().map(|extension| format!("*.{extension}")).collect();
    format!("{} ({})", grammar.name, files.join(", "))
}
