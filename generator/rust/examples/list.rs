//! The generator of the page for authors.

use reduce_tree_choices::Choices;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).ok_or("usage: list SEED")?.parse()?;
    let mut choices = Choices::seeded(seed)?;
    let names = choices.collect(1..=9, |choices, _| format!("n{}", choices.range(0..1000)));
    choices.repeat(0..=20, |choices, _| {
        let name = choices.choose(&names).map_or("", String::as_str);
        match choices.maybe(0.3, |choices| choices.range(1..=100)) {
            Some(weight) => println!("{name} {weight}"),
            None => println!("{name}"),
        }
    });
    Ok(())
}
