//! The other side of the conversation, by script.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// What the program says.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    Asks(Vec<u8>),
    Idle,
}

/// A running `reduce-tree serve`, and the pipes to it.
pub struct Peer {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Said>,
}

/// How it ended.
pub struct Ended {
    pub status: Option<i32>,
    pub stderr: String,
}

/// The program with these options, untouched by what the user of this machine has learned.
pub fn program(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reduce-tree"));
    command.arg("serve").args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for variable in ["REDUCE_TREE_TABLES", "REDUCE_TREE_PLUGINS", "SHRINKRAY_REDUCER_PARALLELISM"] {
        command.env_remove(variable);
    }
    command.env("XDG_DATA_HOME", "/nonexistent");
    command
}

impl Peer {
    pub fn start(options: &[&str]) -> Self {
        Peer::of(&mut program(options))
    }

    pub fn of(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let (said, from) = channel();
        thread::spawn(move || {
            for line in out.lines() {
                let _ = said.send(understood(&line.expect("text")));
            }
        });
        Peer { to: child.stdin.take(), child, from }
    }

    /// Sends a line as it is.
    pub fn line(&mut self, line: &str) {
        let to = self.to.as_mut().expect("open");
        writeln!(to, "{line}").and_then(|()| to.flush()).expect("the program hears");
    }

    /// Sends a text with its answer.
    pub fn tell(&mut self, text: impl AsRef<[u8]>, interesting: bool) {
        let content = STANDARD.encode(text);
        self.line(&json!({"content": content, "interesting": interesting}).to_string());
    }

    /// Waits for what the program says next; none when it is gone.
    pub fn hear(&mut self) -> Option<Said> {
        self.from.recv().ok()
    }

    /// Waits for a question.
    #[track_caller]
    pub fn question(&mut self) -> Vec<u8> {
        match self.hear() {
            Some(Said::Asks(text)) => text,
            other => panic!("no question: {other:?}"),
        }
    }

    /// Answers every question, the newest first, until the program is idle. What was interesting, in order.
    pub fn answer(&mut self, interesting: impl Fn(&str) -> bool) -> Vec<String> {
        let (mut open, mut yes) = (Vec::new(), Vec::new());
        loop {
            let heard =
                if open.is_empty() { Ok(self.hear().expect("the program goes on")) } else { self.from.try_recv() };
            match heard {
                Ok(Said::Asks(text)) => open.push(text),
                Ok(Said::Idle) => break,
                Err(TryRecvError::Disconnected) => panic!("the program is gone"),
                Err(TryRecvError::Empty) => {
                    let text: Vec<u8> = open.pop().expect("one is open");
                    let shown = String::from_utf8_lossy(&text).into_owned();
                    self.tell(&text, interesting(&shown));
                    if interesting(&shown) {
                        yes.push(shown);
                    }
                }
            }
        }
        assert_eq!(open, Vec::<Vec<u8>>::new(), "idle with questions open");
        yes
    }

    /// Sends a signal, such as `-INT`.
    pub fn signal(&self, signal: &str) {
        let process = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().expect("kill runs").success());
    }

    /// Closes the conversation as Shrink Ray does, and waits for the program's end.
    pub fn close(mut self) -> Ended {
        self.to = None;
        self.end()
    }

    /// Waits for the program's end.
    pub fn end(mut self) -> Ended {
        let mut stderr = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("text");
        let status = self.child.wait().expect("it ends").code();
        assert!(!stderr.contains("panicked"), "{stderr}");
        Ended { status, stderr }
    }
}

impl Ended {
    /// It ended with this status and said all of these things.
    #[track_caller]
    pub fn with(&self, status: i32, says: &[&str]) {
        assert_eq!(self.status, Some(status), "{}", self.stderr);
        for word in says {
            assert!(self.stderr.contains(word), "no `{word}` in:\n{}", self.stderr);
        }
    }
}

/// A line of the program: nothing but the two messages of the protocol comes.
fn understood(line: &str) -> Said {
    let message: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("no JSON ({e}): {line}"));
    if message == json!({"idle": true}) {
        return Said::Idle;
    }
    let content = message["content"].as_str().unwrap_or_else(|| panic!("no question: {line}"));
    assert_eq!(message, json!({"content": content}));
    Said::Asks(STANDARD.decode(content).expect("base64"))
}
