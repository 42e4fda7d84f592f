//! The pass `unused`: a declaration goes together with all that needs it.

mod cascade;
mod functions;
mod grammar;
mod grammars;
mod instances;
mod labels;
mod plan;
mod program;
mod way;
mod xml;

use reduce_tree_plugin::{About, Edits, Kind, Pass, Source, plugin};

use grammar::Grammar;

/// Takes declarations out.
struct Unused(Vec<Edits>);

impl Pass for Unused {
    const ABOUT: About = About {
        name: c"unused",
        description:
            c"removes a variable, function, parameter, import, label, member, type, attribute ... with its uses",
        languages: Some(c"javascript typescript tsx python c cpp java go rust bash xml"),
        kind: Kind::Shrinks,
    };

    fn open(source: Source<'_>) -> Result<Self, String> {
        let language = source.language();
        let instances = match Grammar::named(language) {
            Some(grammar) => program::instances(source, grammar),
            None if language == "xml" => Some(xml::instances(source)),
            None => None,
        };
        instances.map(Unused).ok_or_else(|| format!("nothing is known of declarations in {language}"))
    }

    fn count(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn apply(&self, _source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        Ok(self.0.get(instance).cloned())
    }
}

plugin!(c"unused", [Unused]);
