//! How a test is run, and what makes a candidate interesting.

use std::fs;
use std::process::Command;

use crate::place::{Place, STILL_BUG, finished, program};

#[test]
fn a_script_finds_the_candidate_alone_in_its_folder_as_argument_and_on_standard_input() {
    let place = Place::with_test(
        r#"[ "$(ls -A)" = bug.js ] && [ "$#" = 1 ] && [ "$1" = "$PWD/bug.js" ] && cmp -s bug.js - &&
        touch dirt && grep -q bug "$1""#,
    );
    place.run(&["test.sh", "bug.js"]).ends(0, &["bug.reduced.js"]);
    let result = place.read("bug.reduced.js");
    assert!(result.contains("bug") && result.len() < 20, "{result}");
    assert_eq!(place.read("bug.js"), program(), "the input is left alone");
    assert!(place.is_clean());
}

#[test]
fn the_environment_of_a_test_is_the_callers() {
    let place = Place::new();
    place.write("bug.js", "bug();\n");
    let caller = [
        ("ANYTHING", "and = more".to_owned()),
        ("PATH", std::env::var("PATH").expect("set")),
        ("PWD", "/not/the/place".to_owned()),
        ("TMPDIR", place.path("tmp").display().to_string()),
    ];
    let seen = place.path("seen").display().to_string();
    // `cp` copies the environment that it was started with; no shell comes in between to add to it.
    let options =
        ["--no-session", "--max-tests", "4", "--expect-exit", "0", "bug.js", "--", "cp", "/proc/self/environ", &seen];
    finished(place.command().env_clear().envs(caller.clone()).args(options)).ends(0, &[]);
    let seen = place.read("seen");
    let mut seen: Vec<&str> = seen.split_terminator('\0').collect();
    seen.sort_unstable();
    assert_eq!(seen, caller.map(|(name, value)| format!("{name}={value}")));
}

#[test]
fn signals_and_limits_of_a_test_are_the_callers() {
    let place = Place::new();
    place.write("bug.js", "bug();\n");
    for (file, is_compared) in [
        ("status", &(|line: &str| line.starts_with("SigBlk") || line.starts_with("SigIgn")) as &dyn Fn(&str) -> bool),
        // Files that a test writes are bounded.
        ("limits", &|line| !line.starts_with("Max file size")),
    ] {
        let (source, seen) = (format!("/proc/self/{file}"), place.path("seen").display().to_string());
        let lines = || {
            let seen = place.read("seen");
            seen.lines().filter(|line| is_compared(line)).map(heard).collect::<Vec<_>>()
        };
        assert!(Command::new("cp").args([&source, &seen]).status().expect("it runs").success());
        let ours = lines();
        assert!(ours.len() > 1);
        place.run(&["--max-tests", "3", "--expect-exit", "0", "bug.js", "--", "cp", &source, &seen]).ends(0, &[]);
        assert_eq!(lines(), ours);
    }
}

/// A line of signals that are ignored, but for the one of Ctrl-C: the program hears it even if its caller does not, as a
/// shell without a terminal does not for what it starts in the background.
fn heard(line: &str) -> String {
    match line.strip_prefix("SigIgn:").and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
        Some(mask) => format!("SigIgn: {:x}", mask & !0b10),
        None => line.to_owned(),
    }
}

#[test]
fn who_ignores_the_end_of_the_terminal_is_not_ended_by_it() {
    let place = Place::with_test("kill -HUP $(cat $HERE/pid); grep -q bug bug.js");
    let program = env!("CARGO_BIN_EXE_reduce-tree");
    let nohup = format!("trap '' HUP; echo $$ > pid; exec {program} --algorithm hdd test.sh bug.js");
    let mut command = Command::new("sh");
    place.confine(&mut command);
    let ended = finished(command.args(["-c", &nohup]));
    ended.ends(0, &[]);
    assert!(place.read("bug.reduced.js").len() < 20);
}

#[test]
fn a_command_is_interesting_if_it_meets_every_expectation() {
    let place = Place::new();
    place.write("bug.js", "one();\nbug();\nkeep();\nlast();\n");
    let command = ["--", "sh", "-c", "grep bug \"$0\" && { grep keep \"$0\" >&2; exit 7; }", "@@"];
    let expect = |options: &[&str], output: &str| {
        place.run(&[options, &["-o", output, "bug.js"], &command].concat()).ends(0, &[]);
        place.read(output)
    };
    let both = expect(&["--expect-exit", "7", "--expect-stderr", "^kee"], "both.js");
    assert!(both.contains("bug") && both.contains("keep") && !both.contains("last"), "{both}");
    let one = expect(&["--expect-exit", "7", "--expect-stdout", "b.g"], "one.js");
    assert!(one.contains("bug") && !one.contains("keep"), "{one}");
}

#[test]
fn a_command_may_be_expected_to_die_by_a_signal() {
    let place = Place::with_test("");
    let command = ["bug.js", "--", "sh", "-c", "grep -q bug < \"${0#in=}\" && kill -SEGV $$; true", "in=@@"];
    place.run(&[&["--expect-signal", "SEGV"], &command[..]].concat()).ends(0, &[]);
    assert!(place.read("bug.reduced.js").contains("bug"));
    place.run(&[&["--expect-signal", "ABRT"], &command[..]].concat()).ends(3, &["killed by signal 11"]);
}

#[test]
fn the_same_error_may_name_another_place() {
    let place = Place::with_test("");
    let fail = "grep -q bug \"$0\" || { echo \"$0: nothing found here at all\" >&2; exit 3; }; \
                echo \"$0:$(grep -n bug \"$0\"): fatal error: this is the bug\" >&2; exit 3";
    place.run(&["--same-error", "bug.js", "--", "sh", "-c", fail, "@@"]).ends(0, &[]);
    assert!(place.read("bug.reduced.js").contains("bug"));
    place.run(&["--same-error", "bug.js", "--", "true", "@@"]).ends(3, &["no error that could be the same"]);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let place = Place::with_test("[ $(grep -c 'unused[1-4]*5' bug.js) -ge 3 ] && grep -q bug bug.js");
    place.run(&["-j", "1", "-o", "one.js", "test.sh", "bug.js"]).ends(0, &[]);
    place.run(&["-j", "4", "-o", "four.js", "test.sh", "bug.js"]).ends(0, &[]);
    assert_eq!(place.read("one.js"), place.read("four.js"));
    assert!(place.is_clean());
}

#[test]
fn the_path_of_the_test_is_relative_to_the_users_folder() {
    let place = Place::new();
    fs::create_dir(place.path("deep")).expect("made");
    place.write("deep/bug.js", &program());
    place.script("deep/test.sh", STILL_BUG);
    place.run(&["./deep/../deep/test.sh", "deep/bug.js"]).ends(0, &[]);
    assert!(place.read("deep/bug.reduced.js").contains("bug"));
}
