//! Sessions: the same command goes on where it was, whatever has ended it, and no result gives way to a worse one.

use std::process::Stdio;

use serde_json::Value;

use crate::place::{Finished, Place, kill, until};

/// Some letters and some numbers.
const WORDS: &str = r#"
import random, sys
random.seed(int(sys.argv[1]))
for _ in range(random.randint(1, 5)):
    print("".join(random.choice("abc") for _ in range(random.randint(1, 3))), random.randint(0, 9))
"#;

/// Says yes to what holds an a and a number above 4, and keeps an account of its runs: hash and answer.
const COUNTED: &str = "says=no; grep -q a \"$1\" && grep -q '[5-9]' \"$1\" && says=yes
echo $(md5sum < \"$1\") $says >> $HERE/runs; [ $says = yes ]";

const COMMAND: &str = "--test ./test.sh --stats stats.json -o small.txt -- python3 gen.py 5";

fn place() -> Place {
    let place = Place::new(WORDS, COUNTED);
    place.write("runs", "");
    place
}

/// The runs that said no, without those of the check on the empty text.
fn refusals(place: &Place) -> Vec<String> {
    let all = place.read("runs");
    let empty = "d41d8cd98f00b204e9800998ecf8427e";
    let mut all: Vec<String> =
        all.lines().filter(|line| line.ends_with("no") && !line.starts_with(empty)).map(str::to_owned).collect();
    all.sort();
    all
}

fn stats(place: &Place) -> Value {
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

/// The result, its trace and the refusals of a run that nothing ends.
fn uninterrupted() -> (String, String, Vec<String>) {
    let place = place();
    place.run(COMMAND).ends(0, &[]);
    let trace = place.read("small.txt.trace");
    (place.read("small.txt"), events(&trace), refusals(&place))
}

/// A kept trace without the lines that say where the generator was.
fn events(trace: &str) -> String {
    trace.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn ended_as(place: &Place, (result, trace, refused): &(String, String, Vec<String>)) {
    assert_eq!((&place.read("small.txt"), &events(&place.read("small.txt.trace"))), (result, trace));
    assert_eq!(&refusals(place), refused, "what is not interesting is tested once");
    assert_eq!(&place.run("replay small.txt.trace").stdout, result);
}

#[test]
fn the_same_command_goes_on_where_it_was_and_ends_with_the_same_text() {
    let whole = uninterrupted();
    let place = place();
    place.run(&format!("--max-tests 7 {COMMAND}")).ends(0, &["ended by --max-tests"]);
    let best = place.read("small.txt");
    let second = place.run(&format!("--max-tests 7 {COMMAND}"));
    second.ends(0, &["goes on where it was: ", "ended by --max-tests"]);
    assert!(stats(&place)["replayed"].as_u64() > Some(0), "{}", stats(&place));
    assert!(place.read("small.txt").len() <= best.len());
    place.run(COMMAND).ends(0, &["more known from before"]);
    ended_as(&place, &whole);

    let again = place.run(COMMAND);
    again.ends(0, &["goes on where it was: "]);
    assert_eq!(refusals(&place), whole.2, "nothing is tested again but the original and the result");
}

#[test]
fn an_interrupted_run_and_one_that_is_killed_go_on_where_they_were() {
    let whole = uninterrupted();
    // The generator waits in its tenth run until it is let go.
    let waits = format!(
        "import os, time\nopen('count', 'a').write('.')\nwhile os.path.getsize('count') == 10 and not os.path.exists('go'):\n    \
         time.sleep(0.01)\n{WORDS}"
    );
    for (signal, status) in [("-INT", Some(130)), ("-KILL", None)] {
        let place = place();
        place.write("gen.py", &waits);
        let arguments: Vec<&str> = COMMAND.split(' ').collect();
        let mut child = place.command(&arguments).stderr(Stdio::piped()).spawn().expect("starts");
        until("the generator waits", || place.exists("count") && place.read("count").len() == 10);
        kill(child.id(), signal);
        assert_eq!(child.wait().expect("ends").code(), status);
        until("nothing runs any more", || place.users("gen.py").is_empty() && place.is_clean());
        place.write("go", "");
        assert!(!refusals(&place).is_empty() || place.read("runs").lines().count() > 2, "it has tested something");
        place.run(COMMAND).ends(0, &["goes on where it was: "]);
        assert_eq!(place.read("small.txt"), whole.0);
        // A kill may lose the last verdict.
        let (mut refused, again) = (refusals(&place), usize::from(signal == "-KILL"));
        assert!(
            refused.len() <= whole.2.len() + again,
            "{signal}: what is not interesting is tested once: {refused:?}"
        );
        refused.dedup();
        assert_eq!(refused, whole.2, "{signal}");
    }
}

#[test]
fn another_generator_or_seed_is_another_session_and_restart_begins_anew() {
    let place = place();
    place.run(COMMAND).ends(0, &[]);
    let says = |run: &Finished| run.stderr.contains("goes on where it was");
    assert!(!says(&place.run(&COMMAND.replace("gen.py 5", "gen.py 7"))));
    assert!(!says(&place.run(&format!("--restart {COMMAND}"))));
    assert!(!says(&place.run(&format!("--no-session {COMMAND}"))));
    assert!(says(&place.run(COMMAND)));
    let kept = format!("--session kept {COMMAND}");
    assert!(!says(&place.run(&kept)));
    assert!(says(&place.run(&kept)));
    place.write("gen.py", &format!("{WORDS}# changed\n"));
    assert!(!says(&place.run(&kept)));
}

#[test]
fn a_better_result_that_is_there_is_replaced_by_nothing_worse() {
    let place = place();
    place.write("small.txt", "a9");
    place.run(COMMAND).ends(0, &["`small.txt` held this before"]);
    assert_eq!(place.read("small.txt"), "a9");
    place.write("small.txt", "zz");
    place.run(&format!("--restart {COMMAND}")).ends(0, &["it is replaced"]);
    let found = place.read("small.txt");
    assert!(found.contains('a') && found.len() < 9, "{found}");
    // A run that is ended early leaves the session's result, and its trace, as they are.
    place.run(&format!("--max-tests 4 {COMMAND}")).ends(0, &[]);
    assert_eq!(place.read("small.txt"), found);
    assert_eq!(place.run("replay small.txt.trace").stdout, found);
}

#[test]
fn a_false_yes_is_found_out_and_taken_back() {
    let lies = "grep -q a \"$1\" && grep -q '[5-9]' \"$1\" && exit 0; [ -s \"$1\" ] && mkdir $HERE/lied 2>/dev/null";
    let place = Place::new(WORDS, lies);
    let run = place.run(COMMAND);
    run.ends(0, &["says yes in 0 of", "back to", "once it took back its yes", "the result is confirmed"]);
    let result = place.read("small.txt");
    assert!(result.contains('a') && result.len() < 9, "{result}");
    assert_eq!(place.run("replay small.txt.trace").stdout, result);
    assert_eq!((&stats(&place)["confirmed"], &stats(&place)["contradictions"]), (&true.into(), &1.into()));
}

#[test]
fn a_flaky_test_is_repeated_as_the_user_wants_it() {
    // Every second run says no.
    let place = Place::new(
        WORDS,
        "n=$(cat $HERE/n 2>/dev/null || echo 0); echo $((n + 1)) >$HERE/n
        grep -q a \"$1\" && [ $((n % 2)) = 0 ]",
    );
    place.run(COMMAND).ends(4, &["--repeat auto"]);
    let place = Place::new(WORDS, "echo run >>$HERE/of-$(md5sum <\"$1\" | cut -c 1-8); grep -q a \"$1\"");
    place.run(&format!("--repeat 2/2 {COMMAND}")).ends(0, &[]);
    assert_eq!(stats(&place)["repeat"], "2/2");
    assert_eq!(place.read("small.txt"), "a 0\n");
}
