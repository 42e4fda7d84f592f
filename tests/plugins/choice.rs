//! Which plugins are loaded, and which of their passes run.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::place::{Place, STILL_BUG, program};
use crate::rogue::{Answer, Rogue, TEXT, answer, compile};

/// The row of a pass in `--list-passes`.
fn row(listed: &Answer, pass: &str) -> String {
    assert_eq!(listed.status, Some(0), "{}", listed.stderr);
    let row = listed.stdout.lines().find(|line| line.split_whitespace().next() == Some(pass));
    row.unwrap_or_else(|| panic!("no pass {pass} in\n{}", listed.stdout)).to_owned()
}

fn list(command: &mut Command) -> Answer {
    answer(command.arg("--list-passes"))
}

#[test]
fn passes_are_listed_without_any_input() {
    let place = Place::new();
    compile(&place.path("one.so"), &["PASS=\"one\"", "LANGUAGES=\"c python\""]);
    let listed = list(place.command().args(["--plugin", "one.so"]));
    let row = row(&listed, "one");
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words, ["one", "rogue", "1.0", "shrinks", "c", "python", "deletes", "a", "byte"]);
}

#[test]
fn plugins_are_named_by_option_folder_and_environment() {
    let place = Place::new();
    for folder in ["folder", "other"] {
        fs::create_dir(place.path(folder)).expect("made");
    }
    for (file, pass) in
        [("one.so", "one"), ("folder/two.so", "two"), ("folder/three.so", "three"), ("other/four.so", "four")]
    {
        compile(&place.path(file), &[&format!("PASS=\"{pass}\"")]);
    }
    compile(&place.path("five.so"), &["PASS=\"five\""]);
    place.write("folder/readme.txt", "no plugin");
    let mut command = place.command();
    command.args(["--plugin", "one.so", "--plugin-dir", "folder"]).env("REDUCE_TREE_PLUGINS", "other:five.so");
    let listed = list(&mut command);
    for pass in ["one", "two", "three", "four", "five"] {
        row(&listed, pass);
    }
}

#[test]
fn a_plugin_that_is_named_and_cannot_be_used_is_an_error() {
    let place = Place::new();
    place.write("text.so", "no library");
    let refused = |options: &[&str], why: &str| list(place.command().args(options)).is(2, "", &[why]);
    refused(&["--plugin", "text.so"], "cannot use the plugin `text.so`: it is no shared library");
    refused(&["--plugin", "nowhere.so"], "cannot use the plugin `nowhere.so`: No such file");
    refused(&["--plugin-dir", "nowhere"], "cannot read the plugin folder `nowhere`: No such file");
    compile(&place.path("newer.so"), &["MINOR=RT_ABI_MINOR+1"]);
    refused(&["--plugin", "newer.so"], "use a newer reduce-tree");
    compile(&place.path("nameless.so"), &["PASS=\"two words\""]);
    refused(&["--plugin", "nameless.so"], "a pass' name is missing, or has blanks in it");
    list(place.command().env("REDUCE_TREE_PLUGINS", "nowhere.so")).is(2, "", &["nowhere.so"]);
    list(place.command().args(["--trust-plugins", "--plugin", "text.so"])).is(2, "", &["it is no shared library"]);
}

#[test]
fn only_the_wanted_passes_run() {
    let rogue = Rogue::new("BEHAVES");
    rogue.place.write("bug.js", &program());
    rogue.place.script("test.sh", STILL_BUG);
    let listed = list(rogue.place.command().args(["--plugin", "rogue.so"]));
    let all: Vec<&str> = listed.stdout.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    // The passes whose instances were tested.
    let ran = |options: &[&str]| -> Vec<String> {
        let mut command = rogue.place.command();
        // What a session knows is not tested.
        command
            .args(["--no-session", "--plugin", "rogue.so", "--stats", "stats.json", "test.sh", "bug.js"])
            .args(options);
        answer(&mut command).is(0, "", &[]);
        let stats: Value = serde_json::from_str(&rogue.place.read("stats.json")).expect("JSON");
        let stages = stats["passes"].as_object().expect("an object").keys();
        stages.filter(|stage| all.contains(&stage.as_str())).cloned().collect()
    };
    assert!(ran(&[]).contains(&"rogue".to_owned()));
    assert!(ran(&["--trust-plugins"]).contains(&"rogue".to_owned()));
    assert!(!ran(&["--no-pass", "rogue"]).contains(&"rogue".to_owned()));
    assert_eq!(ran(&["--pass", "rogue"]), ["rogue"]);
}

#[test]
fn a_pass_that_is_not_there_or_of_no_use_is_an_error() {
    let place = Place::new();
    place.write("a.js", TEXT);
    compile(&place.path("one.so"), &["PASS=\"one-thing\"", "LANGUAGES=\"c python\""]);
    let refused = |options: &[&str], why: &str| {
        answer(place.command().args(["--plugin", "one.so"]).args(options).args(["true", "a.js"])).is(2, "", &[why]);
    };
    let near = "there is no pass `one-thin`: did you mean `one-thing`? see reduce-tree --list-passes";
    refused(&["--pass", "one-thin"], near);
    refused(&["--no-pass", "one-thin"], near);
    refused(&["--pass", "xyz"], "there is no pass `xyz`: see reduce-tree --list-passes");
    refused(&["--pass", "one-thing"], "the pass `one-thing` serves c, python, not javascript");
    let pass = |name: &str| answer(place.command().args(["pass", name, "0", "a.js", "--plugin", "one.so"]));
    pass("one-thing").is(2, "", &["serves c, python, not javascript"]);
    pass("one-thin").is(2, "", &[near]);
}

#[test]
fn of_two_passes_of_one_name_the_last_runs_and_a_line_says_so() {
    let place = Place::new();
    place.write("a.js", TEXT);
    compile(&place.path("one.so"), &["PLUGIN=\"one\"", "COUNTS_TOO_FEW"]);
    compile(&place.path("two.so"), &["PLUGIN=\"two\""]);
    let count = |options: &[&str]| answer(place.command().args(["pass", "rogue", "--count", "a.js"]).args(options));
    let said = "warning: the pass rogue of two 1.0 replaces that of one 1.0";
    count(&["--plugin", "one.so", "--plugin", "two.so"]).is(0, "12\n", &[said]);
    // The same file twice is no question.
    let twice = count(&["--plugin", "two.so", "--plugin", "./two.so"]);
    twice.is(0, "12\n", &[]);
    assert_eq!(twice.stderr, "");
}
