//! The recording side: writes choices and scopes as the generator runs; with a trace to follow, choices are those of the
//! trace wherever that is possible.

use std::env;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::align::{Alignment, Infeasible};
use crate::members::Members;
use crate::trace::{Followed, FollowedError};
use crate::{HEADER, UNITS, VERSION};

/// The variable that names the file to record to.
const RECORD: &str = "REDUCE_TREE_RECORD";
/// The variable that names the trace to follow.
const REPLAY: &str = "REDUCE_TREE_REPLAY";

/// The number of a site, valid within one trace.
pub type SiteNumber = u32;

/// What is at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A choice.
    Draw,
    /// A function.
    Call,
    /// A loop over something that is there before its first iteration.
    For,
    /// A loop whose every iteration begins with its condition.
    While,
    /// A conditional block with its alternatives.
    If,
    /// A function that is called from one place, as it is seen from the stacks of choices.
    Frame,
}

impl Kind {
    const ALL: [(Kind, &'static str); 6] = [
        (Kind::Draw, "draw"),
        (Kind::Call, "call"),
        (Kind::For, "for"),
        (Kind::While, "while"),
        (Kind::If, "if"),
        (Kind::Frame, "frame"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("draw", |(_, name)| name)
    }

    /// The kind of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, other)| *other == name).map(|(kind, _)| *kind)
    }
}

/// What is opened for a side.
#[derive(Clone, Copy, Debug)]
pub enum Opened {
    /// A file that is made anew, or replaced.
    Replaced,
    /// A file that must not be there yet: the first process that makes a choice makes it.
    New,
}

/// A site, and whether it has been declared in the trace that is written.
#[derive(Clone, Copy, Debug)]
struct Declared {
    number: SiteNumber,
    here: bool,
}

/// A recorder, which may follow a trace. Whatever it is told is written to the file at once, through a buffer; a trace
/// that cannot be written ends without its last line, by which its reader knows it.
#[derive(Debug)]
pub struct Side {
    out: BufWriter<File>,
    sites: FxHashMap<String, Declared>,
    last_site: SiteNumber,
    alignment: Option<Alignment>,
    /// Ends the process of a run that cannot be aligned.
    exit: fn() -> !,
    ended: bool,
}

impl Side {
    /// The side that the environment asks for. `exit` ends the process of a run that cannot be aligned.
    ///
    /// # Errors
    /// When the file cannot be made, or the trace cannot be read.
    pub fn of_environment(exit: fn() -> !) -> Result<Option<Self>, FollowedError> {
        let Some(record) = env::var_os(RECORD) else { return Ok(None) };
        let replay = env::var_os(REPLAY);
        Self::open(Path::new(&record), replay.as_deref().map(Path::new), Opened::Replaced, exit).map(Some)
    }

    /// A side that records to a file and follows a trace, if there is one.
    ///
    /// # Errors
    /// When the file cannot be made, or the trace cannot be read.
    pub fn open(record: &Path, replay: Option<&Path>, opened: Opened, exit: fn() -> !) -> Result<Self, FollowedError> {
        let file = match opened {
            Opened::Replaced => File::create(record)?,
            Opened::New => File::create_new(record)?,
        };
        let followed = replay.map(|path| Followed::read(BufReader::new(File::open(path)?))).transpose()?;
        let alignment = followed.map(Alignment::new);
        let known = alignment.iter().flat_map(Alignment::sites);
        let sites: FxHashMap<String, Declared> =
            known.map(|(place, &(number, _))| (place.clone(), Declared { number, here: false })).collect();
        let last_site = sites.values().map(|site| site.number).max().unwrap_or(0);
        let mut side =
            Side { out: BufWriter::with_capacity(1 << 16, file), sites, last_site, alignment, exit, ended: false };
        side.say(format_args!("{HEADER} {VERSION}\n"));
        Ok(side)
    }

    /// Whether a trace is followed.
    pub fn follows(&self) -> bool {
        self.alignment.is_some()
    }

    /// The number of the site at this place, which is declared when it is new. `place` is whatever tells it from all
    /// others, the same in every run.
    pub fn site(&mut self, kind: Kind, names: Option<&str>, place: &str) -> SiteNumber {
        let place = place.replace('\n', " ");
        let next = self.last_site + 1;
        let known = self.sites.get(&place).copied().unwrap_or(Declared { number: next, here: false });
        if !known.here {
            let number = known.number;
            self.last_site = self.last_site.max(number);
            self.say(format_args!(":{number} {} {} {place}\n", kind.name(), names.unwrap_or("-")));
            self.sites.insert(place, Declared { number, here: true });
        }
        known.number
    }

    /// Enters a scope.
    pub fn enter(&mut self, site: SiteNumber) {
        self.say(format_args!("({site}\n"));
        self.aligned(|alignment| alignment.enter(site));
    }

    /// The next iteration of the loop begins, or an arm of the conditional.
    pub fn next(&mut self, site: SiteNumber, arm: Option<u32>) {
        match arm {
            Some(arm) => self.say(format_args!("+{site} {arm}\n")),
            None => self.say(format_args!("+{site}\n")),
        }
        self.aligned(|alignment| alignment.next(site, arm));
    }

    /// The next round of a [`Kind::Frame`] begins, which lies within so many others; what happens first in it is of the site
    /// `first`.
    pub fn round(&mut self, site: SiteNumber, level: u32, first: SiteNumber) {
        self.say(format_args!("+{site} {level}\n"));
        self.aligned(|alignment| alignment.round(site, level, first));
    }

    /// Leaves a scope.
    pub fn leave(&mut self, site: SiteNumber) {
        self.say(format_args!("){site}\n"));
        self.aligned(|alignment| alignment.leave(site));
    }

    /// The last choice decided this variable.
    pub fn decided(&mut self, name: &str) {
        self.say(format_args!("={name}\n"));
    }

    /// An integer below `bound`, which is at least 1 and at most 2^64: the place of one of these members. `fresh` makes
    /// the choice as the generator would.
    pub fn index<M: Members + ?Sized>(
        &mut self,
        site: SiteNumber,
        bound: u128,
        members: &M,
        fresh: impl FnOnce() -> u128,
    ) -> u128 {
        let at = self.followed_index(site, bound, members).unwrap_or_else(fresh);
        match members.label(at) {
            Some(label) => self.say(format_args!("?{site} i {at} {bound} {label}\n")),
            None => self.say(format_args!("?{site} i {at} {bound}\n")),
        }
        at
    }

    fn followed_index<M: Members + ?Sized>(&mut self, site: SiteNumber, bound: u128, members: &M) -> Option<u128> {
        let least = |random: Option<u64>| random.map_or(0, |random| (u128::from(random) * bound) >> 64);
        let (words, line) = match self.draw(site, "i")? {
            Ok(drawn) => drawn,
            Err(random) => return Some(least(random)),
        };
        let mut words = words.splitn(3, ' ');
        let recorded: u128 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let label = words.nth(1);
        let place = match label {
            Some(label) => members.place(label, recorded),
            None => Some(recorded),
        };
        place.filter(|&at| at < bound).or_else(|| {
            self.aligned(|alignment| alignment.infeasible(line));
            Some(recorded.min(bound - 1))
        })
    }

    /// A number from 0 up to 1.
    pub fn unit(&mut self, site: SiteNumber, fresh: impl FnOnce() -> f64) -> f64 {
        let units = match self.draw(site, "u") {
            None => (fresh() * UNITS as f64) as u64,
            Some(Ok((words, _))) => words.parse().unwrap_or(0).min(UNITS - 1),
            Some(Err(random)) => random.map_or(0, |random| random >> 11),
        };
        self.say(format_args!("?{site} u {units}\n"));
        units as f64 / UNITS as f64
    }

    /// A real number from `low` up to `high`, which are finite and in this order.
    pub fn real(&mut self, site: SiteNumber, [low, high]: [f64; 2], fresh: impl FnOnce() -> f64) -> f64 {
        let value = match self.draw(site, "r") {
            None => fresh(),
            Some(Ok((words, line))) => {
                let recorded = words.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(low);
                if recorded < low || recorded > high {
                    self.aligned(|alignment| alignment.infeasible(line));
                }
                recorded.max(low).min(high)
            }
            Some(Err(None)) => 0.0_f64.max(low).min(high),
            Some(Err(Some(random))) => low + (high - low) * ((random >> 11) as f64 / UNITS as f64),
        };
        self.say(format_args!("?{site} r {value} {low} {high}\n"));
        value
    }

    /// Bytes, which `fresh` puts there.
    pub fn bytes(&mut self, site: SiteNumber, bytes: &mut [u8], fresh: impl FnOnce(&mut [u8])) {
        match self.draw(site, "b") {
            None => fresh(bytes),
            Some(Ok((words, line))) => {
                let digits = words.as_bytes().chunks_exact(2);
                if digits.len() != bytes.len() {
                    self.aligned(|alignment| alignment.infeasible(line));
                }
                let recorded = digits.map(|pair| {
                    let pair = str::from_utf8(pair).unwrap_or("0");
                    u8::from_str_radix(pair, 16).unwrap_or(0)
                });
                bytes.iter_mut().zip(recorded.chain(std::iter::repeat(0))).for_each(|(byte, value)| *byte = value);
            }
            Some(Err(None)) => bytes.fill(0),
            Some(Err(Some(_))) => self.random_bytes(bytes),
        }
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        self.say(format_args!("?{site} b {hex}\n"));
    }

    fn random_bytes(&mut self, bytes: &mut [u8]) {
        if let Some(alignment) = &mut self.alignment {
            bytes.chunks_mut(8).for_each(|chunk| {
                let random = alignment.random().to_le_bytes();
                chunk.copy_from_slice(&random[..chunk.len()]);
            });
        }
    }

    /// The run has come to its end. What it is told after that is not part of the trace.
    pub fn end(&mut self) {
        if !self.ended {
            self.aligned(Alignment::finish);
            if let Some(unmet) = self.alignment.as_ref().map(Alignment::all_unmet) {
                self.say(format_args!("#unmet {unmet}\n"));
            }
            self.say(format_args!(".\n"));
            let _ = self.out.flush();
            self.ended = true;
        }
    }

    /// What the trace has for a choice: `None` without a trace; the words of the value and their line; or nothing, so that
    /// the choice is the least or this pseudo-random number.
    #[allow(clippy::type_complexity)]
    fn draw(&mut self, site: SiteNumber, kind: &str) -> Option<Result<(Box<str>, usize), Option<u64>>> {
        let mut unmet = None;
        let found = self.aligned(|alignment| {
            let drawn = alignment.draw(site, kind)?;
            if drawn.is_none() {
                unmet = alignment.unmet(site);
            }
            Ok(drawn)
        })?;
        Some(found.ok_or(unmet))
    }

    /// Does something with the alignment, if there is one; gives the run up where it fails.
    fn aligned<T>(&mut self, step: impl FnOnce(&mut Alignment) -> Result<T, Infeasible>) -> Option<T> {
        if self.ended {
            return None;
        }
        match step(self.alignment.as_mut()?) {
            Ok(done) => Some(done),
            Err(Infeasible(line)) => {
                self.say(format_args!("!{line}\n"));
                let _ = self.out.flush();
                self.ended = true;
                (self.exit)()
            }
        }
    }

    fn say(&mut self, line: std::fmt::Arguments) {
        if !self.ended && self.out.write_fmt(line).is_err() {
            // What is left of the file has no last line.
            self.ended = true;
        }
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        self.end();
    }
}
