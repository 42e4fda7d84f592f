//! Grammars that a user adds once, and the trees that `reduce-tree tree` shows.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::json_grammar::{compile, json_grammar};
use crate::place::Place;

/// The source of a grammar that calls itself `jason`, as a package has it.
fn jason(place: &Place) -> PathBuf {
    let (from, package) = (json_grammar(), place.path("package"));
    fs::create_dir_all(package.join("src/tree_sitter")).expect("made");
    let parser = fs::read_to_string(from.join("parser.c")).expect("the grammar of JSON");
    place.write("package/src/parser.c", &parser.replace("tree_sitter_json", "tree_sitter_jason"));
    for name in ["node-types.json", "tree_sitter/parser.h"] {
        fs::copy(from.join(name), package.join("src").join(name)).expect("a file of the grammar");
    }
    package
}

fn output(place: &Place, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = place.command().args(arguments).output().expect("starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_grammar_that_was_added_is_known_by_name_and_extension_until_it_is_removed() {
    let place = Place::new();
    jason(&place);
    let add = ["grammar", "add", "--name", "jason", "--extensions", "jason,jn", "package"];
    let (status, out, err) = output(&place, &add);
    assert_eq!((status, &*out), (Some(0), "added jason (*.jason, *.jn)\n"), "{err}");
    // Again is a replacement.
    assert_eq!(output(&place, &add).0, Some(0));
    assert_eq!(output(&place, &["grammar", "list"]).1, "jason (*.jason, *.jn)\n");

    place.write("bug.jn", "{\"a\": [1, 2, {\"bug\": [true, 3]}], \"b\": \"c\"}\n");
    place.write("bug", "[[1], [\"bug\"]]\n");
    place.script("test.sh", "grep -q bug \"$1\" && python3 -m json.tool \"$1\" >/dev/null");
    place.run(&["--stats", "stats.json", "test.sh", "bug.jn"]).ends(0, &[]);
    assert!(place.read("stats.json").contains("\"language\": \"jason\""));
    assert_eq!(place.read("bug.reduced.jn").trim_end(), "\"bug\"");
    place.run(&["--language", "jason", "test.sh", "bug"]).ends(0, &[]);
    assert_eq!(place.read("bug.reduced").trim_end(), "\"bug\"");
    // Helpers of plugins find it, too.
    let (status, out, err) = output(&place, &["pass", "blanks", "0", "bug.jn"]);
    assert_eq!((status, out.contains(": ")), (Some(0), false), "{out}{err}");

    assert_eq!(output(&place, &["grammar", "remove", "jason"]).0, Some(0));
    assert_eq!(output(&place, &["grammar", "list"]).1, "");
    place.run(&["--language", "jason", "test.sh", "bug"]).ends(2, &["unknown language `jason`", "grammar add"]);
    assert_eq!(fs::read_dir(place.path("data/reduce-tree/grammars")).expect("there").count(), 0);
}

#[test]
fn a_shared_library_with_its_node_types_is_a_grammar() {
    let place = Place::new();
    let source = jason(&place).join("src");
    let library = place.path("libtree-sitter-jason.so");
    compile(&library, &source.join("parser.c"), &source);
    let (status, _, err) = output(&place, &["grammar", "add", "libtree-sitter-jason.so"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("--node-types"), "{err}");
    let node_types = "package/src/node-types.json";
    let (status, out, err) = output(&place, &["grammar", "add", "--node-types", node_types, "libtree-sitter-jason.so"]);
    assert_eq!((status, &*out), (Some(0), "added jason (*.jason)\n"), "{err}");
    place.write("a.jason", "[1, 2]");
    assert!(output(&place, &["tree", "a.jason"]).1.contains("child: array  0..6"));
}

#[test]
fn what_is_no_grammar_is_not_added() {
    let place = Place::new();
    let package = jason(&place);
    fs::create_dir_all(place.path("empty")).expect("made");
    for (arguments, status, says) in [
        (&["add", "empty"][..], 2, "`src/parser.c`"),
        (&["add", "none"], 5, "none"),
        (&["add", "--name", "other", "package"], 2, "calls itself `jason`"),
        (&["add", "--name", "../x", "package"], 2, "no name for a language"),
        (&["remove", "jason"], 2, "no grammar `jason`"),
    ] {
        let (ended, _, err) = output(&place, &[&["grammar"], arguments].concat());
        assert_eq!(ended, Some(status), "{err}");
        assert!(err.contains(says), "{err}");
    }
    place.write("package/src/scanner.c", "int broken(;\n");
    let (ended, _, err) = output(&place, &["grammar", "add", "package"]);
    assert_eq!(ended, Some(2));
    assert!(err.contains("cannot compile the grammar") && err.contains("scanner.c"), "{err}");
    fs::remove_file(package.join("src/node-types.json")).expect("there");
    let (_, _, err) = output(&place, &["grammar", "add", "package"]);
    assert!(err.contains("--node-types"), "{err}");
    let json = json_grammar().with_file_name("");
    let (ended, _, err) = output(&place, &["grammar", "add", &json.display().to_string()]);
    assert_eq!(ended, Some(2));
    assert!(err.contains("`json` is a built-in language"), "{err}");
    let left = fs::read_dir(place.path("data/reduce-tree/grammars")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing half made stays");
}

#[test]
fn the_tree_of_a_file_is_shown() {
    let place = Place::new();
    place.write("a.json", "[1, \"b\"]\n");
    let (status, out, err) = output(&place, &["tree", "a.json"]);
    assert_eq!(status, Some(0), "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("child: document  0..9"), "{out}");
    assert!(lines[1].starts_with("  child: array  0..8  goes  in a list"), "{out}");
    assert!(lines[2].starts_with("    token: \"[\"  0..1  \"[\""), "{out}");
    assert!(lines[3].starts_with("    child: number  1..2  \"1\"  goes  in a list  least \"0\"  | "), "{out}");
    place.write("notes.klingon", "one two\n");
    let (_, out, err) = output(&place, &["tree", "notes.klingon"]);
    assert!(out.contains("child: name  4..7  \"two\"  goes  in a list"), "{out}");
    assert!(err.contains("as text"), "{err}");
}
