//! Which names are given, and what is tried.
//!
//! Names are given in the order of appearance, each the first in the order of short names that means nothing where it
//! would be seen: texts that differ in their names only come to the same text.

use std::cmp::Ordering;

use reduce_tree_plugin::Edits;

use crate::unit::{Taken, Tier, Unit, Vocabulary};

/// The search for names.
pub(crate) struct Naming<'a> {
    vocabulary: &'a Vocabulary<'a>,
    text: &'a [u8],
}

/// The new name of each unit that gets one.
type Given<'n> = Vec<(usize, &'n str)>;

impl<'a> Naming<'a> {
    pub(crate) fn new(vocabulary: &'a Vocabulary<'a>, text: &'a [u8]) -> Self {
        Naming { vocabulary, text }
    }

    /// All names at once, those that are sure first; then halves of these; then each alone. Only what makes the text
    /// smaller is an instance: shorter, or as long and before it in the alphabet. So the pass runs out.
    pub(crate) fn instances(&self) -> Vec<Edits> {
        let of_tier = |tier| move |&unit: &usize| self.vocabulary.units[unit].tier == tier;
        let units = || 0..self.vocabulary.units.len();
        let sure: Vec<usize> = units().filter(of_tier(Tier::Sure)).collect();
        let guessed: Vec<usize> = units().filter(of_tier(Tier::Guess)).collect();
        let shared = units().filter(of_tier(Tier::Shared));
        let all = self.given(&sure);
        let others = self.given(&guessed);
        let renamed: Vec<usize> = all.iter().map(|given| given.0).collect();
        let (first, second) = renamed.split_at(renamed.len() / 2);
        let mut out: Vec<Given> = vec![all.clone(), others.clone()];
        if !first.is_empty() {
            out.extend([self.given(first), self.given(second)]);
        }
        let taken = self.taken(&[]);
        let wished =
            all.iter().chain(&others).map(|given| (given.0, Some(given.1))).chain(shared.map(|unit| (unit, None)));
        out.extend(wished.filter_map(|(unit, name)| self.alone(unit, name, &taken)));
        let mut tried: Vec<Given> = Vec::with_capacity(out.len());
        for given in out {
            if self.is_smaller(&given) && !(given.len() == 1 && tried.iter().take(4).any(|one| *one == given)) {
                tried.push(given);
            }
        }
        tried.iter().map(|given| self.edits(given)).collect()
    }

    /// Gives names to some units while the others keep theirs. Only those that change are told.
    fn given(&self, some: &[usize]) -> Given<'_> {
        let mut taken = self.taken(some);
        let mut given = Vec::new();
        for &place in some {
            let Unit { name, claims, .. } = &self.vocabulary.units[place];
            let free = |name: &str| taken.is_free(name, claims);
            let least = self.vocabulary.short.iter().find(|name| order(name, self.name(place)).is_lt() && free(name));
            // What it is called now may be taken: then something longer has to do.
            let least = least.map(String::as_str).or_else(|| free(name).then_some(*name));
            let new = least.or_else(|| self.vocabulary.short.iter().map(String::as_str).find(|name| free(name)));
            let new = new.unwrap_or(name);
            taken.take(new, claims);
            if new != *name {
                given.push((place, new));
            }
        }
        given
    }

    /// One unit alone gets the name that it has among all, or another one if that is taken.
    fn alone<'n>(&'n self, place: usize, wished: Option<&'n str>, taken: &Taken) -> Option<Given<'n>> {
        let Unit { name, claims, .. } = &self.vocabulary.units[place];
        let shorter = self.vocabulary.short.iter().map(String::as_str).take_while(|new| order(new, name).is_lt());
        let new = wished.into_iter().chain(shorter).find(|new| taken.is_free(new, claims))?;
        Some(vec![(place, new)])
    }

    /// The names that are taken while some units have none.
    fn taken(&self, without: &[usize]) -> Taken<'_> {
        let mut taken = Taken::default();
        for (name, claim) in &self.vocabulary.fixed {
            taken.take(name, std::slice::from_ref(claim));
        }
        let mut without = without.iter().peekable();
        for (place, unit) in self.vocabulary.units.iter().enumerate() {
            if without.next_if_eq(&&place).is_none() {
                taken.take(unit.name, &unit.claims);
            }
        }
        taken
    }

    fn name(&self, unit: usize) -> &str {
        self.vocabulary.units[unit].name
    }

    /// Whether these names make the text shorter, or as long and less in the alphabet.
    fn is_smaller(&self, given: &Given) -> bool {
        let growth = given.iter().map(|&(unit, new)| {
            let each = new.len().cast_signed() - self.name(unit).len().cast_signed();
            each * self.vocabulary.units[unit].places.len().cast_signed()
        });
        match growth.sum::<isize>().cmp(&0) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.applied(given)[..] < *self.text,
        }
    }

    fn applied(&self, given: &Given) -> Vec<u8> {
        let places = given
            .iter()
            .flat_map(|&(unit, new)| self.vocabulary.units[unit].places.iter().map(move |place| (place.clone(), new)));
        let mut places: Vec<_> = places.collect();
        places.sort_by_key(|(place, _)| place.start);
        let mut out = Vec::with_capacity(self.text.len());
        let mut at = 0;
        for (place, new) in places {
            out.extend_from_slice(&self.text[at..place.start]);
            out.extend_from_slice(new.as_bytes());
            at = place.end;
        }
        out.extend_from_slice(&self.text[at..]);
        out
    }

    fn edits(&self, given: &Given) -> Edits {
        given.iter().fold(Edits::new(), |edits, &(unit, new)| {
            let places = self.vocabulary.units[unit].places.iter();
            places.fold(edits, |edits, place| edits.replace(place.clone(), new))
        })
    }
}

/// The order of names: shorter ones first, then the alphabet.
fn order(a: &str, b: &str) -> Ordering {
    (a.len(), a).cmp(&(b.len(), b))
}
