//! The Python side by itself: its own tests, by the interpreter that is there.

use std::path::Path;
use std::process::Command;

#[test]
fn the_python_side_records_and_replays() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/tests");
    let mut python = Command::new("python3");
    python.args(["-B", "-m", "unittest"]).current_dir(tests);
    let output = python.output().expect("python3 is there: see tests/setup.sh");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
