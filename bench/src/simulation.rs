//! wddmin against ddmin on synthetic lists: the simulation of the WDD paper, Section IV-D.
//!
//! Every token of a list can be removed with the same probability, so an element of w tokens can with its w-th power;
//! the property holds while every element that cannot be removed is there.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use fastrand::Rng;
use plotters::prelude::*;
use reduce_core::minimize::{Each, Minimizer};

#[derive(Args)]
pub struct Arguments {
    /// How many lists to synthesize
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    lists: u32,

    /// The largest number of elements in a list
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    longest: u32,

    /// Where the random numbers start: the same seed gives the same lists
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Draw the ratio over the number of elements as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// A list and the result it is bound to have.
struct Synthetic {
    /// Tokens per element.
    weights: Vec<usize>,
    /// Which elements cannot be removed.
    stays: Vec<bool>,
}

impl Synthetic {
    fn random(random: &mut Rng, longest: usize) -> Self {
        let length = random.usize(1..=longest);
        let tokens = random.usize(length..=10 * length);
        let mut weights = vec![1; length];
        for _ in length..tokens {
            weights[random.usize(..length)] += 1;
        }
        let token_can_go = random.f64();
        let stays = weights.iter().map(|&weight| random.f64() > token_can_go.powf(weight as f64)).collect();
        Self { weights, stays }
    }

    /// Property tests that `minimizer` needs for the list.
    fn tests(&self, minimizer: Minimizer) -> Result<u32> {
        let bound = self.stays.iter().filter(|&&stays| stays).count();
        let mut tests = 0;
        let mut test = Each(|kept: &[usize]| {
            tests += 1;
            Ok::<_, Infallible>(kept.iter().filter(|&&position| self.stays[position]).count() == bound)
        });
        let Ok(kept) = minimizer.minimize(&self.weights, &mut test);
        anyhow::ensure!(kept.len() == bound, "{minimizer} kept {} elements where {bound} stay", kept.len());
        Ok(tests)
    }
}

/// wddmin's tests over ddmin's for one list.
struct Ratio {
    elements: usize,
    ratio: f64,
}

/// Runs the simulation, prints the mean ratio and draws the figure if asked to.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut random = Rng::with_seed(arguments.seed);
    let (mut plain_total, mut weighted_total) = (0u64, 0u64);
    let mut ratios = Vec::new();
    for _ in 0..arguments.lists {
        let list = Synthetic::random(&mut random, arguments.longest as usize);
        let (plain, weighted) = (list.tests(Minimizer::Ddmin)?, list.tests(Minimizer::Wddmin)?);
        plain_total += u64::from(plain);
        weighted_total += u64::from(weighted);
        ratios.push(Ratio { elements: list.weights.len(), ratio: f64::from(weighted) / f64::from(plain) });
    }
    let mean = mean(ratios.iter().map(|list| list.ratio));
    let fewer = ratios.iter().filter(|list| list.ratio < 1.0).count();
    println!("lists: {} of 1 to {} elements (seed {})", arguments.lists, arguments.longest, arguments.seed);
    println!("property tests: ddmin {plain_total}, wddmin {weighted_total}");
    println!("wddmin to ddmin, mean of the lists' ratios: {mean:.4}");
    println!("lists on which wddmin needs fewer tests: {:.1} %", 100.0 * fewer as f64 / ratios.len() as f64);
    if let Some(file) = &arguments.plot {
        draw(file, &ratios, mean)
            .map_err(|error| anyhow!("{error}"))
            .with_context(|| format!("cannot draw {}; check that its folder exists and is writable", file.display()))?;
        println!("figure: {}", file.display());
    }
    Ok(())
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    sum / f64::from(count)
}

/// One point per number of elements, the mean of the lists of that length, and a line at the mean of all lists.
fn draw(file: &Path, ratios: &[Ratio], mean_of_all: f64) -> Result<(), Box<dyn std::error::Error>> {
    let longest = ratios.iter().map(|list| list.elements).max().unwrap_or(1);
    let points: Vec<(f64, f64)> = (1..=longest)
        .map(|elements| (elements, ratios.iter().filter(move |list| list.elements == elements)))
        .filter(|(_, lists)| lists.clone().next().is_some())
        .map(|(elements, lists)| (elements as f64, mean(lists.map(|list| list.ratio))))
        .collect();
    let low = points.iter().map(|point| point.1).fold(mean_of_all, f64::min);
    let high = points.iter().map(|point| point.1).fold(1.0, f64::max);

    let page = SVGBackend::new(file, (800, 450)).into_drawing_area();
    page.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&page)
        .caption("Property tests of wddmin to those of ddmin", ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..longest as f64 + 1.0, low - 0.02..high + 0.02)?;
    chart
        .configure_mesh()
        .x_desc("number of elements")
        .y_desc("ratio")
        .axis_desc_style(("sans-serif", 16))
        .label_style(("sans-serif", 14))
        .x_label_formatter(&|elements| format!("{elements:.0}"))
        .y_label_formatter(&|ratio| format!("{ratio:.2}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    chart
        .draw_series(points.into_iter().map(|point| Circle::new(point, 2, BLUE.filled())))?
        .label("mean ratio of the lists of that length")
        .legend(|(x, y)| Circle::new((x + 10, y), 2, BLUE.filled()));
    chart
        .draw_series(LineSeries::new([(0.0, mean_of_all), (longest as f64 + 1.0, mean_of_all)], RED.stroke_width(2)))?
        .label(format!("mean ratio of all lists: {mean_of_all:.3}"))
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], RED.stroke_width(2)));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .label_font(("sans-serif", 14))
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    page.present()?;
    Ok(())
}
