//! What gets a name, and where the name must not mean something else.

use std::collections::HashMap;
use std::ops::Range;

use reduce_tree_names::short_names;

/// The names of a text.
#[derive(Default)]
pub(crate) struct Vocabulary<'a> {
    /// What may get another name, in the order of appearance.
    pub units: Vec<Unit<'a>>,
    /// Names that stay, and where they must not mean something else.
    pub fixed: Vec<(&'a str, Claim)>,
    /// As many short names as can be needed, in order.
    pub short: Vec<String>,
}

impl Vocabulary<'_> {
    /// Everything in order, and short names that can be given.
    pub(crate) fn finished(mut self, can_be_given: impl Fn(&str) -> bool) -> Self {
        self.units.sort_by_key(|unit| unit.places.first().map_or(0, |place| place.start));
        let most = self.units.len() + self.fixed.len() + 1;
        self.short = short_names().filter(|name| can_be_given(name)).take(most).collect();
        self
    }
}

/// All that has to get another name together.
pub(crate) struct Unit<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where the name stands, in order.
    pub places: Vec<Range<usize>>,
    /// Where the name must not mean something else.
    pub claims: Vec<Claim>,
    /// How likely it is that another name would do.
    pub tier: Tier,
}

/// How likely it is that another name would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    /// The text declares it, and all of its uses are known.
    Sure,
    /// All places of one name get another, whatever they mean.
    Guess,
    /// Something outside may know it by this name.
    Shared,
}

/// A part of the text within which a name of some sort means one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// What names of other sorts mean does not matter.
    pub sort: Sort,
    /// The part, in bytes.
    pub range: Range<usize>,
}

impl Claim {
    /// The same for names of every sort.
    pub(crate) fn of_all_sorts(&self) -> impl Iterator<Item = Claim> + '_ {
        Sort::OF_PROGRAMS.iter().map(|&sort| Claim { sort, range: self.range.clone() })
    }
}

/// Sorts of names that cannot be mistaken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sort {
    Value,
    Label,
    Tag,
    Member,
    Element,
    Attribute,
    Prefix,
}

/// Which names are taken where.
#[derive(Default)]
pub(crate) struct Taken<'a>(HashMap<(Sort, &'a str), Vec<Range<usize>>>);

impl<'a> Taken<'a> {
    pub(crate) fn take(&mut self, name: &'a str, claims: &[Claim]) {
        for claim in claims {
            self.0.entry((claim.sort, name)).or_default().push(claim.range.clone());
        }
    }

    /// Whether the name means nothing yet in all of these parts.
    pub(crate) fn is_free(&self, name: &str, claims: &[Claim]) -> bool {
        let overlap = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
        claims.iter().all(|claim| {
            let taken = self.0.get(&(claim.sort, name));
            taken.is_none_or(|taken| !taken.iter().any(|range| overlap(range, &claim.range)))
        })
    }
}

impl Sort {
    /// Those of programs.
    const OF_PROGRAMS: [Sort; 4] = [Sort::Value, Sort::Label, Sort::Tag, Sort::Member];
}
