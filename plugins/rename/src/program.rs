//! The names of a program.

use std::collections::BTreeMap;
use std::ops::Range;

use reduce_tree_names::{Binding, Form, Kind, Names, Occurrence};
use reduce_tree_plugin::Source;

use crate::unit::{Claim, Sort, Tier, Unit, Vocabulary};

/// What may get another name in a program; none if nothing is known of names in its language.
pub(crate) fn vocabulary(source: Source<'_>) -> Option<Vocabulary<'_>> {
    let names = Names::of(source)?;
    let mut gathered = Gathered { vocabulary: Vocabulary::default(), words: BTreeMap::new() };
    let everywhere = 0..source.text().len();
    let claim = |sort| Claim { sort, range: everywhere.clone() };
    for members in names.members() {
        let word = gathered.words.entry(members.name).or_default();
        word.claims.push(claim(Sort::Member));
        word.add(members.uses.iter());
    }
    for binding in names.bindings() {
        gathered.binding(binding, &names);
    }
    for free in names.free() {
        let claims = [Sort::Value, Sort::Label, Sort::Tag].map(claim);
        let has_shorts = free.uses.iter().any(is_short);
        if has_shorts && let Some(word) = gathered.words.get_mut(free.name) {
            word.claims.extend(claims);
            word.add(free.uses.iter());
        } else {
            let is_fixed = names.is_known(free.name) || !free.uses.iter().all(is_plain);
            gathered.push(free.name, is_fixed, places(free.uses.iter()), claims.to_vec(), Tier::Guess);
        }
    }
    for (name, word) in std::mem::take(&mut gathered.words) {
        let is_fixed = word.is_fixed || names.is_known(name);
        gathered.push(name, is_fixed, word.places.into_values().collect(), word.claims, Tier::Guess);
    }
    Some(gathered.vocabulary.finished(|name| !names.is_reserved(name)))
}

struct Gathered<'a> {
    vocabulary: Vocabulary<'a>,
    /// What has to be called the same in all of its places: members, and what is a member too or short for one.
    words: BTreeMap<&'a str, Word>,
}

#[derive(Default)]
struct Word {
    places: BTreeMap<usize, Range<usize>>,
    claims: Vec<Claim>,
    is_fixed: bool,
}

impl Word {
    fn add<'o, 'a: 'o>(&mut self, places: impl Iterator<Item = &'o Occurrence<'a>>) {
        self.places.extend(places.map(|place| (place.range.start, place.range.clone())));
    }
}

impl<'a> Gathered<'a> {
    fn binding(&mut self, binding: &Binding<'a>, names: &Names) {
        let sort = match binding.kind {
            Kind::Label => Sort::Label,
            Kind::Tag => Sort::Tag,
            _ => Sort::Value,
        };
        let claim = Claim { sort, range: binding.scope.range() };
        let is_bound_to_stay = !binding.occurrences().all(|place| is_plain(place) || is_short(place));
        let is_member = binding.is_member || binding.occurrences().any(is_short);
        if is_member && let Some(word) = self.words.get_mut(binding.name) {
            word.claims.push(claim);
            word.is_fixed |= is_bound_to_stay || binding.is_shared;
            word.add(binding.occurrences());
        } else {
            let is_fixed = is_bound_to_stay || (binding.is_shared && names.is_known(binding.name));
            let tier = if binding.is_shared { Tier::Shared } else { Tier::Sure };
            self.push(binding.name, is_fixed, places(binding.occurrences()), vec![claim], tier);
        }
    }

    fn push(&mut self, name: &'a str, is_fixed: bool, places: Vec<Range<usize>>, claims: Vec<Claim>, tier: Tier) {
        if is_fixed {
            self.vocabulary.fixed.extend(claims.into_iter().map(|claim| (name, claim)));
        } else {
            self.vocabulary.units.push(Unit { name, places, claims, tier });
        }
    }
}

/// Another name can just be written here.
fn is_plain(place: &Occurrence) -> bool {
    place.form == Form::Plain
}

/// The name is that of a member as well: `{a}`.
fn is_short(place: &Occurrence) -> bool {
    matches!(place.form, Form::Behind(": ") | Form::Before(": "))
}

fn places<'o, 'a: 'o>(uses: impl Iterator<Item = &'o Occurrence<'a>>) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = uses.map(|place| place.range.clone()).collect();
    places.sort_by_key(|place| place.start);
    places.dedup();
    places
}
