//! Which of the passes that there are are wanted.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use reduce_core::knowledge::Knowledge;
use reduce_core::plugin::{About, Kind, Pass};
use reduce_core::reduce::Algorithm;

use crate::exit::{ExitStatus, Failure};
use crate::language::LanguageArguments;
use crate::plugins::{Attendant, PluginArguments};

/// The passes that are wanted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Passes")]
pub struct ChoiceArguments {
    /// Runs this pass, and no others but those that are named so too (repeatable)
    #[arg(long = "pass", value_name = "NAME")]
    pub only: Vec<String>,

    /// Runs without this pass (repeatable)
    #[arg(long = "no-pass", value_name = "NAME")]
    pub without: Vec<String>,
}

impl ChoiceArguments {
    /// The passes that are wanted of all that there are, for the algorithm that runs passes and an input of this name.
    ///
    /// # Errors
    /// [`Failure`] when one that is named is not there, or a plugin cannot be used.
    pub fn passes(
        &self,
        algorithm: Algorithm,
        plugins: &PluginArguments,
        language: &LanguageArguments,
        knowledge: &Arc<Knowledge>,
        file: &Path,
        attendant: &Attendant,
    ) -> Result<Vec<Box<dyn Pass>>, Failure> {
        if algorithm != Algorithm::Default {
            if let Some(name) = self.only.first() {
                let message = format!("--pass {name}: only the default algorithm runs passes, leave out --algorithm");
                return Err(Failure::new(ExitStatus::Usage, message));
            }
            return Ok(Vec::new());
        }
        let passes = plugins.passes(knowledge, language, file, attendant)?;
        self.choose(passes, knowledge.language().name(), attendant)
    }

    /// The passes that are wanted of these and serve the language.
    fn choose(
        &self,
        passes: Vec<Box<dyn Pass>>,
        language: &str,
        attendant: &Attendant,
    ) -> Result<Vec<Box<dyn Pass>>, Failure> {
        let mut passes = distinct(passes, attendant);
        for name in &self.without {
            place(&passes, name)?;
        }
        for name in &self.only {
            serving(passes[place(&passes, name)?].about(), language)?;
        }
        passes.retain(|pass| {
            let about = pass.about();
            let is_wanted = self.only.is_empty() || self.only.contains(&about.name);
            is_wanted && !self.without.contains(&about.name) && about.serves(language)
        });
        Ok(passes)
    }
}

/// One pass of each name: of several the last, since those that the user brings come after those that are shipped.
pub fn distinct(passes: Vec<Box<dyn Pass>>, attendant: &Attendant) -> Vec<Box<dyn Pass>> {
    let mut kept: Vec<Box<dyn Pass>> = Vec::new();
    for pass in passes {
        if let Some(place) = kept.iter().position(|other| other.about().name == pass.about().name) {
            let (old, new) = (kept.remove(place), pass.about());
            let [old, new] = [old.about(), new].map(|about| format!("{} {}", about.plugin, about.version));
            (attendant.warn)(&format!("warning: the pass {} of {new} replaces that of {old}", pass.about().name));
        }
        kept.push(pass);
    }
    kept
}

/// The pass of this name.
///
/// # Errors
/// [`Failure`] when there is none.
pub fn take(mut passes: Vec<Box<dyn Pass>>, name: &str) -> Result<Box<dyn Pass>, Failure> {
    place(&passes, name).map(|place| passes.swap_remove(place))
}

/// The place of the pass of this name.
fn place(passes: &[Box<dyn Pass>], name: &str) -> Result<usize, Failure> {
    if let Some(place) = passes.iter().position(|pass| pass.about().name == name) {
        return Ok(place);
    }
    let names = passes.iter().map(|pass| pass.about().name.as_str());
    let near = names.map(|known| (strsim::jaro_winkler(known, name), known)).filter(|(likeness, _)| *likeness > 0.8);
    let nearest = near.max_by(|(one, _), (other, _)| one.total_cmp(other));
    let advice = nearest.map(|(_, known)| format!("did you mean `{known}`? ")).unwrap_or_default();
    Err(Failure::new(ExitStatus::Usage, format!("there is no pass `{name}`: {advice}see reduce-tree --list-passes")))
}

/// Whether a pass that was named serves the language.
///
/// # Errors
/// [`Failure`] when it does not.
pub fn serving(about: &About, language: &str) -> Result<(), Failure> {
    if about.serves(language) {
        return Ok(());
    }
    let message = format!("the pass `{}` serves {}, not {language}", about.name, about.languages.join(", "));
    Err(Failure::new(ExitStatus::Usage, message))
}

/// A table of passes.
pub fn table<'a>(passes: impl Iterator<Item = &'a About>) -> String {
    let header = ["pass", "plugin", "kind", "languages", "description"].map(str::to_owned);
    let row = |about: &About| {
        let languages = if about.languages.is_empty() { "all".to_owned() } else { about.languages.join(" ") };
        let kind = match about.kind {
            Kind::Shrinks => "shrinks",
            Kind::Pump => "pump",
            Kind::Polishes => "polishes",
            Kind::Tidies => "tidies",
            Kind::Formats => "formats",
        };
        let plugin = format!("{} {}", about.plugin, about.version);
        [about.name.clone(), plugin, kind.to_owned(), languages, about.description.clone()]
    };
    let rows: Vec<[String; 5]> = std::iter::once(header).chain(passes.map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths = [0, 1, 2, 3].map(width);
    let line = |[name, plugin, kind, languages, description]: &[String; 5]| {
        let [a, b, c, d] = widths;
        format!("{name:a$}  {plugin:b$}  {kind:c$}  {languages:d$}  {description}").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
