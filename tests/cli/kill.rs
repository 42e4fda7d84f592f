//! Whatever ends the program, and wherever a write fails: the best so far is whole and interesting, and the same command
//! goes on from there to the text that a run comes to that nothing ends.
//!
//! `REDUCE_TREE_KILLS=200` has it killed at so many moments instead of fifty, and at every write instead of some.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::place::Place;

const INPUT: &str = "one();\ntwo(1, 2);\nbug(three, [4, 5]);\nif (six) { seven() }\n";

/// Interesting is what holds `bug` and a 4. Its account of runs is the hash of each text, in order.
const TEST: &str = "md5sum < bug.js >> $HERE/runs; grep -q bug bug.js && grep -q 4 bug.js";

/// The system calls by which the program changes files.
const WRITES: &str = "write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat";
/// Those of them that only SQLite makes.
const OF_THE_JOURNAL: &str = "pwrite64,ftruncate,fdatasync";

fn place() -> Place {
    let place = Place::with_test(TEST);
    place.write("bug.js", INPUT);
    place.write("runs", "");
    place
}

fn runs(place: &Place) -> Vec<String> {
    place.read("runs").lines().map(str::to_owned).collect()
}

/// How many moments are tried.
fn moments() -> usize {
    std::env::var("REDUCE_TREE_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(50)
}

/// A run that nothing ends.
struct Uninterrupted {
    result: String,
    /// The texts that the search tests, after the initial check, in order.
    tested: Vec<String>,
    length: Duration,
}

impl Uninterrupted {
    fn new() -> Self {
        let place = place();
        let started = Instant::now();
        place.run(&["test.sh", "bug.js"]).ends(0, &[]);
        let length = started.elapsed();
        Uninterrupted { result: place.read("bug.reduced.js"), tested: runs(&place).split_off(3), length }
    }

    /// The same command, once more, comes to the same end.
    #[track_caller]
    fn is_reached_by(&self, place: &Place, options: &[&str]) {
        place.run(&[options, &["test.sh", "bug.js"]].concat()).ends(0, &[]);
        let output = if options.contains(&"--in-place") { "bug.js" } else { "bug.reduced.js" };
        assert_eq!(place.read(output), self.result);
        let missing: Vec<&String> = self.tested.iter().filter(|text| !runs(place).contains(text)).collect();
        assert!(missing.is_empty(), "verdicts of tests that never ran: {missing:?}");
    }

    /// A run that went on from a result tested, after its check, what comes next: verdicts are lost from the end only,
    /// and never that of the result. What is accepted may be tested again.
    #[track_caller]
    fn is_gone_on_with(&self, run: &[String], result: &str) {
        let in_check = [hash(INPUT), hash(""), hash(result)];
        let search = first_runs(run.iter().filter(|text| !in_check.contains(text)));
        let Some(first) = search.first() else { return };
        let tested = first_runs(&self.tested);
        let place = tested.iter().position(|text| text == first).expect("a text of this search");
        assert_eq!(search, tested[place..].iter().take(search.len()).copied().collect::<Vec<_>>());
        let of_result = tested.iter().position(|text| **text == hash(result));
        assert!(of_result.is_none_or(|of_result| of_result < place), "the result's verdict was lost");
    }
}

/// The texts of these runs without those that were tested again.
fn first_runs<'a>(runs: impl IntoIterator<Item = &'a String>) -> Vec<&'a String> {
    let mut seen = Vec::new();
    for text in runs {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

/// What the account says of a text.
fn hash(text: &str) -> String {
    let mut child = Command::new("md5sum").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ends").stdout;
    String::from_utf8_lossy(&output).trim_end().to_owned()
}

/// What is there of the result is whole and interesting.
#[track_caller]
fn holds_the_bug(place: &Place) {
    for name in ["bug.js", "bug.reduced.js"].into_iter().filter(|name| place.exists(name)) {
        let best = place.read(name);
        assert!(best.contains("bug") && best.contains('4') && best.len() <= INPUT.len(), "{best:?}");
    }
    assert!(place.read("bug.js") == INPUT || place.read("bug.js.orig") == INPUT, "the original is there");
    assert!(!place.exists("bug.reduced-2.js"), "the result has one place");
}

/// Waits until no test is under way that a program has left behind.
fn until_tests_are_over(place: &Place) {
    while !place.users("test.sh").is_empty() {
        thread::yield_now();
    }
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on_where_it_was() {
    let whole = Uninterrupted::new();
    let mut random = fastrand::Rng::with_seed(7);
    let mut place = self::place();
    for _ in 0..moments() {
        let (before, result) =
            (runs(&place).len(), place.exists("bug.reduced.js").then(|| place.read("bug.reduced.js")));
        let mut child = place.command().args(["-q", "test.sh", "bug.js"]).spawn().expect("starts");
        thread::sleep(whole.length.mul_f64(random.f64()));
        let _ = child.kill();
        let ended = child.wait().expect("ends").success();
        until_tests_are_over(&place);
        holds_the_bug(&place);
        whole.is_gone_on_with(&runs(&place)[before..], &result.unwrap_or_default());
        if ended || random.u8(..5) == 0 {
            whole.is_reached_by(&place, &[]);
            place = self::place();
        }
    }
    whole.is_reached_by(&place, &[]);
}

/// Runs the program under `strace`, which tampers with some of its system calls. Gives what it says, and the calls.
fn tampered(place: &Place, options: &[&str], tamper: Option<&str>) -> (Output, Vec<String>) {
    let program = place.command();
    let mut strace = Command::new("strace");
    strace.args(["-qq", "-e", "signal=none", "-e", &format!("trace={WRITES}"), "-o"]).arg(place.path("strace"));
    strace.args(tamper.map(|tamper| format!("--inject={tamper}")));
    strace.arg(program.get_program()).arg("-q").args(options).args(["test.sh", "bug.js"]);
    strace.current_dir(program.get_current_dir().expect("set")).stdin(Stdio::null());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => strace.env(name, value),
            None => strace.env_remove(name),
        };
    }
    let output = strace.output().expect("strace starts: see tests/setup.sh");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("ptrace"), "this test needs the right to trace its own children: {said}");
    until_tests_are_over(place);
    let calls = place.read("strace").lines().map(|line| line.split('(').next().unwrap_or(line).to_owned()).collect();
    (output, calls)
}

/// Has the program's calls fail one at a time, all of them or some, and sees to what is left. `tamper` is told the call
/// and the how manieth of its name it is.
#[track_caller]
fn at_each(calls: &str, options: &[&str], tamper: impl Fn(&str, usize) -> String, check: impl Fn(&Place, &Output)) {
    let whole = Uninterrupted::new();
    let (_, made) = tampered(&place(), options, None);
    let numbered = made.iter().enumerate().map(|(at, call)| (call, made[..=at].iter().filter(|c| *c == call).count()));
    let due: Vec<(&String, usize)> = numbered.filter(|(call, _)| calls.split(',').any(|name| name == *call)).collect();
    assert!(due.len() > 20, "only {} calls of {calls}", due.len());
    let step = if moments() >= 200 { 1 } else { due.len().div_ceil(16) };
    for (call, number) in due.into_iter().step_by(step) {
        let place = place();
        let (output, _) = tampered(&place, options, Some(&tamper(call, number)));
        holds_the_bug(&place);
        check(&place, &output);
        whole.is_reached_by(&place, options);
    }
}

#[test]
fn a_run_that_is_killed_at_a_write_goes_on_where_it_was() {
    at_each(WRITES, &[], |call, number| format!("{call}:signal=KILL:when={number}"), |_, _| {});
}

#[test]
fn a_reduction_in_place_that_is_killed_at_a_write_has_its_original() {
    at_each(WRITES, &["--in-place"], |call, number| format!("{call}:signal=KILL:when={number}"), |_, _| {});
}

#[test]
fn a_write_that_fails_costs_no_result() {
    at_each(
        WRITES,
        &[],
        |call, number| format!("{call}:error=ENOSPC:when={number}"),
        |_, output| {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!([Some(0), Some(5), Some(6)].contains(&output.status.code()), "{output:?}");
            assert!(!said.contains("panicked"), "{said}");
        },
    );
}

#[test]
fn without_room_for_the_journal_a_run_goes_on_to_its_end_with_one_warning() {
    let result = Uninterrupted::new().result;
    at_each(
        OF_THE_JOURNAL,
        &[],
        |call, number| format!("{call}:error=ENOSPC:when={number}+"),
        |place, output| {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
            assert_eq!(place.read("bug.reduced.js"), result);
            assert!(said.is_empty() || said.matches("warning: cannot use the session").count() == 1, "{said}");
            assert_eq!(said.lines().count(), said.matches("warning").count(), "{said}");
        },
    );
}
