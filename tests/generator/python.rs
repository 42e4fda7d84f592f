//! The Python side by itself: its own tests, by the interpreter that is there.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::place::Place;

fn holds(python: &Path, module: &str) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/tests");
    let mut command = Command::new(python);
    command.args(["-B", "-m", "unittest", module]).current_dir(tests);
    let output = command.output().unwrap_or_else(|e| panic!("no {} ({e}): run tests/setup.sh test", python.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_python_side_records() {
    holds(Path::new("python3"), "test_record");
}

#[test]
fn the_python_side_replays() {
    holds(Path::new("python3"), "test_replay");
}

#[test]
fn the_python_side_knows_numpy() {
    holds(&with_libraries(), "test_numpy");
}

#[test]
fn generators_written_against_other_libraries_are_recorded_and_replayed() {
    holds(&with_libraries(), "test_libraries");
}

/// The Python that `tests/setup.sh` has installed libraries for.
fn with_libraries() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin/python3")
}

/// Records with ids and names, of which one has to stay.
const STRATEGY: &str = r#"
import json, random, sys
from hypothesis import strategies as st
random.seed(int(sys.argv[1]))
tags = st.lists(st.sampled_from("abc"), max_size=4)
record = st.fixed_dictionaries({"id": st.integers(0, 1000), "name": st.text("abcxyz", max_size=8), "tags": tags})
print(json.dumps(st.lists(record, min_size=2, max_size=9).example(), sort_keys=True))
"#;

#[test]
fn an_example_of_a_hypothesis_strategy_is_reduced() {
    let place = Place::new(STRATEGY, "grep -q x \"$1\"");
    let python = with_libraries();
    let command = format!("--no-session --test ./test.sh -o small.json -- '{}' gen.py", python.display());
    // With some seed there is an x.
    let reduced = (0..20).map(|seed| place.run(&format!("{command} {seed}"))).find(|run| run.status != Some(3));
    reduced.expect("one of them has an x").ends(0, &[]);
    let small: Vec<serde_json::Value> = serde_json::from_str(&place.read("small.json")).expect("JSON");
    assert_eq!(small.len(), 2, "the least length: {small:?}");
    assert!(small.iter().any(|record| record["name"] == "x"), "{small:?}");
    assert!(small.iter().all(|record| record["id"] == 0 && record["tags"] == serde_json::json!([])), "{small:?}");
}
