//! Nothing stays behind, whatever ends the program, and nothing stops it for good.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use crate::place::{Place, STILL_BUG, children, finished, is_stopped, kill, until};

/// Says yes to the original and hangs from then on, with a process in a session of its own beside it.
const HANGS: &str = "trap '' INT TERM HUP
[ -s bug.js ] || exit 1
cmp -s bug.js $HERE/bug.js && exit 0
setsid tail -f $HERE/session &
exec tail -f $HERE/hanging";

fn hanging() -> Place {
    let place = Place::with_test(HANGS);
    place.write("hanging", "");
    place.write("session", "");
    place
}

fn until_it_hangs(place: &Place, options: &[&str]) -> Child {
    let mut command = place.command();
    let child = command.args(options).args(["test.sh", "bug.js"]).stderr(Stdio::null()).process_group(0).spawn();
    until("the test hangs", || !place.users("hanging").is_empty() && !place.users("session").is_empty());
    child.expect("starts")
}

fn until_nothing_is_left(place: &Place) {
    until("the test has ended", || place.users("hanging").is_empty() && place.users("session").is_empty());
    until("temporary files are gone", || place.is_clean());
}

#[test]
fn a_killed_run_leaves_nothing_behind() {
    for jobs in ["1", "3"] {
        let place = hanging();
        let mut child = until_it_hangs(&place, &["--timeout", "600", "-j", jobs]);
        kill(child.id(), "-KILL");
        child.wait().expect("ends");
        until_nothing_is_left(&place);
    }
}

#[test]
fn a_second_interruption_ends_at_once_and_leaves_nothing_behind() {
    let place = hanging();
    // Nobody reads the result, so that the run does not come to its end by itself.
    let pipe = place.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let mut child = until_it_hangs(&place, &["--timeout", "600", "-o", "pipe"]);
    kill(child.id(), "-INT");
    until("the test has ended", || place.users("hanging").is_empty());
    assert!(child.try_wait().expect("a child").is_none(), "it waits for a reader");
    kill(child.id(), "-INT");
    assert_eq!(child.wait().expect("ends").code(), Some(130));
    until_nothing_is_left(&place);
}

#[test]
fn who_ends_every_process_of_this_name_means_the_program() {
    let place = hanging();
    let mut child = until_it_hangs(&place, &["--timeout", "600"]);
    for process in children(child.id()).into_iter().chain([child.id()]) {
        kill(process, "-TERM");
    }
    assert_eq!(child.wait().expect("ends").code(), Some(130));
    until_nothing_is_left(&place);
}

#[test]
fn without_its_supervisor_the_program_ends_with_the_best_so_far() {
    let place = hanging();
    let mut child = until_it_hangs(&place, &["--timeout", "600"]);
    for process in children(child.id()) {
        kill(process, "-KILL");
    }
    assert_eq!(child.wait().expect("ends").code(), Some(6));
    assert_eq!(place.read("bug.reduced.js"), place.read("bug.js"));
    // Nobody is left to end the test.
    for process in ["hanging", "session"].into_iter().flat_map(|name| place.users(name)) {
        kill(process, "-KILL");
    }
    assert!(!place.is_clean(), "nor to remove the folder");
    place.script("test.sh", STILL_BUG);
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    assert!(place.is_clean(), "the next run does it");
}

#[test]
fn stopped_and_continued_the_run_goes_on() {
    let place = Place::with_test("cmp -s bug.js $HERE/bug.js");
    // Nothing is taken from it, so that it takes long.
    let statements: Vec<String> = (0..5000).map(|i| format!("f{i}(a, b);\n")).collect();
    place.write("bug.js", &statements.concat());
    let mut command = place.command();
    let mut child = command.args(["test.sh", "bug.js"]).stderr(Stdio::null()).process_group(0).spawn().expect("starts");
    // As a terminal does it: to the whole group.
    let group = -i64::from(child.id());
    let tell = |signal: &str| {
        let group = group.to_string();
        assert!(Command::new("kill").args([signal, "--", &group]).status().expect("it runs").success());
    };
    until("the check is done", || place.exists("bug.reduced.js"));
    for _ in 0..30 {
        tell("-TSTP");
        until("it has stopped", || is_stopped(child.id()));
        tell("-CONT");
        until("it goes on", || !is_stopped(child.id()));
    }
    assert!(child.try_wait().expect("a child").is_none(), "it still runs");
    tell("-INT");
    assert_eq!(child.wait().expect("ends").code(), Some(130));
    assert!(place.is_clean());
}

#[test]
fn what_the_caller_started_is_left_alone_and_what_that_leaves_too() {
    let place = Place::with_test("touch $HERE/runs; grep -q bug bug.js");
    place.write("mine", "");
    // A child of the shell that becomes the program, which ends while tests run and leaves a process behind.
    let sibling = "sh -c 'tail -f $HERE/mine & until [ -e $HERE/runs ]; do sleep 0.01; done' >/dev/null 2>&1 &
        until grep -q tail /proc/[0-9]*/comm; do :; done";
    finished(place.command_in_shell(sibling).args(["test.sh", "bug.js"])).ends(0, &[]);
    let mine = place.users("mine");
    assert!(!mine.is_empty());
    for process in mine {
        kill(process, "-KILL");
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next_one() {
    let place = Place::with_test(STILL_BUG);
    fs::create_dir_all(place.path("tmp/reduce-tree.AbCdEf/000001")).expect("made");
    place.write("tmp/reduce-tree.AbCdEf/000001/bug.js", "left");
    fs::create_dir(place.path("tmp/reduce-tree-of-someone")).expect("made");
    let run = place.run(&["-q", "test.sh", "bug.js"]);
    run.ends(0, &[]);
    assert_eq!(run.stderr, "", "nothing is said of it");
    let left: Vec<_> =
        fs::read_dir(place.path("tmp")).expect("there").map(|e| e.expect("an entry").file_name()).collect();
    assert_eq!(left, ["reduce-tree-of-someone"]);
}

#[test]
fn more_tests_at_once_than_the_system_has_room_for_are_refused_at_once() {
    let place = Place::with_test("touch $HERE/ran; grep -q bug bug.js");
    let mut command = place.command_in_shell("ulimit -n 1024");
    finished(command.args(["-j", "20000", "test.sh", "bug.js"]))
        .ends(2, &["20000 tests at once", "ulimit -n", "-j 192"]);
    assert!(!place.exists("ran") && place.is_clean());
    let mut command = place.command_in_shell("ulimit -n 1024");
    finished(command.args(["-j", "192", "test.sh", "bug.js"])).ends(0, &[]);
    assert!(place.read("bug.reduced.js").len() < 20 && place.is_clean());
}

#[test]
fn without_the_process_file_system_it_is_said_what_is_not_contained() {
    let place = Place::with_test(STILL_BUG);
    let hide = "mount -t tmpfs none /proc && exec \"$@\"";
    let allowed = Command::new("unshare").args(["-rm", "sh", "-c", "mount -t tmpfs none /proc"]).status();
    if !allowed.is_ok_and(|status| status.success()) {
        eprintln!("NOT TESTED: this system does not let /proc be hidden (unshare -rm)");
        return;
    }
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", hide, "sh"]).arg(place.command().get_program());
    place.confine(&mut command);
    finished(command.args(["test.sh", "bug.js"])).ends(0, &["outlive it", "see that /proc is mounted"]);
    assert!(place.read("bug.reduced.js").len() < 20 && place.is_clean());
}
