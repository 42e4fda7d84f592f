//! What is said of a run in the end, what goes on after the generator, and what no run writes over.

use serde_json::Value;

use crate::place::{BUGGY, PASSWORDS, Place};

/// Programs with calls that nobody needs.
const PROGRAMS: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))
print("header();")
for _ in range(random.randint(2, 6)):
    print("call(%d);" % random.randint(100, 999))
print("bug(%d, 'some words');" % random.randint(1000, 9999))
"#;

fn stats(place: &Place) -> Value {
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

#[test]
fn what_comes_after_the_generator_runs_with_the_shipped_passes_under_the_same_conditions() {
    let place = Place::new(PROGRAMS, "grep -q 'bug(' \"$1\"");
    // What is valid has its header and ends its statements.
    place.script("valid.sh", "grep -q '^header();' \"$1\" && [ $(grep -c ';$' \"$1\") = $(grep -c . \"$1\") ]");
    let options = "--then-reduce --valid ./valid.sh --test ./test.sh -v --stats stats.json -o small.js";
    let run = place.run(&format!("{options} -- python3 gen.py 3"));
    run.ends(
        0,
        &["runs of the generator, of which", "the generator: ", "candidates were valid (100.0 %)", "--then-reduce: "],
    );
    let small = place.read("small.js");
    assert!(small.starts_with("header();") && small.contains("bug(") && small.len() < 20, "{small}");

    let numbers = stats(&place);
    let of = &numbers["generator"];
    assert!(of["replays"].as_u64() > Some(0) && of["outputs_known"].is_u64(), "{of}");
    assert_eq!(
        of["generator_valid"]["valid"], of["generator_valid"]["candidates"],
        "all that the generator makes is valid"
    );
    let then = &of["then_reduce_valid"];
    assert!(then["candidates"].as_u64() > then["valid"].as_u64(), "some of what is cut out of the text is not: {then}");
    let tests = |key: &str| of[key].as_u64().expect("a number");
    assert_eq!(Some(tests("generator_tests") + tests("then_reduce_tests")), numbers["property_tests"].as_u64());
    assert!(tests("generated_bytes") > small.len() as u64);
    assert!(numbers["passes"].as_object().expect("passes").contains_key("rename"), "{}", numbers["passes"]);
    // The trace is the generator's.
    let generated = place.run("replay small.js.trace").stdout;
    assert_eq!(generated.len() as u64, tests("generated_bytes"));
    let again = place.run(&format!("{options} -- python3 gen.py 3"));
    again.ends(0, &["goes on where it was"]);
    assert_eq!((place.read("small.js"), place.run("replay small.js.trace").stdout), (small, generated));
}

#[test]
fn without_a_condition_nothing_is_said_of_validity() {
    let place = Place::new(PASSWORDS, BUGGY);
    let run = place.run("--no-session --test ./test.sh --stats stats.json -o small.txt -- python3 gen.py 26524");
    run.ends(0, &["4 -> 2 choices in"]);
    assert!(!run.stderr.contains("valid"), "{}", run.stderr);
    assert!(stats(&place)["generator"]["generator_valid"].is_null());
}

#[test]
fn no_file_that_the_command_line_names_is_written_over() {
    let place = Place::new(PASSWORDS, &format!("touch $HERE/ran; {BUGGY}"));
    place.write("data.txt", "");
    for (options, says) in [
        ("-o gen.py", "a file of the generator's command"),
        ("-o data.txt", "a file of the generator's command"),
        ("-o test.sh", "which is the test"),
        ("-o small.txt --trace ./test.sh", "which is the test"),
        ("-o small.txt --trace small.txt", "which is the result"),
        ("-o small.txt --stats small.txt.trace", "which is the trace"),
        ("-o small.txt --stats gen.py", "a file of the generator's command"),
    ] {
        place.run(&format!("{options} --test ./test.sh -- python3 gen.py --in=data.txt")).ends(2, &[says]);
    }
    assert!(!place.exists("ran") && place.read("gen.py") == PASSWORDS);
}

#[test]
fn a_result_that_cannot_be_written_is_saved_elsewhere() {
    // A pipe that nobody reads from takes nothing.
    let place = Place::new(PASSWORDS, BUGGY);
    place.shell("mkfifo pipe").ends(0, &[]);
    let run = place.shell(&format!(
        "'{}' --no-session --test ./test.sh --trace kept.trace -o pipe -- python3 gen.py 26524",
        env!("CARGO_BIN_EXE_reduce-generator")
    ));
    run.ends(5, &["cannot write", "the result is in `"]);
    let saved = run.stderr.rsplit("the result is in `").next().and_then(|rest| rest.split('`').next()).expect("a path");
    assert_eq!(std::fs::read_to_string(saved).expect("there"), "c\nc\n");
    assert_eq!(
        place.shell(&format!("'{}' replay kept.trace", env!("CARGO_BIN_EXE_reduce-generator"))).stdout,
        "c\nc\n"
    );
}
