//! Passes that do not behave, one call at a time.

use crate::rogue::{Rogue, TEXT, answer};

/// Instance 0 costs the pass its result, and a line says what the pass did; another instance is as it should be.
#[track_caller]
fn loses(behaviour: &str, options: &[&str], deed: &str) {
    let rogue = Rogue::new(behaviour);
    let first = format!("warning: plugin rogue: pass rogue {deed} on instance 0: tried once more");
    let second = format!("warning: plugin rogue: pass rogue {deed} on instance 0 again: the p");
    let end = format!("reduce-tree: the pass `rogue` {deed}");
    rogue.pass(&[&["rogue", "0", "a.js"], options].concat()).is(7, "", &[&first, &second, &end]);
    rogue.pass(&[&["rogue", "10", "a.js"], options].concat()).is(0, "let a = 12\n", &[]);
}

#[test]
fn a_pass_that_behaves_does_what_it_says() {
    let rogue = Rogue::new("BEHAVES");
    rogue.pass(&["rogue", "--count", "a.js"]).is(0, "12\n", &[]);
    rogue.pass(&["rogue", "0", "a.js"]).is(0, &TEXT[1..], &[]);
    rogue.pass(&["rogue", "0", "a.js", "--trust-plugins"]).is(0, &TEXT[1..], &[]);
    let beyond = rogue.pass(&["rogue", "12", "a.js"]);
    beyond.is(1, "", &[]);
    assert_eq!(beyond.stderr, "");
}

#[test]
fn one_that_crashes_is_named() {
    loses("CRASHES", &[], "crashed (signal 11)");
    loses("ABORTS", &[], "crashed (signal 6)");
    loses("EXITS", &[], "crashed (exit status 3)");
}

#[test]
fn one_that_crashes_once_is_given_another_chance() {
    let rogue = Rogue::new("CRASHES_ONCE");
    let answer = rogue.pass(&["rogue", "0", "a.js"]);
    answer.is(0, &TEXT[1..], &["pass rogue crashed (signal 11) on instance 0: tried once more\n"]);
    assert_eq!(answer.stderr.lines().count(), 1, "{}", answer.stderr);
}

#[test]
fn one_that_hangs_is_given_up() {
    loses("HANGS", &["--pass-timeout", "1.5"], "hung (no answer within 1.5 s)");
}

#[test]
fn one_that_writes_all_over_its_memory_harms_itself_only() {
    let rogue = Rogue::new("CORRUPTS");
    let answer = rogue.pass(&["rogue", "0", "a.js"]);
    // What becomes of it depends on what it hits; it may even get away with it, and give some text.
    assert!(matches!(answer.status, Some(0 | 7)), "{:?} {}", answer.status, answer.stderr);
    rogue.pass(&["rogue", "10", "a.js"]).is(0, "let a = 12\n", &[]);
}

#[test]
fn one_that_takes_all_memory_is_stopped() {
    loses("ALLOCATES", &[], "crashed (signal 11)");
}

#[test]
fn one_that_gives_gigabytes_is_stopped() {
    loses("GIVES_GIGABYTES", &[], "gave more than 1048624 bytes");
}

#[test]
fn a_text_has_to_be_another_text() {
    loses("GIVES_NO_UTF8", &[], "gave a text that is not UTF-8");
    loses("GIVES_THE_SAME", &[], "gave the same text again");
}

#[test]
fn what_makes_no_sense_is_no_answer() {
    loses("OVERLAPS", &[], "broke the contract (its edits overlap)");
    loses("ANSWERS_NONSENSE", &[], "broke the contract (apply answered 77)");
    loses("WRITES_EVERYWHERE", &[], "lost its mind (its process talks rubbish)");
    // Its process ends by itself when it finds out.
    let closed = Rogue::new("CLOSES_EVERYTHING").pass(&["rogue", "0", "a.js"]);
    closed.is(7, "", &["pass rogue crashed (", "again: the plugin is switched off for this run"]);
}

#[test]
fn what_a_plugin_prints_is_not_in_the_way() {
    let answer = Rogue::new("PRINTS").pass(&["rogue", "0", "a.js"]);
    answer.is(0, &TEXT[1..], &[]);
    assert_eq!(answer.stderr, "");
}

#[test]
fn a_refusal_is_within_the_contract() {
    let rogue = Rogue::new("REFUSES");
    let answer = rogue.pass(&["rogue", "0", "a.js"]);
    answer.is(7, "", &["reduce-tree: the pass `rogue` says: I would rather not\n"]);
    assert_eq!(answer.stderr.lines().count(), 1, "{}", answer.stderr);
}

#[test]
fn lies_about_the_number_of_instances_are_found_out() {
    let lie = |behaviour: &str, instance: &str, deed: &str| {
        let answer = Rogue::new(behaviour).pass(&["rogue", instance, "a.js"]);
        answer.is(7, "", &[&format!("broke the contract ({deed}) on instance {instance}: tried once more")]);
    };
    lie("COUNTS_TOO_MANY", "12", "it counts 13 and has no such one");
    lie("COUNTS_TOO_FEW", "11", "it counts 11 and has this one");
    lie("HAS_NO_END", "1000000", "it has no end");
    let opening = "when it took up a text: tried once more";
    for (behaviour, deed) in [
        ("COUNTS_BELOW_ZERO", "broke the contract (count answered -7)"),
        ("CRASHES_WHEN_OPENING", "crashed (signal 11)"),
    ] {
        let answer = Rogue::new(behaviour).pass(&["rogue", "--count", "a.js"]);
        answer.is(7, "", &[&format!("{deed} {opening}")]);
    }
}

#[test]
fn a_plugin_that_cannot_even_be_loaded_is_an_error_of_the_command_line() {
    let crash = "rogue.so`: it crashed (signal 11) when it was loaded";
    let rogue = Rogue::new("CRASHES_WHEN_LOADED");
    rogue.pass(&["rogue", "0", "a.js"]).is(2, "", &[crash]);
    answer(rogue.place.command().args(["--list-passes", "--plugin", "rogue.so"])).is(2, "", &[crash]);
    let hang = Rogue::new("HANGS_WHEN_LOADED").pass(&["rogue", "0", "a.js", "--pass-timeout", "1"]);
    hang.is(2, "", &["it hung (no answer within 1 s) when it was loaded"]);
}
