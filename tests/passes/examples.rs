//! Examples of READMEs: a block of the kind "c constant-to-one 0 before", and one that says "after".

use crate::called::by_the_program;

/// Runs every example of a README by the program. Gives the passes that had one.
pub fn hold(readme: &str) -> Vec<String> {
    let blocks: Vec<(&str, &str)> = readme
        .split("\n```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').expect("a line that says what follows"))
        .collect();
    let mut passes = Vec::new();
    for (said, before) in &blocks {
        let Some(said) = said.strip_suffix(" before") else { continue };
        let words: Vec<&str> = said.split(' ').collect();
        let [language, pass, instance] = words[..] else { panic!("`{said}` is not a language, a pass and a number") };
        let found = blocks.iter().find_map(|(other, text)| (*other == format!("{said} after")).then_some(*text));
        let after = found.unwrap_or_else(|| panic!("`{said}` has no after"));
        let result =
            by_the_program(pass, instance.parse().expect("a number"), &format!("file.{language}"), &ended(before));
        assert_eq!(result, Some(ended(after)), "{said}");
        passes.push(pass.to_owned());
    }
    assert!(!passes.is_empty(), "the README has examples");
    passes
}

/// The line end before the three backquotes belongs to the example.
fn ended(text: &str) -> String {
    format!("{text}\n")
}
