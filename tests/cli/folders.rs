//! Folders, and several files at once.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::place::Place;

/// A small program in C in a folder `p`, with what builds it, and something that git ignores. The test finds the bug where
/// `main` calls `crash` of another file.
fn project() -> Place {
    let place = Place::new();
    for folder in ["p", "p/src", "p/include", "p/docs", "p/build"] {
        fs::create_dir(place.path(folder)).expect("made");
    }
    let mut sources = Vec::new();
    for number in 0..8 {
        place.write(&format!("p/include/m{number}.h"), &format!("int f{number}(int a);\nint unused{number};\n"));
        let uses = if number > 0 { format!("f{}(a)", number - 1) } else { "a".to_owned() };
        let text = format!("#include \"m{number}.h\"\nint f{number}(int a) {{\n  return {uses} + {number};\n}}\n");
        place.write(&format!("p/src/m{number}.c"), &text);
        sources.push(format!("src/m{number}.c"));
    }
    place.write("p/src/crash.c", "#include \"m3.h\"\nint crash(int a) {\n  return f3(a) / 0;\n}\n");
    place.write(
        "p/src/main.c",
        "#include \"m7.h\"\nint crash(int);\nint main(void) {\n  f7(1);\n  return crash(2);\n}\n",
    );
    place.write("p/sources", &format!("SOURCES = {} src/crash.c src/main.c\n", sources.join(" ")));
    place.write("p/docs/manual.md", &"A manual.\n".repeat(50));
    place.write("p/build/main.o", "not for us\n");
    place.write("p/.gitignore", "build\n");
    // Every file that is listed has to be there, and every file that is included.
    place.script(
        "test.sh",
        r#"[ $# = 0 ] && [ ! -e build ] && [ "$(basename "$PWD")" = p ] || exit 1
        for file in $(cut -d= -f2 sources); do [ -e "$file" ] || exit 1; done
        for file in $(grep -ho 'include "[^"]*' src/*.c | cut -d'"' -f2); do [ -e "include/$file" ] || exit 1; done
        grep -q src/main.c sources && grep -q 'crash(' src/main.c && touch dirt && echo >> src/main.c"#,
    );
    place
}

/// The files below a folder.
fn files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root).expect("there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            let inner = files(&path);
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            found.extend(inner.into_iter().map(|file| format!("{name}/{file}")));
        } else {
            found.push(path.file_name().expect("a name").to_string_lossy().into_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn of_a_folder_is_left_what_the_test_needs() {
    let place = project();
    let before = files(&place.path("p"));
    place.run(&["test.sh", "p"]).ends(0, &["p.reduced", "21 -> 2 files"]);
    assert_eq!(files(&place.path("p.reduced")), ["sources", "src/main.c"]);
    assert!(place.read("p.reduced/src/main.c").len() <= 12, "{}", place.read("p.reduced/src/main.c"));
    assert_eq!(place.read("p.reduced/sources").trim(), "src/main.c");
    assert_eq!(files(&place.path("p")), before, "the input is left alone");
    assert!(place.is_clean());
}

#[test]
fn the_result_is_that_of_one_job_and_the_second_run_has_nothing_to_test() {
    let place = project();
    let options = |output, jobs| ["--stats", "stats.json", "-o", output, "-j", jobs, "test.sh", "p"];
    place.run(&options("one", "1")).ends(0, &[]);
    place.run(&[&["--no-session"][..], &options("four", "4")].concat()).ends(0, &[]);
    assert_eq!(files(&place.path("one")), files(&place.path("four")));
    assert_eq!(place.read("one/src/main.c"), place.read("four/src/main.c"));
    place.run(&options("one", "1")).ends(0, &["goes on where it was"]);
    let stats: serde_json::Value = serde_json::from_str(&place.read("stats.json")).expect("numbers");
    assert!(stats["property_tests"].as_u64().expect("a number") < 10, "{stats}");
}

#[test]
fn files_have_short_names_where_that_is_allowed() {
    let place = project();
    place.script("test.sh", "grep -qr 'crash(2)' . && ! ls | grep -q dirt");
    place.run(&["--rename-files", "test.sh", "p"]).ends(0, &[]);
    assert_eq!(files(&place.path("p.reduced")), ["a.c"]);
}

#[test]
fn a_command_gets_the_folder() {
    let place = project();
    place.run(&["--expect-stdout", "main.c:.*crash", "p", "--", "grep", "-r", "crash", "@@"]).ends(0, &["p.reduced"]);
    assert_eq!(files(&place.path("p.reduced")), ["src/main.c"]);
}

/// The result of reducing `p` under a server, in `out`, is that of the test alone, in `alone`.
#[track_caller]
fn served_as_alone(place: &Place, server: &str, jobs: &str) {
    place.run(&["--no-session", "-o", "out", "-j", jobs, "--test-server", server, "p"]).ends(0, &["21 -> 2 files"]);
    assert_eq!(files(&place.path("out")), files(&place.path("alone")));
    assert_eq!(place.read("out/src/main.c"), place.read("alone/src/main.c"));
    fs::remove_dir_all(place.path("out")).expect("removed");
    assert!(place.is_clean());
}

#[test]
fn a_server_is_given_folders_as_paths() {
    let place = project();
    place.run(&["--no-session", "-o", "alone", "test.sh", "p"]).ends(0, &[]);
    place.write(
        "server.py",
        &format!(
            "import os, subprocess, sys\nsys.path.insert(0, {:?})\nfrom reduce_tree_server import serve\n\
             def test(path):\n    \
                 assert os.getcwd() == path and os.path.isdir(path)\n    \
                 return subprocess.call(['sh', {:?}]) == 0\n\
             serve(test)\n",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../servers/python"),
            place.path("test.sh"),
        ),
    );
    for jobs in ["1", "4"] {
        served_as_alone(&place, "python3 server.py", jobs);
    }
    place.write(
        "server.js",
        &format!(
            "const {{ serve }} = require({:?});\nconst {{ spawnSync }} = require('child_process');\n\
             serve(({{ path, folder }}) => path === folder && spawnSync('sh', [{:?}], {{ cwd: folder }}).status === 0);\n",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../servers/javascript/reduce-tree-server"),
            place.path("test.sh"),
        ),
    );
    served_as_alone(&place, "node server.js", "1");
}

#[test]
fn a_server_that_wants_differences_is_told_how_folders_differ() {
    let place = project();
    place.run(&["--no-session", "-o", "alone", "test.sh", "p"]).ends(0, &[]);
    place.write("server.py", include_str!("folder_server.py"));
    let server = "python3 server.py difference";
    for jobs in ["1", "4"] {
        served_as_alone(&place, server, jobs);
        let told = place.read("log");
        let told: Vec<(usize, usize)> = told
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(told, of)| (told.parse().expect("a number"), of.parse().expect("a number")))
            .collect();
        assert_eq!(told.first(), Some(&(21, 21)), "the first one is told as a whole");
        // What little is left in the end may be told as it is.
        let large: Vec<_> = told[1..].iter().filter(|(_, of)| *of > 10).collect();
        let (files, all) = large.iter().fold((0, 0), |(files, all), (told, of)| (files + told, all + of));
        assert!(files * 3 < all * 2, "{files} of {all} files were told");
        assert!(large.iter().any(|(told, _)| *told <= 1), "many files stay as they are");
        fs::remove_file(place.path("log")).expect("removed");
    }
    place.run(&["--test-server", "python3 server.py text", "p"]).ends(6, &["takes no folders"]);
}

#[test]
fn several_files_are_reduced_together() {
    let place = Place::new();
    fs::create_dir(place.path("lib")).expect("made");
    place.write("a.js", "var unused = 1;\nimport './lib/b.js';\nbug();\n");
    place.write("lib/b.js", "function f() { return g(1); }\n");
    place.write("lib/c.js", "not given");
    place.script("test.sh", "[ ! -e lib/c.js ] && [ -e lib/b.js ] && grep -q bug a.js && grep -q 'g(' lib/b.js");
    place.run(&["test.sh", "a.js", "lib/b.js"]).ends(0, &["a.reduced"]);
    assert_eq!(files(&place.path("a.reduced")), ["a.js", "lib/b.js"]);
    assert_eq!(place.read("a.reduced/a.js").trim_end_matches([';', '\n']), "bug");
    assert_eq!(place.read("a.reduced/lib/b.js").trim_end_matches([';', '\n']), "g()");
    place.run(&["test.sh", "a.js", "a.js"]).ends(5, &["given twice"]);
    place.run(&["test.sh", "a.js", "lib"]).ends(5, &["is a folder", "give one folder, or files alone"]);
}

#[test]
fn links_within_the_folder_stay_and_others_are_told() {
    let place = Place::new();
    fs::create_dir(place.path("p")).expect("made");
    place.write("p/a.js", "bug();\nother();\n");
    place.write("secret", "");
    symlink("a.js", place.path("p/link.js")).expect("linked");
    symlink(place.path("secret"), place.path("p/out.js")).expect("linked");
    place.script("test.sh", "[ -L link.js ] && [ ! -e out.js ] && grep -q bug link.js");
    place.run(&["test.sh", "p"]).ends(0, &["left out: `out.js`"]);
    assert_eq!(fs::read_link(place.path("p.reduced/link.js")).expect("a link"), Path::new("a.js"));
}

#[test]
fn what_makes_no_sense_with_a_folder_is_refused() {
    let place = project();
    let refused = |options: &[&str], status: i32, says: &str| {
        place.run(&[options, &["test.sh", "p"]].concat()).ends(status, &[says]);
    };
    refused(&["--in-place"], 2, "not reduced in place");
    refused(&["--language", "c"], 2, "its own language");
    refused(&["-o", "p"], 2, "in the input or the other way round");
    refused(&["-o", "p/result"], 2, "in the input or the other way round");
    refused(&["-o", "."], 2, "in the input or the other way round");
    fs::create_dir(place.path("mine")).expect("made");
    place.write("mine/precious", "keep me");
    refused(&["-o", "mine"], 5, "name a new folder");
    assert_eq!(place.read("mine/precious"), "keep me");
    place.write("file", "keep me");
    refused(&["-o", "file"], 5, "name a new folder");
    fs::create_dir(place.path("empty")).expect("made");
    place.run(&["test.sh", "empty"]).ends(5, &["there is no file in the folder"]);
}

#[test]
fn a_test_that_says_no_to_the_folder_is_told_what_is_not_there() {
    let place = project();
    place.script("test.sh", "[ -e build/main.o ]");
    place.run(&["test.sh", "p"]).ends(3, &[".gitignore"]);
}
