//! Standard streams that break: what was to be said is lost, the result is not.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::place::{Place, STILL_BUG};

/// The run has come to its end: a small result, and the numbers.
fn is_whole(place: &Place, ending: &str) {
    let result = place.read("bug.reduced.js");
    assert!(result.contains("bug"), "{result}");
    assert!(ending != "done" || result.len() < 20, "{result}");
    let stats: Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
    assert_eq!((&stats["ending"], &stats["final_bytes"]), (&ending.into(), &result.len().into()));
    assert!(place.is_clean());
}

#[test]
fn a_standard_error_that_is_full_changes_nothing() {
    let place = Place::with_test(STILL_BUG);
    let full = File::options().write(true).open("/dev/full").expect("a device");
    let mut command = place.command();
    let status = command.args(["-v", "--stats", "stats.json", "test.sh", "bug.js"]).stderr(full).status();
    assert_eq!(status.expect("starts").code(), Some(0));
    is_whole(&place, "done");
}

#[test]
fn a_reader_of_the_standard_error_that_goes_away_changes_nothing() {
    let place = Place::with_test(STILL_BUG);
    let mut command = place.command();
    command.args(["-v", "--stats", "stats.json", "test.sh", "bug.js"]).stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    let lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let mut lines = lines.map(|line| line.expect("readable"));
    assert!(lines.any(|line| line.contains("testing the original")));
    drop(lines);
    assert_eq!(child.wait().expect("ends").code(), Some(0));
    is_whole(&place, "done");
}

#[test]
fn a_reader_of_the_standard_error_that_does_not_read_changes_nothing() {
    let place = Place::with_test(STILL_BUG);
    let full_pipe = "import fcntl, os, subprocess, sys
reader, writer = os.pipe()
os.write(writer, b'-' * fcntl.fcntl(writer, 1032)) # F_GETPIPE_SZ
sys.exit(subprocess.call(sys.argv[1:], stderr=writer))";
    let mut command = Command::new("python3");
    place.confine(&mut command);
    command.args(["-c", full_pipe, env!("CARGO_BIN_EXE_reduce-tree"), "-v", "--stats", "stats.json"]);
    command.args(["test.sh", "bug.js"]);
    assert_eq!(command.status().expect("starts").code(), Some(0));
    is_whole(&place, "done");
}

#[test]
fn a_terminal_that_closes_interrupts_the_run() {
    // Only the shell's own commands, so that nothing but the program notices.
    let place = Place::with_test("read -r _ < $HERE/hold; grep -q bug bug.js");
    let on_a_terminal = "import os, pty, signal, sys
os.mkfifo('hold')
child, terminal = pty.fork()
if child == 0:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
hold = os.open('hold', os.O_RDWR)
said = b''
while b' tokens, ' not in said:
    os.write(hold, b'go\\n')
    said += os.read(terminal, 4096)
os.close(terminal)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))";
    let mut command = Command::new("python3");
    place.confine(&mut command);
    command.args(["-c", on_a_terminal, env!("CARGO_BIN_EXE_reduce-tree"), "-v", "--algorithm", "hdd"]);
    let status = command.args(["--stats", "stats.json", "test.sh", "bug.js"]).status();
    assert_eq!(status.expect("python3 starts").code(), Some(130));
    is_whole(&place, "interrupted");
}

#[test]
fn a_reader_of_the_standard_output_that_goes_away_is_no_error() {
    let place = Place::with_test(STILL_BUG);
    let mut command = place.command();
    let mut child = command.arg("--list-passes").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
