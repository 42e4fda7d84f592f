//! The tables, one for each language.

mod any;
mod bash;
mod c;
mod cpp;
mod data;
mod go;
mod java;
mod javascript;
mod python;
mod rust;
mod typescript;

use crate::row::Row;

/// The table of a language, in the order of its parts: a language that holds another one has its rows, too.
pub fn of(language: &str) -> &'static [&'static [Row]] {
    match language {
        "javascript" => &[javascript::ROWS],
        "typescript" | "tsx" => &[typescript::ROWS, javascript::ROWS],
        "python" => &[python::ROWS],
        "c" => &[c::ROWS],
        "cpp" => &[cpp::ROWS, c::ROWS],
        "java" => &[java::ROWS],
        "go" => &[go::ROWS],
        "rust" => &[rust::ROWS],
        "bash" => &[bash::ROWS],
        "json" => &[data::JSON],
        "xml" => &[data::XML],
        _ => &[any::ROWS],
    }
}
