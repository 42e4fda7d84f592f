//! Which passes there are, and which of them are wanted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use reduce_core::knowledge::Knowledge;
use reduce_core::oracle::Halt;
use reduce_core::plugin::{ExternalPass, Library, LocalPass, Pass, plugins_in, plugins_of_variable, shipped_plugins};

use crate::exit::{ExitStatus, Failure};

/// Where passes come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Passes")]
pub struct PluginArguments {
    /// Loads a plugin (repeatable)
    #[arg(
        long,
        value_name = "FILE.so",
        help = "Loads a plugin (repeatable); REDUCE_TREE_PLUGINS names more, files and folders, parted by colons"
    )]
    pub plugin: Vec<PathBuf>,

    /// Loads all plugins of a folder (repeatable)
    #[arg(long, value_name = "DIR")]
    pub plugin_dir: Vec<PathBuf>,

    // clap takes the bare number's place for the end of a line.
    /// Takes a command as a pass (repeatable): a program that is told {file} and {n+1}, the number from 1 (from 0 without
    /// the +1), and prints the new text; or that is told {in-place} and changes the file. Exit status 1 says that there
    /// is no such instance. Presets: clang_delta:TRANSFORMATION, clex:COMMAND
    #[arg(long, value_name = "COMMAND")]
    pub external_pass: Vec<String>,
}

impl PluginArguments {
    /// Every pass there is: those of the shipped plugins, then those that the user names. The switch ends running ones.
    pub fn passes(
        &self,
        knowledge: &Arc<Knowledge>,
        input: &Path,
        halt: &Arc<Halt>,
    ) -> Result<Vec<Box<dyn Pass>>, Failure> {
        let mut passes: Vec<Box<dyn Pass>> = Vec::new();
        for file in self.files()? {
            let library = Library::load(&file).map_err(Failure::with(ExitStatus::Usage))?;
            let of_library = (0..).map_while(|place| LocalPass::new(&library, place, Arc::clone(knowledge)));
            passes.extend(of_library.map(|pass| Box::new(pass) as Box<dyn Pass>));
        }
        for command in &self.external_pass {
            let pass = ExternalPass::new(command, input).map_err(Failure::with(ExitStatus::Usage))?;
            passes.push(Box::new(pass.interruption(Arc::clone(halt))));
        }
        Ok(passes)
    }

    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = shipped_plugins();
        files.extend(plugins_of_variable().map_err(Failure::with(ExitStatus::Usage))?);
        for folder in &self.plugin_dir {
            let found = plugins_in(folder).map_err(|e| {
                Failure::new(ExitStatus::Usage, format!("cannot read the plugin folder `{}`: {e}", folder.display()))
            })?;
            files.extend(found);
        }
        files.extend(self.plugin.iter().cloned());
        Ok(files)
    }
}
