//! How the result is written, as the command line says.

use std::path::Path;
use std::rc::Rc;

use clap::Args;
use reduce_command_line::choice::choice;
use reduce_core::plugin::{Pass, formatter};
use reduce_core::reduce::{Algorithm, LARGEST_STYLED, Style};

use crate::exit::{ExitStatus, Failure};
use crate::plugins::{Attendant, PluginArguments};
use crate::progress::count;

const STYLES: [(&str, Style); 3] =
    [("tidy", Style::Tidy), ("smallest", Style::Smallest), ("original", Style::Original)];

/// The style of the result.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct StyleArguments {
    /// How the result is written. tidy: as people write the language, with no more tokens and no more characters but
    /// blanks; smallest: in as few characters as can be; original: its tokens as they stood in the input [default: tidy;
    /// smallest with an --algorithm of a paper]
    #[arg(long, value_name = "NAME", value_parser = choice(&STYLES))]
    pub style: Option<Style>,

    /// Has a command format the result, which is kept if the test says yes to it. @@ stands for a copy of the result that
    /// the command changes; without @@ it reads its standard input and prints
    #[arg(long, value_name = "COMMAND")]
    pub formatter: Option<String>,
}

impl StyleArguments {
    /// The style of what this algorithm ends with.
    pub fn style(&self, algorithm: Algorithm) -> Style {
        let usual = if algorithm == Algorithm::Default { Style::Tidy } else { Style::Smallest };
        self.style.unwrap_or(usual)
    }

    /// The formatter, if there is one, for texts under the name of this file.
    ///
    /// # Errors
    /// [`Failure`] when its command makes no sense.
    pub fn formatter(
        &self,
        plugins: &PluginArguments,
        file: &Path,
        attendant: &Attendant,
    ) -> Result<Option<Box<dyn Pass>>, Failure> {
        let Some(line) = &self.formatter else { return Ok(None) };
        let warn = Rc::clone(&attendant.warn);
        let made = formatter(line, file, &plugins.terms(attendant), warn);
        made.map(Some).map_err(|e| Failure::new(ExitStatus::Usage, format!("--formatter `{line}`: {e}")))
    }

    /// What to say of a result that is too large for what was asked for.
    pub fn remark(&self, result: &[u8]) -> Option<String> {
        let is_asked_for = self.style == Some(Style::Tidy) || self.formatter.is_some();
        (is_asked_for && result.len() > LARGEST_STYLED).then(|| {
            format!("the result has more than {} bytes, and keeps the layout that it has", count(LARGEST_STYLED))
        })
    }
}
