//! Conversations that break off: the program ends, says why, and never waits for what cannot come.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::peer::{Peer, program};

const PROGRAM: &str = "one(1);\ntwo(2);\nthree(3);\nfour(4);\n";

#[test]
fn without_a_test_case_it_says_what_it_is_for() {
    Peer::start(&[]).close().with(2, &["ends before there is a test case", "shrinkray --reduce-with"]);
}

#[test]
fn an_end_in_the_middle_is_an_end() {
    for jobs in ["1", "3"] {
        let mut peer = Peer::start(&["-j", jobs]);
        peer.tell(PROGRAM, true);
        peer.question();
        peer.close().with(0, &["ended by the other side"]);
    }
}

#[test]
fn a_request_to_end_is_an_end() {
    let mut peer = Peer::start(&["-j", "2"]);
    peer.tell(PROGRAM, true);
    peer.question();
    peer.signal("-INT");
    peer.end().with(0, &["ended by the other side"]);
}

#[test]
fn a_message_that_is_cut_off_is_told() {
    let mut peer = Peer::start(&[]);
    peer.tell(PROGRAM, true);
    peer.question();
    peer.line("{\"content\": \"b25lKCk=\", \"inter");
    peer.end().with(6, &["this is no message", "\"inter"]);
}

#[test]
fn what_makes_no_sense_is_shown() {
    for line in
        ["hello", "[1]", "{\"content\": 1, \"interesting\": true}", "{\"content\": \"*\", \"interesting\": true}"]
    {
        let mut peer = Peer::start(&["-j", "2"]);
        peer.line(line);
        peer.end().with(6, &["this is no message", line]);
    }
}

#[test]
fn an_answer_to_what_was_not_asked_is_no_answer() {
    let mut peer = Peer::start(&[]);
    peer.tell(PROGRAM, true);
    peer.question();
    peer.tell("never asked", false);
    peer.end().with(6, &["an answer to a question that was not asked"]);
}

#[test]
fn it_does_not_outlive_whom_it_talks_to() {
    // The pipe to it stays open, but nobody reads what it asks.
    let mut command = program(&[]);
    let mut child = command.stderr(Stdio::null()).spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut to = child.stdin.take().expect("piped");
    to.write_all(b"{\"content\": \"b25lKDEpOwp0d28oMik7Cg==\", \"interesting\": true}\n").expect("heard");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    drop(to);
}

#[test]
fn nor_does_it_wait_for_a_question_to_be_taken() {
    let mut child = program(&["-j", "2"]).stderr(Stdio::null()).spawn().expect("the program starts");
    // More than a pipe holds, so that the first question gets stuck in it.
    let case = format!("{{\"content\": \"{}\", \"interesting\": true}}\n", "b25lKDEpOwp0d28oMik7".repeat(10_000));
    let mut to = child.stdin.take().expect("piped");
    to.write_all(case.as_bytes()).expect("heard");
    let mut begun = [0];
    child.stdout.as_mut().expect("piped").read_exact(&mut begun).expect("a question");
    drop(to);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn options_that_make_no_sense_are_told_at_the_first_test_case() {
    let mut peer = Peer::start(&["--language", "klingon"]);
    peer.tell(PROGRAM, true);
    peer.end().with(2, &["unknown language `klingon`"]);
    Peer::start(&["--jobs", "0"]).end().with(2, &["--jobs"]);
}
