//! The tables, one for each language.

mod any;
mod c;
mod data;
mod javascript;
mod python;

use crate::row::Row;

/// The table of a language.
pub fn of(language: &str) -> &'static [Row] {
    match language {
        "javascript" => javascript::ROWS,
        "python" => python::ROWS,
        "c" => c::ROWS,
        "json" => data::JSON,
        "xml" => data::XML,
        _ => any::ROWS,
    }
}
