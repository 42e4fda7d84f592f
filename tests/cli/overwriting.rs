//! No run overwrites what it was given: the input, the test, anything else that its command line names.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::place::{Place, STILL_BUG, program};

#[test]
fn the_result_and_the_numbers_never_go_where_something_else_is() {
    let place = Place::with_test(&format!("touch $HERE/ran; {STILL_BUG}"));
    symlink("bug.js", place.path("link.js")).expect("linked");
    fs::hard_link(place.path("bug.js"), place.path("twin.js")).expect("linked");
    symlink("../bug.js", place.path("tmp/far.js")).expect("linked");
    symlink("new.js", place.path("nothing.js")).expect("linked");
    place.write("data.txt", "bug");
    let script: &[&str] = &["test.sh", "bug.js"];
    let command: &[&str] = &["--expect-exit", "0", "bug.js", "--", "grep", "-q", "--file=data.txt", "@@"];
    for (options, rest, says) in [
        (&["-o", "bug.js"][..], script, "which is the input itself: name another file, or let --in-place"),
        (&["-o", "./tmp/../bug.js"], script, "the input itself"),
        (&["-o", "link.js"], script, "the input itself"),
        (&["-o", "twin.js"], script, "the input itself"),
        (&["-o", "tmp/far.js"], script, "the input itself"),
        (&["-o", "test.sh"], script, "which is the test"),
        (&["-o", "data.txt"], command, "which is a file of the test's command"),
        (&["-o", "data.txt", "--external-pass", "sh data.txt {n} {file}"], script, "which is a file of a pass"),
        (&["--stats", "link.js"], script, "which is the input"),
        (&["--stats", "test.sh"], script, "which is the test"),
        (&["--stats", "data.txt"], command, "which is a file of the test's command"),
        (&["--stats", "bug.reduced.js"], script, "which is the result"),
        (&["-o", "x", "--stats", "tmp/../x"], script, "which is the result"),
        (&["-o", "nothing.js", "--stats", "new.js"], script, "which is the result"),
        (&["--in-place", "--stats", "bug.js.orig"], script, "which is the original"),
        (&["--in-place"], &["test.sh", "test.sh"], "which is the test"),
        (&["-o", "data.txt", "--tables", "data.txt"], script, "which is the tables"),
    ] {
        // What is refused is refused before the tables are looked at.
        let run = place.run(&[options, rest].concat());
        run.ends(2, &[says]);
    }
    assert!(!place.exists("ran") && place.read("bug.js") == program() && place.read("data.txt") == "bug");
    // A device takes what anybody writes.
    place.run(&["-o", "/dev/null", "--stats", "/dev/null", "test.sh", "bug.js"]).ends(0, &[]);
}

#[test]
fn a_link_to_nothing_stays_and_leads_to_the_result() {
    let place = Place::with_test(STILL_BUG);
    symlink("far.js", place.path("link.js")).expect("linked");
    place.run(&["-o", "link.js", "test.sh", "bug.js"]).ends(0, &[]);
    assert!(fs::symlink_metadata(place.path("link.js")).expect("there").is_symlink());
    assert!(place.read("far.js").contains("bug"));
    symlink("none/far.js", place.path("lost.js")).expect("linked");
    place.run(&["-o", "lost.js", "test.sh", "bug.js"]).ends(5, &["cannot write"]);
    symlink("circle.js", place.path("circle.js")).expect("linked");
    place.run(&["-o", "circle.js", "test.sh", "bug.js"]).ends(5, &["cannot write"]);
}

#[test]
fn what_is_read_only_is_not_replaced() {
    let place = Place::with_test(&format!("touch $HERE/ran; {STILL_BUG}"));
    fs::set_permissions(place.path("bug.js"), fs::Permissions::from_mode(0o444)).expect("set");
    place.run(&["--in-place", "test.sh", "bug.js"]).ends(5, &["read-only", "chmod u+w bug.js"]);
    assert!(!place.exists("ran") && !place.exists("bug.js.orig"));
    assert_eq!(place.read("bug.js"), program());
    // It may be reduced all the same, more than once.
    for _ in 0..2 {
        place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    }
}

#[test]
fn the_original_that_is_kept_is_as_private_as_the_input() {
    let place = Place::with_test(STILL_BUG);
    fs::set_permissions(place.path("bug.js"), fs::Permissions::from_mode(0o600)).expect("set");
    place.run(&["--in-place", "test.sh", "bug.js"]).ends(0, &[]);
    for name in ["bug.js", "bug.js.orig"] {
        let mode = fs::metadata(place.path(name)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    assert_eq!(place.read("bug.js.orig"), program());
}

#[test]
fn the_original_is_kept_even_if_the_test_removes_the_input() {
    let place = Place::with_test(&format!("rm -f $HERE/bug.js; {STILL_BUG}"));
    place.run(&["--in-place", "test.sh", "bug.js"]).ends(0, &[]);
    assert_eq!(place.read("bug.js.orig"), program());
    assert!(place.read("bug.js").contains("bug"));
}

#[test]
fn an_original_that_cannot_be_kept_whole_is_not_kept_by_half() {
    let place = Place::with_test(STILL_BUG);
    place.write("bug.js", &program().repeat(10));
    // The candidates go to a place without a limit, the original does not fit.
    let mut command = place.command_in_shell("trap '' XFSZ; ulimit -f 4");
    let output = command.args(["--in-place", "--expect-exit", "0", "bug.js", "--", "true"]).output().expect("starts");
    assert!(!output.status.success());
    assert!(!place.exists("bug.js.orig") && place.read("bug.js") == program().repeat(10));
    assert!(place.is_clean());
}
