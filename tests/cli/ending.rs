//! How a run ends before its time: budget, Ctrl-C, the program killed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::place::{Place, STILL_BUG, kill, program, until};

/// Says yes to the original and to one smaller text, and hangs from then on, whoever asks it to end: `tail` on the file
/// `hanging`.
const HANGS_AFTER_ONE_SUCCESS: &str = "trap '' INT TERM HUP
grep -q bug bug.js || exit 1
cmp -s bug.js $HERE/bug.js && exit 0
mkdir $HERE/claimed || exec tail -f $HERE/hanging
cp bug.js $HERE/once";

fn hanging() -> Place {
    let place = Place::with_test(HANGS_AFTER_ONE_SUCCESS);
    place.write("hanging", "");
    place
}

/// Starts the program and waits until it reports its first success and the next test hangs.
fn until_it_hangs(place: &Place, options: &[&str]) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut child =
        place.command().args(options).args(["test.sh", "bug.js"]).stderr(Stdio::piped()).spawn().expect("starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.contains(" tokens, ") {
        line.clear();
        assert!(lines.read_line(&mut line).expect("readable") > 0, "it ended before a success");
    }
    while place.users("hanging").is_empty() {
        std::thread::yield_now();
    }
    (child, lines)
}

#[test]
fn an_interruption_ends_with_the_summary_and_the_best_so_far() {
    for (name, jobs) in [("-INT", "1"), ("-TERM", "1"), ("-HUP", "1"), ("-INT", "3")] {
        let place = hanging();
        let (mut child, mut lines) = until_it_hangs(&place, &["-j", jobs, "--stats", "stats.json"]);
        kill(child.id(), name);
        let mut rest = String::new();
        lines.read_to_string(&mut rest).expect("readable");
        assert_eq!(child.wait().expect("ends").code(), Some(130), "{rest}");
        assert!(rest.contains("interrupted") && rest.contains("result: bug.reduced.js"), "{rest}");
        assert_eq!(place.read("bug.reduced.js"), place.read("once"));
        assert!(place.read("once").len() < program().len());
        assert!(place.users("hanging").is_empty(), "the running test was ended");
        assert!(place.is_clean());
        let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
        assert_eq!(stats["ending"], "interrupted");
    }
}

#[test]
fn an_interruption_ends_the_reading_of_a_large_input_too() {
    let place = Place::with_test("exit 0");
    place.write("bug.json", &format!("[{}0]", "{\"a\": [1, null]},\n".repeat(1_000_000)));
    let mut child = place.command().args(["test.sh", "bug.json"]).stderr(Stdio::piped()).spawn().expect("starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    let mut said = String::new();
    lines.read_line(&mut said).expect("readable");
    assert!(said.starts_with("reading bug.json"), "{said}");
    kill(child.id(), "-INT");
    lines.read_to_string(&mut said).expect("readable");
    assert_eq!(child.wait().expect("ends").code(), Some(130), "{said}");
    assert!(said.contains("interrupted while the input was read: nothing is written"), "{said}");
    assert!(!place.exists("bug.reduced.json") && place.is_clean());
}

#[test]
fn a_killed_run_leaves_the_best_so_far() {
    let place = hanging();
    let (mut child, _lines) = until_it_hangs(&place, &[]);
    kill(child.id(), "-KILL");
    child.wait().expect("ends");
    assert_eq!(place.read("bug.reduced.js"), place.read("once"));
    until("the test has ended", || place.users("hanging").is_empty());
}

#[test]
fn no_more_tests_run_than_are_allowed() {
    for jobs in ["1", "4"] {
        let place = Place::with_test("echo run >> $HERE/runs; grep -q bug bug.js");
        let run = place.run(&["-j", jobs, "--max-tests", "5", "test.sh", "bug.js"]);
        run.ends(0, &["5 tests", "ended by --max-tests"]);
        // A test that is given up, since an earlier one decided, counts but may not come to write its line.
        let runs = place.read("runs").lines().count();
        assert!(if jobs == "1" { runs == 5 } else { runs <= 5 }, "{runs}");
        assert!(place.read("bug.reduced.js").contains("bug"));
    }
}

#[test]
fn time_that_is_over_ends_a_test_that_hangs() {
    let place = hanging();
    place.run(&["--max-time", "3", "test.sh", "bug.js"]).ends(0, &["ended by --max-time"]);
    assert_eq!(place.read("bug.reduced.js"), place.read("once"));
    assert!(place.users("hanging").is_empty());
}

#[test]
fn a_test_that_vanishes_ends_the_run_with_the_best_so_far() {
    let place = Place::with_test(&format!("cmp -s bug.js $HERE/bug.js && exit 0; {STILL_BUG} && rm $HERE/test.sh"));
    let run = place.run(&["test.sh", "bug.js"]);
    run.ends(6, &["cannot run the test", "result: bug.reduced.js"]);
    let result = place.read("bug.reduced.js");
    assert!(result.contains("bug") && result.len() < program().len());
}
