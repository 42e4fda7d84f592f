//! `reduce-tree tree`: the tree of a file, as templates and passes see it.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Parser;
use reduce_core::knowledge::{Filter, Knowledge, find_tables};
use reduce_core::language::Document;
use reduce_core::tree::NodeId;

use crate::exit::{ExitStatus, Failure};
use crate::input::Input;
use crate::language::LanguageArguments;
use crate::{stderr, stdout};

/// Of what may stand in a place so many kinds are shown.
const KINDS: usize = 4;
/// So many characters of a token are shown.
const TEXT: usize = 40;

const AFTER: &str = "A line is a node, indented below its parent:
  edge: kind  START..END  \"text\"  what may be done  | what may stand there
A node `goes` if it may be deleted; it is `in a list` if others of its kind may stand beside it. Behind `least` is the
smallest text that the learned tables have for its place, behind `|` the kinds that the grammar lets stand there, the
commonest first. `extra` may stand anywhere, as comments do; `error` is what the grammar cannot read.";

/// Prints the tree of a file: kinds, edges, ranges of bytes, what may go and what may stand there. It is what authors of
/// passes and of rows of kinds look at.
#[derive(Debug, Parser)]
#[command(name = "reduce-tree tree", max_term_width = 120, after_help = AFTER)]
pub struct TreeArguments {
    /// The file
    pub file: PathBuf,
    #[command(flatten)]
    pub language: LanguageArguments,
}

/// Does what the command line says.
pub fn run(arguments: &TreeArguments) -> Result<ExitStatus, Failure> {
    let input = Input::read(&arguments.file)?;
    let (language, notice) = arguments.language.of_file(&input.path, &input.text)?;
    if let Some(notice) = notice {
        stderr::say(&notice);
    }
    let tables =
        find_tables(arguments.language.tables.as_deref(), &language).map_err(Failure::with(ExitStatus::Usage))?;
    let knowledge = Knowledge::new(language, tables, Filter::Ranked);
    let document = knowledge.language().parse(input.text);
    let mut shown = String::new();
    for node in document.tree().nodes() {
        // A string takes whatever is written to it.
        let _ = line(&mut shown, &knowledge, &document, node);
    }
    stdout::write(shown.as_bytes())?;
    Ok(ExitStatus::Reduced)
}

fn line(out: &mut String, knowledge: &Knowledge, document: &Document, node: NodeId) -> std::fmt::Result {
    let (tree, symbols) = (document.tree(), knowledge.language().symbols());
    let (range, flags) = (tree.range(node), tree.flags(node));
    let indentation = "  ".repeat(tree.level(node));
    write!(out, "{indentation}{}: ", symbols.edge_name(tree.edge(node)))?;
    write!(out, "{}  {}..{}", symbols.kind_name(tree.kind(node)), range.start, range.end)?;
    if tree.is_token(node) {
        let text = String::from_utf8_lossy(document.node_text(node));
        let rest = if text.chars().count() > TEXT { "..." } else { "" };
        write!(out, "  {:?}{rest}", text.chars().take(TEXT).collect::<String>())?;
    }
    for (is, word) in [(flags.extra, "extra"), (flags.error, "error"), (knowledge.may_go(tree, node), "goes")] {
        if is {
            write!(out, "  {word}")?;
        }
    }
    let Some(context) = tree.context(node).filter(|_| !flags.literal && !flags.extra) else { return writeln!(out) };
    if knowledge.is_list(context) {
        write!(out, "  in a list")?;
    }
    if let Some(least) = knowledge.smallest(context).first() {
        write!(out, "  least {:?}", String::from_utf8_lossy(&least.text))?;
    }
    let kinds = knowledge.kinds_in(context);
    if !kinds.is_empty() {
        let names: Vec<&str> = kinds.iter().take(KINDS).map(|&kind| symbols.kind_name(kind)).collect();
        let more = if kinds.len() > KINDS { format!(" and {} more", kinds.len() - KINDS) } else { String::new() };
        write!(out, "  | {}{more}", names.join(", "))?;
    }
    writeln!(out)
}
