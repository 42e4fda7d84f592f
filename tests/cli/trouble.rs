//! Inputs and tests that are not as they should be: each ends in one clear line that says what to do.

use std::fs;

use crate::place::{Place, STILL_BUG, finished, kill, program};

#[test]
fn the_command_line_has_to_make_sense() {
    let place = Place::with_test(STILL_BUG);
    for (arguments, says) in [
        (&["bug.js"][..], "give a TEST and an INPUT"),
        (&["--expect-exit", "1", "test.sh", "bug.js"], "give one after the input"),
        (&["bug.js", "--", "true"], "say what makes the COMMAND's run interesting"),
        (&["--expect-exit", "1", "test.sh", "bug.js", "--", "true"], "no TEST"),
        (&["--expect-signal", "SIGNONE", "bug.js", "--", "true"], "unknown signal"),
        (&["--expect-stdout", "(", "bug.js", "--", "true"], "not a regular expression"),
        (&["--same-error=2", "bug.js", "--", "true"], "between 0 and 1"),
        (&["--expect-exit", "300", "bug.js", "--", "true"], "not in 0..=255"),
        (&["--max-tests", "0", "test.sh", "bug.js"], "--max-tests"),
        (&["--timeout", "0", "test.sh", "bug.js"], "number of seconds"),
        (&["--timeout", "nan", "test.sh", "bug.js"], "number of seconds"),
        (&["-j", "0", "test.sh", "bug.js"], "--jobs"),
        (&["--algorithm", "magic", "test.sh", "bug.js"], "possible values"),
        (&["--grammar", "x.so", "test.sh", "bug.js"], "--node-types"),
        (&["--in-place", "-o", "x", "test.sh", "bug.js"], "cannot be used with"),
        (&["--language", "klingon", "test.sh", "bug.js"], "klingon"),
    ] {
        place.run(arguments).ends(2, &[says]);
    }
    assert!(!place.exists("bug.reduced.js"));
}

#[test]
fn an_input_has_to_be_a_file_with_something_in_it() {
    let place = Place::with_test(STILL_BUG);
    place.run(&["test.sh", "none.js"]).ends(5, &["cannot read the input `none.js`"]);
    place.write("empty.js", "");
    place.run(&["test.sh", "empty.js"]).ends(5, &["is empty"]);
    fs::File::create(place.path("vast.js")).and_then(|f| f.set_len(1 << 30)).expect("a sparse file");
    place.run(&["test.sh", "vast.js"]).ends(5, &["larger than 256 MB"]);
}

#[test]
fn a_test_that_is_missing_or_cannot_run_is_told() {
    let place = Place::with_test(STILL_BUG);
    place.run(&["none.sh", "bug.js"]).ends(6, &["cannot find the test `none.sh`"]);
    place.run(&[".", "bug.js"]).ends(6, &["is not a file"]);
    place.write("plain.sh", "#!/bin/sh\n");
    place.run(&["plain.sh", "bug.js"]).ends(6, &["chmod +x plain.sh"]);
    place.script("test.sh", "");
    place.write("test.sh", "grep -q bug bug.js\n");
    place.run(&["test.sh", "bug.js"]).ends(6, &["#!/bin/sh"]);
    place.write("test.sh", "#!/no/such/shell\n");
    place.run(&["test.sh", "bug.js"]).ends(6, &["interpreter", "not installed"]);
    place.write("test.sh", "#!/bin/sh\r\ngrep -q bug bug.js\r\n");
    place.run(&["test.sh", "bug.js"]).ends(6, &["ends in a carriage return", "sed -i"]);
    place.run(&["--expect-exit", "0", "bug.js", "--", "no-such-tool", "@@"]).ends(6, &["no-such-tool"]);
    assert!(!place.exists("bug.reduced.js") && place.is_clean());
}

#[test]
fn a_test_that_says_no_to_the_original_shows_what_it_said() {
    let place = Place::with_test("echo 'I looked for it'; printf 'and found\\033[2J nothing\\n' >&2; exit 4");
    let run = place.run(&["test.sh", "bug.js"]);
    assert!(!run.stderr.contains('\x1b'), "what it says does nothing to a terminal");
    run.ends(3, &["exits with status 4", "| I looked for it", "| and found [2J nothing", "absolute paths"]);
    assert!(!place.exists("bug.reduced.js"), "nothing is written");
}

#[test]
fn a_test_that_says_yes_to_everything_is_pointed_out() {
    let place = Place::with_test("exit 0");
    place.run(&["-q", "test.sh", "bug.js"]).ends(0, &["warning", "empty file"]);
}

#[test]
fn a_test_that_hangs_is_ended() {
    let place = Place::with_test("grep -q bug bug.js || exec tail -f $HERE/hanging");
    place.write("hanging", "");
    place.write("bug.js", "a();\nbug();\n");
    let run = place.run(&["--timeout", "0.2", "--stats", "stats.json", "test.sh", "bug.js"]);
    assert!(place.read("bug.reduced.js").contains("bug"));
    let stats: serde_json::Value = serde_json::from_str(&place.read("stats.json")).expect("JSON");
    let timed_out = stats["timed_out"].as_u64().expect("a number");
    assert!(timed_out > 0, "{stats}");
    run.ends(0, &[&format!("{timed_out} tests timed out")]);
    place.script("test.sh", "exec tail -f $HERE/hanging");
    place.run(&["--timeout", "0.2", "test.sh", "bug.js"]).ends(3, &["more than 0.2 s", "--timeout"]);
    assert!(place.users("hanging").is_empty());
}

#[test]
fn nothing_that_a_test_starts_outlives_it() {
    let names = ["child", "session", "daemon", "far"];
    let place = Place::with_test(
        "$HERE/stay.sh child . &
        setsid $HERE/stay.sh session . &
        (setsid sh -c '$HERE/stay.sh daemon . & wait' &)
        (setsid $HERE/stay.sh far / &)
        until [ -e child ] && [ -e session ] && [ -e daemon ] && [ -e far ]; do :; done
        touch $HERE/all-started
        grep -q bug bug.js",
    );
    place.script("stay.sh", "here=$PWD; cd $2; touch $here/$1; exec tail -f $HERE/$1");
    for name in names {
        place.write(name, "");
    }
    for jobs in ["1", "4"] {
        place.run(&["-j", jobs, "test.sh", "bug.js"]).ends(0, &[]);
        assert!(place.exists("all-started"));
        for name in names {
            assert!(place.users(name).is_empty(), "{name} is left with {jobs} jobs");
        }
    }
    assert!(place.is_clean());
}

#[test]
fn what_the_caller_started_is_left_alone() {
    let place = Place::with_test(STILL_BUG);
    place.write("mine", "");
    let mut command =
        place.command_in_shell("tail -f $HERE/mine >/dev/null 2>&1 & until grep -q tail /proc/$!/comm; do :; done");
    finished(command.args(["test.sh", "bug.js"])).ends(0, &[]);
    let mine = place.users("mine");
    assert_eq!(mine.len(), 1);
    kill(mine[0], "-KILL");
}

#[test]
fn a_test_may_write_gigabytes() {
    let place = Place::with_test("");
    place.write("bug.js", "a();\nbug();\n");
    let flood = "head -c 1500000000 /dev/zero; head -c 1500000000 /dev/zero >&2; grep -q bug bug.js";
    place.script("test.sh", flood);
    let mut command = place.command_in_shell("ulimit -v 1000000");
    finished(command.args(["--output-limit", "4000", "--max-tests", "6", "test.sh", "bug.js"])).ends(0, &[]);

    let file = "head -c 2000000000 /dev/zero > big; [ $(stat -c %s big) -le 268435456 ] && grep -q bug bug.js";
    place.script("test.sh", file);
    place.run(&["--max-tests", "6", "test.sh", "bug.js"]).ends(0, &[]);
    assert!(place.is_clean());
}

#[test]
fn a_test_may_remove_its_own_folder() {
    let place = Place::with_test("grep -q bug bug.js && cd / && rm -rf \"$OLDPWD\" \"$OLDPWD\"/../../reduce-tree.*");
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    assert!(place.read("bug.reduced.js").contains("bug"));
}

#[test]
fn a_test_may_take_its_own_rights_away() {
    let place = Place::with_test("mkdir -p deep/er && chmod 000 deep . ; grep -q bug");
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    assert!(place.is_clean());
}

#[test]
fn on_a_full_disk_the_result_is_saved_elsewhere() {
    let place = Place::with_test(STILL_BUG);
    let run = place.run(&["-o", "/dev/full", "test.sh", "bug.js"]);
    run.ends(5, &["cannot write `/dev/full`", "the result is in `"]);
    let saved = run.stderr.split("the result is in `").nth(1).and_then(|rest| rest.split('`').next()).expect("a path");
    let result = fs::read_to_string(saved).expect("the result");
    assert!(result.contains("bug") && result.len() < 20, "{result}");
}

#[test]
fn without_room_for_the_candidate_nothing_is_lost() {
    let place = Place::with_test(STILL_BUG);
    place.write("bug.js", &program().repeat(10));
    let mut command = place.command_in_shell("trap '' XFSZ; ulimit -f 4");
    finished(command.args(["test.sh", "bug.js"])).ends(6, &["cannot write the candidate", "TMPDIR"]);
    assert_eq!(place.read("bug.js"), program().repeat(10));
    assert!(place.is_clean());
}

#[test]
fn a_place_for_the_result_that_is_none_is_told_before_anything_runs() {
    let place = Place::with_test("touch $HERE/ran; grep -q bug bug.js");
    place.run(&["-o", "no/such/folder/x.js", "test.sh", "bug.js"]).ends(5, &["cannot write", "-o"]);
    place.run(&["-o", "tmp", "test.sh", "bug.js"]).ends(5, &["cannot write `tmp`"]);
    place.run(&["--stats", "no/such.json", "test.sh", "bug.js"]).ends(5, &["cannot write the statistics", "--stats"]);
    place.run(&["--stats", "tmp", "test.sh", "bug.js"]).ends(5, &["cannot write the statistics", "--stats"]);
    assert!(!place.exists("ran") && !place.exists("bug.reduced.js"));
}

#[test]
fn tables_that_are_none_are_told() {
    let place = Place::with_test(STILL_BUG);
    place.write("tables.sqlite", "no tables at all");
    place.run(&["--tables", "tables.sqlite", "test.sh", "bug.js"]).ends(2, &["`tables.sqlite` holds no tables"]);
    place.run(&["--tables", "none.sqlite", "test.sh", "bug.js"]).ends(2, &["none.sqlite"]);
}
