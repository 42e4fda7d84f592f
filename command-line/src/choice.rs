//! One of some names on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser for one of some names.
pub fn choice<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).try_map(move |given| {
        let row = table.iter().find(|(name, _)| *name == given);
        row.map(|&(_, value)| value).ok_or("none of the names")
    })
}
