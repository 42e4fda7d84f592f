//! Things that share a name without need get names of their own.
//!
//! A function and its parameter, a tag and a variable, a member and what it is a member of may have one name, and the
//! shortest text mostly has them so. People do not write that way. What is never seen at one place, such as the parameters
//! of two functions, may share a name.

use reduce_tree_plugin::{About, Edits, Kind, Node, Pass, Source};

use crate::program;
use crate::unit::{Claim, Taken, Tier, Unit, Vocabulary};

/// Parts names.
pub(crate) struct Distinct(Vec<Edits>);

impl Pass for Distinct {
    const ABOUT: About = About {
        name: c"distinct-names",
        description: c"gives things that share a name without need names of their own, as long as these",
        languages: Some(c"javascript typescript tsx python c cpp java go rust"),
        kind: Kind::Tidies,
    };

    fn open(source: Source<'_>) -> Result<Self, String> {
        let vocabulary = program::vocabulary(source);
        let vocabulary = vocabulary.ok_or_else(|| format!("no names are known of {}", source.language()))?;
        let mut all = instances(&vocabulary);
        all.extend(implicit(source, &vocabulary));
        Ok(Distinct(all))
    }

    fn count(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn apply(&self, _source: Source<'_>, instance: usize) -> Result<Option<Edits>, String> {
        Ok(self.0.get(instance).cloned())
    }
}

/// All new names at once, then each alone.
fn instances(vocabulary: &Vocabulary) -> Vec<Edits> {
    let given = given(vocabulary);
    let edits = |edits: Edits, &(unit, new): &(&Unit, &str)| {
        unit.places.iter().fold(edits, |edits, place| edits.replace(place.clone(), new))
    };
    let all = given.iter().fold(Edits::new(), edits);
    let alone = given.iter().filter(|_| given.len() > 1).map(|one| edits(Edits::new(), one));
    std::iter::once(all).filter(|_| !given.is_empty()).chain(alone).collect()
}

/// C's functions without a type: to the grammar, `A(A) { A; }` is a variable of the type `A` in parentheses. The parameter
/// gets a name of its own.
fn implicit<'v>(source: Source<'v>, vocabulary: &'v Vocabulary) -> impl Iterator<Item = Edits> + use<'v> {
    let functions = source.nodes().filter(move |node| source.language() == "c" && node.kind() == "function_definition");
    functions.filter_map(move |function| {
        let name = function.child("type")?.text();
        let parameter = function.child("declarator").filter(|node| node.kind() == "parenthesized_declarator")?;
        let body = function.child("body")?;
        let is_it = |node: &Node| node.is_token() && node.kind() == "identifier" && node.text() == name;
        let places = [parameter, body].into_iter().flat_map(Node::descendants).filter(is_it);
        let is_taken = |new: &str| source.nodes().any(|node| node.is_token() && node.text() == new.as_bytes());
        let new = vocabulary.short.iter().find(|new| new.len() == name.len() && !is_taken(new))?;
        let mut places = places.peekable();
        places.peek().filter(|place| parameter.contains(**place))?;
        Some(places.fold(Edits::new(), |edits, place| edits.replace(place.range(), new.as_str())))
    })
}

/// The units that get a new name, with it. In the order of appearance, each keeps its name if none before it has the same
/// one where it is seen.
fn given<'v>(vocabulary: &'v Vocabulary) -> Vec<(&'v Unit<'v>, &'v str)> {
    // What names of other sorts mean matters here.
    let alike = |claims: &[Claim]| -> Vec<Claim> { claims.iter().flat_map(Claim::of_all_sorts).collect() };
    let mut settled = Taken::default();
    let mut all = Taken::default();
    for (name, claim) in &vocabulary.fixed {
        settled.take(name, &alike(std::slice::from_ref(claim)));
        all.take(name, &alike(std::slice::from_ref(claim)));
    }
    for unit in &vocabulary.units {
        all.take(unit.name, &alike(&unit.claims));
    }
    let mut given = Vec::new();
    for unit in &vocabulary.units {
        let claims = alike(&unit.claims);
        let mut name = unit.name;
        if unit.tier != Tier::Shared && !settled.is_free(name, &claims) {
            let is_free = |new: &&String| new.len() == name.len() && all.is_free(new, &claims);
            if let Some(new) = vocabulary.short.iter().find(is_free) {
                given.push((unit, new.as_str()));
                name = new;
                all.take(name, &claims);
            }
        }
        settled.take(name, &claims);
    }
    given
}
