//! Short names, in order.

/// `a`, `b`, ... `z`, `aa`, `ab`, ... without end.
pub fn short_names() -> impl Iterator<Item = String> {
    (1..).flat_map(|length| {
        (0..26_u64.saturating_pow(length)).map(move |number| {
            let letter = |place: u32| char::from(b'a' + (number / 26_u64.pow(place) % 26) as u8);
            (0..length).rev().map(letter).collect()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::short_names;

    #[test]
    fn short_names_come_shortest_first_and_then_by_the_alphabet() {
        let names: Vec<String> = short_names().take(26 * 27 + 1).collect();
        assert_eq!([&names[0], &names[25], &names[26], &names[27], &names[702]], ["a", "z", "aa", "ab", "aaa"]);
    }
}
