//! Reductions on a cluster: the result is that of one machine, whatever becomes of workers and of the scheduler.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use reduce_core::folder::Folder;
use serde_json::Value;

use crate::cluster::Cluster;
use crate::place::{Place, until};

/// A test that counts its runs and finds what it asks for in a file beside it.
const COUNTED: &str = "echo run >>$HERE/log\ngrep -q \"$(cat \"$(dirname \"$0\")/lib/word\")\" bug.js";

/// A place with a test of this beginning and a local result, `local.js`; and how many tests that took.
fn place(beginning: &str) -> (Place, Value) {
    let place = Place::with_test(COUNTED);
    std::fs::create_dir(place.path("lib")).expect("made");
    place.write("lib/word", "bug");
    let run = place.run(&["--no-session", "--stats", "stats.json", "-o", "local.js", "test.sh", "bug.js"]);
    run.ends(0, &[]);
    let tests = stats(&place)["property_tests"].clone();
    std::fs::remove_file(place.path("log")).expect("written");
    place.script("test.sh", &format!("{beginning}\n{COUNTED}"));
    (place, tests)
}

fn stats(place: &Place) -> Value {
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

/// The words of a run on the cluster.
fn words<'a>(server: &'a str, jobs: &'a str) -> Vec<&'a str> {
    let output = ["--no-session", "--timeout", "600", "--stats", "stats.json", "-o", "out.js"];
    [&output[..], &["-j", jobs, "--test-server", server, "test.sh", "bug.js"]].concat()
}

fn runs(place: &Place) -> usize {
    if place.exists("log") { place.read("log").lines().count() } else { 0 }
}

#[test]
fn a_worker_that_is_killed_changes_nothing() {
    // The first candidate that is not interesting kills the worker that tests it.
    let (place, tests) = place("grep -q bug bug.js || ! mkdir $HERE/killed 2>/dev/null || kill -9 $PPID");
    let mut cluster = Cluster::new(&place.path(""), 3);
    let workers = [0; 3].map(|_| cluster.worker(&[("HERE", &place.path(""))]));
    let server = format!("{} --file lib", cluster.server());
    place.run(&words(&server, "1")).ends(0, &[]);
    assert_eq!(place.read("out.js"), place.read("local.js"));
    assert_eq!((&stats(&place)["property_tests"], &stats(&place)["unanswered"]), (&tests, &0.into()));
    until("one worker is gone", || workers.iter().filter(|&&worker| cluster.has_ended(worker)).count() == 1);

    // With those that are left, and one that comes later.
    cluster.worker(&[("HERE", &place.path(""))]);
    std::fs::remove_file(place.path("out.js")).expect("written");
    place.run(&words(&server, "4")).ends(0, &[]);
    assert_eq!(place.read("out.js"), place.read("local.js"));
    assert!(place.is_clean());
}

#[test]
fn a_scheduler_that_is_restarted_changes_nothing() {
    let (place, tests) = place("[ \"$(wc -l <$HERE/log)\" -lt 5 ] || until [ -e $HERE/go ]; do sleep 0.1; done");
    place.write("log", "");
    let mut cluster = Cluster::new(&place.path(""), 3);
    for _ in 0..2 {
        cluster.worker(&[("HERE", &place.path(""))]);
    }
    let server = format!("{} --file lib", cluster.server());
    let log = std::fs::File::create(place.path("said")).expect("made");
    let mut running = place.command().args(words(&server, "1")).stderr(log).spawn().expect("starts");
    until("tests are running", || runs(&place) >= 5);
    cluster.restart();
    place.write("go", "");
    for _ in 0..2 {
        cluster.worker(&[("HERE", &place.path(""))]);
    }
    let status = running.wait().expect("a child");
    let said = place.read("said");
    assert!(status.success() && said.contains("the test server waits: "), "{said}");
    assert_eq!(place.read("out.js"), place.read("local.js"));
    assert_eq!((&stats(&place)["property_tests"], &stats(&place)["timed_out"]), (&tests, &0.into()), "{said}");
}

#[test]
fn a_candidate_that_kills_every_worker_has_no_answer_and_a_straggler_is_asked_twice() {
    let (place, _) = place("[ -s bug.js ] || kill -9 $PPID");
    let mut cluster = Cluster::new(&place.path(""), 0);
    for _ in 0..5 {
        cluster.worker(&[("HERE", &place.path(""))]);
    }
    let server = format!("{} --file lib", cluster.server());
    place.run(&words(&server, "1")).ends(0, &["which counts as a no"]);
    assert_eq!(place.read("out.js"), place.read("local.js"));
    assert_eq!(stats(&place)["unanswered"], 1);
    let ended = (0..5).filter(|&worker| cluster.has_ended(worker)).count();
    assert_eq!(ended, 3, "the others are not given it");

    // One worker hangs: what it has is given to another.
    cluster.worker(&[("HERE", &place.path("")), ("HANGS", Path::new("yes"))]);
    place.script("child", "echo >>$HERE/hung; sleep 600; :");
    place.script("test.sh", &format!("[ -z \"$HANGS\" ] || exec $HERE/child\n{COUNTED}"));
    place.run(&words(&server, "3")).ends(0, &[]);
    assert!(place.exists("hung"), "the worker that hangs was asked");
    assert_eq!((place.read("out.js"), &stats(&place)["timed_out"]), (place.read("local.js"), &0.into()));
    until("no test is left on the worker that hangs", || place.users("child").is_empty());
}

#[test]
fn a_folder_becomes_what_it_becomes_on_one_machine() {
    let place = Place::new();
    for folder in ["lib", "p", "p/src"] {
        fs::create_dir(place.path(folder)).expect("made");
    }
    place.write("lib/word", "bug");
    place.write("p/src/a.js", "var unused = 1;\nimport './b.js';\nbug(1);\n");
    for number in 0..9 {
        place.write(&format!("p/src/b{number}.js"), "function f() { return g(1); }\n");
    }
    place.write("p/run.sh", "exit 0\n");
    fs::set_permissions(place.path("p/run.sh"), fs::Permissions::from_mode(0o755)).expect("set");
    symlink("run.sh", place.path("p/now")).expect("linked");
    place.script(
        "test.sh",
        "[ $# = 0 ] && [ -x run.sh ] && [ -L now ] && [ \"$(basename \"$PWD\")\" = p ] && \
         grep -q \"$(cat \"$(dirname \"$0\")/lib/word\")\" src/a.js && touch dirt",
    );
    place.run(&["--no-session", "-o", "alone", "test.sh", "p"]).ends(0, &[]);
    let files = |root: &str| Folder::read_whole(&place.path(root), 1 << 20).expect("can be read");

    let mut cluster = Cluster::new(&place.path(""), 3);
    for _ in 0..2 {
        cluster.worker(&[]);
    }
    let server = format!("{} --file lib", cluster.server());
    for jobs in ["1", "3"] {
        let words = ["--no-session", "--timeout", "600", "-o", "out", "-j", jobs, "--test-server", &server];
        place.run(&[&words[..], &["test.sh", "p"]].concat()).ends(0, &["12 -> 3 files"]);
        assert_eq!(files("out"), files("alone"));
        fs::remove_dir_all(place.path("out")).expect("removed");
    }
    assert!(place.is_clean());
}

#[test]
fn what_cannot_be_is_told() {
    let place = Place::with_test("true");
    let server = format!("{} --patience 0 --scheduler tcp://127.0.0.1:1", crate::cluster::reduce_tree_dask());
    let refused = |words: &[&str], says: &[&str]| place.run(words).ends(6, says);
    refused(&["--test-server", &server, "bug.js"], &["there is no test to bring to the workers"]);
    refused(&["--test-server", &server, "test.sh", "bug.js"], &["the test cannot be run: no scheduler answers"]);
    let missing = format!("{server} --file missing");
    refused(&["--test-server", &missing, "test.sh", "bug.js"], &["cannot send the test to the workers", "missing"]);
    if can_sandbox() && is_visible() {
        refused(
            &["--sandbox", "--test-server", &server, "test.sh", "bug.js"],
            &["keeps this program from the network"],
        );
    }
    assert!(place.is_clean());
}

/// Whether a sandbox shows this checkout: it has a `/tmp` of its own. It says so where not.
fn is_visible() -> bool {
    let is_hidden = crate::cluster::reduce_tree_dask().contains(" /tmp/");
    if is_hidden {
        eprintln!("NOT TESTED: the refusal of a sandbox, which does not show what is below /tmp, as this checkout is");
    }
    !is_hidden
}

/// Whether this system lets sandboxes be made. It says so where not.
pub fn can_sandbox() -> bool {
    let trial = Command::new("bwrap").args(["--unshare-pid", "--ro-bind", "/", "/", "true"]).status();
    let can = trial.expect("bubblewrap is installed: see tests/setup.sh").success();
    if !can {
        eprintln!("NOT TESTED: this system forbids the namespaces that a sandbox is made of");
    }
    can
}
