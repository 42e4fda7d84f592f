//! The fuzz target of the lines that the other side says. The folder `fuzz/` has this file in a program of its own.

use super::message;

/// Hears the bytes as lines of the other side. A text that was understood comes through when it is asked about.
///
/// # Panics
/// When it does not.
pub fn serve_message(mut data: &[u8]) {
    while let Ok(Some(heard)) = message::next(&mut data, 1 << 16) {
        let Ok(mut line) = message::query(&heard.text) else { continue };
        assert_eq!(line.pop(), Some(b'\n'));
        assert!(!line.contains(&b'\n'));
        let answer =
            format!("{},\"interesting\":{}}}", String::from_utf8_lossy(&line).trim_end_matches('}'), heard.interesting);
        assert_eq!(message::next(&mut answer.as_bytes(), 1 << 16), Ok(Some(heard)));
    }
}

#[cfg(test)]
#[path = "../../../core/src/fuzzing/changes.rs"]
mod changes;

#[cfg(test)]
#[test]
fn lines_of_the_other_side() {
    changes::run("serve_message", serve_message, 2000);
}
