//! What a call of a plugin costs in a helper process, beside the same call in this process.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reduce_core::knowledge::{Filter, Knowledge, default_tables};
use reduce_core::language::{Document, Language, Patch};
use reduce_core::oracle::Supervisor;
use reduce_core::plugin::{Pass, Plugin, Terms};

#[derive(clap::Args)]
pub struct Arguments {
    /// The text [default: made-up JavaScript]
    file: Option<PathBuf>,
    /// The length of the made-up text
    #[arg(long, value_name = "BYTES", default_value = "50000")]
    length: usize,
    /// The plugin [default: one that is compiled for the purpose]
    #[arg(long, value_name = "FILE.so")]
    plugin: Option<PathBuf>,
    /// How many calls of each kind
    #[arg(long, value_name = "N", default_value = "2000")]
    calls: usize,
}

/// The plugin that is measured if no other is named.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/plugins.c");
const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/include");

/// Calls each pass of a plugin here and in a helper, and prints medians.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let plugin = match &arguments.plugin {
        Some(plugin) => plugin.clone(),
        None => compiled(folder.path())?,
    };
    let (language, text) = match &arguments.file {
        Some(file) => (
            Language::of_path(file)?.context("no known language")?,
            std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?,
        ),
        None => (Language::named("javascript")?, made_up(arguments.length)),
    };
    let tables = default_tables(&language);
    let knowledge = Arc::new(Knowledge::new(Arc::clone(&language), tables, Filter::Ranked));
    let started = Instant::now();
    let apart = passes(&plugin, &knowledge, false)?;
    println!("text: {} bytes of {}; the helper took {:.1} ms to start", text.len(), language.name(), ms(started));
    let here = passes(&plugin, &knowledge, true)?;
    println!("pass                  call    here, µs  helper, µs  cost, µs  calls a second");
    let document = language.parse(text);
    for (mut here, mut apart) in here.into_iter().zip(apart) {
        let here = measured(&mut *here, &language, &document, arguments.calls)?;
        let name = apart.about().name.clone();
        let apart = measured(&mut *apart, &language, &document, arguments.calls)?;
        for (call, here, apart) in [("open", here.open, apart.open), ("apply", here.apply, apart.apply)] {
            let cost = apart - here;
            println!("{name:20}  {call:6}  {here:8.1}  {apart:10.1}  {cost:8.1}  {:14.0}", 1e6 / apart);
        }
    }
    Ok(())
}

fn compiled(folder: &Path) -> anyhow::Result<PathBuf> {
    let library = folder.join("plugins.so");
    let compiler =
        Command::new("cc").args(["-O2", "-shared", "-fPIC", "-I", HEADERS, "-o"]).arg(&library).arg(SOURCE).status();
    ensure!(compiler.context("cannot start cc")?.success(), "cc failed");
    Ok(library)
}

fn made_up(length: usize) -> Vec<u8> {
    let line = |i: usize| format!("function name{i}(a, b) {{ if (a > {i}) {{ return b[{i}] + {}; }} }}\n", i * 7 + 10);
    let mut text: Vec<u8> = (10..).flat_map(|i| line(i).into_bytes()).take(length).collect();
    text.truncate(text.iter().rposition(|&b| b == b'\n').map_or(0, |last| last + 1));
    text
}

fn passes(plugin: &Path, knowledge: &Arc<Knowledge>, are_trusted: bool) -> anyhow::Result<Vec<Box<dyn Pass>>> {
    let notices = Rc::new(|notice: &reduce_core::plugin::Notice| eprintln!("{notice}"));
    let supervisor = Arc::new(Supervisor::new(u64::MAX));
    let terms = Terms { are_trusted, time_limit: Duration::from_secs(10), halt: None, end: None, notices, supervisor };
    let plugins: Result<Vec<Plugin>, _> = Plugin::load(&[plugin.to_owned()], &terms).into_iter().collect();
    Ok(plugins?.into_iter().flat_map(|plugin| plugin.prepare(knowledge, None)).collect())
}

/// Medians, in microseconds.
struct Measured {
    open: f64,
    apply: f64,
}

fn measured(pass: &mut dyn Pass, language: &Language, document: &Document, calls: usize) -> anyhow::Result<Measured> {
    let count = pass.open(document)?.unwrap_or(1);
    ensure!(count > 0, "the pass {} finds nothing in the text", pass.about().name);
    let mut applied = Vec::new();
    for call in 0..calls as u64 {
        // Not in order, so that the processor does not learn the way.
        let instance = call * 7919 % count;
        let started = Instant::now();
        let patches = pass.apply(instance)?;
        applied.push(started.elapsed());
        ensure!(patches.is_some(), "there is no instance {instance}");
    }
    // Each text is what became of the one before by an instance, as it is when instances succeed.
    let mut opened = Vec::new();
    let mut now = document.clone();
    for call in 0..(calls / 10).max(1) as u64 {
        let started = Instant::now();
        let count = pass.open(&now)?.unwrap_or(1);
        opened.push(started.elapsed());
        let Some(patches) = pass.apply(call * 7919 % count.max(1))? else { break };
        let text = Patch::apply(now.text(), &patches);
        let parse = language.probe(&now, &patches)?;
        now = language.document(text.into(), parse, now.cancellation())?;
    }
    Ok(Measured { open: median(opened), apply: median(applied) })
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
