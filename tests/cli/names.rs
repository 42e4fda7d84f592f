//! Files of any name, and files that are none.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Stdio;

use crate::place::{Place, finished, program};

/// The script takes the candidate's name as it comes.
const FIRST_ARGUMENT: &str = "grep -q bug -- \"$1\"";

/// Its name says what it is, as that of the Python in a virtual environment does.
#[test]
fn a_command_that_is_a_link_is_called_by_its_own_name() {
    let place = Place::with_test("false");
    place.script("tool", "[ \"${0##*/}\" = other ] && grep -q bug \"$1\"");
    symlink("tool", place.path("other")).expect("linked");
    place.run(&["-q", "--expect-exit", "0", "bug.js", "--", "./other", "@@"]).ends(0, &[]);
    assert_eq!(place.read("bug.reduced.js").trim(), "bug");
    place.run(&["-q", "--no-session", "-o", "script.js", "other", "bug.js"]).ends(0, &[]);
    assert_eq!(place.read("script.js").trim(), "bug");
}

#[test]
fn any_name_will_do() {
    let place = Place::with_test(FIRST_ARGUMENT);
    let long = "n".repeat(252);
    let names: [(&[u8], &[u8]); 5] = [
        (b"new\nline.js", b"new\nline.reduced.js"),
        (b"not \xff\xfe text.js", b"not \xff\xfe text.reduced.js"),
        (b" .js", b" .reduced.js"),
        ("ä@@{}'\"$(x).js".as_bytes(), "ä@@{}'\"$(x).reduced.js".as_bytes()),
        (&[long.as_bytes(), b".js"].concat(), &[&long.as_bytes()[..244], b".reduced.js"].concat()),
    ];
    for (name, result) in names {
        let [name, result] = [name, result].map(OsStr::from_bytes);
        fs::write(place.path("").join(name), program()).expect("written");
        finished(place.command().args(["-q", "test.sh"]).arg(name)).ends(0, &[]);
        let text = fs::read_to_string(place.path("").join(result)).expect("a result");
        assert!(text.contains("bug") && text.len() < 20, "{text}");
    }
    place.write("-dash.js", &program());
    place.run(&["test.sh", "--", "-dash.js"]).ends(0, &[]);
    assert!(place.read("-dash.reduced.js").contains("bug"));
    let name = long + ".js";
    place.run(&["--in-place", "test.sh", &name]).ends(0, &[]);
    assert_eq!(place.read(&format!("{}.orig", &name[..250])), program());
}

#[test]
fn an_input_without_an_end_is_not_read_for_ever() {
    let place = Place::with_test(FIRST_ARGUMENT);
    place.run(&["-o", "x.c", "--language", "c", "test.sh", "/dev/zero"]).ends(5, &["larger than 256 MB"]);
    assert!(!place.exists("x.c"));
}

#[test]
fn an_input_may_come_through_a_pipe() {
    let place = Place::with_test(FIRST_ARGUMENT);
    let input = fs::File::open(place.path("bug.js")).expect("there");
    let mut cat = std::process::Command::new("cat").stdin(input).stdout(Stdio::piped()).spawn().expect("starts");
    let mut command = place.command();
    command.args(["-o", "x.js", "--language", "js", "test.sh", "/dev/stdin"]);
    finished(command.stdin(cat.stdout.take().expect("piped"))).ends(0, &[]);
    cat.wait().expect("ends");
    assert!(place.read("x.js").contains("bug"));
    place.run(&["--language", "js", "test.sh", "/dev/stdin"]).ends(2, &["say with -o"]);
    place.run(&["--in-place", "--language", "js", "test.sh", "/dev/null"]).ends(2, &["say with -o"]);
}

#[test]
fn nothing_waits_for_the_other_end_of_a_pipe() {
    let place = Place::with_test(FIRST_ARGUMENT);
    assert!(std::process::Command::new("mkfifo").arg(place.path("pipe")).status().expect("starts").success());
    place.run(&["--tables", "pipe", "test.sh", "bug.js"]).ends(2, &["cannot use the tables `pipe`"]);
    place.write("node-types.json", "[]");
    let grammar = ["--grammar", "pipe", "--node-types", "node-types.json", "test.sh", "bug.js"];
    place.run(&grammar).ends(2, &["cannot load the grammar `pipe`: it is not a file"]);
    place
        .run(&["-o", "pipe", "test.sh", "bug.js"])
        .ends(5, &["/pipe` (No such device", "let somebody read from it", "the result is in"]);
    // Both ends in one hand: opening them waits for nobody.
    let mut both = fs::File::options().read(true).write(true).open(place.path("pipe")).expect("open");
    place.run(&["-o", "pipe", "test.sh", "bug.js"]).ends(0, &[]);
    let mut result = [0; 64];
    let length = both.read(&mut result).expect("readable");
    assert!(length < 20 && result[..length].windows(3).any(|part| part == b"bug"), "{result:?}");
}

#[test]
fn a_byte_order_mark_goes() {
    let place = Place::with_test("");
    for (name, text) in [("bom.js", "\u{feff}a; bug()"), ("bom.py", "\u{feff}bug"), ("bom.xml", "\u{feff}<bug/>")] {
        place.write(name, text);
        place.run(&["--expect-exit", "0", name, "--", "grep", "-q", "bug", "@@"]).ends(0, &[]);
        let result = place.read(&name.replace('.', ".reduced."));
        assert!(result.contains("bug") && !result.contains('\u{feff}'), "{result:?}");
    }
}

#[test]
fn variables_that_are_empty_say_nothing() {
    let place = Place::with_test(FIRST_ARGUMENT);
    let mut command = place.command();
    command.env("TMPDIR", "").env("REDUCE_TREE_TABLES", "").env("REDUCE_TREE_PLUGINS", "");
    finished(command.args(["test.sh", "bug.js"])).ends(0, &[]);
    assert!(place.read("bug.reduced.js").contains("bug"));
}
