//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Learns a language from example files: which parts of it are mandatory, what may stand where, and the least thing
/// that can stand there.
///
/// Tables go to FILE of --tables, else to that of the variable `REDUCE_TREE_TABLES`, else to the user's data folder.
/// Files that were learned from before are passed over, so an interrupted run is simply started again.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(flatten)]
    pub corpus: CorpusArguments,
    /// Tables to add to
    #[arg(long, value_name = "FILE")]
    pub tables: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Which files to learn from, and how.
#[derive(Args)]
pub struct CorpusArguments {
    /// Folders (or files) to learn from, with everything below them
    #[arg(long = "corpus", value_name = "DIR", required = true, num_args = 1..)]
    pub folders: Vec<PathBuf>,
    /// Learn only this language (default: all that file names tell)
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// Learn the language of this grammar (libtree-sitter-x.so), from files whose extension is its name; one that was
    /// added with `reduce-tree grammar add` is known already
    #[arg(long, value_name = "FILE.so", requires = "node_types")]
    pub grammar: Option<PathBuf>,
    /// The grammar's node-types.json
    #[arg(long, value_name = "FILE.json", requires = "grammar")]
    pub node_types: Option<PathBuf>,
    /// Skip files larger than this
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    pub max_file_size: u64,
    /// Files parsed at once (default: the number of processors)
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,
}

/// Parses a number of jobs. More threads than any machine has processors cost time only.
fn jobs(given: &str) -> Result<NonZeroUsize, String> {
    let jobs = given.parse().ok().filter(|jobs: &NonZeroUsize| jobs.get() <= 1024);
    jobs.ok_or_else(|| "give a number from 1 to 1024".to_owned())
}

#[derive(Subcommand)]
pub enum Command {
    /// Print what is known of a kind of node: its edges, where it stands, what can stand for it
    Show {
        /// A kind of the grammar, such as `if_statement`
        kind: String,
        /// The language (default: every language that has the kind)
        #[arg(long, value_name = "LANGUAGE")]
        language: Option<String>,
        /// Tables to look into (default: those that reduce-tree would use)
        #[arg(long, value_name = "FILE")]
        tables: Option<PathBuf>,
    },
    /// Add tables up; a file learned from in several of them counts once
    Merge {
        /// The tables
        #[arg(required = true, value_name = "TABLES")]
        tables: Vec<PathBuf>,
        /// The new file to write the sum to
        #[arg(long, value_name = "FILE")]
        into: PathBuf,
        /// Leave out what each file contributed: much smaller, but no longer to be merged with tables that share files
        #[arg(long)]
        slim: bool,
    },
    /// Draw how many distinct contexts are known after each file
    Curve {
        #[command(flatten)]
        corpus: CorpusArguments,
        /// The SVG to write
        #[arg(long, value_name = "FILE")]
        plot: PathBuf,
    },
}
