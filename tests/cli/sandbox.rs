//! Tests in a sandbox: what they cannot do there.

use std::process::Command;

use crate::place::{Place, STILL_BUG, finished};

/// Where namespaces are forbidden, that is what is told; the tests of what holds inside cannot run there, and say so.
fn is_forbidden() -> bool {
    let trial = Command::new("bwrap").args(["--unshare-pid", "--ro-bind", "/", "/", "true"]).status();
    let is_forbidden = !trial.expect("bubblewrap is installed: see tests/setup.sh").success();
    if is_forbidden {
        let place = Place::with_test(STILL_BUG);
        place.run(&["--sandbox", "test.sh", "bug.js"]).ends(6, &["--sandbox does not work here", "user namespaces"]);
        eprintln!("NOT TESTED: this system forbids the namespaces that a sandbox is made of");
    }
    is_forbidden
}

/// A test that asks for the bug, if this holds as well.
fn reduces_if(condition: &str) {
    let place = Place::with_test(&format!("{condition} || exit 7\n{STILL_BUG}"));
    place.write("mine", "precious");
    place.run(&["--sandbox", "test.sh", "bug.js"]).ends(0, &[]);
    assert!(place.read("bug.reduced.js").len() < 20);
    assert_eq!(place.read("mine"), "precious");
    assert!(place.is_clean());
}

#[test]
fn a_test_finds_what_it_needs() {
    if is_forbidden() {
        return;
    }
    reduces_if(r#"[ "$1" = "$PWD/bug.js" ] && cmp -s "$1" - && [ "$(cat $HERE/mine)" = precious ]"#);
    reduces_if("echo anything >file && cat file && mktemp && echo anything >/dev/null");
}

#[test]
fn nothing_outside_its_folder_can_be_written_or_reached() {
    if is_forbidden() {
        return;
    }
    reduces_if("! rm -f $HERE/mine 2>/dev/null && ! (echo bad >$HERE/mine) 2>/dev/null");
    reduces_if("! touch $HOME/reduce-tree-was-here && ! touch /etc/reduce-tree-was-here");
    // A process number of its own, and no network but itself.
    reduces_if("[ $$ -lt 50 ] && ! tail -n +3 /proc/net/dev | grep -v lo:");
}

#[test]
fn a_crash_in_it_is_a_crash() {
    if is_forbidden() {
        return;
    }
    let place = Place::with_test("");
    let command =
        ["--sandbox", "--expect-signal", "SEGV", "bug.js", "--", "sh", "-c", "grep -q bug $0 && kill -SEGV $$", "@@"];
    place.run(&command).ends(0, &[]);
    assert!(place.read("bug.reduced.js").contains("bug"));
}

#[test]
fn without_bubblewrap_it_is_said_what_to_install() {
    let place = Place::with_test(STILL_BUG);
    let mut command = place.command();
    finished(command.env("PATH", place.path("tmp")).args(["--sandbox", "test.sh", "bug.js"]))
        .ends(6, &["install the package bubblewrap"]);
    assert!(!place.exists("bug.reduced.js") && place.is_clean());
}

#[test]
fn where_it_does_not_work_the_reason_is_told_before_anything_runs() {
    let place = Place::with_test("touch $HERE/ran; grep -q bug bug.js");
    place.script("bwrap", "echo 'bwrap: No permissions to create new namespace' >&2; exit 1");
    let mut command = place.command();
    finished(command.env("PATH", place.path("")).args(["--sandbox", "test.sh", "bug.js"]))
        .ends(6, &["--sandbox does not work here (bwrap: No permissions to create new namespace)", "user namespaces"]);
    assert!(!place.exists("ran") && place.is_clean());
}

#[test]
fn who_wants_to_know_much_hears_of_it_where_candidates_are_scripts() {
    let place = Place::with_test("exit 0");
    place.write("bug.json", "[1, 2]");
    let hint = "--sandbox keeps them in their folder";
    let said = |options: &[&str], input: &str| {
        let run = place.run(&[options, &["--max-tests", "3", "test.sh", input]].concat());
        run.ends(0, &[]);
        run.stderr.contains(hint)
    };
    assert!(said(&["-v"], "bug.js"));
    assert!(!said(&[], "bug.js") && !said(&["-v"], "bug.json"));
    if !is_forbidden() {
        assert!(!said(&["-v", "--sandbox"], "bug.js"));
    }
}

#[test]
fn a_test_server_is_kept_in_one_as_a_test_is() {
    if is_forbidden() {
        return;
    }
    let place = Place::with_test("");
    place.write("mine", "precious");
    place.write("server.py", include_str!("server.py"));
    // Beside what it is asked, the server tries to do harm.
    place.write(
        "harmful.py",
        "import os\nhere, os.environ['HERE'] = os.environ['HERE'], '.'\ntry:\n    open(here + '/mine', 'w')\n\
         except OSError:\n    pass\nexec(open(here + '/server.py').read())\n",
    );
    for manner in ["good", "text"] {
        let server = format!("python3 harmful.py {manner}");
        place
            .run(&["--no-session", "--sandbox", "-o", "out.js", "-j", "2", "--test-server", &server, "bug.js"])
            .ends(0, &[]);
        assert_eq!((place.read("out.js").as_str(), place.read("mine").as_str()), ("bug\n", "precious"), "{manner}");
    }
    assert!(place.is_clean());
}
