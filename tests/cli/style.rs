//! `--style` and `--formatter`: how the result is written.

use std::process::Command;

use serde_json::Value;

use crate::place::{Place, finished, program};

/// Interesting is what has these words in this order, whatever is between them.
const WORDS: &str = "tr -d ' \\t\\r\\n' < \"$1\" | grep -q 'if(.*){.*bug(.*)'";
/// A text of which a program remains that is worth a layout.
const TEXT: &str =
    "function outer ( values ) {\n\tlet   total = 1;\n\tif ( values ) { total += 2; bug( total ) }\n}\nouter(3);\n";
const TIDY: &str = "if (0) {\n  bug()\n}\n";

fn place() -> Place {
    let place = Place::new();
    place.script("test.sh", WORDS);
    place.write("bug.js", TEXT);
    place
}

/// The result of a run with these options, and the numbers of that.
#[track_caller]
fn reduced(place: &Place, options: &[&str]) -> (String, Value) {
    let rest = ["-q", "--no-session", "--stats", "stats.json", "-o", "out.js", "test.sh", "bug.js"];
    place.run(&[options, &rest].concat()).ends(0, &[]);
    assert!(place.is_clean());
    (place.read("out.js"), serde_json::from_str(&place.read("stats.json")).expect("JSON"))
}

fn visible(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

#[test]
fn a_result_is_written_as_people_write_the_language_and_costs_a_test() {
    let place = place();
    let (tidy, tidied) = reduced(&place, &[]);
    let (smallest, reduced_to) = reduced(&place, &["--style", "smallest"]);
    assert_eq!(tidy, TIDY);
    assert_eq!(smallest.trim_end(), "if(0){bug()}");
    assert_eq!(visible(&tidy), visible(&smallest));
    for key in ["final_tokens", "final_non_blank"] {
        assert_eq!(tidied[key], reduced_to[key], "{key}");
    }
    assert_eq!(tidied["final_bytes"], tidy.len());
    assert_eq!(tidied["confirmed"], true);
    assert_eq!(
        tidied["history"].as_array().and_then(|steps| steps.last()).map(|step| &step["pass"]),
        Some(&"tidy".into())
    );
    let tests = |stats: &Value| stats["property_tests"].as_u64().expect("a number");
    assert!(tests(&tidied) <= tests(&reduced_to) + 1, "{tidied}");
}

#[test]
fn a_tidy_result_stays_what_it_is() {
    let place = place();
    place.write("bug.js", TIDY);
    assert_eq!(reduced(&place, &[]).0, TIDY);
    // In a second run of the same session too.
    for says in [&["tests"][..], &["known from before"]] {
        place.run(&["test.sh", "bug.js"]).ends(0, says);
        assert_eq!(place.read("bug.reduced.js"), TIDY);
    }
}

#[test]
fn an_interrupted_run_keeps_the_smallest_text() {
    let place = place();
    let body = "grep -q '^  bug' \"$1\" && kill -INT $(cat PLACE/pid) && sleep 100\n".to_owned() + WORDS;
    place.script("test.sh", &body.replace("PLACE", &place.path("").display().to_string()));
    let mut command = place.command_in_shell("echo $$ > pid");
    finished(command.args(["--no-session", "-o", "out.js", "test.sh", "bug.js"])).ends(130, &["interrupted"]);
    assert_eq!(place.read("out.js").trim_end(), "if(0){bug()}");
    assert!(place.is_clean());
}

#[test]
fn a_test_that_takes_its_yes_to_the_tidy_text_back_ends_with_another() {
    let place = place();
    // Yes to the tidy text at first, then no.
    let body =
        "if grep -q '^  bug' \"$1\"; then [ ! -e PLACE/seen ] && touch PLACE/seen; exit; fi\n".to_owned() + WORDS;
    place.script("test.sh", &body.replace("PLACE", &place.path("").display().to_string()));
    let run = place.run(&["--no-session", "-o", "out.js", "test.sh", "bug.js"]);
    run.ends(0, &["the test is flaky", "the result is confirmed"]);
    let result = place.read("out.js");
    assert!(!result.contains("\n  bug") && visible(&result) == visible(TIDY), "{result}");
}

#[test]
fn each_style_has_its_result_from_the_same_session() {
    let place = place();
    place.run(&["test.sh", "bug.js"]).ends(0, &[]);
    place.run(&["--style", "smallest", "-o", "out.js", "test.sh", "bug.js"]).ends(0, &["known from before"]);
    assert_eq!(place.read("out.js").trim_end(), "if(0){bug()}");
    // Neither is worse than the other.
    place.run(&["-o", "out.js", "test.sh", "bug.js"]).ends(0, &["known from before"]);
    assert_eq!(place.read("out.js"), TIDY);
    place.run(&["--style", "smallest", "-o", "out.js", "test.sh", "bug.js"]).ends(0, &["known from before"]);
    assert_eq!(place.read("out.js").trim_end(), "if(0){bug()}");
}

#[test]
fn original_leaves_names_and_blanks_as_they_were() {
    let place = place();
    let (original, _) = reduced(&place, &["--style", "original"]);
    assert!(original.contains("{ bug("), "{original}");
    place.script("test.sh", "grep -q 'let *\\(total\\|[a-z]\\) .*' \"$1\"");
    assert!(reduced(&place, &["--style", "original"]).0.starts_with("let   total = "), "{}", place.read("out.js"));
    assert!(reduced(&place, &[]).0.starts_with("let a = "), "{}", place.read("out.js"));
}

#[test]
fn a_test_that_wants_one_layout_gets_it_after_a_few_tests() {
    let place = place();
    place.script(
        "test.sh",
        "grep -q 'if(.*){.*bug()}' \"$1\" || cmp -s \"$1\" original.js || grep -q outer \"$1\" && grep -q bug \"$1\"",
    );
    let exact = "[ \"$(cat \"$1\")\" = 'if(0){bug()}' ] || grep -q 'outer.*' \"$1\" && grep -q bug \"$1\"";
    place.script("test.sh", exact);
    place.write("bug.js", "if(0){bug()}");
    let (result, stats) = reduced(&place, &[]);
    assert_eq!(result.trim_end(), "if(0){bug()}");
    assert!(stats["passes"]["tidy"]["tries"].as_u64() <= Some(10), "{stats}");
    // Part of the layout is taken where all of it cannot be.
    place.script("test.sh", "grep -q '){$' \"$1\" && exit 1; tr -d ' \\n' < \"$1\" | grep -q 'if(.*){bug()}bug()'");
    place.write("bug.js", "if(0){bug()}bug()");
    let (result, stats) = reduced(&place, &[]);
    assert!(result.ends_with("}\nbug()\n"), "{result}");
    assert!(stats["passes"]["tidy"]["tries"].as_u64() <= Some(10), "{stats}");
}

#[test]
fn names_that_are_shared_without_need_are_parted() {
    let place = Place::new();
    place.script("test.sh", "grep -q 'int [A-Z](int [A-Za-z])' \"$1\" && cc -fsyntax-only -w -x c \"$1\"");
    place.write("bug.c", "int A(int A){}");
    place.run(&["-q", "test.sh", "bug.c"]).ends(0, &[]);
    let result = place.read("bug.reduced.c");
    let names: Vec<&str> = result.trim_end().split(['(', ')', ' ']).filter(|word| word.len() == 1).collect();
    assert!(names.len() == 2 && names[0] != names[1], "{result}");
    // So are those that the grammar takes for a type and a variable.
    place.script("old.sh", "grep -q '^.(.)' \"$1\" && cc -std=gnu89 -fsyntax-only -w -x c \"$1\"");
    place.write("old.c", "A(A){A=0;}");
    place.run(&["-q", "old.sh", "old.c"]).ends(0, &[]);
    let result = place.read("old.reduced.c");
    assert_ne!(result.as_bytes()[0], result.as_bytes()[2], "{result}");
}

#[test]
fn a_declaration_without_a_type_gets_one_where_that_takes_no_token_more() {
    let place = Place::new();
    place.script("test.sh", "grep -qE '(static|int) +f\\(\\)' \"$1\" && grep -q return \"$1\" && cc -std=gnu89 -fsyntax-only -w -x c \"$1\"");
    place.write("bug.c", "static f(){return 1;}");
    place.run(&["-q", "test.sh", "bug.c"]).ends(0, &[]);
    let result = place.read("bug.reduced.c");
    assert!(result.starts_with("int f() {\n    return"), "{result}");
}

#[test]
fn lines_end_as_they_did_and_what_has_no_conventions_stays() {
    let place = place();
    place.write("bug.js", &TEXT.replace('\n', "\r\n"));
    assert_eq!(reduced(&place, &[]).0, TIDY.replace('\n', "\r\n"));
    place.script("words.sh", "grep -q 'a  *b' \"$1\"");
    for name in ["words.txt", "words.bin"] {
        place.write(name, "x\n\ta   b\ny\n");
        place.run(&["-q", "--no-session", "-o", "out", "words.sh", name]).ends(0, &[]);
        assert_eq!(place.read("out").trim_end(), "a b", "{name}");
    }
    place.script("any.sh", "true");
    place.write("empty.js", "a;");
    place.run(&["-q", "--no-session", "-o", "out", "any.sh", "empty.js"]).ends(0, &[]);
    assert_eq!(place.read("out"), "");
}

#[test]
fn a_large_result_is_left_alone_and_that_is_said() {
    let place = Place::new();
    let text = "bug(1)\n".repeat(20_000);
    place.write("bug.js", &text);
    place.script("test.sh", "[ $(wc -c < \"$1\") -ge 140000 ]");
    let run = |options: &[&str]| {
        place.run(&[options, &["--max-tests", "12", "--no-session", "-o", "out.js", "test.sh", "bug.js"]].concat())
    };
    run(&[]).ends(0, &[]);
    run(&["--style", "tidy"]).ends(0, &["more than 65,536 bytes"]);
    assert_eq!(place.read("out.js"), text);
}

#[test]
fn the_files_of_a_folder_are_written_each_in_its_language() {
    let place = Place::new();
    std::fs::create_dir(place.path("p")).expect("made");
    place.write("p/a.js", TEXT);
    place.write("p/b.py", "x = 1\nif x:  bug( x )\n");
    place.script(
        "test.sh",
        "tr -d ' \\n' < a.js | grep -q 'if(.*){.*bug(.*)' && tr -d ' \\n' < b.py | grep -q 'if.*:bug(.*)'",
    );
    place.run(&["-q", "test.sh", "p"]).ends(0, &[]);
    assert_eq!(place.read("p.reduced/a.js"), TIDY);
    assert_eq!(place.read("p.reduced/b.py"), "if 0:\n    bug()\n");
}

#[test]
fn a_formatter_has_the_last_word_if_the_test_says_yes() {
    let place = place();
    place.script("prints", "sed 's/^  /\\t\\t/; s/$/ /'");
    place.script("changes", "[ \"${1##*.}\" = js ] && sed -i 's/^  /\\t\\t/; s/$/ /' \"$1\"; echo done");
    let formatted = "if (0) { \n\t\tbug() \n} \n";
    for command in ["./prints", "./changes @@"] {
        let (result, stats) = reduced(&place, &["--formatter", command]);
        assert_eq!(result, formatted, "{command}");
        assert_eq!(stats["passes"]["formatter"]["successes"], 1);
    }
    // It may bring tokens.
    place.script("more", "sed 's/bug()/bug();/'");
    assert_eq!(reduced(&place, &["--formatter", "./more"]).0, TIDY.replace("()", "();"));
    place.script("other", "echo 'not this'");
    assert_eq!(reduced(&place, &["--formatter", "./other"]).0, TIDY, "the test says no");
}

#[test]
fn a_formatter_that_does_not_do_its_work_is_told_and_costs_nothing() {
    let place = place();
    let cases = [
        ("echo nonsense >&2; exit 3", "@@", "status 3: nonsense"),
        ("cat > /dev/null", "", "it writes nothing"),
        ("rm \"$1\"", "@@", "it leaves no file"),
        ("cat \"$1\"", "@@", "without @@"),
        ("kill -9 $$", "", "signal 9"),
        ("sleep 1000", "", "it took longer than 1 s"),
    ];
    for (body, words, says) in cases {
        place.script("formatter", body);
        let command = format!("./formatter {words}");
        let options =
            ["--no-session", "--pass-timeout", "1", "-o", "out.js", "--formatter", &command, "test.sh", "bug.js"];
        place.run(&options).ends(0, &[says, "the result stays as it is"]);
        assert_eq!(place.read("out.js"), TIDY, "{body}");
    }
    // Other files are none of its business, and it is in a folder of its own.
    place.script("formatter", "echo spoiled > bug.js; echo spoiled > other; cat");
    assert_eq!(reduced(&place, &["--formatter", "./formatter"]).0, TIDY);
    assert_eq!(place.read("bug.js"), TEXT);
    for (command, says) in [("", "no command"), ("'", "quotation mark"), ("./none", "cannot find")] {
        place.run(&["--formatter", command, "test.sh", "bug.js"]).ends(2, &["--formatter", says]);
    }
}

#[test]
fn clang_format_is_a_formatter() {
    let there = Command::new("clang-format").arg("--version").output();
    assert!(there.is_ok(), "clang-format is there: see tests/setup.sh");
    let place = Place::new();
    place.script("test.sh", "tr -d ' \\n' < \"$1\" | grep -q 'intf(){return'");
    place.write("bug.c", "int x;\nint f() { return 1; }\n");
    let command = "clang-format --style=GNU -i @@";
    place.run(&["-q", "--formatter", command, "test.sh", "bug.c"]).ends(0, &[]);
    assert!(place.read("bug.reduced.c").starts_with("int\nf ()\n{\n  return"), "{}", place.read("bug.reduced.c"));
}

#[test]
fn the_example_of_the_readme_is_true() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).expect("there");
    let block = |name: &str| {
        let block = readme.split("\n```").find_map(|block| block.strip_prefix(&format!("{name}\n")).map(str::to_owned));
        block.unwrap_or_else(|| panic!("`{name}` is in the README")) + "\n"
    };
    let place = Place::new();
    place.write("scale.c", &block("c scale.c"));
    place.script("test.sh", block("sh still-warns.sh").trim_start_matches("#!/bin/sh\n"));
    for (options, name) in [(&["--style", "smallest"][..], "c smallest"), (&[], "c tidy")] {
        let rest = ["-q", "--no-session", "-o", "out.c", "test.sh", "scale.c"];
        finished(place.command().args([options, &rest].concat())).ends(0, &[]);
        assert_eq!(place.read("out.c").trim_end(), block(name).trim_end());
    }
}

#[test]
fn an_algorithm_of_a_paper_leaves_what_it_finds() {
    let place = Place::with_test("grep -q 'bug *()' bug.js");
    place.write("bug.js", &program().replace("bug();", "bug  ();"));
    place.run(&["-q", "--algorithm", "ddmin", "test.sh", "bug.js"]).ends(0, &[]);
    assert_eq!(place.read("bug.reduced.js"), "bug  ();\n");
    place.run(&["-q", "--algorithm", "ddmin", "--style", "tidy", "-o", "out.js", "test.sh", "bug.js"]).ends(0, &[]);
    assert_eq!(place.read("out.js"), "bug();\n");
}
