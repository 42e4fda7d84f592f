//! `learn curve`: distinct contexts over files analysed (Figure 5 of the GTR paper). It flattens when a corpus has shown
//! what there is to see.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use plotters::prelude::*;
use rayon::prelude::*;
use reduce_core::knowledge::{Tables, file_hash};
use reduce_core::tree::{Context, KindId};
use rustc_hash::FxHashSet;

use crate::arguments::CorpusArguments;
use crate::corpus::{Corpus, CorpusFile};
use crate::progress::Progress;

/// Files parsed side by side before their contexts are counted in order.
const BLOCK: usize = 256;

/// A language's curve: after so many files (from 0), so many distinct contexts.
struct Curve {
    language: String,
    contexts: Vec<usize>,
}

/// Analyses a corpus file by file, in the order of names, and draws a curve for each language to an SVG file.
///
/// # Errors
/// A corpus that is not there or holds no file of the language, or a file that cannot be written.
pub fn curve(arguments: &CorpusArguments, plot: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let corpus = Corpus::new(arguments)?;
    check(plot)?;
    let workers = rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs.map_or(0, Into::into)).build()?;
    let curves: Vec<Curve> = workers.install(|| curves(&corpus)).into_iter().filter(|c| c.contexts.len() > 1).collect();
    if curves.is_empty() {
        bail!("no file of the corpus is of a known language: check --corpus and --language");
    }
    for Curve { language, contexts } in &curves {
        let (files, last) = (contexts.len() - 1, contexts[contexts.len() - 1]);
        writeln!(
            out,
            "{language}: {last} distinct contexts in {files} files, {} of them in the first half",
            contexts[files / 2]
        )?;
    }
    draw(&curves, plot).map_err(|e| anyhow::anyhow!("cannot write `{}`: {e}", plot.display()))?;
    writeln!(out, "drawn to {}", plot.display())?;
    Ok(())
}

/// Sees that the drawing overwrites nothing but an older drawing.
fn check(plot: &Path) -> anyhow::Result<()> {
    let is_new = !plot.exists() || !plot.is_file();
    let is_drawing = || std::fs::read(plot).is_ok_and(|text| text.is_empty() || text.starts_with(b"<svg"));
    if is_new || is_drawing() {
        return Ok(());
    }
    bail!("`{}` is there already and is no drawing: name another file with --plot", plot.display())
}

fn curves(corpus: &Corpus) -> Vec<Curve> {
    let progress = Progress::start(|| corpus.files().count() as u64);
    let mut seen: Vec<FxHashSet<(KindId, Context)>> = vec![FxHashSet::default(); corpus.languages.len()];
    let mut known = FxHashSet::default();
    let named = |language: &std::sync::Arc<reduce_core::language::Language>| language.name().to_owned();
    let mut curves: Vec<Curve> =
        corpus.languages.iter().map(|l| Curve { language: named(l), contexts: vec![0] }).collect();
    let mut files = corpus.files().filter_map(Result::ok);
    loop {
        let block: Vec<CorpusFile> = files.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            progress.finish();
            return curves;
        }
        let studied = block.par_iter().filter_map(|file| {
            let content = corpus.read(&file.path).ok()?;
            let hash = file_hash(&content);
            let mut tables = Tables::default();
            let language = &corpus.languages[file.language];
            tables.observe(&language.parse(content), language.symbols());
            progress.advance();
            Some((file.language, hash, tables))
        });
        for (language, hash, tables) in studied.collect::<Vec<_>>() {
            if known.insert((language, hash)) {
                seen[language].extend(tables.contexts.into_keys());
                curves[language].contexts.push(seen[language].len());
            }
        }
    }
}

fn draw(curves: &[Curve], plot: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(plot, (900, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    let files = curves.iter().map(|c| c.contexts.len()).max().unwrap_or(1);
    let most = curves.iter().filter_map(|c| c.contexts.last()).max().copied().unwrap_or(1);
    let mut chart = ChartBuilder::on(&area)
        .caption("Distinct contexts over files analysed", ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0..files, 0..most + most / 20 + 1)?;
    chart.configure_mesh().x_desc("files analysed").y_desc("distinct contexts").draw()?;
    for (place, curve) in curves.iter().enumerate() {
        let color = Palette99::pick(place).to_rgba();
        // A screen shows no more than so many points.
        let step = curve.contexts.len().div_ceil(1000);
        let last = curve.contexts.len() - 1;
        let points = (0..=last).filter(|i| i % step == 0 || *i == last).map(|i| (i, curve.contexts[i]));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(&curve.language)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
