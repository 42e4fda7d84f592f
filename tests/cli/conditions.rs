//! Conditions that come before the test: `--valid` and `--quick-test`.

use std::process::Command;

use serde_json::Value;

use crate::place::{Place, STILL_BUG};

fn stats(place: &Place) -> Value {
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

#[test]
fn only_what_meets_every_condition_is_tested() {
    let place = Place::with_test(&format!(
        "echo run >>$HERE/runs; [ ! -s bug.js ] || grep -q unused7 bug.js || touch $HERE/not-quick
        [ ! -s bug.js ] || grep -q unused9 bug.js || touch $HERE/not-valid; {STILL_BUG}"
    ));
    place.script("here.sh", "[ \"$1\" = \"$PWD/bug.js\" ] && grep -q unused9");
    let options = ["--quick-test", "grep -q unused7 @@", "--valid", "here.sh", "--valid", "grep -q var @@"];
    let run = place.run(&[&options[..], &["-v", "--stats", "stats.json", "test.sh", "bug.js"]].concat());
    run.ends(0, &["--quick-test grep -q unused7 @@:", "--valid here.sh:"]);
    assert!(!place.exists("not-quick") && !place.exists("not-valid"), "{}", run.stderr);
    let result = place.read("bug.reduced.js");
    assert!(["bug", "unused7", "unused9"].iter().all(|word| result.contains(word)) && result.len() < 60, "{result}");

    let stats = stats(&place);
    assert_eq!(stats["property_tests"], place.read("runs").lines().count());
    let counts = stats["conditions"].as_array().expect("a list");
    let of = |condition: &Value, key: &str| condition[key].as_u64().expect("a number");
    assert_eq!(counts.len(), 3);
    assert!(of(&counts[0], "rejected") > 0 && of(&counts[1], "rejected") > 0, "{counts:?}");
    assert_eq!(stats["quick_test_runs"], counts[0]["runs"]);
    assert_eq!(stats["valid_runs"], of(&counts[1], "runs") + of(&counts[2], "runs"));
    assert!(of(&counts[1], "runs") <= of(&counts[0], "runs") - of(&counts[0], "rejected"));
}

#[test]
fn the_original_has_to_meet_the_conditions() {
    let place = Place::with_test("touch $HERE/ran; grep -q bug bug.js");
    place.script("picky.sh", "echo 'too plain' >&2; exit 7");
    let run = place.run(&["--valid", "./picky.sh", "test.sh", "bug.js"]);
    run.ends(3, &["`--valid ./picky.sh` does not accept the original", "status 7", "| too plain"]);
    place.run(&["--quick-test", "no-such-tool @@", "test.sh", "bug.js"]).ends(6, &["--quick-test", "no-such-tool"]);
    place.run(&["--valid", "none.sh", "test.sh", "bug.js"]).ends(6, &["none.sh"]);
    place.run(&["--valid", "grep 'bug", "test.sh", "bug.js"]).ends(6, &["quotation mark"]);
    assert!(!place.exists("ran") && !place.exists("bug.reduced.js") && place.is_clean());
}

#[test]
fn a_language_brings_its_checker() {
    let place = Place::with_test("grep -q bug bug.py");
    // To the grammar a `match` without a case is one all the same.
    place.write("bug.py", "match 0:\n    case 1:\n        a = 2\n    case _:\n        bug = 3\n");
    let options = ["--valid", "auto", "--stats", "stats.json", "test.sh", "bug.py"];
    place.run(&options).ends(0, &[]);
    let compiled = Command::new("python3").args(["-m", "py_compile"]).arg(place.path("bug.reduced.py")).status();
    assert!(compiled.expect("python3 runs").success(), "{}", place.read("bug.reduced.py"));
    assert!(stats(&place)["valid_runs"].as_u64() > Some(0));

    place.write("bug.py", "return bug\n");
    place.run(&options).ends(3, &["--valid python3", "does not accept the original", "outside function"]);
}

#[test]
fn a_checker_that_accepts_the_original_is_offered() {
    let place = Place::with_test(STILL_BUG);
    place.run(&["test.sh", "bug.js"]).ends(0, &["the original passes `node --check @@`", "--valid auto"]);
    place.write("bug.js", "bug( ;");
    let run = place.run(&["test.sh", "bug.js"]);
    run.ends(0, &[]);
    assert!(!run.stderr.contains("--valid"), "{}", run.stderr);
}

#[test]
fn conditions_are_ended_like_tests() {
    let place = Place::with_test(STILL_BUG);
    place.write("hanging", "");
    place.write("bug.js", "a();\nbug();\n");
    place.script("hangs.sh", "grep -q a bug.js || exec tail -f $HERE/hanging");
    place.run(&["--timeout", "0.2", "--valid", "hangs.sh", "test.sh", "bug.js"]).ends(0, &[]);
    let result = place.read("bug.reduced.js");
    assert!(result.contains('a') && result.contains("bug"), "{result}");
    assert!(place.users("hanging").is_empty());
}
