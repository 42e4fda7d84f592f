//! The Python side by itself: its own tests, by the interpreter that is there.

use std::path::Path;
use std::process::Command;

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
    holds(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin/python3"), "test_numpy");
}
