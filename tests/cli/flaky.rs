//! Tests that contradict themselves: no run ends in a text that the test does not stand by.

use serde_json::Value;

use crate::place::{Finished, Place, STILL_BUG};

/// Right, but that in so many of 1,000 runs it says yes to what is not interesting or no to what is. A seed, the number of
/// the run and the text decide in which.
const NOISY: &str = r#"n=$(cat $HERE/count 2>/dev/null || echo 0)
echo $((n + 1)) >$HERE/count
hash=$( (echo "$SEED $n"; cat bug.js) | sha256sum)
noise=$((0x${hash%"${hash#???????}"} % 1000))
if grep -q bug bug.js; then [ $noise -ge $MISSED ]; else [ $noise -lt $FALSE_YES ]; fi"#;

/// Says yes to the first candidate without the bug, and is right from then on.
const LIES_ONCE: &str = "grep -q bug bug.js && exit 0; [ -s bug.js ] && mkdir $HERE/lied 2>/dev/null";

/// The name of a folder for the candidate.
const OF_TEXT: &str = "of=$HERE/$(sha256sum <bug.js | cut -c 1-16)";

fn noisy(place: &Place, seed: u32, [false_yes, missed]: [u32; 2], options: &[&str]) -> Finished {
    let mut command = place.command();
    let noise = [("SEED", seed), ("FALSE_YES", false_yes), ("MISSED", missed)];
    command.envs(noise.map(|(name, value)| (name, value.to_string())));
    crate::place::finished(command.args(["--no-session", "--stats", "stats.json", "-o", "result.js"]).args(options))
}

fn stats(place: &Place) -> Value {
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

#[test]
fn a_test_that_says_yes_to_anything_now_and_then_leads_to_no_wrong_result() {
    for seed in 0..4 {
        let place = Place::with_test(NOISY);
        let run = noisy(&place, seed, [50, 0], &["test.sh", "bug.js"]);
        run.ends(0, &["result: result.js"]);
        assert!(place.read("result.js").contains("bug"), "seed {seed}: {}", run.stderr);
        assert_eq!(stats(&place)["confirmed"], true);
    }
}

#[test]
fn a_false_yes_is_found_out_and_taken_back() {
    let place = Place::with_test(LIES_ONCE);
    let run = place.run(&["--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(0, &["says yes in 0 of", "back to", "once it took back its yes", "the result is confirmed"]);
    let result = place.read("bug.reduced.js");
    assert!(result.contains("bug") && result.len() < 10, "{result}");
    let stats = stats(&place);
    assert_eq!((&stats["confirmed"], &stats["contradictions"]), (&true.into(), &1.into()));
    assert_eq!(stats["repeat"], "3/3");
    assert!(stats["rates"]["missed_yes"]["runs"].as_u64() >= Some(10), "{}", stats["rates"]);
    let history = stats["history"].as_array().expect("a list");
    assert!(history.iter().any(|step| step["pass"] == "back"), "{history:?}");
}

#[test]
fn side_by_side_a_false_yes_does_as_little() {
    // Which of the tests side by side comes to lie depends on timing, and its yes may not be the first that counts.
    let place = Place::with_test(LIES_ONCE);
    place.run(&["-j", "3", "test.sh", "bug.js"]).ends(0, &[]);
    let result = place.read("bug.reduced.js");
    assert!(result.contains("bug") && result.len() < 10 && place.exists("lied"), "{result}");
}

#[test]
fn what_was_found_out_is_known_when_the_session_goes_on() {
    let place = Place::with_test(LIES_ONCE);
    place.run(&["test.sh", "bug.js"]).ends(0, &["took back"]);
    let result = place.read("bug.reduced.js");
    let again = place.run(&["test.sh", "bug.js"]);
    again.ends(0, &["goes on where it was"]);
    assert!(!again.stderr.contains("took back"), "{}", again.stderr);
    assert_eq!(place.read("bug.reduced.js"), result);
}

#[test]
fn a_yes_that_is_missed_once_does_not_cost_the_result() {
    let body = format!(
        "cmp -s bug.js $HERE/bug.js && exit 0; {STILL_BUG} || exit 1; {OF_TEXT}
        mkdir $of-1 2>/dev/null && exit 0; mkdir $of-2 2>/dev/null && exit 1; exit 0"
    );
    let place = Place::with_test(&body);
    let run = place.run(&["--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(0, &["it says no in 1 of", "holds all the same", "--repeat auto"]);
    assert!(place.read("bug.reduced.js").len() < 10);
    let stats = stats(&place);
    assert_eq!((&stats["confirmed"], &stats["contradictions"]), (&true.into(), &0.into()));
}

#[test]
fn a_test_that_stands_by_nothing_but_the_original_is_told() {
    let body =
        format!("cmp -s bug.js $HERE/bug.js && exit 0; [ -s bug.js ] || exit 1; {OF_TEXT}; mkdir $of 2>/dev/null");
    let place = Place::with_test(&body);
    let run = place.run(&["test.sh", "bug.js"]);
    run.ends(4, &["nothing smaller than the original held", "--repeat auto"]);
    assert_eq!(place.read("bug.reduced.js"), place.read("bug.js"));
}

#[test]
fn a_test_that_says_no_to_everything_by_now_is_told() {
    let place = Place::with_test(&format!(
        "[ -e $HERE/gone ] && exit 1; {STILL_BUG} || exit 1; [ $(wc -c <bug.js) -gt 9 ] || touch $HERE/gone"
    ));
    let run = place.run(&["--stats", "stats.json", "test.sh", "bug.js"]);
    run.ends(4, &["not even the original", "has changed", "result: bug.reduced.js"]);
    assert_eq!(stats(&place)["confirmed"], false);
}

#[test]
fn a_test_that_is_flaky_on_the_original_is_refused_with_a_way_out() {
    let place = Place::with_test(NOISY);
    let refused = noisy(&place, 0, [0, 1000], &["test.sh", "bug.js"]);
    refused.ends(3, &["does not find the original interesting"]);
    let place = Place::with_test("[ -e $HERE/seen ] && exit 1; touch $HERE/seen");
    place.run(&["test.sh", "bug.js"]).ends(4, &["flaky", "--repeat auto"]);
}

#[test]
fn repeats_follow_the_measured_rates() {
    let place = Place::with_test(NOISY);
    let run = noisy(&place, 1, [0, 300], &["--repeat", "auto", "test.sh", "bug.js"]);
    run.ends(0, &["to the original in", "of 20 runs", "to the empty file in 0 of 20", "on with --repeat"]);
    let result = place.read("result.js");
    assert!(result.contains("bug") && result.len() < 60, "{result}");
    assert_ne!(stats(&place)["repeat"], "1/1");
    let every_second = "n=$(cat $HERE/count 2>/dev/null || echo 0); echo $((n + 1)) >$HERE/count; [ $((n % 2)) = 0 ]";
    let place = Place::with_test(every_second);
    place.run(&["--repeat", "auto", "test.sh", "bug.js"]).ends(4, &["no number of repeats helps"]);
}

#[test]
fn with_repeats_every_yes_is_said_so_often() {
    let place = Place::with_test(&format!("{OF_TEXT}; echo run >>$of; {STILL_BUG}"));
    place.run(&["--repeat", "2/2", "--stats", "stats.json", "test.sh", "bug.js"]).ends(0, &[]);
    assert_eq!(stats(&place)["repeat"], "2/2");
    let result = place.read("bug.reduced.js");
    assert!(result.contains("bug") && result.len() < 10);
    let names = std::fs::read_dir(place.path("")).expect("there").map(|entry| entry.expect("an entry").file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let counts = names.iter().filter(|name| name.len() == 16).map(|name| place.read(name).lines().count());
    let (once, more): (Vec<usize>, Vec<usize>) = counts.partition(|count| *count == 1);
    let history = stats(&place)["history"].as_array().expect("a list").len();
    assert!(more.len() > history && !once.is_empty(), "{once:?} {more:?}");
}

#[test]
fn repeats_that_make_no_sense_are_refused() {
    let place = Place::with_test(STILL_BUG);
    for given in ["0/3", "4/3", "often", "1/101"] {
        place.run(&["--repeat", given, "test.sh", "bug.js"]).ends(2, &["give K/N"]);
    }
}

#[test]
fn the_last_test_of_a_budget_is_for_the_result() {
    let place = Place::with_test(&format!("echo run >>$HERE/runs; {STILL_BUG}"));
    place.run(&["--max-tests", "6", "--stats", "stats.json", "test.sh", "bug.js"]).ends(0, &["ended by --max-tests"]);
    assert_eq!(stats(&place)["confirmed"], true);
    assert!(stats(&place)["passes"]["recheck"]["tries"] == 1 && place.read("runs").lines().count() <= 6);

    let once =
        format!("cmp -s bug.js $HERE/bug.js && exit 0; [ -s bug.js ] || exit 1; {OF_TEXT}; mkdir $of 2>/dev/null");
    let place = Place::with_test(&once);
    place.run(&["--max-tests", "6", "test.sh", "bug.js"]).ends(4, &["contradicts itself", "may not be interesting"]);
}

#[test]
fn a_test_that_agrees_with_itself_is_asked_about_the_result_at_most_three_times_more() {
    let place = Place::with_test(&format!("{OF_TEXT}; echo run >>$of; {STILL_BUG}"));
    place.run(&["--stats", "stats.json", "test.sh", "bug.js"]).ends(0, &[]);
    let rechecks = stats(&place)["passes"]["recheck"]["tries"].as_u64().expect("a number");
    assert!((2..=3).contains(&rechecks), "{rechecks}");
}
