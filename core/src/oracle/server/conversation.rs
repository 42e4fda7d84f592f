//! The conversation with a test server: which candidates are open, and what comes of the bytes that it writes.

use std::collections::BTreeSet;

use super::message::{Answer, Heard, Hello, LONGEST, Status, read};

/// What has been said so far. It does no input or output itself.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    /// The beginning of a line whose end has not come.
    inbox: Vec<u8>,
    /// The server has said hello.
    is_open: bool,
    /// Candidates that were sent and have no answer.
    open: BTreeSet<u64>,
}

/// What a server has said.
#[derive(Debug, PartialEq)]
pub(super) enum Event {
    /// It is ready.
    Ready(Hello),
    /// The only answer about a candidate that was open.
    Answered(Answer),
    /// How it is doing.
    Doing(Status),
}

impl Conversation {
    /// A candidate of this number is sent.
    pub(super) fn send(&mut self, id: u64) {
        self.open.insert(id);
    }

    /// Takes bytes that the server wrote, any part of them, and gives what they say, in order; after what makes no sense
    /// nothing that comes from this server is believed any more.
    pub(super) fn take(&mut self, bytes: &[u8]) -> (Vec<Event>, Result<(), String>) {
        let mut events = Vec::new();
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let line = [std::mem::take(&mut self.inbox).as_slice(), &rest[..end]].concat();
            rest = &rest[end + 1..];
            match self.line(&line) {
                Ok(event) => events.extend(event),
                Err(reason) => return (events, Err(reason)),
            }
        }
        self.inbox.extend_from_slice(rest);
        if self.inbox.len() > LONGEST {
            return (events, Err(format!("it writes a line of more than {} MB", LONGEST >> 20)));
        }
        (events, Ok(()))
    }

    fn line(&mut self, line: &[u8]) -> Result<Option<Event>, String> {
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        match read(line)? {
            Heard::Hello { .. } if self.is_open => Err("it says hello twice".to_owned()),
            Heard::Hello { hello } => {
                self.is_open = true;
                Ok(Some(Event::Ready(hello)))
            }
            Heard::Answer(_) | Heard::Status { .. } if !self.is_open => Err("its first line is not hello".to_owned()),
            Heard::Status { status } => Ok(Some(Event::Doing(status))),
            Heard::Answer(answer) if !self.open.remove(&answer.id) => {
                Err(format!("it answers about number {}, which is not open", answer.id))
            }
            Heard::Answer(answer) => Ok(Some(Event::Answered(answer))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::{Candidate, Said, Say};
    use super::*;

    const HELLO: &str = "{\"hello\": {\"version\": 1, \"in_flight\": 2}}\n";

    fn open(ids: &[u64]) -> Conversation {
        let mut conversation = Conversation::default();
        let (events, said) = conversation.take(HELLO.as_bytes());
        assert!(matches!(events.as_slice(), [Event::Ready(hello)] if hello.in_flight == 2) && said.is_ok());
        for id in ids {
            conversation.send(*id);
        }
        conversation
    }

    #[test]
    fn answers_come_in_any_order_and_in_pieces() {
        let mut conversation = open(&[1, 2]);
        let said =
            b"{\"id\": 2, \"verdict\": \"interesting\"}\n\n{\"id\": 1, \"verdict\": \"not\", \"output\": \"no\"}\r\n";
        let mut events = Vec::new();
        for piece in said.chunks(5) {
            let (new, fine) = conversation.take(piece);
            events.extend(new);
            assert_eq!(fine, Ok(()));
        }
        let [Event::Answered(first), Event::Answered(second)] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!((first.id, first.verdict), (2, Said::Interesting));
        assert_eq!((second.id, second.verdict, second.output.as_str()), (1, Said::Not, "no"));
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        for (said, told) in [
            ("debug: 7\n", "no message: debug: 7"),
            ("{\"id\": 1}\n", "no message"),
            ("{\"id\": 1, \"verdict\": \"perhaps\"}\n", "no message"),
            ("{\"id\": 3, \"verdict\": \"not\"}\n", "number 3, which is not open"),
            ("{\"hello\": {\"version\": 1}}\n", "hello twice"),
            ("{\"hello\": {\"version\": 3}}\n", "version 3"),
            ("{\"hello\": {\"version\": 1, \"in_flight\": 0}}\n", "takes 0 candidates"),
        ] {
            let (_, told_now) = open(&[1, 2]).take(said.as_bytes());
            assert!(told_now.as_ref().is_err_and(|reason| reason.contains(told)), "{said}: {told_now:?}");
        }
        let (events, twice) = open(&[1]).take(b"{\"id\":1,\"verdict\":\"not\"}\n{\"id\":1,\"verdict\":\"not\"}\n");
        assert_eq!((events.len(), twice.is_err()), (1, true), "the first answer counts");
        for early in [&b"{\"id\": 1, \"verdict\": \"not\"}\n"[..], b"{\"status\": {\"text\": \"soon\"}}\n"] {
            assert!(Conversation::default().take(early).1.is_err(), "hello comes first");
        }
        assert!(open(&[]).take(&vec![b'x'; LONGEST + 1]).1.is_err(), "no end of the line");
    }

    #[test]
    fn how_it_is_doing_is_said_at_any_time() {
        let (events, said) = open(&[1]).take(b"{\"status\": {\"text\": \"no workers\", \"waits\": true}}\n");
        assert_eq!(events, [Event::Doing(Status { text: "no workers".to_owned(), waits: true })]);
        assert_eq!(said, Ok(()));
    }

    #[test]
    fn a_candidate_of_any_bytes_is_one_line() {
        let limit = std::time::Duration::from_secs(2);
        let line = |text: &[u8]| Say::Test(Candidate::of_text(7, text, limit, 3)).line().expect("written");
        let said: serde_json::Value = serde_json::from_slice(&line(b"a\n\"b\"")).expect("JSON");
        let test = serde_json::json!({"test": {"id": 7, "text": "a\n\"b\"", "timeout": 2.0, "priority": -3}});
        assert_eq!(said, test);
        let said: serde_json::Value = serde_json::from_slice(&line(b"\xff\n")).expect("JSON");
        assert_eq!(said["test"]["base64"], "/wo=");
        assert_eq!(line(b"\n\n").iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
}
