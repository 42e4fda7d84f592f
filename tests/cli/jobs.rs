//! Several tests at once: what `--jobs-mode` promises.

use serde_json::Value;

use crate::place::Place;

/// A program of many functions, of which three lines are needed.
fn program() -> String {
    let function = |i: usize| format!("function f{i}(a, b) {{\n  let c = a * {i};\n  return [c, b, 'text {i}'];\n}}\n");
    let mut text: String = (0..60).map(function).collect();
    for (line, needed) in [(10, "needs(1);\n"), (40, "needs(2, [3]);\n")] {
        text = text.replacen(&function(line), &format!("{needed}{}", function(line)), 1);
    }
    text
}

fn reduced(options: &[&str]) -> (String, Value) {
    let place = Place::with_test("grep -q 'needs(1)' bug.js && grep -q 'needs(2, *\\[3\\])' bug.js");
    place.write("bug.js", &program());
    let rest = ["--no-session", "--stats", "stats.json", "-o", "out.js", "test.sh", "bug.js"];
    place.run(&[options, &rest].concat()).ends(0, &[]);
    (place.read("out.js"), serde_json::from_str(&place.read("stats.json")).expect("JSON"))
}

#[test]
fn the_result_is_that_of_one_job_unless_the_fast_mode_is_wanted() {
    let (alone, stats) = reduced(&["-j", "1"]);
    assert_eq!(stats["wasted"], 0);
    let (text, stats) = reduced(&["-j", "6"]);
    assert_eq!(text, alone);
    assert!(stats["wasted"].as_u64() > Some(0), "{stats}");
    let (text, _) = reduced(&["-j", "1", "--jobs-mode", "fast"]);
    assert_eq!(text, alone, "one job joins nothing");
}

#[test]
fn the_fast_mode_has_one_result_for_a_number_of_jobs_and_it_is_as_small() {
    let (alone, _) = reduced(&["-j", "1"]);
    let (text, stats) = reduced(&["-j", "6", "--jobs-mode", "fast"]);
    assert_eq!(text.len(), alone.len(), "{text}");
    assert_eq!(stats["confirmed"], true);
    assert_eq!(reduced(&["-j", "6", "--jobs-mode", "fast"]).0, text);
}

#[test]
fn a_named_minimizer_has_its_own_result_in_the_fast_mode_too() {
    for algorithm in ["hdd", "perses"] {
        let named = ["--algorithm", algorithm, "--minimizer", "ddmin"];
        let fast = [&named[..], &["-j", "6", "--jobs-mode", "fast"]].concat();
        assert_eq!(reduced(&fast).0, reduced(&named).0, "{algorithm}");
    }
}
