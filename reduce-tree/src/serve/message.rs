//! What is said, line by line: JSON objects that hold texts in base64, so that any bytes come through.

use std::io::{self, BufRead, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// So much is shown of a line that makes no sense.
const SHOWN: usize = 60;

/// We have done what can be done with the test case, and wait for the next.
pub const IDLE: &[u8] = b"{\"idle\": true}\n";

/// A text with the answer to it; without a question before, a test case to reduce.
#[derive(Debug, PartialEq, Eq)]
pub struct Feedback {
    pub text: Vec<u8>,
    pub interesting: bool,
}

#[derive(Deserialize)]
struct FeedbackLine {
    content: String,
    interesting: bool,
}

#[derive(Serialize)]
struct Query {
    content: String,
}

/// The question whether a text is interesting.
pub fn query(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(&Query { content: STANDARD.encode(text) })?;
    line.push(b'\n');
    Ok(line)
}

/// The next message, about a text of at most so many bytes; none at the end of the input. Blank lines are nothing.
pub fn next(input: &mut impl BufRead, most: u64) -> Result<Option<Feedback>, String> {
    // base64 writes four bytes for three.
    let longest = most / 3 * 4 + 1024;
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = input
            .by_ref()
            .take(longest)
            .read_until(b'\n', &mut line)
            .map_err(|e| format!("cannot read the standard input: {e}"))?;
        if bytes == 0 {
            return Ok(None);
        }
        if bytes as u64 == longest {
            return Err(format!("a message is longer than {longest} bytes: no input is larger than {} MB", most >> 20));
        }
        if !line.trim_ascii().is_empty() {
            return feedback(&line).map(Some);
        }
    }
}

fn feedback(line: &[u8]) -> Result<Feedback, String> {
    let wrong = |reason: String| {
        let shown: String = String::from_utf8_lossy(line).trim().chars().take(SHOWN).collect();
        format!(
            "this is no message of an external reducer's protocol, {{\"content\": BASE64, \"interesting\": BOOLEAN}} \
             ({reason}): {shown}"
        )
    };
    let FeedbackLine { content, interesting } = serde_json::from_slice(line).map_err(|e| wrong(e.to_string()))?;
    let text = STANDARD.decode(content).map_err(|e| wrong(format!("content: {e}")))?;
    Ok(Feedback { text, interesting })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(mut input: &[u8]) -> Result<Option<Feedback>, String> {
        next(&mut input, 1 << 20)
    }

    #[test]
    fn a_text_of_any_bytes_comes_through() {
        let text: Vec<u8> = (0..=255).collect();
        let line = query(&text).expect("written");
        let asked: serde_json::Value = serde_json::from_slice(&line).expect("JSON");
        let answer = format!(" \r\n\n{{\"interesting\": false, \"more\": 1, \"content\": {}}}", asked["content"]);
        assert_eq!(only(answer.as_bytes()), Ok(Some(Feedback { text, interesting: false })));
        assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }

    #[test]
    fn what_is_no_message_is_shown() {
        assert_eq!(only(b""), Ok(None));
        assert_eq!(only(b"\n \n"), Ok(None));
        for line in [
            "hello",
            "[]",
            "{\"content\": \"\"}",
            "{\"content\": \"%\", \"interesting\": true}",
            "{\"content\": \"\", \"interesting\": 1}",
            "{\"content\": \"\", \"inter",
        ] {
            let message = only(line.as_bytes()).expect_err(line);
            assert!(message.ends_with(line), "{message}");
        }
    }
}
