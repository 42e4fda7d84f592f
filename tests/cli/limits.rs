//! What a test may use: a candidate on which it uses more is not taken, and that is counted and told.

use serde_json::Value;

use crate::place::{Place, STILL_BUG};

/// Runs a test that says yes to the original and does something else to any other text.
fn run(instead: &str, options: &[&str]) -> (String, Value) {
    let place = Place::with_test(&format!("cmp -s bug.js $HERE/bug.js && exit 0\n{instead}"));
    let rest = ["--timeout", "600", "--max-tests", "5", "--stats", "stats.json", "test.sh", "bug.js"];
    let run = place.run(&[options, &rest].concat());
    run.ends(0, &[]);
    assert!(place.is_clean());
    (run.stderr, serde_json::from_str(&place.read("stats.json")).expect("JSON"))
}

#[track_caller]
fn goes_over(limit: &str, instead: &str, options: &[&str], says: &str) {
    let (said, stats) = run(instead, options);
    // The original is tested twice.
    assert_eq!(stats["over_limit"][limit], 3, "{stats}");
    assert_eq!(said.matches(says).count(), 1, "the first time only:\n{said}");
    assert!(said.contains("3 tests went over a limit"), "{said}");
    let place = Place::with_test(instead);
    place.run(&[options, &["--timeout", "600", "test.sh", "bug.js"]].concat()).ends(3, &[says, options[0]]);
}

/// Holds so many megabytes of memory.
fn holding(megabytes: usize) -> String {
    format!("x = b'x' * ({megabytes} << 20)")
}

#[test]
fn memory_of_all_processes_of_a_test_together() {
    let hold = format!("python3 -c \"import time; {}; time.sleep(600)\"", holding(120));
    goes_over("memory", &format!("{hold} & {hold} & wait"), &["--memory-limit", "200"], "more than 200 MB of memory");
}

#[test]
fn memory_that_processes_share_counts_once() {
    let share = format!("import os, time; {}; os.fork(); os.fork(); time.sleep(0.3)", holding(120));
    let (said, stats) = run(&format!("python3 -c \"{share}\"; exit 1"), &["--memory-limit", "200"]);
    assert_eq!(stats["over_limit"]["memory"], 0, "{said}");
}

#[test]
fn processes_of_a_test() {
    let many = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 600 & done; setsid sleep 600 & wait";
    goes_over("processes", many, &["--process-limit", "12"], "more than 12 processes");
}

#[test]
fn output_of_a_test() {
    goes_over("output", "yes & yes >&2", &["--output-limit", "10"], "more than 10 MB of output");
}

#[test]
fn room_on_the_disk() {
    let fill = "mkdir deep; for i in 1 2 3 4; do head -c 20000000 /dev/zero >deep/$i; done; exec sleep 600";
    goes_over("disk", fill, &["--disk-limit", "50"], "more than 50 MB on the disk");
}

#[test]
fn the_usual_limits_are_in_nobodys_way() {
    let place = Place::with_test(&format!("head -c 100000000 /dev/zero >big; head -c 100000000 big; {STILL_BUG}"));
    let run = place.run(&["--max-tests", "10", "test.sh", "bug.js"]);
    run.ends(0, &[]);
    assert!(!run.stderr.contains("limit"), "{}", run.stderr);
}

#[test]
fn the_time_limit_follows_the_runs_that_said_yes() {
    // The original takes long. Then a line after the other may go, at once; and after nine a candidate hangs. What was
    // accepted stays so.
    let place = Place::with_test(
        "cmp -s bug.js $HERE/accepted && exit 0
        [ -e $HERE/hung ] && exit 1
        cmp -s bug.js $HERE/bug.js && sleep 3 && exit 0
        last=$(cat $HERE/last 2>/dev/null || echo 50)
        [ $last -le 41 ] && mkdir $HERE/hung 2>/dev/null && sleep 25 && touch $HERE/too-late
        [ $last -gt 41 ] && [ $(wc -l <bug.js) = $((last - 1)) ] && grep -q bug bug.js || exit 1
        cp bug.js $HERE/accepted
        echo $((last - 1)) >$HERE/last",
    );
    let run = place.run(&["--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(0, &["1 test timed out"]);
    assert!(place.exists("hung") && !place.exists("too-late"), "30 s are the limit of the original only");
}
