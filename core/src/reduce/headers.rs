//! What the preprocessor of C has left: the markers that say from which file a line is, and the texts of headers.
//!
//! A marker is `# 12 "stdio.h" 1 3 4`: the next line is line 12 of that file; the flag 1 begins a file that is included, 2 goes
//! back to the file that included it. First all markers go, in one test. Then what came from one header goes as a whole with
//! all that it includes, the outermost headers first.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use regex::bytes::Regex;

use super::descent::Descent;
use super::frame::Frame;
use super::search::Search;
use super::sieve::tokens_of;
use crate::cancellation::Cancelled;
use crate::knowledge::Knowledge;
use crate::minimize::{Kept, ListTest, Minimizer, without};
use crate::session::{Stop, first_configuration};

/// How likely a header is to be needed before anything is known.
const NEEDED: f64 = 0.1;
/// Headers side by side are one piece up to this share of the text: finer steps are those of what follows.
const GRAIN: usize = 32;
/// So few pieces say nothing of those within them: one header may include all others.
const FEW: usize = 4;
/// Of more pieces, those on a level that leaves more than this share of their bytes are the last: their texts need each
/// other.
const WORTHWHILE: f64 = 0.7;

static MARKER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?m)^# *[0-9]+ +"(?:[^"\\\n]|\\.)*"((?: +[1-4])*) *\r?(?:\n|\z)"#).ok());

/// Takes away markers and headers, which `language` reads. A text without markers costs nothing but being looked at.
///
/// Where headers stay, the text of the file itself is what needs them: it is reduced while they stand before it, and then
/// they are tried again, now with the headers inside of them.
///
/// # Errors
/// [`Stop`] when the reduction has to end now.
pub(super) fn reduce(search: &mut Search, minimizer: Option<Minimizer>, language: &Knowledge) -> Result<(), Stop> {
    let mut text = Preprocessed::of(search.document().text());
    if text.markers.is_empty() {
        return Ok(());
    }
    search.enter("line markers");
    text.has_markers = false;
    text.has_markers = search.try_texts(false, &mut std::iter::once(text.without_headers(&[])))?.is_none();
    level(search, minimizer, &mut text, 1)?;
    if !text.pieces(1).is_empty() {
        own_text(search, minimizer, &mut text, language)?;
        for depth in 1.. {
            if !level(search, minimizer, &mut text, depth)? {
                break;
            }
        }
    }
    Ok(())
}

/// Takes away headers that are so deep. Whether to go on with those inside of what is left.
fn level(
    search: &mut Search,
    minimizer: Option<Minimizer>,
    text: &mut Preprocessed,
    depth: usize,
) -> Result<bool, Stop> {
    search.enter("headers");
    let pieces = text.pieces(depth);
    let before: usize = pieces.iter().map(|piece| text.bytes(piece)).sum();
    let kept = minimize(search, minimizer, text, &pieces)?;
    let after: usize = kept.iter().map(|&piece| text.bytes(&pieces[piece])).sum();
    text.gone.extend(without(0..pieces.len(), &kept).into_iter().flat_map(|piece| pieces[piece].iter().copied()));
    text.gone.sort_unstable();
    let few = pieces.len() <= FEW;
    Ok(!kept.is_empty() && (few || after as f64 <= WORTHWHILE * before as f64))
}

/// Reduces what stands behind the last header, if headers are most of the text.
fn own_text(
    search: &mut Search,
    minimizer: Option<Minimizer>,
    text: &mut Preprocessed,
    language: &Knowledge,
) -> Result<(), Stop> {
    let own = text.own_text();
    if own.is_empty() || own.len() * 2 > search.document().text().len() {
        return Ok(());
    }
    let whole = Arc::clone(search.document().text());
    let before: Arc<[u8]> = whole[..whole.len() - own.len()].into();
    let session = search.session;
    let document =
        language.language().parse_until(own, &session.cancellation()).map_err(|Cancelled| session.ending())?;
    let tokens = tokens_of(search.knowledge().language(), search.document());
    let own_tokens = tokens_of(language.language(), &document);
    let tokens = (!search.knowledge().language().counts_bytes()).then(|| tokens.saturating_sub(own_tokens));
    let mut inner = Search::new(language, document, session)
        .within(Frame::Text { around: [Arc::clone(&before), Arc::default()], tokens });
    inner.enter("own text");
    let mut descent = Descent::new(minimizer, language.language().symbols());
    while descent.step(&mut inner)? {}
    let own = Arc::clone(inner.document().text());
    text.replace_own_text(&own);
    search.begin_with(search.knowledge(), [&*before, &*own].concat().into())
}

/// Takes away as many pieces as can go. Those that stay.
fn minimize(
    search: &mut Search,
    minimizer: Option<Minimizer>,
    text: &Preprocessed,
    pieces: &[Vec<usize>],
) -> Result<Kept, Stop> {
    let worth: Vec<usize> = pieces.iter().map(|piece| text.bytes(piece)).collect();
    let count = pieces.len();
    search.minimizing(|search| {
        let mut headers = Headers { search, text, pieces };
        match minimizer {
            Some(minimizer) => minimizer.minimize(&worth, &mut headers),
            None => Minimizer::minimize_given(&worth, &vec![NEEDED; count], &vec![0; count], &mut headers),
        }
    })
}

/// A text as the preprocessor has left it.
struct Preprocessed {
    text: Arc<[u8]>,
    /// The lines that are markers, in order.
    markers: Vec<Range<usize>>,
    /// Whether these stay.
    has_markers: bool,
    /// The headers, in the order in which they begin.
    headers: Vec<Header>,
    /// Those that have gone, in order.
    gone: Vec<usize>,
}

/// What came from one inclusion of one header.
#[derive(Debug, PartialEq, Eq)]
struct Header {
    /// From the marker that begins it up to the marker that goes back.
    range: Range<usize>,
    /// How many headers it is in, and one.
    depth: usize,
}

impl Preprocessed {
    fn of(text: &Arc<[u8]>) -> Self {
        let (mut markers, mut headers, mut open) = (Vec::new(), Vec::<Header>::new(), Vec::new());
        for found in MARKER.iter().flat_map(|marker| marker.captures_iter(text)) {
            let (Some(line), Some(flags)) = (found.get(0), found.get(1)) else { continue };
            if flags.as_bytes().contains(&b'1') {
                open.push(headers.len());
                headers.push(Header { range: line.start()..text.len(), depth: open.len() });
            } else if flags.as_bytes().contains(&b'2')
                && let Some(header) = open.pop()
            {
                headers[header].range.end = line.start();
            }
            markers.push(line.range());
        }
        Preprocessed { text: Arc::clone(text), markers, has_markers: true, headers, gone: Vec::new() }
    }

    /// The headers that are so deep and have not gone, those side by side in one piece up to the grain.
    fn pieces(&self, depth: usize) -> Vec<Vec<usize>> {
        let grain = self.text.len() / GRAIN;
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        let is_left = |&header: &usize| self.headers[header].depth == depth && !self.is_gone(header);
        for header in (0..self.headers.len()).filter(is_left) {
            match pieces.last_mut() {
                Some(piece) if self.bytes(piece) + self.bytes(&[header]) <= grain => piece.push(header),
                _ => pieces.push(vec![header]),
            }
        }
        pieces
    }

    /// The bytes of headers.
    fn bytes(&self, headers: &[usize]) -> usize {
        headers.iter().map(|&header| self.headers[header].range.len()).sum()
    }

    /// Where the text behind the last header begins.
    fn own_start(&self) -> usize {
        self.headers.iter().map(|header| header.range.end).max().unwrap_or(0)
    }

    /// What stands behind the last header.
    fn own_text(&self) -> Arc<[u8]> {
        self.left(self.own_start(), Vec::new())
    }

    /// Puts another text there.
    fn replace_own_text(&mut self, own: &[u8]) {
        let start = self.own_start();
        self.text = [&self.text[..start], own].concat().into();
        self.markers.retain(|marker| marker.start < start);
    }

    /// Whether a header has gone, or one that it is in.
    fn is_gone(&self, header: usize) -> bool {
        let start = self.headers[header].range.start;
        self.gone.iter().any(|&gone| self.headers[gone].range.contains(&start))
    }

    /// The text without what has gone and without these headers.
    fn without_headers(&self, headers: &[usize]) -> Arc<[u8]> {
        self.left(0, headers.iter().chain(&self.gone).map(|&header| &self.headers[header].range).collect())
    }

    /// What is left of the text from a byte on without these ranges, and without the markers if those have gone.
    fn left<'t>(&'t self, mut from: usize, mut gone: Vec<&'t Range<usize>>) -> Arc<[u8]> {
        gone.extend(self.markers.iter().filter(|marker| !self.has_markers && marker.start >= from));
        gone.sort_unstable_by_key(|range| range.start);
        let mut text = Vec::with_capacity(self.text.len());
        for range in gone {
            text.extend_from_slice(&self.text[from..range.start.max(from)]);
            from = range.end.max(from);
        }
        text.extend_from_slice(&self.text[from..]);
        text.into()
    }
}

/// The headers of a level, in pieces, as a list.
struct Headers<'s, 'a, 't> {
    search: &'s mut Search<'a>,
    text: &'t Preprocessed,
    pieces: &'t [Vec<usize>],
}

impl ListTest for Headers<'_, '_, '_> {
    type Stop = Stop;

    fn first(&mut self, configurations: &mut dyn Iterator<Item = Kept>) -> Result<Option<(usize, Kept)>, Stop> {
        let Headers { search, text, pieces } = self;
        let make = |kept: &[usize]| {
            let gone = without(0..pieces.len(), kept).into_iter().flat_map(|piece| pieces[piece].iter().copied());
            text.without_headers(&gone.collect::<Vec<_>>())
        };
        first_configuration(configurations, pieces.len(), make, |texts| search.try_texts(false, texts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# 0 \"a.c\"\n# 1 \"<built-in>\"\n# 1 \"a.c\"\n# 1 \"b \\\" 1.h\" 1 3\nint b;\n# 1 \"c.h\" 1 3 4\nint c;\n\
        # 2 \"b.h\" 2 3\nint d;\n# 2 \"a.c\" 2\nint e;\n# 1 \"c.h\" 1\nint f;";

    fn text() -> Preprocessed {
        Preprocessed::of(&Arc::from(TEXT.as_bytes()))
    }

    fn shown(text: &[u8]) -> String {
        String::from_utf8_lossy(text).into_owned()
    }

    #[test]
    fn a_header_is_all_that_its_inclusion_brought() {
        let text = text();
        let headers: Vec<(usize, String)> =
            text.headers.iter().map(|header| (header.depth, shown(&TEXT.as_bytes()[header.range.clone()]))).collect();
        let inner = "# 1 \"c.h\" 1 3 4\nint c;\n";
        assert_eq!(
            headers,
            [
                (1, format!("# 1 \"b \\\" 1.h\" 1 3\nint b;\n{inner}# 2 \"b.h\" 2 3\nint d;\n")),
                (2, inner.to_owned()),
                (1, "# 1 \"c.h\" 1\nint f;".to_owned()),
            ]
        );
        assert_eq!(text.markers.len(), 8);
    }

    #[test]
    fn headers_go_with_what_is_in_them_and_markers_alone() {
        let mut text = text();
        text.has_markers = false;
        assert_eq!(shown(&text.without_headers(&[])), "int b;\nint c;\nint d;\nint e;\nint f;");
        assert_eq!(shown(&text.without_headers(&[1])), "int b;\nint d;\nint e;\nint f;");
        assert_eq!(shown(&text.without_headers(&[0, 2])), "int e;\n");
        assert_eq!(text.pieces(1), [[0], [2]]);
        text.gone = vec![0];
        assert_eq!(text.pieces(1), [[2]]);
        assert!(text.pieces(2).is_empty());
        assert!(text.is_gone(1) && !text.is_gone(2));
        text.has_markers = true;
        assert!(shown(&text.without_headers(&[2])).ends_with("# 2 \"a.c\" 2\nint e;\n"));
    }

    #[test]
    fn the_own_text_is_behind_the_last_header() {
        let text = "# 1 \"a.c\"\n# 1 \"b.h\" 1\nint b;\n# 2 \"a.c\" 2\nint e;\n# 9 \"a.c\"\nint f;\n";
        let mut text = Preprocessed::of(&Arc::from(text.as_bytes()));
        assert_eq!(shown(&text.own_text()), "# 2 \"a.c\" 2\nint e;\n# 9 \"a.c\"\nint f;\n");
        text.has_markers = false;
        assert_eq!(shown(&text.own_text()), "int e;\nint f;\n");
        text.replace_own_text(b"int f;\n");
        assert_eq!(shown(&text.without_headers(&[])), "int b;\nint f;\n");
        assert_eq!(shown(&text.without_headers(&[0])), "int f;\n");
    }

    #[test]
    fn a_comment_and_a_directive_are_no_markers() {
        for text in ["# 1 is a number\n", "#include \"a.h\"\n", "x # 1 \"a.c\"\n", "# 1 \"a.c\" and more\n"] {
            assert!(Preprocessed::of(&Arc::from(text.as_bytes())).markers.is_empty(), "{text}");
        }
    }
}
