//! Test servers: what a user gets from a test that is started once, however it behaves.

use std::collections::BTreeMap;
use std::process::Stdio;

use serde_json::Value;

use crate::place::{Place, STILL_BUG, until};

const SERVER: &str = include_str!("server.py");

fn place() -> Place {
    let place = Place::with_test(STILL_BUG);
    place.write("server.py", SERVER);
    place
}

/// The command of a server that behaves so.
fn server(manner: &str) -> String {
    format!("python3 server.py {manner}")
}

/// A whole run under a server, that ends well; its statistics.
#[track_caller]
fn reduced(place: &Place, manner: &str, options: &[&str]) -> Value {
    let server = server(manner);
    let rest = ["--no-session", "--stats", "stats.json", "-o", "out.js", "--test-server", &server, "bug.js"];
    place.run(&[options, &rest].concat()).ends(0, &[]);
    assert!(place.is_clean());
    until("no process of the server is left", || place.users("server.py").is_empty());
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

/// What the processes of the server have noted: by process, in order.
fn noted(place: &Place, what: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    let log = place.read("log");
    for (process, line) in log.lines().filter_map(|line| line.split_once(' ')) {
        *all.entry(process.to_owned()).or_default() += usize::from(line.starts_with(what));
    }
    all
}

#[test]
fn a_server_finds_what_the_script_finds_with_any_number_of_jobs() {
    let place = place();
    place.run(&["--no-session", "-o", "script.js", "test.sh", "bug.js"]).ends(0, &[]);
    for jobs in ["1", "4"] {
        let stats = reduced(&place, "good", &["-j", jobs]);
        assert_eq!(place.read("out.js"), place.read("script.js"));
        assert_eq!((&stats["unanswered"], &stats["timed_out"]), (&0.into(), &0.into()));
    }
    assert_eq!(reduced(&place, "text", &[])["unanswered"], 0);
    assert_eq!(place.read("out.js"), place.read("script.js"));
}

#[test]
fn it_is_started_once_and_again_for_the_last_word() {
    let place = place();
    let stats = reduced(&place, "good", &[]);
    let asked = noted(&place, "tests");
    assert_eq!(asked.len(), 2, "the result is tested by a process that has tested nothing else: {asked:?}");
    assert_eq!(asked.values().sum::<usize>() as u64, stats["property_tests"].as_u64().expect("a number"));
}

#[test]
fn a_fresh_process_takes_over_every_so_often() {
    let place = place();
    reduced(&place, "good", &["--fresh-every", "3"]);
    let tests = noted(&place, "tests");
    assert!(tests.len() > 3 && tests.values().all(|count| *count <= 3), "{tests:?}");
    assert_eq!(place.read("out.js"), "bug\n");
}

#[test]
fn whatever_it_does_on_a_candidate_that_is_a_no_and_counted() {
    for manner in ["exits", "exits_with_0", "dies", "garbage", "unknown", "floods", "closes", "cancelled"] {
        let place = place();
        let stats = reduced(&place, manner, &["--max-tests", "12"]);
        assert!(stats["unanswered"].as_u64() > Some(0), "{manner}: {stats}");
        assert!(place.read("out.js").contains("bug"), "{manner}");
    }
}

#[test]
fn the_user_is_told_once_of_candidates_without_an_answer() {
    let place = place();
    let server = server("dies");
    let run = place.run(&["--no-session", "--max-tests", "12", "--test-server", &server, "bug.js"]);
    run.ends(0, &["the test server gave no answer about", "which counts as a no"]);
    assert_eq!(run.stderr.matches("warning: on a candidate the test server ended").count(), 1, "{}", run.stderr);
}

#[test]
fn what_it_does_only_after_others_is_not_held_against_a_candidate() {
    let place = place();
    assert_eq!(reduced(&place, "weary", &[])["unanswered"], 0);
    assert_eq!(place.read("out.js"), "bug\n");
    reduced(&place, "weary", &["-j", "4"]);
    assert_eq!(place.read("out.js"), "bug\n");
}

#[test]
fn a_candidate_on_which_it_hangs_has_timed_out() {
    let place = place();
    let stats = reduced(&place, "hangs", &["--timeout", "1", "--max-tests", "7"]);
    assert!(stats["timed_out"].as_u64() > Some(0), "{stats}");
}

#[test]
fn limits_hold_for_it_as_for_a_test() {
    let place = place();
    let stats = reduced(&place, "devours", &["--memory-limit", "200", "--timeout", "600", "--max-tests", "7"]);
    assert!(stats["over_limit"]["memory"].as_u64() > Some(0), "{stats}");
}

#[test]
fn one_that_never_answers_what_is_cancelled_is_replaced() {
    let place = place();
    let stats = reduced(&place, "deaf", &["-j", "4", "--timeout", "600"]);
    assert_eq!((stats["timed_out"].as_u64(), stats["unanswered"].as_u64()), (Some(0), Some(0)), "{stats}");
    assert_eq!(place.read("out.js"), "bug\n");
}

#[test]
fn one_that_never_comes_to_answer_ends_the_run_with_the_reason() {
    for (manner, options, said) in [
        ("mute", &["--timeout", "0.2"][..], "has not said hello within 2 s"),
        ("gone", &[], "ends with status 1, and its last words are: no such module"),
        ("chatty", &[], "no message: Listening on port 80"),
        ("future", &[], "speaks version 3 of the protocol"),
        ("error", &[], "says that the test cannot be run: there is no compiler"),
    ] {
        let place = place();
        let server = server(manner);
        place.run(&[options, &["--test-server", &server, "bug.js"]].concat()).ends(6, &[said]);
        assert!(place.is_clean(), "{manner}");
        until("no process of the server is left", || place.users("server.py").is_empty());
    }
    let place = place();
    place.run(&["--test-server", "no-such-program", "bug.js"]).ends(6, &["test server `no-such-program`", "installed"]);
    place.run(&["--test-server", "'", "bug.js"]).ends(6, &["quotation mark"]);
    place.run(&["--test-server", "", "bug.js"]).ends(6, &["no command"]);
}

#[test]
fn an_original_that_it_does_not_find_interesting_is_told_with_what_the_test_wrote() {
    let place = place();
    place.write("fine.js", "fine();\n");
    let server = server("good");
    place.run(&["--test-server", &server, "fine.js"]).ends(3, &["has to answer \"interesting\"", "| looked"]);
    let server = self::server("exits");
    place.run(&["--test-server", &server, "fine.js"]).ends(3, &["no answer", "it ends with status 3"]);
}

#[test]
fn it_says_itself_what_is_interesting() {
    let place = place();
    let server = server("good");
    for rest in [&["--expect-exit", "1", "bug.js"][..], &["bug.js", "--", "node", "@@"]] {
        place.run(&[&["--test-server", &server], rest].concat()).ends(2, &["says itself what is interesting"]);
    }
    place.run(&["--fresh-every", "3", "test.sh", "bug.js"]).ends(2, &["--test-server"]);
}

#[test]
fn it_is_told_of_a_test_that_is_named_beside_it() {
    let place = place();
    let server = server("good");
    place.run(&["--no-session", "--test-server", &server, "test.sh", "bug.js"]).ends(0, &[]);
    let file = place.path("test.sh").canonicalize().expect("there");
    let (log, files) = (place.read("log"), format!("\"files\": [\"{}\"]", file.display()));
    for said in ["\"name\": \"bug.js\"", "\"is_folder\": false", "\"jobs\": 1", &files] {
        assert!(log.contains(said), "{log}");
    }
}

#[test]
fn its_verdicts_are_kept_in_a_session_until_a_file_of_its_command_changes() {
    let place = place();
    let server = server("good");
    let arguments = ["--test-server", &server, "bug.js"];
    place.run(&arguments).ends(0, &[]);
    place.run(&arguments).ends(0, &["goes on where it was"]);
    place.write("server.py", &format!("{SERVER}\n# changed\n"));
    let anew = place.run(&arguments);
    anew.ends(0, &[]);
    assert!(!anew.stderr.contains("goes on where it was"), "{}", anew.stderr);
}

#[test]
fn conditions_and_repeats_work_with_it() {
    let place = place();
    let stats = reduced(&place, "good", &["--quick-test", "grep -q b @@", "--repeat", "2/3"]);
    assert_eq!(stats["repeat"], "2/3");
    assert!(stats["quick_test_runs"].as_u64() > Some(0), "{stats}");
    assert_eq!(place.read("out.js"), "bug\n");
}

#[test]
fn texts_of_any_bytes_come_to_it() {
    let place = place();
    let bytes = b"var a = \"\xff\xfe\";\nbug();\n";
    std::fs::write(place.path("bug.js"), bytes).expect("written");
    reduced(&place, "text", &[]);
    assert_eq!(place.read("out.js"), "bug\n");
}

#[test]
fn nothing_of_it_outlives_a_program_that_is_killed() {
    let place = place();
    let server = server("hangs");
    let mut program = place.command();
    program.args(["--no-session", "--timeout", "600", "--test-server", &server, "bug.js"]).stderr(Stdio::null());
    let mut running = program.spawn().expect("starts");
    until("it tests what is not interesting", || place.exists("log") && place.read("log").contains("tests 0"));
    running.kill().expect("killed");
    running.wait().expect("ended");
    until("no process of the server is left", || place.users("server.py").is_empty());
}
