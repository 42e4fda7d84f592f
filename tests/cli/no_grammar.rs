//! Files of which no grammar is known: any text, any bytes, whatever comes on the standard input.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::place::{Place, STILL_BUG, program};

/// Reduces a file under a script; gives what is left.
#[track_caller]
fn reduced(name: &str, input: &[u8], test: &str, says: &[&str]) -> Vec<u8> {
    let place = Place::new();
    fs::write(place.path(name), input).expect("written");
    place.script("test.sh", test);
    place.run(&["-o", "out", "test.sh", name]).ends(0, says);
    assert!(place.is_clean());
    fs::read(place.path("out")).expect("a result")
}

#[test]
fn a_file_of_an_unknown_language_is_reduced_as_text_and_told_how_to_say_it() {
    let says = ["`what.klingon` tells no language", "as text", "--language", "reduce-tree grammar add"];
    let input = "begin\n  one two(three, four)\n  five \"six seven\"\nend\n";
    let left = reduced("what.klingon", input.as_bytes(), "grep -q four $1 && grep -q seven $1", &says);
    assert_eq!(String::from_utf8_lossy(&left), "fourseven\n");
}

#[test]
fn notes_become_the_words_that_count() {
    let input =
        "Dear Sir or Madam,\n\nI write since the machine (the new one) makes a noise;\nit did not before.\n\nYours\n";
    let left = reduced("notes.txt", input.as_bytes(), "grep -q machine notes.txt && grep -q before notes.txt", &[]);
    assert_eq!(String::from_utf8_lossy(&left), "machinebefore\n");
    let place = Place::new();
    place.write("notes.txt", input);
    place.script("test.sh", "grep -q machine notes.txt");
    let run = place.run(&["test.sh", "notes.txt"]);
    assert!(!run.stderr.contains("tells no language"), "a text file is text: {}", run.stderr);
}

#[test]
fn a_makefile_keeps_its_tabulators() {
    let input =
        "CC = gcc\nall: one two\n\none: one.c\n\t@mkdir -p out\n\t$(CC) -o out/one $<\n\ntwo:\n\techo needle here\n";
    let left =
        reduced("Makefile", input.as_bytes(), "make -n -f Makefile two 2>/dev/null | grep -q needle", &["as text"]);
    assert_eq!(String::from_utf8_lossy(&left), "two:\n\tneedle\n");
}

#[test]
fn indentation_goes_along_with_what_is_around_it() {
    let input = "a:\n  b:\n    - c: 1\n      d: [2, 3]\n    - e: x\n  f: g\nh:\n  - i\n";
    // What is no block of something may not be indented.
    let test = "! head -n 1 $1 | grep -q '^ ' && grep -q '^ *d: \\[2' $1";
    let left = reduced("a.klingon", input.as_bytes(), test, &["as text"]);
    assert_eq!(String::from_utf8_lossy(&left), "d: [2\n");
}

#[test]
fn what_parts_columns_goes_with_them() {
    let row = |i: u32| format!("|{i}|name{i}|{}|\n", i * i);
    let input: String = (0..40).map(row).collect();
    let left = reduced("table.klingon", input.as_bytes(), "grep -q '|name7|' $1", &[]);
    assert_eq!(String::from_utf8_lossy(&left), "|name7|\n");
}

#[test]
fn bytes_that_are_no_text_go_one_by_one() {
    let mut input: Vec<u8> = (0..4000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 9) as u8).collect();
    input.splice(3000..3000, *b"\xfe\x00 \n\xff");
    let test = "od -An -tx1 -v $1 | tr -d ' \\n' | grep -q fe00200aff";
    let left = reduced("image", &input, test, &["`image` tells no language", "as bytes"]);
    assert_eq!(left, b"\xfe\x00 \n\xff");
}

#[test]
fn any_file_can_be_said_to_be_text_or_bytes() {
    for language in ["text", "bytes"] {
        let place = Place::with_test(STILL_BUG);
        place.run(&["--language", language, "--stats", "stats.json", "test.sh", "bug.js"]).ends(0, &[]);
        assert_eq!(place.read("bug.reduced.js").trim_end(), "bug", "{language}");
        assert!(place.read("stats.json").contains(&format!("\"language\": \"{language}\"")));
    }
}

#[test]
fn syntax_errors_cost_next_to_nothing() {
    let function = |i: u32| {
        format!("function f{i}(a, b) {{\n  if (a > {i}) {{\n    return f{i}(b - 1, [a, {i}]);\n  }}\n  return a;\n}}\n")
    };
    let clean: Vec<String> = (0..60).map(function).collect();
    let errors = [")", "}", "(", "]]", "{", "@", "if (", "} else", "return ]", "\\"];
    let mut broken = clean.clone();
    for (i, error) in errors.iter().enumerate() {
        let at = broken[i * 6].find("return f").expect("there");
        broken[i * 6].insert_str(at, error);
    }
    let size = |functions: &[String]| {
        let test = "grep -q 'f31(b' bug.js && grep -q 'function f47' bug.js";
        reduced("bug.js", functions.concat().as_bytes(), test, &[]).len()
    };
    let (clean, broken) = (size(&clean), size(&broken));
    assert!(broken * 10 <= clean * 13, "{broken} bytes instead of {clean}");
}

/// A run that has this on its standard input: its status, the standard output and the standard error.
fn fed(place: &Place, input: &[u8], arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command: Command = place.command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    // Who refuses its command line does not read.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_standard_input_is_reduced_to_the_standard_output() {
    let place = Place::with_test("grep -q bug \"$1\"");
    let (status, out, err) = fed(&place, program().as_bytes(), &["test.sh", "-"]);
    assert_eq!((status, out.trim_end()), (Some(0), "bug"), "{err}");
    assert!(err.contains("is taken for javascript") && err.contains("the standard output"), "{err}");
    assert!(place.is_clean() && !place.exists("stdin.reduced.js"));

    let (status, out, err) = fed(&place, program().as_bytes(), &["-o", "out.js", "test.sh", "-"]);
    assert_eq!((status, &*out, place.read("out.js").trim_end()), (Some(0), "", "bug"), "{err}");

    let (status, out, err) =
        fed(&place, b"a bug, or none\n", &["-q", "--expect-exit", "0", "-", "--", "grep", "bug", "@@"]);
    assert_eq!((status, out.trim_end(), &*err), (Some(0), "bug", ""));
}

#[test]
fn the_test_sees_the_standard_input_under_a_name_of_its_language() {
    let place = Place::with_test("test -f stdin.py && grep -q bug stdin.py");
    let (status, out, err) = fed(&place, b"def f():\n    return bug\n", &["--language", "python", "test.sh", "-"]);
    assert_eq!((status, out.trim_end()), (Some(0), "bug"), "{err}");
}

#[test]
fn a_standard_input_that_cannot_be_reduced_is_told() {
    let place = Place::with_test("true");
    for (input, options, status, says) in [
        (&b""[..], &[][..], 5, "the standard input is empty"),
        (b"x", &["--in-place"], 2, "cannot be replaced"),
        (b"x", &["--language", "klingon"], 2, "unknown language"),
    ] {
        let (ended, _, err) = fed(&place, input, &[options, &["test.sh", "-"]].concat());
        assert_eq!(ended, Some(status), "{err}");
        assert!(err.contains(says), "{err}");
    }
}
