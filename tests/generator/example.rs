//! The worked examples of the README and of the page for authors, run as they are written.

use std::path::Path;

use crate::place::Place;

/// The block of the README that begins with this line.
pub fn block<'t>(readme: &'t str, kind: &str) -> &'t str {
    let (_, rest) = readme.split_once(&format!("```{kind}\n")).unwrap_or_else(|| panic!("no block {kind}"));
    rest.split_once("```").expect("the block ends").0
}

/// The page for authors of generators.
pub fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(page).expect("the page")
}

#[test]
fn the_readme_shows_what_happens() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    let script = block(&readme, "sh test.sh");
    let place = Place::new(block(&readme, "python gen.py"), script.strip_prefix("#!/bin/sh\n").expect("a script"));
    let session = block(&readme, "console");
    let commands = session.split("$ ").skip(1).map(|step| step.split_once('\n').expect("a line"));
    for (command, shown) in commands {
        let program = env!("CARGO_BIN_EXE_reduce-generator");
        let finished = place.shell(&command.replace("reduce-generator", &format!("'{program}'")));
        finished.ends(0, &[]);
        assert_eq!(finished.stdout, shown, "{command}");
    }
}
