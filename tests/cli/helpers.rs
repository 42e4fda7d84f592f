//! The helper libraries of test servers, under real servers that are written with them.

use std::process::Command;

use serde_json::Value;

use crate::place::{Place, STILL_BUG, until};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../servers/python");
const JAVASCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../servers/javascript");
const JAVA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../servers/java");

#[track_caller]
fn reduced(place: &Place, server: &str, options: &[&str]) -> Value {
    let rest = ["--no-session", "--stats", "stats.json", "-o", "out.js", "--test-server", server, "bug.js"];
    place.run(&[options, &rest].concat()).ends(0, &[]);
    assert!(place.is_clean());
    until("no process of the server is left", || place.users(server.rsplit(' ').next().unwrap_or_default()).is_empty());
    assert_eq!(place.read("out.js"), "bug\n");
    serde_json::from_str(&place.read("stats.json")).expect("JSON")
}

fn python(body: &str) -> Place {
    let place = Place::with_test(STILL_BUG);
    let head = format!("import os, sys, time\nsys.path.insert(0, {PYTHON:?})\nfrom reduce_tree_server import serve\n");
    place.write("server.py", &(head + body));
    place
}

#[test]
fn a_python_test_sees_nothing_of_what_it_did_to_other_candidates() {
    let place = python(
        "seen = []\n\
         def test(path):\n    \
             print('looking')\n    \
             seen.append(path)\n    \
             assert len(seen) == 1 and os.listdir() == ['bug.js']\n    \
             return 'bug' in open('bug.js').read()\n\
         serve(test)\n",
    );
    for jobs in ["1", "4"] {
        let stats = reduced(&place, "python3 server.py", &["-j", jobs]);
        assert_eq!((&stats["unanswered"], &stats["timed_out"]), (&0.into(), &0.into()));
    }
}

#[test]
fn what_a_python_test_does_to_itself_is_a_no_or_a_yes_by_its_exit() {
    for no in ["sys.exit(1)", "os.kill(0, 9)", "os._exit(0)", "1 / 0", "raise KeyboardInterrupt"] {
        let place = python(&format!(
            "def test(path):\n    if 'bug' in open(path).read():\n        sys.exit(0)\n    {no}\nserve(test)\n"
        ));
        let stats = reduced(&place, "python3 server.py", &[]);
        assert_eq!(stats["unanswered"], 0, "{no}");
    }
}

#[test]
fn a_python_test_that_hangs_times_out_and_no_process_of_it_stays() {
    let place = python(
        "def test(path):\n    \
             if 'bug' in open(path).read():\n        return True\n    \
             os.system('sleep 600 & sleep 600')\n\
         serve(test)\n",
    );
    let stats = reduced(&place, "python3 server.py", &["--timeout", "2", "--repeat", "1"]);
    assert!(stats["timed_out"].as_u64() > Some(0), "{stats}");
}

#[test]
fn a_javascript_test_may_be_async_and_print_what_it_wants() {
    let place = Place::with_test(STILL_BUG);
    place.write(
        "server.js",
        &format!(
            "const {{ serve, run }} = require({:?});\n\
             serve(async ({{ text, path }}) => {{\n\
               console.log('looking at', path);\n\
               await null;\n\
               const {{ output, error }} = run('console.log(1, typeof leaked); leaked = 2; throw 3');\n\
               if (output !== '1 undefined' || error !== 3) throw new Error('the context is not fresh');\n\
               return text.includes('bug') || nothing();\n\
             }});\n",
            format!("{JAVASCRIPT}/reduce-tree-server")
        ),
    );
    for jobs in ["1", "3"] {
        assert_eq!(reduced(&place, "node server.js", &["-j", jobs])["unanswered"], 0);
    }
}

#[test]
fn a_java_tool_with_a_main_that_exits_is_tested_in_one_process() {
    let place = Place::with_test(STILL_BUG);
    place.write(
        "Tool.java",
        "import java.nio.file.*;\n\
         public class Tool {\n\
           static int runs = 0;\n\
           public static void main(String[] words) throws Exception {\n\
             String text = new String(Files.readAllBytes(Paths.get(words[1])));\n\
             System.out.println(\"run \" + ++runs + (text.contains(\"bug\") ? \" \\\"fails\\\"\" : \"\"));\n\
             Files.write(Paths.get(System.getenv(\"HERE\"), \"runs\"), String.valueOf(runs).getBytes());\n\
             System.exit(text.contains(\"bug\") ? 7 : 0);\n\
           }\n\
         }\n",
    );
    let library = format!("{JAVA}/ReduceTreeServer.java");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-d"]).arg(place.path("classes")).arg(library).arg(place.path("Tool.java"));
    assert!(javac.status().expect("javac is there: see tests/setup.sh").success());
    let classes = place.path("classes");
    let server = |option: &str| {
        format!(
            "java -Djava.security.manager=allow -cp {} ReduceTreeServer {option} --expect-exit 7 \
             --expect-output '\"fails\"' Tool --check @@",
            classes.display()
        )
    };
    for (option, is_warm) in [("", true), ("--fresh-classes", false)] {
        let stats = reduced(&place, &server(option), &["--fresh-every", "0"]);
        assert_eq!(stats["unanswered"], 0, "{option}: {stats}");
        // The last word is a process of its own.
        let runs: u64 = place.read("runs").parse().expect("a number");
        assert_eq!(runs, if is_warm { stats["passes"]["recheck"]["tries"].as_u64().unwrap_or(0) } else { 1 });
    }
}
