//! Which plugins there are.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use reduce_core::knowledge::Knowledge;
use reduce_core::oracle::Halt;
use reduce_core::plugin::{Pass, Plugin, Terms, plugins_in, plugins_of_variable, shipped_plugins};

use crate::arguments::{LanguageArguments, seconds};
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

    /// Loads plugins into the program itself, so that one that crashes ends the run
    #[arg(long)]
    pub trust_plugins: bool,

    /// A call of a plugin that takes longer is given up
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
}

impl PluginArguments {
    /// Every plugin there is: those that are shipped, then those that the user names. A shipped one that cannot be used
    /// is left out with a warning.
    pub fn plugins(&self, attendant: &Attendant) -> Result<Vec<Plugin>, Failure> {
        let shipped = shipped_plugins().into_iter().map(|file| (file, false));
        let mut files: Vec<(PathBuf, bool)> = shipped.collect();
        for file in self.named()? {
            // One that is named is not left out.
            files.retain(|(other, _)| other.canonicalize().ok() != file.canonicalize().ok());
            files.push((file, true));
        }
        let (files, named): (Vec<PathBuf>, Vec<bool>) = files.into_iter().unzip();
        let warn = Rc::clone(&attendant.warn);
        let terms = Terms {
            are_trusted: self.trust_plugins,
            time_limit: self.pass_timeout,
            halt: attendant.halt.clone(),
            notices: Rc::new(move |notice| warn(&format!("warning: {notice}"))),
        };
        let mut plugins = Vec::new();
        for (loaded, is_named) in Plugin::load(&files, &terms).into_iter().zip(named) {
            match loaded {
                Ok(plugin) => plugins.push(plugin),
                Err(error) if is_named => return Err(Failure::new(ExitStatus::Usage, error)),
                Err(error) => (attendant.warn)(&format!("warning: {error}")),
            }
        }
        Ok(plugins)
    }

    /// Every pass of every plugin, ready for texts in the language of this knowledge, which came from these arguments.
    pub fn passes(
        &self,
        knowledge: &Arc<Knowledge>,
        language: &LanguageArguments,
        attendant: &Attendant,
    ) -> Result<Vec<Box<dyn Pass>>, Failure> {
        let plugins = self.plugins(attendant)?.into_iter();
        Ok(plugins.flat_map(|plugin| plugin.prepare(knowledge, language.tables.as_deref())).collect())
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
