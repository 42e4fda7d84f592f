//! The fuzz targets of passes: what the program and the helpers that it loads plugins into say to each other, and the
//! command lines of `--external-pass`.

use std::path::Path;
use std::sync::LazyLock;

use super::answer;
use super::command::PassCommand;
use super::message::{Reply, Request};
use crate::language::{Document, Language, Patch};
use crate::wire::HEADER;

/// What helpers have open.
static OPENED: LazyLock<Option<Document>> =
    LazyLock::new(|| Language::named("json").ok().map(|json| json.parse(&b"[1, {\"a\": \"\xc3\xa4\"}]\n"[..])));

/// Reads the bytes as the content of a frame from the program. What can be read comes back the same when it is written
/// and read again; a tree is applied to the one before.
///
/// # Panics
/// When a request does not come back the same.
pub fn plugin_request(data: &[u8]) {
    let Ok((serial, request)) = Request::read(data) else { return };
    if let (Request::Tree(difference), Some(document)) = (&request, OPENED.as_ref()) {
        let _ = (difference.applied(None), difference.applied(Some(document.tree())));
    }
    let Ok(frame) = request.frame(serial) else { return };
    let again = Request::read(&frame[HEADER..]);
    assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ()>((serial, request))));
}

/// Reads the bytes as the content of a frame from a helper, and checks the patches in it against the contract. What can
/// be read comes back the same when it is written and read again.
///
/// # Panics
/// When a reply does not come back the same, or patches that pass the checks cannot be applied.
pub fn plugin_reply(data: &[u8]) {
    let Some((serial, _)) = data.split_first_chunk() else { return };
    let serial = u64::from_le_bytes(*serial);
    let Ok(reply) = Reply::read(data, serial) else { return };
    if let (Reply::Applied(Some(patches)), Some(document)) = (&reply, OPENED.as_ref()) {
        let text = document.text();
        if answer::fit(text, patches) && answer::check(text, patches).is_ok() {
            let new = Patch::apply(text, patches);
            assert!(new.len() <= answer::bound(text.len()) && new != **text, "{patches:?}");
        }
    }
    let Ok(frame) = reply.frame(serial) else { return };
    let again = Reply::read(&frame[HEADER..], serial);
    assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ()>(reply)));
}

/// Understands the bytes as the command line of a pass, and fills its places.
pub fn pass_command(data: &[u8]) {
    let Ok(command) = std::str::from_utf8(data) else { return };
    let Ok(command) = PassCommand::new(command) else { return };
    for words in [Some(&command.apply), command.count.as_ref()].into_iter().flatten() {
        words.filled(Path::new("/t/bug {n} {file}.c"), u64::MAX);
    }
}
