//! How fast the search itself is: candidates per second with a test that costs next to nothing, a closure that looks
//! for some words.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use reduce_core::knowledge::{Filter, Knowledge, default_tables};
use reduce_core::language::Language;
use reduce_core::reduce::{Plan, reduce};
use reduce_core::session::Session;

#[derive(clap::Args)]
pub struct Arguments {
    /// The file to reduce
    file: PathBuf,
    /// Words that have to stay, all of them; without any, three names spread over the file
    #[arg(long = "keep", value_name = "WORD")]
    keep: Vec<String>,
}

/// Reduces a file in process and prints what the search did.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let input = std::fs::read(&arguments.file).with_context(|| format!("cannot read {}", arguments.file.display()))?;
    let language = Language::of_path(&arguments.file)?.context("no known language")?;
    let keep = if arguments.keep.is_empty() { spread(&input) } else { arguments.keep.clone() };
    let words: Vec<Vec<u8>> = keep.iter().map(|word| word.clone().into_bytes()).collect();
    let test = move |text: &[u8]| words.iter().all(|word| text.windows(word.len()).any(|window| window == word));
    let tables = default_tables(&language);
    let knowledge = Knowledge::new(language, tables, Filter::Ranked);
    let session = Session::new(Arc::new(test));
    let document = knowledge.language().parse(&input[..]);
    let started = Instant::now();
    reduce(&knowledge, document, &Plan::default(), &mut [], &session)?;
    let seconds = started.elapsed().as_secs_f64();
    let statistics = session.statistics();
    let left = session.best().map_or(input.len(), |best| best.len());
    println!("kept: {}", keep.join(" "));
    println!("bytes: {} -> {left}", input.len());
    println!("candidates: {} in {seconds:.2} s", statistics.candidates_proposed);
    println!("property tests: {}", statistics.property_tests);
    let own = seconds - statistics.test_time.as_secs_f64();
    println!("candidates per second: {:.0}", statistics.candidates_proposed as f64 / seconds);
    println!("milliseconds of the search per property test: {:.3}", own * 1e3 / statistics.property_tests as f64);
    Ok(())
}

/// The longest word around each quarter of the text.
fn spread(text: &[u8]) -> Vec<String> {
    let word = |quarter: usize| {
        let from = text.len() * quarter / 4;
        let around = &text[from..text.len().min(from + 400)];
        let words = around.split(|b| !b.is_ascii_alphanumeric());
        words.max_by_key(|word| word.len()).map(|word| String::from_utf8_lossy(word).into_owned())
    };
    (1..4).filter_map(word).filter(|word| !word.is_empty()).collect()
}
