//! Traces as text, as `generator/PROTOCOL.md` describes them.

use std::fmt::{self, Display, Write};
use std::io::{self, BufRead};

use super::event::{Draw, Ending, Event, Site, SiteKind, Trace, Value};
use super::execution::Alignment;

const HEADER: &str = "reduce-tree-trace 1";

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file cannot be read.
    #[error("cannot read the trace ({0})")]
    Unreadable(#[from] io::Error),
    /// Another version, or no trace at all.
    #[error("the first line of the trace is not `{HEADER}`: it is no trace, or one of another version")]
    Header,
    /// A line that makes no sense.
    #[error("line {0} of the trace makes no sense: it was not written by a side of version 1")]
    Line(usize),
}

impl Trace {
    /// Reads a trace as a side wrote it, line by line.
    ///
    /// # Errors
    /// [`TraceError`] when it is none.
    pub fn read(input: impl BufRead) -> Result<Self, TraceError> {
        let mut lines = input.split(b'\n');
        let header = lines.next().transpose()?.ok_or(TraceError::Header)?;
        if !(header == HEADER.as_bytes() || header.starts_with(format!("{HEADER} ").as_bytes())) {
            return Err(TraceError::Header);
        }
        let mut trace = Trace::default();
        for (at, line) in lines.enumerate() {
            let line = line?;
            // A side that was killed may have left half a line behind.
            if trace.take(&String::from_utf8_lossy(&line)).is_none() {
                return Err(TraceError::Line(at + 2));
            }
        }
        Ok(trace)
    }

    /// Takes one line. `None`: it makes no sense.
    fn take(&mut self, line: &str) -> Option<()> {
        let mut characters = line.chars();
        let Some(first) = characters.next() else { return Some(()) };
        let rest = characters.as_str();
        match first {
            '(' => self.events.push(Event::Enter(rest.parse().ok()?)),
            ')' => self.events.push(Event::Leave(rest.parse().ok()?)),
            '+' => {
                let (site, arm) = rest.split_once(' ').map_or((rest, None), |(site, arm)| (site, Some(arm)));
                let arm = arm.map(str::parse).transpose().ok()?;
                self.events.push(Event::Next(site.parse().ok()?, arm));
            }
            '?' => self.events.push(Event::Draw(draw(rest)?)),
            '=' => self.events.push(Event::Decided(rest.into())),
            ':' => {
                let mut words = rest.splitn(4, ' ');
                let number = words.next()?.parse().ok()?;
                let kind = kind(words.next()?)?;
                let names = words.next()?;
                let names = if names == "-" { Vec::new() } else { names.split(',').map(str::to_owned).collect() };
                self.sites.insert(number, Site { kind, names, place: words.next()?.to_owned() });
            }
            '.' => self.ending = Ending::Complete,
            '!' => self.ending = Ending::GivenUp(rest.parse().ok()?),
            '#' => {}
            _ => return None,
        }
        Some(())
    }

    /// The trace as a side reads it for a replay.
    pub fn to_replay(&self, alignment: Alignment) -> String {
        format!("{HEADER} {}\n{self}", alignment.name())
    }

    /// The trace as a side writes it.
    pub fn to_text(&self) -> String {
        format!("{HEADER}\n{self}")
    }

    /// The event that is on a line of the text.
    pub fn event_of_line(&self, line: usize) -> Option<usize> {
        line.checked_sub(2 + self.sites.len()).filter(|&event| event < self.events.len())
    }
}

fn kind(word: &str) -> Option<SiteKind> {
    Some(match word {
        "draw" => SiteKind::Draw,
        "call" => SiteKind::Call,
        "for" => SiteKind::For,
        "while" => SiteKind::While,
        "if" => SiteKind::If,
        "frame" => SiteKind::Frame,
        _ => return None,
    })
}

fn draw(words: &str) -> Option<Draw> {
    let (site, value) = words.split_once(' ')?;
    let (kind, value) = value.split_once(' ').unwrap_or((value, ""));
    let mut label = None;
    let value = match kind {
        "i" => {
            let mut words = value.splitn(3, ' ');
            let (at, bound) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            label = words.next().map(Into::into);
            Value::Index { at, bound }
        }
        "u" => Value::Unit(value.parse().ok()?),
        "r" => {
            let mut words = value.split(' ');
            Value::Real { value: words.next()?.parse().ok()?, bounds: bounds(&mut words)? }
        }
        "b" => Value::Bytes(bytes(value)?),
        "I" | "D" => {
            let (value, rest) = value.split_once(" : ").map_or((value, None), |(value, rest)| (value, Some(rest)));
            label = rest.map(Into::into);
            let mut words = value.split(' ');
            let bound = words.next()?.parse().ok()?;
            Value::Indices {
                bound,
                values: words.map(|word| word.parse().ok()).collect::<Option<_>>()?,
                distinct: kind == "D",
            }
        }
        "R" => {
            let mut words = value.split(' ');
            let bounds = bounds(&mut words)?;
            Value::Reals { bounds, values: words.map(|word| word.parse().ok()).collect::<Option<_>>()? }
        }
        _ => return None,
    };
    Some(Draw { site: site.parse().ok()?, value, label })
}

fn bounds<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<[Option<f64>; 2]> {
    let mut bound = || match words.next()? {
        "-" => Some(None),
        word => word.parse().ok().map(Some),
    };
    Some([bound()?, bound()?])
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = hex.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let pairs = digits.chunks_exact(2);
    pairs.remainder().is_empty().then(|| pairs.map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// All lines but the first.
impl Display for Trace {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (number, Site { kind, names, place }) in &self.sites {
            let kind = match kind {
                SiteKind::Draw => "draw",
                SiteKind::Call => "call",
                SiteKind::For => "for",
                SiteKind::While => "while",
                SiteKind::If => "if",
                SiteKind::Frame => "frame",
            };
            let names = if names.is_empty() { "-".to_owned() } else { names.join(",") };
            writeln!(out, ":{number} {kind} {names} {place}")?;
        }
        for event in &self.events {
            match event {
                Event::Enter(site) => writeln!(out, "({site}")?,
                Event::Leave(site) => writeln!(out, "){site}")?,
                Event::Next(site, None) => writeln!(out, "+{site}")?,
                Event::Next(site, Some(arm)) => writeln!(out, "+{site} {arm}")?,
                Event::Decided(name) => writeln!(out, "={name}")?,
                Event::Draw(draw) => writeln!(out, "{draw}")?,
            }
        }
        match self.ending {
            Ending::Complete => writeln!(out, "."),
            Ending::GivenUp(line) => writeln!(out, "!{line}"),
            Ending::Broken => Ok(()),
        }
    }
}

impl Display for Draw {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "?{} ", self.site)?;
        let label = self.label.as_deref();
        match &self.value {
            Value::Index { at, bound } => {
                write!(out, "i {at} {bound}")?;
                label.map_or(Ok(()), |label| write!(out, " {label}"))
            }
            Value::Unit(units) => write!(out, "u {units}"),
            Value::Real { value, bounds } => write!(out, "r {value} {}", shown(bounds)),
            Value::Bytes(bytes) => {
                out.write_str("b ")?;
                bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
            }
            Value::Indices { values, bound, distinct } => {
                write!(out, "{} {bound}", if *distinct { 'D' } else { 'I' })?;
                values.iter().try_for_each(|value| write!(out, " {value}"))?;
                label.map_or(Ok(()), |label| write!(out, " : {label}"))
            }
            Value::Reals { values, bounds } => {
                write!(out, "R {}", shown(bounds))?;
                values.iter().try_for_each(|value| write!(out, " {value}"))
            }
        }
    }
}

fn shown(bounds: &[Option<f64>; 2]) -> String {
    let [low, high] = bounds.map(|bound| bound.map_or("-".to_owned(), |bound| bound.to_string()));
    let mut text = low;
    let _ = write!(text, " {high}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "reduce-tree-trace 1
:1 for n,m gen.py:8:4 a name with blanks
:2 draw - gen.py:7:8
(1
?2 i 3 20
=n
+1
?2 i 1 26 'b c'
?2 u 9007199254740991
?2 r -0.5 - 1
?2 b 00ff
?2 b 
?2 I 4 1 1 3
?2 D 4 3 0 : ['x', 'y']
?2 R 0 - 0.25 inf
+1 2
)1
!17
";

    #[test]
    fn what_is_read_is_written_again() {
        let trace = Trace::read(TEXT.as_bytes()).expect("a trace");
        assert_eq!(trace.to_text(), TEXT);
        assert_eq!(trace.ending, Ending::GivenUp(17));
        assert_eq!(trace.event_of_line(4), Some(0));
        assert_eq!(trace.events[trace.event_of_line(6).expect("there")], Event::Decided("n".into()));
    }

    #[test]
    fn what_is_no_trace_is_told_by_its_line() {
        let error = |text: &str| Trace::read(text.as_bytes()).expect_err("none").to_string();
        assert!(error("").contains("another version"));
        assert!(error("reduce-tree-trace 12\n").contains("another version"));
        assert!(error("reduce-tree-trace 1\n(1\n?x\n").starts_with("line 3 of the trace"));
    }
}
