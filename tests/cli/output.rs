//! Where results go and what is said about them.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::place::{Place, STILL_BUG, program};

#[test]
fn the_input_itself_is_reduced_in_place_and_the_original_kept() {
    let place = Place::with_test(STILL_BUG);
    fs::set_permissions(place.path("bug.js"), fs::Permissions::from_mode(0o640)).expect("set");
    place.run(&["--in-place", "test.sh", "bug.js"]).ends(0, &[]);
    assert_eq!(place.read("bug.js.orig"), program());
    let result = place.read("bug.js");
    assert!(result.contains("bug") && result.len() < 20, "{result}");
    assert_eq!(fs::metadata(place.path("bug.js")).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(!place.exists("bug.reduced.js"));
}

#[test]
fn an_original_that_was_kept_before_is_not_overwritten() {
    let place = Place::with_test(STILL_BUG);
    place.write("bug.js.orig", "the first original");
    place.run(&["--in-place", "test.sh", "bug.js"]).ends(5, &["bug.js.orig", "move it away"]);
    assert_eq!(place.read("bug.js.orig"), "the first original");
    assert_eq!(place.read("bug.js"), program());
}

#[test]
fn the_numbers_of_a_run_are_written_as_json() {
    let place = Place::with_test("echo run >> $HERE/runs; grep -q bug bug.js");
    place.run(&["--stats", "stats.json", "test.sh", "bug.js"]).ends(0, &[]);
    let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
    let number = |key: &str| stats[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {stats}"));
    let (input, result) = (program(), place.read("bug.reduced.js"));
    let non_blank = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    assert_eq!(stats["tool_version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&stats["language"], &stats["algorithm"]), (&"javascript".into(), &"default".into()));
    assert!(stats["minimizer"].is_string());
    for (key, expected) in [
        ("original_bytes", input.len()),
        ("final_bytes", result.len()),
        // `var x = 1;` has five tokens, `bug();` has four.
        ("original_tokens", 49 * 5 + 4),
        ("original_non_blank", non_blank(&input)),
        ("final_non_blank", non_blank(&result)),
        ("property_tests", place.read("runs").lines().count()),
    ] {
        assert_eq!(stats[key], expected, "{key}");
    }
    assert!(number("final_tokens") <= 4.0);
    assert!(number("candidates_proposed") > 0.0);
    assert!(number("wall_seconds") >= number("test_seconds") && number("test_seconds") > 0.0);
    for reason in ["cached", "not_smaller", "inadmissible", "broken"] {
        assert!(stats["sieved"][reason].is_u64(), "{reason}");
    }
    let passes = stats["passes"].as_object().expect("passes");
    let tries: u64 = passes.values().map(|pass| pass["tries"].as_u64().expect("a number")).sum();
    assert_eq!(stats["property_tests"], tries);
    assert_eq!(passes["check"], serde_json::json!({"tries": 3, "successes": 2}));
    let history = stats["history"].as_array().expect("history");
    let last = history.last().expect("a step");
    assert_eq!(last["bytes"], result.len());
    assert_eq!(last["tokens"], stats["final_tokens"]);
    assert!(history.iter().all(|step| step["pass"].is_string() && step["seconds"].is_f64()));
    assert!(history.is_sorted_by_key(|step| step["tests"].as_u64()));
}

#[test]
fn the_numbers_say_what_a_proof_of_the_result_takes() {
    let place = Place::with_test(STILL_BUG);
    let proof = |arguments: &[&str]| -> Value {
        place.run(&[&["--no-session", "--stats", "stats.json"][..], arguments].concat()).ends(0, &[]);
        let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
        stats["proof_tests"].clone()
    };
    let of_a_program = proof(&["test.sh", "bug.js"]).as_u64();
    assert!(of_a_program.is_some_and(|tests| tests > 0), "{of_a_program:?}");
    assert_eq!(proof(&["--max-tests", "5", "test.sh", "bug.js"]), Value::Null, "the search has not come to its end");
}

#[test]
fn quiet_says_nothing_and_verbose_says_every_success() {
    let place = Place::with_test(STILL_BUG);
    let quiet = place.run(&["-q", "test.sh", "bug.js"]);
    quiet.ends(0, &[]);
    assert_eq!(quiet.stderr, "");
    let verbose = place.run(&["--restart", "-v", "--stats", "stats.json", "test.sh", "bug.js"]);
    verbose.ends(0, &["check: 3 tests, 2 successes"]);
    let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
    let successes = stats["history"].as_array().expect("history").len();
    assert_eq!(verbose.stderr.lines().filter(|line| line.contains(" s: ")).count(), successes);
}

#[test]
fn on_a_pipe_there_is_a_line_for_the_first_success_and_a_summary() {
    let place = Place::with_test(STILL_BUG);
    let run = place.run(&["-o", "small.js", "test.sh", "bug.js"]);
    let size = program().len();
    run.ends(0, &[" tokens, ", &format!("{size} -> "), " tests in ", "result: small.js"]);
    assert!(!run.stderr.contains('\x1b') && !run.stderr.contains('\r'), "{:?}", run.stderr);
}

#[test]
fn what_is_minimal_already_stays() {
    let place = Place::new();
    place.write("bug.js", "bug");
    place.script("test.sh", "[ \"$(cat bug.js)\" = bug ]");
    place.run(&["test.sh", "bug.js"]).ends(0, &["3 -> 3 bytes"]);
    assert_eq!(place.read("bug.reduced.js"), "bug");
}
