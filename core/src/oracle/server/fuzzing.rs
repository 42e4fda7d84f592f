//! The fuzz target of what test servers write.

use super::conversation::{Conversation, Event};

/// Reads the bytes as what a server writes while some candidates are open, whole and in pieces.
///
/// # Panics
/// When a candidate has two answers, or one although it is not open, or the pieces say something else than the whole.
pub fn server_lines(data: &[u8]) {
    let whole = heard(data, usize::MAX);
    assert_eq!(whole, heard(data, 7));
    let mut open: Vec<u64> = (0..OPEN).collect();
    for event in &whole.0 {
        if let Event::Answered(answer) = event {
            let place = open.iter().position(|id| *id == answer.id);
            open.swap_remove(place.expect("open"));
            let _ = answer.took();
        }
    }
}

/// Candidates that are open.
const OPEN: u64 = 4;

fn heard(data: &[u8], piece: usize) -> (Vec<Event>, Result<(), String>) {
    let mut conversation = Conversation::default();
    (0..OPEN).for_each(|id| conversation.send(id));
    let mut all = Vec::new();
    for piece in data.chunks(piece) {
        let (events, said) = conversation.take(piece);
        all.extend(events);
        if said.is_err() {
            return (all, said);
        }
    }
    (all, Ok(()))
}
