//! A generator in Rust of a type that implements `Arbitrary`: nothing is written for it but the type.

use std::error::Error;

use arbitrary::Arbitrary;
use reduce_tree_choices::Choices;

#[derive(Debug, Arbitrary)]
struct Record {
    _key: u16,
    _tags: Vec<Tag>,
}

#[derive(Debug, Arbitrary)]
enum Tag {
    None,
    Flag(bool),
    Pair(i8, i8),
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).ok_or("usage: records SEED")?.parse()?;
    let mut choices = Choices::seeded(seed)?;
    let records: Vec<Record> = choices.arbitrary(400)?;
    for record in records {
        println!("{record:?}");
    }
    Ok(())
}
