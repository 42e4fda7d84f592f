//! The progress bar: the progress library is met in this file only.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Files done, their rate and the time left, on a terminal; nothing on a pipe.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// Shows progress if standard error is a terminal. Only then the files are counted in advance.
    pub fn start(total: impl FnOnce() -> u64) -> Self {
        if !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::new(total());
        let template = "{wide_bar} {pos}/{len} files, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(Some(bar))
    }

    /// One more file is done.
    pub fn advance(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
