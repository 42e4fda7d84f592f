//! The passes over names. `rename`: short names, the same for texts that differ in their names only. `distinct-names`:
//! things that share a name without need get names of their own.

mod distinct;
mod naming;
mod program;
mod unit;
mod xml;

use reduce_tree_plugin::{About, Edits, Kind, Pass, Source, plugin};

use distinct::Distinct;
use naming::Naming;
use unit::Vocabulary;

/// Gives names.
struct Rename(Vec<Edits>);

impl Pass for Rename {
    const ABOUT: About = About {
        name: c"rename",
        description: c"gives variables, functions, parameters, members, elements ... short names in order",
        languages: Some(c"javascript typescript tsx python c cpp java go rust bash xml"),
        kind: Kind::Polishes,
    };

    fn open(source: Source<'_>) -> Result<Self, String> {
        let vocabulary: Vocabulary = match source.language() {
            "xml" => xml::vocabulary(source),
            language => program::vocabulary(source).ok_or_else(|| format!("no names are known of {language}"))?,
        };
        Ok(Rename(Naming::new(&vocabulary, source.text()).instances()))
    }

    fn count(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn apply(&self, _source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        Ok(self.0.get(instance).cloned())
    }
}

plugin!(c"rename", [Rename, Distinct]);
