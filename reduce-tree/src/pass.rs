//! `reduce-tree pass`: one call of a pass, for other reducers and for authors of passes.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Parser;
use reduce_core::knowledge::{Filter, Knowledge, find_tables};
use reduce_core::language::Patch;
use reduce_core::oracle::Supervisor;
use reduce_core::plugin::{Trouble, count_instances};

use crate::exit::{ExitStatus, Failure};
use crate::input::{Input, LARGEST_FILE};
use crate::interruption::interruption;
use crate::language::LanguageArguments;
use crate::plugins::{Attendant, PluginArguments};
use crate::{passes, stderr, stdout};

const STATUSES: &str = "Exit status:
  0  the text is on the standard output, or the number
  1  there is no such instance
  2  wrong usage; a plugin, a language or tables that cannot be used; no such pass
  5  FILE cannot be read
  7  the pass cannot be applied, or does not behave";

/// Applies one instance of a pass to a file: the text that it gives goes to the standard output.
#[derive(Debug, Parser)]
#[command(
    name = "reduce-tree pass",
    max_term_width = 120,
    after_help = STATUSES,
    override_usage = "reduce-tree pass [OPTIONS] NAME N FILE\n       reduce-tree pass [OPTIONS] NAME --count FILE"
)]
pub struct PassArguments {
    /// The pass (see reduce-tree --list-passes)
    pub name: String,

    /// Which instance, counted from 0, and the file; the file alone with --count
    #[arg(value_names = ["N", "FILE"], num_args = 1..=2, required = true)]
    pub rest: Vec<PathBuf>,

    /// Says how many instances there are, also where the pass does not know it
    #[arg(long)]
    pub count: bool,

    #[command(flatten)]
    pub plugins: PluginArguments,
    #[command(flatten)]
    pub language: LanguageArguments,
}

/// Does what the command line says.
pub fn run(arguments: &PassArguments) -> Result<ExitStatus, Failure> {
    let usage = |message: String| Failure::new(ExitStatus::Usage, message);
    let (instance, file) = match (arguments.rest.as_slice(), arguments.count) {
        ([file], true) => (None, file),
        ([number, file], false) => {
            let parsed = number.to_str().and_then(|number| number.parse::<u64>().ok());
            let wrong = || usage(format!("`{}` is not the number of an instance: give 0 or more", number.display()));
            (Some(parsed.ok_or_else(wrong)?), file)
        }
        _ => return Err(usage("give NAME N FILE, or NAME --count FILE (see reduce-tree pass --help)".to_owned())),
    };
    let input = Input::read(file)?;
    // Who calls passes calls them often: what is not told of the language is no matter for a line each time.
    let (language, _) = arguments.language.of_file(&input.path, &input.text)?;
    let tables =
        find_tables(arguments.language.tables.as_deref(), &language).map_err(Failure::with(ExitStatus::Usage))?;
    let knowledge = Arc::new(Knowledge::new(language, tables, Filter::Ranked));
    let supervisor = Arc::new(Supervisor::new(LARGEST_FILE));
    let attendant = Attendant { warn: Rc::new(stderr::say), halt: Some(interruption()?), end: None, supervisor };
    let passes = arguments.plugins.passes(&knowledge, &arguments.language, &input.path, &attendant)?;
    let mut pass = passes::take(passes::distinct(passes, &attendant), &arguments.name)?;
    passes::serving(pass.about(), knowledge.language().name())?;
    let failed = |trouble: Trouble| Failure::new(ExitStatus::Pass, format!("the pass `{}` {trouble}", arguments.name));
    let document = knowledge.language().parse(Arc::clone(&input.text));
    let count = pass.open(&document).map_err(failed)?;
    match instance {
        None => {
            let count = count.map_or_else(|| count_instances(pass.as_mut(), u64::MAX / 2), Ok).map_err(failed)?;
            stdout::write(format!("{count}\n").as_bytes())?;
        }
        Some(instance) => match pass.apply(instance).map_err(failed)? {
            Some(patches) => stdout::write(&Patch::apply(document.text(), &patches))?,
            None => return Ok(ExitStatus::NoSuchInstance),
        },
    }
    Ok(ExitStatus::Reduced)
}
