//! Whole reductions with plugins that do not behave: nothing is lost but what the plugin would have done.

use crate::place::{STILL_BUG, program};
use crate::rogue::{Rogue, answer};

/// Reduces a program with a rogue beside the other passes, and says what was said.
fn reduced(behaviour: &str, options: &[&str]) -> (String, String) {
    let rogue = Rogue::new(behaviour);
    rogue.place.write("bug.js", &program());
    rogue.place.script("test.sh", STILL_BUG);
    let mut command = rogue.place.command();
    command.args(options).args(["--plugin", "rogue.so", "test.sh", "bug.js"]);
    let ended = answer(command.env("ROGUE_MARK", rogue.place.path("mark")));
    ended.is(0, "", &["result: bug.reduced.js"]);
    (rogue.place.read("bug.reduced.js"), ended.stderr)
}

#[test]
fn a_pass_that_does_not_behave_costs_its_own_result_only() {
    let (without, _) = reduced("BEHAVES", &["--no-pass", "rogue"]);
    for (behaviour, options, deed) in [
        ("CRASHES", &[][..], "crashed (signal 11) on instance 0 again: the plugin is switched off for this run"),
        ("EXITS", &[], "crashed (exit status 3) on instance 0 again: the plugin is switched off for this run"),
        (
            "HANGS",
            &["--pass-timeout", "1"],
            "hung (no answer within 1 s) on instance 0 again: the plugin is switched off",
        ),
        ("ALLOCATES", &[], "crashed (signal 11) on instance 0 again: the plugin is switched off"),
        ("GIVES_GIGABYTES", &[], "bytes on instance 0 again: the pass is switched off for this run"),
        ("GIVES_NO_UTF8", &[], "gave a text that is not UTF-8 on instance 0 again: the pass is switched off"),
        ("GIVES_THE_SAME", &[], "gave the same text again on instance 0 again: the pass is switched off"),
        (
            "WRITES_EVERYWHERE",
            &[],
            "lost its mind (its process talks rubbish) on instance 0 again: the plugin is switched off",
        ),
        ("COUNTS_TOO_MANY", &[], "and has no such one)"),
        ("CRASHES_WHEN_OPENING", &[], "crashed (signal 11) when it took up a text again: the plugin is switched off"),
    ] {
        let (with, said) = reduced(behaviour, options);
        assert!(with.len() <= without.len() && with.contains("bug"), "{behaviour}: {with} instead of {without}");
        assert!(said.contains(deed), "{behaviour}: no `{deed}` in\n{said}");
        let warnings = said.lines().filter(|line| line.starts_with("warning")).count();
        assert_eq!(warnings, 2, "one line for each of two tries:\n{said}");
    }
}

#[test]
fn a_pass_that_gets_away_with_it_does_no_harm() {
    let (without, _) = reduced("BEHAVES", &["--no-pass", "rogue"]);
    for behaviour in
        ["CORRUPTS", "PRINTS", "CHANGES_ITS_MIND", "HAS_NO_END", "COUNTS_TOO_FEW", "REFUSES", "CRASHES_ONCE"]
    {
        let (with, said) = reduced(behaviour, &[]);
        assert!(with.len() <= without.len() && with.contains("bug"), "{behaviour}: {with}\n{said}");
    }
}

#[test]
fn a_pass_that_behaves_makes_the_result_better() {
    let (with, said) = reduced("BEHAVES", &[]);
    assert_eq!(with, "bug");
    assert!(!said.contains("warning"), "{said}");
}
