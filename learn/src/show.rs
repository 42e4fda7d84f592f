//! `learn show`: what is known of a kind of node.

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use reduce_core::knowledge::{StoreError, TableStore, Tables, find_tables, named_tables};
use reduce_core::language::Language;
use reduce_core::tree::{Context, KindId, Symbols};

/// Prints what the tables say of a kind, for the language named or for each that has the kind.
///
/// # Errors
/// An unknown language or kind, or tables that cannot be used.
pub fn show(kind: &str, language: Option<&str>, tables: Option<&Path>, out: &mut impl io::Write) -> anyhow::Result<()> {
    let languages = match language {
        Some(name) => vec![Language::named(name)?],
        None => Language::all()?,
    };
    let with_kind: Vec<(Arc<Language>, KindId)> = languages
        .into_iter()
        .filter_map(|language| {
            let id = language.symbols().kind(kind).or_else(|| language.symbols().kind(&format!("\"{kind}\"")))?;
            Some((language, id))
        })
        .collect();
    if with_kind.is_empty() {
        let whose = language.map_or("no language has".to_owned(), |name| format!("{name} does not have"));
        bail!("{whose} a kind `{kind}`: kinds are named as in the grammar, such as `if_statement`");
    }
    let mut known = false;
    let mut missing = Vec::new();
    for (language, id) in &with_kind {
        let Some(tables) = tables_of(language, tables)? else {
            missing.push(language.name());
            continue;
        };
        if tables.kinds.contains_key(id) || tables.contexts.keys().any(|(kind, _)| kind == id) {
            known = true;
            write!(out, "{}", describe(language, &tables, *id)?)?;
        }
    }
    if let Some(file) = named_tables(tables).filter(|_| missing.len() == with_kind.len()) {
        bail!("`{}` has no tables of {}: learn it into them first", file.display(), missing.join(" or "));
    }
    if !known {
        bail!("nothing was learned of `{kind}`: it was not seen in any file");
    }
    Ok(())
}

/// The tables of a language in the file that is named, if it has some; else those that `reduce-tree` would use.
fn tables_of(language: &Language, file: Option<&Path>) -> Result<Option<Tables>, StoreError> {
    match named_tables(file) {
        Some(file) => TableStore::open(&file)?.load(language),
        None => find_tables(None, language).map(Some),
    }
}

fn describe(language: &Language, tables: &Tables, kind: KindId) -> Result<String, std::fmt::Error> {
    let symbols = language.symbols();
    let seen = tables.kinds.get(&kind).copied().unwrap_or(0);
    let mut out = String::new();
    writeln!(out, "{} of {}: {seen} seen", symbols.kind_name(kind), language.name())?;

    let mut edges: Vec<_> = tables.edges.iter().filter(|(at, _)| at.parent == kind).collect();
    edges.sort_by_key(|(at, m)| (std::cmp::Reverse(m.present), at.edge));
    if !edges.is_empty() {
        writeln!(out, "edges")?;
    }
    for (&at, m) in edges {
        let least = tables.least(at).unwrap_or(0);
        let necessity = match (least, m.most) {
            (1.., _) => "mandatory",
            (0, 1) => "optional",
            (0, _) => "quantified",
        };
        let share = percent(m.present, seen);
        let range = if least == m.most { least.to_string() } else { format!("{least}..{}", m.most) };
        writeln!(out, "  {:<24} {range:>8}  {necessity:<10} in {share}", symbols.edge_name(at.edge))?;
        let between = tables.separators.iter().filter(|((context, _), _)| *context == at);
        for ((_, token), count) in sorted(between, |&(_, token)| symbols.kind_name(token)) {
            writeln!(out, "  {:<24} {:>8}  between two of them, {count} times", "", symbols.kind_name(token))?;
        }
        for fragment in tables.smallest.get(&at).into_iter().flatten() {
            let (text, kind) = (String::from_utf8_lossy(&fragment.text), symbols.kind_name(fragment.kind));
            writeln!(out, "  {:<24} {:>8}  {} ({kind})", "", "least", text.escape_debug())?;
        }
    }

    let contexts = tables.contexts.iter().filter(|((k, _), _)| *k == kind);
    let contexts = sorted(contexts, |(_, at)| place(symbols, *at));
    let all: u64 = contexts.iter().map(|&(_, count)| count).sum();
    if all > 0 {
        writeln!(out, "contexts")?;
    }
    for ((_, at), count) in contexts {
        writeln!(out, "  {:<48} {count:>10}  {}", place(symbols, at), percent(count, all))?;
    }
    Ok(out)
}

/// The rows with the highest counts first, ties by name.
fn sorted<'a, K: Copy + 'a, N: Ord>(
    rows: impl Iterator<Item = (&'a K, &'a u64)>,
    name: impl Fn(&K) -> N,
) -> Vec<(K, u64)> {
    let mut rows: Vec<_> = rows.map(|(&key, &count)| (key, count)).collect();
    rows.sort_by_cached_key(|(key, count)| (std::cmp::Reverse(*count), name(key)));
    rows
}

fn place(symbols: &Symbols, at: Context) -> String {
    format!("{} / {}", symbols.kind_name(at.parent), symbols.edge_name(at.edge))
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
