//! Helper processes: they end with the program, whatever ends it, and nobody else has anything of them.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, Stdio};

use crate::place::{children, kill, until};
use crate::rogue::{Rogue, TEXT, answer};

/// Says yes to the original and hangs from then on: `tail` on the file `hanging`.
const HANGS: &str = "cmp -s a.js $HERE/a.js || exec tail -f $HERE/hanging";

/// A run with a plugin that waits for a test that does not end.
fn waiting() -> (Rogue, Child, BufReader<ChildStderr>) {
    let rogue = Rogue::new("BEHAVES");
    rogue.place.script("test.sh", HANGS);
    rogue.place.write("hanging", "");
    let mut command = rogue.place.command();
    command
        .args(["--timeout", "600", "--plugin", "rogue.so", "test.sh", "a.js"])
        .stderr(Stdio::piped())
        .process_group(0);
    let mut child = command.spawn().expect("it starts");
    let mut said = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("readable");
    while rogue.place.users("hanging").is_empty() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before the test hung");
        std::thread::yield_now();
    }
    (rogue, child, said)
}

/// The helpers of a running program.
fn helpers(program: &Child) -> Vec<u32> {
    // They are the supervisor's children, and it the program's.
    children(program.id()).into_iter().flat_map(children).filter(|&pid| is_helper(pid)).collect()
}

fn is_helper(process: u32) -> bool {
    // What is dead has no words.
    let words = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    words.split(|&b| b == 0).nth(1) == Some(b"plugin-helper")
}

fn until_all_are_gone(helpers: &[u32]) {
    while helpers.iter().any(|&helper| is_helper(helper)) {
        std::thread::yield_now();
    }
}

#[test]
fn no_helper_is_left_when_the_program_is_killed() {
    let (rogue, mut child, _said) = waiting();
    let helpers = helpers(&child);
    assert!(!helpers.is_empty(), "plugins run in helpers");
    kill(child.id(), "-KILL");
    child.wait().expect("it ends");
    until_all_are_gone(&helpers);
    until("the test has ended", || rogue.place.users("hanging").is_empty());
}

#[test]
fn what_a_plugin_has_started_ends_with_it() {
    let rogue = Rogue::new("FORKS");
    rogue.place.write("mark", "");
    rogue.pass(&["rogue", "0", "a.js"]).is(0, &TEXT[1..], &[]);
    while !rogue.place.users("mark").is_empty() {
        std::thread::yield_now();
    }
}

#[test]
fn an_interruption_from_the_terminal_is_for_the_program_alone() {
    let (rogue, mut child, mut said) = waiting();
    let helpers = helpers(&child);
    assert!(!helpers.is_empty(), "plugins run in helpers");
    // As a terminal does it: to the whole group.
    let group = format!("-{}", child.id());
    assert!(std::process::Command::new("kill").args(["-INT", "--", &group]).status().expect("it runs").success());
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("readable");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest}");
    assert!(rest.contains("interrupted") && !rest.contains("crashed"), "{rest}");
    assert!(!helpers.iter().any(|&helper| is_helper(helper)));
    assert!(rogue.place.users("hanging").is_empty(), "the running test was ended");
}

#[test]
fn an_interruption_ends_the_waiting_for_a_plugin() {
    let rogue = Rogue::new("HANGS");
    rogue.place.script("test.sh", "grep -q 12 a.js");
    let mut command = rogue.place.command();
    command.args(["--pass-timeout", "600", "--pass", "rogue", "--plugin", "rogue.so", "test.sh", "a.js"]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    // A plugin that loops for ever uses time: by that it is seen to have been called.
    let is_busy = |helper: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{helper}/stat")).unwrap_or_default();
        let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<u64>().ok());
        ticks.is_some_and(|ticks| ticks > 100)
    };
    while !helpers(&child).into_iter().any(is_busy) {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    kill(child.id(), "-INT");
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("readable");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
    assert!(said.contains("interrupted") && !said.contains("warning"), "{said}");
}

#[test]
fn the_end_of_the_time_ends_the_waiting_for_a_plugin() {
    let rogue = Rogue::new("HANGS");
    rogue.place.script("test.sh", "grep -q 12 a.js");
    let mut command = rogue.place.command();
    command.args(["--max-time", "3", "--pass-timeout", "600", "--pass", "rogue", "--plugin", "rogue.so"]);
    let ended = answer(command.args(["test.sh", "a.js"]));
    ended.is(0, "", &["ended by --max-time"]);
    assert!(!ended.stderr.contains("warning"), "{}", ended.stderr);
}

#[test]
fn a_test_has_nothing_of_the_helpers() {
    let rogue = Rogue::new("BEHAVES");
    let (files, plugin) = (rogue.place.path("files"), rogue.file.display().to_string());
    // `ls` itself has the folder open that it lists.
    rogue.place.script("test.sh", "ls /proc/self/fd > $HERE/files");
    let run = |options: &[&str]| {
        let ended = answer(rogue.place.command().args(options).args(["--max-tests", "3", "test.sh", "a.js"]));
        ended.is(0, "", &[]);
        std::fs::read_to_string(&files).expect("the test ran")
    };
    // What our own caller has left open is there as well.
    assert_eq!(run(&["--plugin", &plugin]), run(&["--algorithm", "hdd"]));
}
