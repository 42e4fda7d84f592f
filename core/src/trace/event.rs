//! The events of a generator's execution.

use std::collections::BTreeMap;

/// The number of a site, valid within one trace.
pub type SiteNumber = u32;

/// One execution of a generator (GReduce, Definition 3.4), as far as it concerns its choices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Where the events happened.
    pub sites: BTreeMap<SiteNumber, Site>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub ending: Ending,
}

/// A place in the generator's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// What is there.
    pub kind: SiteKind,
    /// The variables that decide a loop or a conditional block; the function, of a frame.
    pub names: Vec<String>,
    /// What tells it from the other sites, in every run.
    pub place: String,
}

/// What is at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
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
    /// A function that is called from one place, as it is seen from the stacks of choices: whether its iterations are those of
    /// a loop in it, or calls from a loop around it, is not known.
    Frame,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A scope began.
    Enter(SiteNumber),
    /// In the innermost scope of this site an iteration began, or this arm.
    Next(SiteNumber, Option<u32>),
    /// The innermost scope of this site ended.
    Leave(SiteNumber),
    /// A choice was made.
    Draw(Draw),
    /// The last choice decided this variable; `NAME OTHER`: what decided the other one decided this one, too.
    Decided(Box<str>),
}

/// A choice: Dec(O) of the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Where it was made.
    pub site: SiteNumber,
    /// What came out.
    pub value: Value,
    /// What tells the chosen member from the others; only the generator's side reads it.
    pub label: Option<Box<str>>,
}

/// What was drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer below a bound: the place of a member, or a number counted from the least of its range.
    Index {
        /// The integer.
        at: u128,
        /// It is less than that.
        bound: u128,
    },
    /// A number from 0 up to 1, in units of 2^-53.
    Unit(u64),
    /// A real number.
    Real {
        /// The number.
        value: f64,
        /// The bounds, as far as there are any.
        bounds: [Option<f64>; 2],
    },
    /// Bytes.
    Bytes(Vec<u8>),
    /// Several integers below a bound.
    Indices {
        /// The integers.
        values: Vec<u64>,
        /// Each is less than that.
        bound: u64,
        /// No two of them are the same: a sample or a permutation.
        distinct: bool,
    },
    /// Several real numbers.
    Reals {
        /// The numbers.
        values: Vec<f64>,
        /// The bounds, as far as there are any.
        bounds: [Option<f64>; 2],
    },
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The generator came to its end.
    Complete,
    /// The event on this line of the replayed trace could not be met; on line 0, there were far more choices than that
    /// trace has.
    GivenUp(usize),
    /// There is no last line: it was killed.
    #[default]
    Broken,
}

impl Trace {
    /// The number of choices.
    pub fn draws(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Draw(_))).count()
    }

    /// What is at a site. What is not declared is taken for a function.
    pub fn kind(&self, site: SiteNumber) -> SiteKind {
        self.sites.get(&site).map_or(SiteKind::Call, |site| site.kind)
    }

    /// Whether everything that another trace says happened here, and nothing else. The ranges of choices may differ.
    pub fn follows(&self, other: &Trace) -> bool {
        let is_same = |(one, other): (&Event, &Event)| match (one, other) {
            (Event::Draw(one), Event::Draw(other)) => one.site == other.site && one.value.is_same(&other.value),
            (one, other) => one == other,
        };
        self.events.len() == other.events.len() && self.events.iter().zip(&other.events).all(is_same)
    }

    /// The choice at a place in the events.
    pub fn draw(&self, event: usize) -> Option<&Draw> {
        match self.events.get(event) {
            Some(Event::Draw(draw)) => Some(draw),
            _ => None,
        }
    }
}

/// The units of [`Value::Unit`] in 1.
pub const UNITS: u64 = 1 << 53;

impl Value {
    /// Whether it is the same, whatever else could have come out.
    fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Index { at: one, .. }, Value::Index { at: other, .. }) => one == other,
            (Value::Real { value: one, .. }, Value::Real { value: other, .. }) => one.to_bits() == other.to_bits(),
            (one, other) => one == other,
        }
    }

    /// The least value that could have come out instead.
    #[must_use]
    pub fn least(&self) -> Value {
        match self {
            Value::Index { bound, .. } => Value::Index { at: 0, bound: *bound },
            Value::Unit(_) => Value::Unit(0),
            Value::Real { bounds, .. } => Value::Real { value: nearest_to_zero(*bounds), bounds: *bounds },
            Value::Bytes(bytes) => Value::Bytes(vec![0; bytes.len()]),
            Value::Indices { values, bound, distinct } => {
                let least = |at| if *distinct { at } else { 0 };
                let values = (0..values.len() as u64).map(least).collect();
                Value::Indices { values, bound: *bound, distinct: *distinct }
            }
            Value::Reals { values, bounds } => {
                Value::Reals { values: vec![nearest_to_zero(*bounds); values.len()], bounds: *bounds }
            }
        }
    }

    /// The greatest, of a single number that has a bound.
    pub fn greatest(&self) -> Option<Value> {
        match self {
            Value::Index { bound, .. } => Some(Value::Index { at: bound.saturating_sub(1), bound: *bound }),
            Value::Unit(_) => Some(Value::Unit(UNITS - 1)),
            Value::Real { bounds, .. } => bounds[1].map(|high| Value::Real { value: high, bounds: *bounds }),
            _ => None,
        }
    }
}

fn nearest_to_zero([low, high]: [Option<f64>; 2]) -> f64 {
    0.0_f64.max(low.unwrap_or(f64::NEG_INFINITY)).min(high.unwrap_or(f64::INFINITY))
}
