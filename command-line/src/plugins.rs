//! Which plugins there are.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use reduce_core::knowledge::Knowledge;
use reduce_core::oracle::{Halt, Supervisor};
use reduce_core::plugin::{Pass, Plugin, Terms, external_pass, plugins_in, plugins_of_variable, shipped_plugins};

use crate::exit::{ExitStatus, Failure};
use crate::language::LanguageArguments;
use crate::seconds::seconds;

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

    /// Takes a command as a pass (repeatable)
    // In a help text {n} ends the line.
    #[arg(
        long,
        value_name = "COMMAND",
        help = "Takes a command as a pass (repeatable): a program that is told {file} and {n+1}, the number from 1 (from 0 \
                without the +1), and prints the new text; or that is told {in-place} and changes the file. Exit status 1 \
                says that there is no such instance. Presets: clang_delta:TRANSFORMATION, clex:COMMAND"
    )]
    pub external_pass: Vec<String>,

    /// Loads plugins into the program itself, so that one that crashes ends the run
    #[arg(long)]
    pub trust_plugins: bool,

    /// A call of a pass that takes longer is given up
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "10")]
    pub pass_timeout: Duration,
}

/// What those who call plugins have to do with the rest of the program.
#[derive(Clone)]
pub struct Attendant {
    /// Says a warning.
    pub warn: Rc<dyn Fn(&str)>,
    /// Once this is raised no plugin is waited for any more.
    pub halt: Option<Arc<Halt>>,
    /// When the time of the run is over.
    pub end: Option<Instant>,
    /// What processes run under.
    pub supervisor: Arc<Supervisor>,
}

impl PluginArguments {
    /// Every plugin there is: those that are shipped, then those that the user names. A shipped one that cannot be used
    /// is left out with a warning.
    ///
    /// # Errors
    /// [`Failure`] when one that is named cannot be used.
    pub fn plugins(&self, attendant: &Attendant) -> Result<Vec<Plugin>, Failure> {
        let shipped = shipped_plugins().into_iter().map(|file| (file, false));
        let mut files: Vec<(PathBuf, bool)> = shipped.collect();
        for file in self.named()? {
            // One that is named is not left out.
            files.retain(|(other, _)| other.canonicalize().ok() != file.canonicalize().ok());
            files.push((file, true));
        }
        let (files, named): (Vec<PathBuf>, Vec<bool>) = files.into_iter().unzip();
        let mut plugins = Vec::new();
        for (loaded, is_named) in Plugin::load(&files, &self.terms(attendant)).into_iter().zip(named) {
            match loaded {
                Ok(plugin) => plugins.push(plugin),
                Err(error) if is_named => return Err(Failure::new(ExitStatus::Usage, error)),
                Err(error) => (attendant.warn)(&format!("warning: {error}")),
            }
        }
        Ok(plugins)
    }

    /// Every pass that is a command; `input` is the file that it is to change.
    ///
    /// # Errors
    /// [`Failure`] when a command makes no sense.
    pub fn commands(&self, input: &Path, attendant: &Attendant) -> Result<Vec<Box<dyn Pass>>, Failure> {
        let terms = self.terms(attendant);
        let commands = self.external_pass.iter().map(|command| external_pass(command, input, &terms));
        commands.collect::<Result<_, _>>().map_err(Failure::with(ExitStatus::Usage))
    }

    /// Every pass, ready for this input in the language of this knowledge, which came from these arguments.
    ///
    /// # Errors
    /// [`Failure`] when one that is named cannot be used.
    pub fn passes(
        &self,
        knowledge: &Arc<Knowledge>,
        language: &LanguageArguments,
        input: &Path,
        attendant: &Attendant,
    ) -> Result<Vec<Box<dyn Pass>>, Failure> {
        let plugins = self.plugins(attendant)?.into_iter();
        let of_plugins = plugins.flat_map(|plugin| plugin.prepare(knowledge, language.tables.as_deref()));
        Ok(of_plugins.chain(self.commands(input, attendant)?).collect())
    }

    /// What passes may do, and whom they answer to.
    pub fn terms(&self, attendant: &Attendant) -> Terms {
        let warn = Rc::clone(&attendant.warn);
        Terms {
            are_trusted: self.trust_plugins,
            time_limit: self.pass_timeout,
            halt: attendant.halt.clone(),
            end: attendant.end,
            notices: Rc::new(move |notice| warn(&format!("warning: {notice}"))),
            supervisor: Arc::clone(&attendant.supervisor),
        }
    }

    /// The plugins that the user names.
    fn named(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = plugins_of_variable().map_err(Failure::with(ExitStatus::Usage))?;
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
