//! Conversations as they should go.

use crate::peer::{Peer, program};

const PROGRAM: &str = "function f(a) { if (a) { crash(a, 1); } return g(a); }\nvar x = [1, 2, 3];\nf(x);\n";

fn crashes(text: &str) -> bool {
    text.contains("crash(")
}

/// The last interesting text; how much of its blanks is left depends on the plugins that are built.
fn last(interesting: &[String]) -> &str {
    interesting.last().map_or("nothing", |text| text.trim())
}

#[test]
fn a_test_case_is_reduced_and_then_the_next_one() {
    let mut peer = Peer::start(&[]);
    peer.tell(PROGRAM, true);
    assert_eq!(last(&peer.answer(crashes)), "crash()");

    peer.tell("var y = crash(2) + 3;", true);
    assert_eq!(last(&peer.answer(crashes)), "crash()");

    // There is nothing to gain from these.
    peer.line("");
    peer.tell("crash()", true);
    peer.answer(crashes);
    peer.tell("", true);
    peer.answer(crashes);

    peer.close().with(0, &["language javascript (guessed", &format!("{} to ", PROGRAM.len()), "no more to try"]);
}

#[test]
fn the_language_is_the_one_that_is_said() {
    let mut peer = Peer::start(&["--language", "python"]);
    peer.tell("if a:\n    crash(1)\n", true);
    assert_eq!(last(&peer.answer(crashes)), "crash()");
    peer.close().with(0, &["language python, "]);
}

#[test]
fn bytes_that_are_no_text_come_through() {
    let mut peer = Peer::start(&["--language", "js"]);
    peer.tell(b"a();\n'\xff\xfe'; crash(1);\n", true);
    assert_eq!(last(&peer.answer(crashes)), "crash()");
    peer.close().with(0, &[]);
}

#[test]
fn as_many_questions_at_once_as_the_other_side_has_room_for() {
    let lines = (0..16).map(|i| format!("line{i}();\n")).collect::<Vec<_>>().concat();
    let keeps = |text: &str| text.contains("line3()") && text.contains("line12()");
    let reduced = |jobs: usize| {
        let mut peer = Peer::of(
            program(&["--language", "js", "--algorithm", "ddmin"])
                .env("SHRINKRAY_REDUCER_PARALLELISM", jobs.to_string()),
        );
        peer.tell(&lines, true);
        // Both halves are asked for before there is an answer, of which the later comes first.
        let first: Vec<Vec<u8>> = (0..jobs.min(2)).map(|_| peer.question()).collect();
        for text in first.iter().rev() {
            peer.tell(text, keeps(&String::from_utf8_lossy(text)));
        }
        let interesting = peer.answer(keeps);
        peer.close().with(0, &[&format!("questions at once: {jobs}")]);
        interesting.into_iter().min_by_key(String::len)
    };
    assert_eq!(reduced(1).as_deref(), Some("line3();\nline12();\n"));
    assert_eq!(reduced(2), reduced(1));
    assert_eq!(reduced(5), reduced(1));
}

#[test]
fn a_new_test_case_ends_the_work_on_the_old_one() {
    let mut peer = Peer::start(&[]);
    peer.tell(PROGRAM, true);
    let question = peer.question();
    peer.tell("var other = crash(1);", true);
    peer.tell(&question, false);
    let interesting = peer.answer(crashes);
    assert_eq!(last(&interesting), "crash()");
    assert!(!interesting.iter().any(|text| text.contains("return")), "{interesting:?}");
    peer.close().with(0, &["ended by the other side", "no more to try"]);
}

#[test]
fn commands_as_passes_are_told_a_name_in_the_language() {
    // A pass in the essay's form, which knows C files only: its one instance is a text that nobody else would propose.
    let pass =
        "sh -c 'case $1 in *.c) test $2 = 1 && ! grep -q z $1 && echo \"z();\";; *) exit 9;; esac' sh {file} {n+1}";
    let mut peer = Peer::start(&["--language", "c", "--external-pass", pass]);
    peer.tell("crash(1, 2, 3, 4);\n", true);
    let interesting = peer.answer(|text| crashes(text) || text.contains("z("));
    assert_eq!(last(&interesting).trim_end_matches(';'), "z()", "{interesting:?}");
    peer.close().with(0, &["no more to try"]);
}
