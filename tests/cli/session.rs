//! Sessions: the same command goes on where it was, and a result is never replaced by a worse one.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::place::{Finished, Place, STILL_BUG, finished, program};

/// Says yes to what holds `bug` and two of some other words, and keeps an account of its runs: hash and answer.
const COUNTED: &str = "says=no; grep -q bug bug.js && [ $(grep -c 'unused[1-4]*5' bug.js) -ge 2 ] && says=yes
echo $(md5sum < bug.js) $says >> $HERE/runs; [ $says = yes ]";

/// The runs that said no.
fn refusals(place: &Place) -> Vec<String> {
    let all = place.read("runs");
    let mut all: Vec<String> = all.lines().filter(|line| line.ends_with("no")).map(str::to_owned).collect();
    all.sort();
    all
}

fn stats(place: &Place) -> Value {
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

/// The result of a run that nothing ends.
fn uninterrupted() -> (String, Vec<String>) {
    let place = Place::with_test(COUNTED);
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    (place.read("bug.reduced.js"), refusals(&place))
}

#[test]
fn the_same_command_goes_on_where_it_was_and_ends_with_the_same_text() {
    let (result, refused) = uninterrupted();
    for jobs in ["1", "4"] {
        let place = Place::with_test(COUNTED);
        let part =
            |tests: &str| place.run(&["-j", jobs, "--max-tests", tests, "--stats", "stats.json", "test.sh", "bug.js"]);
        part("15").ends(0, &["ended by --max-tests"]);
        let best = place.read("bug.reduced.js");
        let second = part("10");
        second.ends(0, &["ended by --max-tests"]);
        assert!(second.stderr.starts_with("goes on where it was: "), "{}", second.stderr);
        let numbers = stats(&place);
        assert_eq!((&numbers["property_tests"], &numbers["passes"]["check"]["tries"]), (&10.into(), &2.into()));
        assert!(numbers["replayed"].as_u64() > Some(0), "{numbers}");
        assert!(place.read("bug.reduced.js").len() <= best.len());
        place.run(&["-j", jobs, "test.sh", "bug.js"]).ends(0, &["more known from before"]);
        assert_eq!(place.read("bug.reduced.js"), result, "{jobs} jobs");
        if jobs == "1" {
            assert_eq!(refusals(&place), refused, "what is not interesting is tested once");
        }
        assert!(!place.exists("bug.reduced-2.js") && place.is_clean());
    }
}

#[test]
fn a_journal_that_lags_behind_the_result_as_after_a_power_cut_costs_tests_only() {
    let (result, _) = uninterrupted();
    let place = Place::with_test(COUNTED);
    let part = |tests: &str| place.run(&["--max-tests", tests, "test.sh", "bug.js"]).ends(0, &["ended by --max-tests"]);
    let copy = |from: &str, to: &str| {
        let copied = Command::new("cp").arg("-rT").args([place.path(from), place.path(to)]).status();
        assert!(copied.expect("it runs").success());
    };
    part("10");
    copy("state", "before");
    part("20");
    let best = place.read("bug.reduced.js");
    fs::remove_dir_all(place.path("state")).expect("removed");
    copy("before", "state");
    part("8");
    assert_eq!(place.read("bug.reduced.js"), best, "nothing worse comes in its place");
    place.run(&["test.sh", "bug.js"]).ends(0, &["goes on where it was"]);
    assert_eq!(place.read("bug.reduced.js"), result);
    assert!(!place.exists("bug.reduced-2.js"));
}

#[test]
fn a_session_that_is_done_tests_little_more_than_the_original_and_the_result() {
    let place = Place::with_test(COUNTED);
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    let (result, refused) = (place.read("bug.reduced.js"), refusals(&place));
    place.run(&["-j", "3", "--timeout", "20", "--stats", "stats.json", "test.sh", "bug.js"]).ends(0, &["goes on"]);
    assert_eq!((place.read("bug.reduced.js"), refusals(&place)), (result, refused));
    assert!(stats(&place)["property_tests"].as_u64() < Some(10));
}

#[test]
fn other_options_use_the_verdicts_and_another_test_does_not() {
    let place = Place::with_test(COUNTED);
    place.run(&["--algorithm", "hdd", "test.sh", "bug.js"]).ends(0, &["result: bug.reduced.js"]);
    let hdd = place.read("bug.reduced.js");
    let run = place.run(&["--algorithm", "hdd-star", "--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(0, &["from another search", "bug.reduced-2.js"]);
    assert!(stats(&place)["replayed"].as_u64() > Some(0));
    assert_eq!(place.read("bug.reduced.js"), hdd, "another search's result stays");

    place.script("test.sh", &format!("{COUNTED} # changed"));
    let run = place.run(&["--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(0, &["bug.reduced-3.js"]);
    assert!(!run.stderr.contains("known"), "{}", run.stderr);
    assert_eq!(stats(&place)["replayed"], 0);
}

#[test]
fn a_command_with_other_expectations_or_another_program_is_another_test() {
    let place = Place::with_test("cat \"$1\"; grep -q bug \"$1\"");
    let run = |expected: &str| {
        place.run(&[
            "-o",
            "small.js",
            "--stats",
            "stats.json",
            "--expect-stdout",
            expected,
            "bug.js",
            "--",
            "./test.sh",
            "@@",
        ])
    };
    run("bug").ends(0, &[]);
    run("bug").ends(0, &["goes on where it was"]);
    for changed in ["b.g", "bug"] {
        run(changed).ends(0, &[]);
        assert_eq!(stats(&place)["replayed"], 0, "{changed}");
        // A file that a word names counts with its content.
        place.script("test.sh", "cat \"$1\"; grep -q bug \"$1\" # another one");
    }
}

#[test]
fn a_test_that_says_no_to_the_sessions_result_begins_anew() {
    let place = Place::with_test("grep -q \"$(cat $HERE/wanted)\" bug.js");
    place.write("wanted", "bug");
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    let first = place.read("bug.reduced.js");
    place.write("wanted", "unused17");
    let run = place.run(&["--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(0, &["is not interesting any more", "result: bug.reduced-2.js"]);
    assert_eq!(stats(&place)["replayed"], 0);
    assert!(place.read("bug.reduced-2.js").contains("unused17"));
    assert_eq!(place.read("bug.reduced.js"), first);
}

#[test]
fn restart_begins_anew_and_no_session_knows_nothing() {
    let place = Place::with_test(COUNTED);
    for (options, output) in
        [(&[][..], "bug.reduced.js"), (&["--restart"], "bug.reduced-2.js"), (&["--no-session"], "bug.reduced-3.js")]
    {
        let run = place.run(&[options, &["--stats", "stats.json", "test.sh", "bug.js"]].concat());
        run.ends(0, &[&format!("result: {output}")]);
        assert_eq!(stats(&place)["replayed"], 0);
        assert!(!run.stderr.contains("goes on"), "{}", run.stderr);
    }
    let place = Place::with_test(STILL_BUG);
    place.run(&["--no-session", "test.sh", "bug.js"]).ends(0, &[]);
    assert!(!place.exists("state"));
}

#[test]
fn a_reduction_in_place_goes_on_from_its_original() {
    let (result, _) = uninterrupted();
    let place = Place::with_test(COUNTED);
    place.run(&["--in-place", "--max-tests", "15", "test.sh", "bug.js"]).ends(0, &["ended by"]);
    assert!(place.read("bug.js").len() < program().len());
    place.run(&["--in-place", "test.sh", "bug.js"]).ends(0, &["goes on where it was"]);
    assert_eq!((place.read("bug.js"), place.read("bug.js.orig")), (result, program()));
}

#[test]
fn another_runs_result_stays_and_the_summary_says_so() {
    let place = Place::with_test(STILL_BUG);
    place.write("bug.reduced.js", "somebody's work");
    let run = place.run(&["test.sh", "bug.js"]);
    run.ends(0, &["result: bug.reduced-2.js", "`bug.reduced.js` is there from another run and stays"]);
    assert_eq!(place.read("bug.reduced.js"), "somebody's work");
    place.run(&["test.sh", "bug.js"]).ends(0, &["goes on", "result: bug.reduced-2.js"]);
    assert!(!place.exists("bug.reduced-3.js"));
}

#[test]
fn what_an_output_holds_that_is_named_is_replaced_by_nothing_worse() {
    let place = Place::with_test("grep -q bug bug.js && grep -q unused9 bug.js");
    let better = "bug+unused9";
    place.write("small.js", better);
    let run = place.run(&["--algorithm", "ddmin", "-o", "small.js", "test.sh", "bug.js"]);
    run.ends(0, &["918 -> 11 bytes", "`small.js` held this before"]);
    assert_eq!(place.read("small.js"), better);

    place.write("small.js", "of another bug");
    place.run(&["--restart", "-o", "small.js", "test.sh", "bug.js"]).ends(0, &["it is replaced"]);
    assert!(place.read("small.js").contains("unused9"));
}

#[test]
fn a_named_folder_that_cannot_be_used_is_an_error_and_the_usual_one_a_warning() {
    let place = Place::with_test(STILL_BUG);
    place.write("state", "a file");
    let warns = |run: Finished| {
        run.ends(0, &["warning: cannot use the session", "goes on without a session", "--no-session"]);
        assert_eq!(run.stderr.matches("warning").count(), 1, "{}", run.stderr);
    };
    warns(place.run(&["test.sh", "bug.js"]));
    place.run(&["--session", "state", "test.sh", "bug.js"]).ends(5, &["cannot use the session `state"]);
    place.run(&["--session", "kept", "test.sh", "bug.js"]).ends(0, &[]);
    place.run(&["--session", "kept", "test.sh", "bug.js"]).ends(0, &["goes on where it was"]);
}

#[test]
fn a_damaged_session_is_told_and_restart_mends_it() {
    let place = Place::with_test(STILL_BUG);
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    let sessions = place.path("state/reduce-tree/sessions");
    let session = fs::read_dir(sessions).expect("there").next().expect("one").expect("an entry").path();
    fs::write(session.join("journal.sqlite"), "no journal ".repeat(1000)).expect("written");
    place.run(&["test.sh", "bug.js"]).ends(0, &["is damaged", "--restart", "result: bug.reduced-2.js"]);
    listed(&place, &[]).ends_with(0, &["damaged"]);
    place.run(&["--restart", "test.sh", "bug.js"]).ends(0, &[]);
    place.run(&["test.sh", "bug.js"]).ends(0, &["goes on where it was"]);
}

#[test]
fn two_runs_of_a_session_do_not_meet() {
    let place = Place::with_test(
        "grep -q bug bug.js || exit 1; [ -e $HERE/inner ] && exit 0; touch $HERE/inner
        cd $HERE && \"$PROGRAM\" test.sh bug.js 2>said; true",
    );
    let mut command = place.command();
    command.env("PROGRAM", env!("CARGO_BIN_EXE_reduce-tree")).args(["test.sh", "bug.js"]);
    finished(&mut command).ends(0, &[]);
    let said = place.read("said");
    assert!(said.contains("another run (process") && said.contains("without a session"), "{said}");
    let results = [place.read("bug.reduced.js"), place.read("bug.reduced-2.js")];
    assert!(results.iter().all(|result| result.contains("bug") && result.len() < 20), "{results:?}");
}

/// What `reduce-tree sessions` says.
struct Listed {
    status: Option<i32>,
    text: String,
}

impl Listed {
    #[track_caller]
    fn ends_with(&self, status: i32, says: &[&str]) {
        assert_eq!(self.status, Some(status), "{}", self.text);
        assert!(says.iter().all(|word| self.text.contains(word)), "no {says:?} in:\n{}", self.text);
    }
}

fn listed(place: &Place, arguments: &[&str]) -> Listed {
    let output = place.command().arg("sessions").args(arguments).output().expect("it starts");
    let text = [output.stdout, output.stderr].concat();
    Listed { status: output.status.code(), text: String::from_utf8_lossy(&text).into_owned() }
}

#[test]
fn sessions_are_listed_and_removed() {
    let place = Place::with_test(COUNTED);
    listed(&place, &[]).ends_with(0, &["there are no sessions"]);
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    place.script("other.sh", STILL_BUG);
    place.run(&["--max-tests", "5", "other.sh", "bug.js"]).ends(0, &[]);
    let all = listed(&place, &[]);
    let input = place.path("bug.js").display().to_string();
    all.ends_with(0, &["session", "state", " done ", " interrupted ", " javascript ", "918 -> ", " KiB", &input]);
    assert_eq!(all.text.lines().count(), 3, "{}", all.text);

    listed(&place, &["remove"]).ends_with(2, &["--older-than"]);
    listed(&place, &["remove", "zzz"]).ends_with(2, &["no session `zzz`"]);
    listed(&place, &["remove", "--older-than", "1d"]).ends_with(0, &["removed 0 sessions"]);
    listed(&place, &["remove", "--done"]).ends_with(0, &["removed 1 session,"]);
    let left = listed(&place, &[]);
    left.ends_with(0, &["interrupted"]);
    let id = left.text.lines().nth(1).and_then(|line| line.split(' ').next()).expect("a session").to_owned();
    listed(&place, &["remove", &id]).ends_with(0, &["removed 1 session,"]);
    listed(&place, &[]).ends_with(0, &["there are no sessions"]);
    assert!(place.exists("bug.reduced.js"), "results stay");
}
