//! Generators in Rust that draw from the crate `reduce-tree-choices`: its examples.

use std::path::{Path, PathBuf};

use crate::example::{block, page};
use crate::place::Place;

/// An example, which is built with these tests.
fn example(name: &str) -> PathBuf {
    let folder =
        std::env::current_exe().expect("this program").parent().and_then(|deps| Some(deps.parent()?.to_owned()));
    folder.expect("a folder").join("examples").join(name)
}

/// The first seed with which a command of the shell finds enough in what the example makes, its standard input.
fn seed_of(place: &Place, program: &Path, enough: &str) -> u32 {
    let is_enough = |seed: &u32| place.shell(&format!("'{}' {seed} | {enough}", program.display())).status == Some(0);
    (1..200).find(is_enough).expect("one of them does")
}

#[test]
fn a_generator_of_expressions_is_reduced_to_one() {
    let place = Place::new("", r#"grep -q '^print(.*v[0-9]* // ' "$1""#);
    let program = example("expressions");
    let seed = seed_of(&place, &program, "{ cat >made && ./test.sh made && [ $(wc -c <made) -gt 1000 ]; }");
    place.run(&format!("--test ./test.sh -o small.py -- '{}' {seed}", program.display())).ends(0, &[]);
    assert_eq!(place.read("small.py"), "v0 = 0\nprint((v0 // 0))\n");
    assert_eq!(place.run("replay small.py.trace").stdout, place.read("small.py"));
}

#[test]
fn a_type_that_implements_arbitrary_is_reduced() {
    let place = Place::new("", r#"grep -q 'Pair(.*[4-9][0-9])' "$1""#);
    let program = example("records");
    let seed = seed_of(&place, &program, "{ cat >made && ./test.sh made && [ $(wc -l <made) -gt 4 ]; }");
    place.run(&format!("--test ./test.sh -o small.txt -- '{}' {seed}", program.display())).ends(0, &[]);
    let small = place.read("small.txt");
    assert!(small.starts_with("Record { _key: 0, _tags: [Pair(0, ") && small.lines().count() == 1, "{small}");
}

#[test]
fn the_example_of_the_page_is_reduced() {
    let program = example("list");
    let source = include_str!("../../generator/rust/examples/list.rs");
    assert!(source.ends_with(block(&page(), "rust list.rs")), "the example is the one of the page");
    let place = Place::new("", "grep -q '^n.* [5-9][0-9]$' \"$1\"");
    let seed = seed_of(&place, &program, "grep -q '^n.* [5-9][0-9]$'");
    place.run(&format!("--test ./test.sh -o small.txt -- '{}' {seed}", program.display())).ends(0, &[]);
    assert_eq!(place.read("small.txt"), "n0 50\n");
}
