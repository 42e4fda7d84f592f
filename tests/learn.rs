//! `learn` as its user meets it: the real program on small corpora.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

#[path = "dask/cluster.rs"]
#[allow(dead_code)]
mod cluster;
#[path = "folder.rs"]
#[allow(dead_code)]
mod place;

/// A folder of its own with a `corpus` folder in it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir(place.path("corpus")).expect("a new folder");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::create_dir_all(self.path(name).parent().expect("a parent")).expect("folders");
        fs::write(self.path(name), content).expect("a new file");
    }

    /// Files that all differ, from `first` on, each some kilobytes long.
    fn write_many(&self, folder: &str, numbers: std::ops::Range<usize>) {
        for number in numbers {
            let function =
                format!("function f{number}(a, b) {{ if (a > {number}) {{ return [b, 'x']; }} else g(a); }}\n");
            self.write(&format!("{folder}/{number}.js"), function.repeat(20 + number % 30));
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_learn"));
        command.args(arguments).current_dir(self.0.path()).env_remove("REDUCE_TREE_TABLES");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("learn starts")
    }

    /// Runs, expects success and gives what was printed.
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs, expects failure with one line, and gives the line.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?} should fail");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    }

    /// Every row of every table, sorted.
    fn rows(&self, tables: &str) -> Vec<String> {
        let connection = Connection::open(self.path(tables)).expect("tables");
        let mut names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").expect("a query");
        let names: Vec<String> =
            names.query_map([], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("names");
        let mut rows = Vec::new();
        for name in names {
            let mut query = connection.prepare(&format!("SELECT * FROM {name}")).expect("a query");
            let columns = query.column_count();
            let all = query
                .query_map([], |row| (0..columns).map(|c| row.get::<_, Value>(c)).collect::<Result<Vec<_>, _>>())
                .expect("rows");
            rows.extend(all.map(|row| format!("{name} {:?}", row.expect("a row"))));
        }
        rows.sort();
        rows
    }
}

/// Waits until the tables hold some files.
fn wait_for_files(tables: &Path, learn: &mut Child) {
    let files = || {
        let connection = Connection::open_with_flags(tables, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        connection.query_row("SELECT count(*) FROM files", [], |row| row.get::<_, u32>(0)).ok()
    };
    while files().unwrap_or(0) == 0 {
        assert!(learn.try_wait().expect("a child").is_none(), "learn ended before anything was committed");
        std::thread::yield_now();
    }
}

#[test]
fn learning_twice_changes_nothing() {
    let place = Place::new();
    place.write_many("corpus", 0..20);
    place.write("corpus/copy.js", fs::read(place.path("corpus/3.js")).expect("a file"));
    let first = place.done(&["--corpus", "corpus", "--tables", "t"]);
    assert!(first.contains("learned 20 files"), "{first}");
    let rows = place.rows("t");
    let second = place.done(&["--corpus", "corpus", "--tables", "t"]);
    assert!(second.contains("learned 0 files") && second.contains("21 learned before"), "{second}");
    assert_eq!(place.rows("t"), rows);
}

#[test]
fn the_number_of_jobs_does_not_matter() {
    let place = Place::new();
    place.write_many("corpus", 0..300);
    place.write("corpus/x.py", "def f(a):\n    return a\n");
    place.done(&["--corpus", "corpus", "--tables", "one", "-j", "1"]);
    place.done(&["--corpus", "corpus", "--tables", "five", "-j", "5"]);
    assert_eq!(place.rows("one"), place.rows("five"));
}

#[test]
fn merging_the_tables_of_two_halves_gives_those_of_the_whole() {
    let place = Place::new();
    for (shared, a, b) in [("none", 0..15, 15..30), ("some", 0..20, 10..30), ("all", 0..30, 0..30)] {
        let (left, right, all) = (format!("{shared}/a"), format!("{shared}/b"), format!("{shared}/sum"));
        place.write_many(&left, a);
        place.write_many(&right, b);
        place.write(&format!("{right}/only.py"), "if a:\n    b(1)\n");
        place.done(&["--corpus", &left, "--tables", &format!("{all}.a")]);
        place.done(&["--corpus", &right, "--tables", &format!("{all}.b")]);
        place.done(&["--corpus", &left, &right, "--tables", &format!("{all}.whole")]);
        place.done(&["merge", &format!("{all}.a"), &format!("{all}.b"), "--into", &all]);
        assert_eq!(place.rows(&all), place.rows(&format!("{all}.whole")), "halves that share {shared}");
    }
}

#[test]
fn a_cluster_learns_what_one_machine_learns() {
    let place = Place::new();
    place.write_many("corpus/a", 0..120);
    place.write_many("corpus/b", 100..130);
    place.write("corpus/b/only.py", "if a:\n    b(1)\n");
    place.write("corpus/b/binary.js", b"f(\0)");
    symlink("..", place.path("corpus/b/loop")).expect("a link");
    place.done(&["--corpus", "corpus", "--tables", "whole"]);
    let mut cluster = cluster::Cluster::new(place.0.path(), 3);
    let workers = [0; 2].map(|_| cluster.worker(&[]));
    let dask = cluster::reduce_tree_dask();
    let learn = |cluster: &cluster::Cluster, corpus: &str, tables: &str| {
        let options = format!("--learn {} --shards 12 --tables {tables}", env!("CARGO_BIN_EXE_learn"));
        let command = format!("{dask} learn --scheduler {} --corpus {corpus} {options}", cluster.address);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec {command}")]).current_dir(place.0.path()).output().expect("a shell starts")
    };
    let done = learn(&cluster, "corpus", "t");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("javascript: 130 files in t") && said.contains("python: 1 files"), "{said}");
    assert_eq!(place.rows("t"), place.rows("whole"));

    // Tables are added to, also by what one worker does alone, and files that they know count once.
    cluster.kill(workers[0]);
    place.done(&["--corpus", "corpus/a", "--tables", "t2"]);
    assert!(learn(&cluster, "corpus", "t2").status.success());
    assert_eq!(place.rows("t2"), place.rows("whole"));
    let refused = learn(&cluster, "nowhere", "t3");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("nowhere") && !place.path("t3").exists(), "{said}");
}

#[test]
fn slim_tables_merge_only_if_they_share_no_file() {
    let place = Place::new();
    place.write_many("corpus/a", 0..5);
    place.write_many("corpus/b", 5..9);
    place.done(&["--corpus", "corpus/a", "--tables", "a"]);
    place.done(&["--corpus", "corpus/b", "--tables", "b"]);
    place.done(&["merge", "a", "--into", "slim-a", "--slim"]);
    place.done(&["merge", "b", "--into", "slim-b", "--slim"]);
    place.done(&["merge", "slim-a", "slim-b", "--into", "both"]);
    place.done(&["merge", "a", "b", "--into", "whole", "--slim"]);
    assert_eq!(place.rows("both"), place.rows("whole"));
    let message = place.refused(&["merge", "both", "slim-a", "--into", "again"]);
    assert!(message.contains("shares javascript files") && message.contains("--slim"), "{message}");
    assert!(!place.path("again").exists());
}

#[test]
fn a_merge_does_not_overwrite() {
    let place = Place::new();
    place.write_many("corpus", 0..2);
    place.done(&["--corpus", "corpus", "--tables", "a"]);
    assert!(place.refused(&["merge", "a", "--into", "a"]).contains("already"));
}

#[test]
fn after_a_kill_the_next_run_goes_on() {
    let place = Place::new();
    place.write_many("corpus", 0..1500);
    place.done(&["--corpus", "corpus", "--tables", "whole"]);
    let mut learn = place.command(&["--corpus", "corpus", "--tables", "t", "-j", "1"]).spawn().expect("learn starts");
    wait_for_files(&place.path("t"), &mut learn);
    learn.kill().expect("a child");
    assert_eq!(learn.wait().expect("a child").signal(), Some(9), "killed while it was learning");
    let rest = place.done(&["--corpus", "corpus", "--tables", "t"]);
    assert!(!rest.contains("learned 1500 files"), "what was committed stays: {rest}");
    assert_eq!(place.rows("t"), place.rows("whole"));
}

#[test]
fn ctrl_c_keeps_what_is_done() {
    let place = Place::new();
    place.write_many("corpus", 0..1500);
    place.done(&["--corpus", "corpus", "--tables", "whole"]);
    let mut command = place.command(&["--corpus", "corpus", "--tables", "t", "-j", "1"]);
    let mut learn = command.stdout(Stdio::piped()).spawn().expect("learn starts");
    wait_for_files(&place.path("t"), &mut learn);
    let interrupted = Command::new("kill").args(["-INT", &learn.id().to_string()]).status().expect("kill starts");
    assert!(interrupted.success());
    let output = learn.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("goes on from here"));
    place.done(&["--corpus", "corpus", "--tables", "t"]);
    assert_eq!(place.rows("t"), place.rows("whole"));
}

#[test]
fn who_ignores_the_end_of_the_terminal_is_not_ended_by_it() {
    let place = Place::new();
    place.write_many("corpus", 0..1500);
    let learn = place.command(&["--corpus", "corpus", "--tables", "t", "-j", "1"]);
    let mut nohup = Command::new("sh");
    nohup.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(learn.get_program()).args(learn.get_args());
    let mut learn = nohup.current_dir(place.0.path()).stdout(Stdio::piped()).spawn().expect("learn starts");
    wait_for_files(&place.path("t"), &mut learn);
    let sent = Command::new("kill").args(["-HUP", &learn.id().to_string()]).status().expect("kill starts");
    assert!(sent.success());
    let output = learn.wait_with_output().expect("a child");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("learned 1500 files"));
}

#[test]
fn what_cannot_be_learned_is_skipped_and_counted() {
    let place = Place::new();
    place.write("corpus/good.js", "f(1)");
    place.write("corpus/binary.js", b"f(\0)");
    place.write("corpus/notes.txt", "not a language");
    place.write("corpus/secret.js", "f(2)");
    fs::set_permissions(place.path("corpus/secret.js"), fs::Permissions::from_mode(0o000)).expect("own file");
    let huge = fs::File::create(place.path("corpus/huge.js")).expect("a new file");
    huge.set_len(100 << 20).expect("a sparse file");
    symlink("..", place.path("corpus/loop")).expect("a link");
    // The superuser may read everything, so the program runs as somebody else then, from where anybody may run it.
    let superuser = fs::File::open(place.path("corpus/secret.js")).is_ok();
    let program = place.path("learn");
    fs::copy(env!("CARGO_BIN_EXE_learn"), &program).expect("a copy");
    fs::set_permissions(place.0.path(), fs::Permissions::from_mode(0o777)).expect("own folder");
    let mut command = Command::new(&program);
    command.args(["--corpus", "corpus", "--tables", "t"]).current_dir(place.0.path());
    if superuser {
        command.uid(65534);
    }
    let output = command.output().expect("learn starts");
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(summary.contains("learned 1 files"), "{summary}");
    assert!(
        summary.contains("skipped: 1 too large, 1 binary, 1 unreadable, 1 links, 1 of another language"),
        "{summary}"
    );
}

#[test]
fn only_the_language_asked_for_is_learned() {
    let place = Place::new();
    place.write("corpus/a.js", "f(1)");
    place.write("corpus/a.py", "f(1)");
    let summary = place.done(&["--corpus", "corpus", "--tables", "t", "--language", "python"]);
    assert!(summary.contains("python: 1 files") && !summary.contains("javascript:"), "{summary}");
}

#[test]
fn tables_that_cannot_be_used_are_refused_with_what_to_do() {
    let place = Place::new();
    place.write_many("corpus", 0..9);
    let learn = |tables: &str| place.refused(&["--corpus", "corpus", "--tables", tables]);
    place.write("garbage", "this is no database, but it is long enough to have been one".repeat(99));
    assert!(learn("garbage").contains("holds no tables (it is no database)"));
    let other = Connection::open(place.path("other")).expect("a database");
    other.execute("CREATE TABLE songs (name TEXT)", []).expect("a table");
    assert!(learn("other").contains("holds no tables (it is a database of something else)"));
    assert!(other.table_exists(None, "songs").expect("still there"), "it is left alone");

    place.done(&["--corpus", "corpus", "--tables", "t"]);
    let whole = fs::read(place.path("t")).expect("tables");
    place.write("truncated", &whole[..whole.len() / 2]);
    assert!(learn("truncated").contains("move them away and learn again"));

    let changed = |name: &str, change: &str| {
        place.write(name, &whole);
        Connection::open(place.path(name)).expect("tables").execute(change, []).expect("a change");
    };
    changed("other-schema", "UPDATE meta SET value = '0'");
    assert!(learn("other-schema").contains("schema 0"));
    changed("other-grammar", "UPDATE languages SET grammar = 'tree-sitter-javascript 0.1.0'");
    let message = learn("other-grammar");
    assert!(message.contains("tree-sitter-javascript 0.1.0") && message.contains("into a new file"), "{message}");
    let message = place.refused(&["show", "if_statement", "--language", "js", "--tables", "other-grammar"]);
    assert!(message.contains("tree-sitter-javascript 0.1.0"), "{message}");

    let endless = "DROP TABLE kinds; CREATE VIEW kinds (language, kind, count) AS WITH RECURSIVE one (count) AS
        (SELECT 1 UNION ALL SELECT count + 1 FROM one) SELECT 'javascript', 'program', count FROM one";
    place.write("endless", &whole);
    Connection::open(place.path("endless")).expect("tables").execute_batch(endless).expect("a view");
    let message = place.refused(&["show", "program", "--language", "js", "--tables", "endless"]);
    assert!(message.contains("are damaged"), "{message}");

    assert!(place.refused(&["show", "if_statement", "--tables", "nowhere"]).contains("no tables"));
    assert!(place.refused(&["--corpus", "nowhere", "--tables", "t"]).contains("nowhere"));
    let output = place.run(&["--corpus", "corpus", "--tables", "t", "-j", "100000"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("from 1 to 1024"));
}

#[test]
fn show_tells_mandatory_edges_quantifiers_and_contexts() {
    let place = Place::new();
    place.write("corpus/a.js", "if (a) b(1, 2); else c();\nif (d) { e(); }");
    place.done(&["--corpus", "corpus", "--tables", "t"]);
    let shown = place.done(&["show", "if_statement", "--tables", "t"]);
    let edge = |name: &str| {
        let line = shown.lines().find(|line| line.trim_start().starts_with(name));
        line.unwrap_or_else(|| panic!("no {name} in {shown}"))
    };
    assert!(edge("condition").contains("mandatory"), "{shown}");
    assert!(edge("consequence").contains("mandatory"), "{shown}");
    assert!(edge("alternative").contains("optional") && edge("alternative").contains("50.0 %"), "{shown}");
    assert!(edge("program / child").contains("100.0 %"), "{shown}");
    let arguments = place.done(&["show", "arguments", "--tables", "t"]);
    assert!(
        arguments.contains("quantified") && arguments.contains("\",\"  between two of them, 1 times"),
        "{arguments}"
    );
    assert!(place.refused(&["show", "no_such_kind", "--tables", "t"]).contains("no_such_kind"));
    let other = place.refused(&["show", "if_statement", "--language", "python", "--tables", "t"]);
    assert!(other.contains("`t` has no tables of python"), "{other}");
}

#[test]
fn tables_are_found_by_the_variable_else_in_the_data_folder_else_in_the_program() {
    let place = Place::new();
    place.write("corpus/a.js", "if (a) b;");
    let run = |arguments: &[&str], variable: Option<&str>| {
        let mut command = place.command(arguments);
        command.env("XDG_DATA_HOME", place.path("data")).env("HOME", place.path("home"));
        if let Some(tables) = variable {
            command.env("REDUCE_TREE_TABLES", tables);
        }
        let output = command.output().expect("learn starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let show = ["show", "if_statement", "--language", "js"];
    let seen_once = |shown: String| shown.starts_with("if_statement of javascript: 1 seen");
    assert!(!seen_once(run(&show, None)), "the program's own tables know many");
    run(&["--corpus", "corpus"], Some("named"));
    assert!(place.path("named").exists());
    assert!(seen_once(run(&show, Some("named"))));
    run(&["--corpus", "corpus"], None);
    assert!(place.path("data/reduce-tree/tables.sqlite").exists());
    assert!(seen_once(run(&show, None)));
}

#[test]
fn a_disk_that_is_full_ends_the_run_with_a_message() {
    let place = Place::new();
    place.write("corpus/first.js", "f(1)");
    place.done(&["--corpus", "corpus", "--tables", "t"]);
    // Several times what fits between the worker and the writer.
    for number in 0..6 {
        let function = format!("function f{number}(a) {{ if (a > {number}) {{ return [a, 'x']; }} else g(a); }}\n");
        place.write(&format!("corpus/{number}.js"), function.repeat(5000));
    }
    let room = fs::metadata(place.path("t")).expect("tables").len() / 2 / 1024;
    let script = format!("trap '' XFSZ; ulimit -f {room}; exec \"$0\" --corpus corpus --tables t -j 1");
    let mut command = Command::new("/bin/bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_learn")]).current_dir(place.0.path());
    let output = command.output().expect("learn starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("cannot use the tables `t`") && message.contains("space left"), "{message}");
}

#[test]
fn a_standard_error_that_takes_nothing_changes_nothing() {
    let place = Place::new();
    let full = fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut command = place.command(&["--corpus", "nowhere", "--tables", "t"]);
    assert_eq!(command.stderr(full).status().expect("learn starts").code(), Some(1));
}

#[test]
fn the_curve_is_drawn() {
    let place = Place::new();
    place.write_many("corpus", 0..30);
    place.write("corpus/z.js", "class A { get b() { return 1 } }");
    let said = place.done(&["curve", "--corpus", "corpus", "--plot", "curve.svg"]);
    assert!(said.contains("in 31 files"), "{said}");
    let svg = fs::read_to_string(place.path("curve.svg")).expect("a drawing");
    let again = place.done(&["curve", "--corpus", "corpus", "--plot", "curve.svg"]);
    assert_eq!(again, said, "a drawing may be drawn anew");
    let message = place.refused(&["curve", "--corpus", "corpus", "--plot", "corpus/z.js"]);
    assert!(message.contains("`corpus/z.js` is there already"), "{message}");
    assert!(svg.starts_with("<svg") && svg.contains("polyline"), "{svg}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    place.write_many("corpus", 0..2);
    let mut command = place.command(&["--corpus", "corpus", "--tables", "t"]);
    let mut learn = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("learn starts");
    drop(learn.stdout.take());
    let output = learn.wait_with_output().expect("a child");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
