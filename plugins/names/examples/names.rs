//! A pass that writes behind each name what it means: the number of its binding, `?` where the text declares nothing of
//! the name, `m` where it is a member's; and a letter for what happens to it.

use std::collections::BTreeMap;

use reduce_tree_names::{Access, Names, Occurrence};
use reduce_tree_plugin::{About, Edits, Kind, Pass, Source, plugin};

struct Show(Edits);

impl Pass for Show {
    const ABOUT: About = About {
        name: c"names",
        description: c"shows what the names mean",
        languages: Some(c"javascript python c"),
        kind: Kind::Pump,
    };

    fn open(source: Source<'_>) -> Result<Self, String> {
        let names = Names::of(source).ok_or("not this language")?;
        let mut marks: BTreeMap<usize, String> = BTreeMap::new();
        let mut mark = |place: &Occurrence, meaning: &str| {
            let mark = format!("/{meaning}{}", letter(place.access));
            marks.entry(place.range.end).or_default().push_str(&mark);
        };
        for (number, binding) in names.bindings().iter().enumerate() {
            for place in binding.occurrences() {
                mark(place, &number.to_string());
            }
        }
        for (groups, meaning) in [(names.free(), "?"), (names.members(), "m")] {
            for place in groups.iter().flat_map(|group| &group.uses) {
                mark(place, meaning);
            }
        }
        let edits = marks.into_iter().fold(Edits::new(), |edits, (at, mark)| edits.replace(at..at, mark));
        Ok(Show(edits))
    }

    fn count(&self) -> Option<usize> {
        Some(1)
    }

    fn apply(&self, _source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        Ok((instance == 0).then(|| self.0.clone()))
    }
}

fn letter(access: Access) -> &'static str {
    match access {
        Access::Declare => "d",
        Access::Read => "r",
        Access::Write => "w",
        Access::Update => "u",
        Access::Call => "c",
        Access::Export => "e",
        Access::Keyword => "k",
        Access::Mention => "",
    }
}

plugin!(c"names", [Show]);
