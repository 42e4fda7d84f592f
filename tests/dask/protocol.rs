//! The messages of `reduce-tree-dask`, by a reducer that asks for one thing after the other.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::place::{Place, until};

/// A server, talked to by hand.
struct Server {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Server {
    fn new(place: &Place, command: &str) -> Self {
        let mut shell = Command::new("sh");
        place.confine(shell.args(["-c", &format!("exec {command}")]).stdin(Stdio::piped()).stdout(Stdio::piped()));
        let mut child = shell.spawn().expect("starts");
        let questions = child.stdin.take().expect("piped");
        let answers = BufReader::new(child.stdout.take().expect("piped"));
        Server { child, questions, answers }
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.questions, "{message}").expect("it listens");
    }

    fn test(&mut self, id: u64, text: &str, timeout: f64) {
        self.say(&json!({"test": {"id": id, "text": text, "timeout": timeout, "priority": 0}}));
    }

    /// The next message that is none about how it is doing.
    fn hear(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.answers.read_line(&mut line).expect("readable") > 0, "it has ended");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if message.get("status").is_none() {
                return message;
            }
        }
    }

    /// The verdict about a candidate, which comes next.
    fn verdict(&mut self, id: u64) -> Value {
        let mut answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer["verdict"].take()
    }
}

#[test]
fn every_way_that_a_test_ends_has_its_verdict_and_nothing_of_it_is_left() {
    let place = Place::new();
    // A candidate is a script that is run.
    place.script("test.sh", "echo said; . \"$1\"");
    place.script("child", "sleep 600; :");
    let mut cluster = Cluster::new(&place.path(""), 3);
    let worker = cluster.worker(&[("HERE", &place.path(""))]);
    let mut server = Server::new(&place, &cluster.server());
    let limits = json!({"memory": 200 << 20, "processes": 20, "output": 100_000, "disk": 1 << 20});
    let file = place.path("test.sh");
    server.say(&json!({"hello": {"version": 2, "name": "bug.sh", "jobs": 2, "files": [file], "limits": limits}}));
    let hello = server.hear();
    assert_eq!((&hello["hello"]["version"], &hello["hello"]["in_flight"]), (&2.into(), &2.into()));

    server.test(1, "[ \"$1\" = \"$PWD/bug.sh\" ] && cmp -s \"$1\" - && ls | grep -qx bug.sh", 60.0);
    let answer = server.hear();
    assert_eq!((&answer["verdict"], &answer["output"]), (&"interesting".into(), &"said\n".into()), "{answer}");
    server.test(2, "exit 1", 60.0);
    assert_eq!(server.verdict(2), "not");
    server.test(3, "kill -SEGV $$", 60.0);
    assert_eq!(server.verdict(3), "not");
    server.test(4, "$HERE/child & $HERE/child", 0.2);
    assert_eq!(server.verdict(4), "timed_out");
    let over = |server: &mut Server, id: u64| {
        let mut answer = server.hear();
        assert_eq!((&answer["id"], &answer["verdict"]), (&id.into(), &"over_limit".into()), "{answer}");
        answer["limit"].take()
    };
    server.test(5, "while :; do echo flood; done", 600.0);
    assert_eq!(over(&mut server, 5), "output");
    server.test(6, "head -c 3000000 /dev/zero >file; sleep 600", 600.0);
    assert_eq!(over(&mut server, 6), "disk");
    server.test(7, "for i in $(seq 30); do sleep 600 & done; wait", 600.0);
    assert_eq!(over(&mut server, 7), "processes");

    // What is not wanted any more ends, and what comes behind it on the only worker has its turn.
    server.test(8, "touch $HERE/begun; $HERE/child & $HERE/child", 600.0);
    until("the test runs", || place.exists("begun"));
    server.test(9, "touch $HERE/never", 600.0);
    server.test(10, "true", 600.0);
    server.say(&json!({"cancel": 9}));
    assert_eq!(server.verdict(9), "cancelled");
    server.say(&json!({"cancel": 8}));
    assert_eq!(server.verdict(8), "cancelled");
    assert_eq!(server.verdict(10), "interesting");
    until("nothing of the tests is left", || place.users("child").is_empty());
    assert!(!place.exists("never"));

    // So it is with a server that is killed, and with a worker.
    for (id, what) in [(11, "the server"), (12, "the worker")] {
        let mut other = Server::new(&place, &cluster.server());
        other.say(&json!({"hello": {"version": 2, "name": "bug.sh", "jobs": 1, "files": [file]}}));
        other.test(id, "touch $HERE/again; $HERE/child", 600.0);
        until("the test runs", || place.exists("again"));
        std::fs::remove_file(place.path("again")).expect("there");
        if id == 12 {
            cluster.kill(worker);
        }
        other.child.kill().expect("a child");
        other.child.wait().expect("a child");
        until(&format!("nothing is left once {what} is killed"), || place.users("child").is_empty());
    }
    drop(server.questions);
    assert!(server.child.wait().expect("a child").success());
}
