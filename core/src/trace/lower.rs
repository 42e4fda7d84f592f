//! Lowering the values that were drawn, towards the least of their range.

use super::event::{Draw, Event, Trace, UNITS, Value};
use super::reduction::first_changed;
use super::search::Search;
use crate::minimize::{Kept, ListTest, Minimizer};
use crate::session::Stop;

/// Of a choice among so few every other value is tried, too: the least need not be what makes least of the text, such as
/// where another one ends a recursion.
const FEW: u128 = 16;

/// A number below a bound like this is a word of a random number generator, of which the program takes a part, mostly the
/// remainder by a number that it knows.
const WORD: u128 = 1 << 31;
/// How likely a value is to stay what it is.
const STAYS: f64 = 0.1;
/// So many small numbers are tried in the place of a word, each of which is its own remainder.
const REMAINDERS: u128 = 8;

/// Lowers as many values as it can: first to the least, as many together as possible, then each as far as it goes.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn lower(search: &mut Search, minimizer: Minimizer) -> Result<(), Stop> {
    search.enter("lower");
    together(search)?;
    let mut at = 0;
    while at < search.trace().events.len() {
        if search.trace().draw(at).is_some() {
            one(search, minimizer, at)?;
        }
        at += 1;
    }
    Ok(())
}

/// Draws that are not the least yet, as a list of what becomes so.
struct Leasts<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Trace,
    list: Vec<(usize, Value)>,
}

impl ListTest for Leasts<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Leasts { search, base, list } = self;
        first_changed(search, configurations, list.len(), |lowered| {
            let mut trace = base.clone();
            for &element in lowered {
                let (at, least) = &list[element];
                put(&mut trace, *at, least.clone());
            }
            trace
        })
    }
}

fn together(search: &mut Search) -> Result<(), Stop> {
    let base = search.trace().clone();
    let draws = base.events.iter().enumerate().filter_map(|(at, event)| match event {
        Event::Draw(draw) => Some((at, draw)),
        _ => None,
    });
    let list: Vec<(usize, Value)> = draws
        .map(|(at, draw)| (at, draw.value.least(), &draw.value))
        .filter(|(_, least, value)| least != *value)
        .map(|(at, least, _)| (at, least))
        .collect();
    if list.is_empty() {
        return Ok(());
    }
    let (weights, stays) = (vec![1; list.len()], vec![STAYS; list.len()]);
    // The papers' minimizers are for what is left out; to lower values is none of theirs.
    let alike = vec![0; list.len()];
    Minimizer::minimize_given(&weights, &stays, &alike, &mut Leasts { search, base, list }).map(|_| ())
}

/// Lowers one value until nothing lower does, nor another one if it is one of few.
fn one(search: &mut Search, minimizer: Minimizer, at: usize) -> Result<(), Stop> {
    loop {
        let base = search.trace().clone();
        let Some(draw) = base.draw(at) else { return Ok(()) };
        if elements(&draw.value) > 1 && draw.value != draw.value.least() {
            return members(search, minimizer, at);
        }
        let mut lowered = other_values(&draw.value).into_iter().map(|value| {
            let mut trace = base.clone();
            put(&mut trace, at, value);
            trace
        });
        if search.try_first(&mut lowered)?.is_none() {
            return Ok(());
        }
    }
}

/// What is tried in the place of a value: lower ones, and all others of few.
fn other_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Index { at, bound } if *bound <= FEW => {
            let others = (0..*bound).filter(|other| other != at);
            others.map(|other| Value::Index { at: other, bound: *bound }).collect()
        }
        _ => lower_values(value),
    }
}

/// Lower values, the lowest first, in steps that halve.
fn lower_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Index { at, bound } => {
            let remainders = 0..if *bound < WORD { 0 } else { REMAINDERS.min(*at) };
            remainders.chain(steps(*at)).map(|at| Value::Index { at, bound: *bound }).collect()
        }
        Value::Unit(units) if *units > UNITS / 2 => vec![Value::Unit(UNITS / 2)],
        Value::Real { value, bounds } => {
            let low = bounds[0].unwrap_or(f64::NEG_INFINITY);
            let whole = [1.0, value.trunc()];
            let lower = whole.into_iter().filter(|other| other.abs() < value.abs() && *other >= low);
            lower.map(|value| Value::Real { value, bounds: *bounds }).collect()
        }
        _ => Vec::new(),
    }
}

/// Numbers below this one, the least first: what is wanted is mostly small. Powers of two, then numbers that are an eighth of it
/// below it, a sixteenth, and so on to 1.
fn steps(number: u128) -> impl Iterator<Item = u128> {
    let powers = (0..128).map(|power| 1 << power).take_while(move |&power| power < number);
    let greatest = powers.clone().last().unwrap_or(0);
    let below =
        (2..128).map(move |halvings| number >> halvings).take_while(|&step| step > 0).map(move |step| number - step);
    powers.chain(below.filter(move |&other| other > greatest))
}

fn elements(value: &Value) -> usize {
    match value {
        Value::Bytes(bytes) => bytes.len(),
        Value::Indices { values, distinct: false, .. } => values.len(),
        Value::Reals { values, .. } => values.len(),
        _ => 1,
    }
}

/// The members of a drawn sequence, as a list of what becomes the least.
struct Members<'s, 'a> {
    search: &'s mut Search<'a>,
    base: Trace,
    at: usize,
}

impl ListTest for Members<'_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Members { search, base, at } = self;
        let Some(draw) = base.draw(*at) else { return Ok(None) };
        first_changed(search, configurations, elements(&draw.value), |lowered| {
            let mut trace = base.clone();
            put(&mut trace, *at, with_least(&draw.value, lowered));
            trace
        })
    }
}

fn members(search: &mut Search, minimizer: Minimizer, at: usize) -> Result<(), Stop> {
    let base = search.trace().clone();
    let length = base.draw(at).map_or(0, |draw| elements(&draw.value));
    minimizer.minimize(&vec![1; length], &mut Members { search, base, at }).map(|_| ())
}

fn with_least(value: &Value, lowered: &[usize]) -> Value {
    let mut changed = value.clone();
    match (&mut changed, value.least()) {
        (Value::Bytes(bytes), _) => lowered.iter().for_each(|&at| bytes[at] = 0),
        (Value::Indices { values, .. }, _) => lowered.iter().for_each(|&at| values[at] = 0),
        (Value::Reals { values, .. }, Value::Reals { values: least, .. }) => {
            for &at in lowered {
                values[at] = least[at];
            }
        }
        _ => {}
    }
    changed
}

fn put(trace: &mut Trace, at: usize, value: Value) {
    if let Some(Event::Draw(Draw { value: old, label, .. })) = trace.events.get_mut(at) {
        *old = value;
        *label = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_lowered_to_small_remainders_first() {
        let lowered = |at, bound| -> Vec<u128> {
            let values = other_values(&Value::Index { at, bound }).into_iter();
            values.map(|value| if let Value::Index { at, .. } = value { at } else { bound }).collect()
        };
        assert_eq!(lowered(1 << 20, 1 << 31)[..8], [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(lowered(3, 1 << 31), [0, 1, 2, 1, 2]);
        assert_eq!(lowered(60, 100), [1, 2, 4, 8, 16, 32, 45, 53, 57, 59], "what is drawn for itself is mostly small");
    }
}
