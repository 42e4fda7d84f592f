//! Booleans, null and the like to simpler constants, and numbers to numbers that say less.

use reduce_tree_plugin::{About, Edits, Kind, List, Source, chunks, rounds};

use crate::number::{Number, without_marks};
use crate::numbers::numbers;
use crate::{MOST, is_simpler};

/// What constants of a kind become.
type Row = (&'static str, &'static [&'static str]);

/// The constants of each language that are words, by kind, and what they become: what is simpler, so that they run out.
const WORDS: &[(&str, &[Row])] = &[
    (
        "javascript typescript tsx",
        &[
            ("undefined", &["0", "null"]),
            ("null", &["0"]),
            ("true", &["1", "0", "null"]),
            ("false", &["0", "1", "null", "true"]),
        ],
    ),
    (
        "python",
        &[
            ("none", &["0"]),
            ("ellipsis", &["0"]),
            ("true", &["1", "0", "None"]),
            ("false", &["0", "1", "None", "True"]),
        ],
    ),
    (
        "c cpp",
        &[("null", &["0"]), ("true", &["1", "0"]), ("false", &["0", "1", "true"]), ("char_literal", &["0", "1"])],
    ),
    (
        "java",
        &[
            ("null_literal", &["0"]),
            ("true", &["1", "0", "null"]),
            ("false", &["0", "1", "null", "true"]),
            ("character_literal", &["0", "1"]),
        ],
    ),
    ("go", &[("nil", &["0"]), ("true", &["0"]), ("false", &["0", "nil", "true"]), ("rune_literal", &["0", "1"])]),
    ("rust", &[("boolean_literal", &["0", "()", "true"]), ("char_literal", &["0", "()"])]),
    ("json", &[("null", &["0"]), ("true", &["1", "0", "null"]), ("false", &["0", "1", "null", "true"])]),
];

/// Booleans and null to simpler ones; numbers of fewer digits.
pub struct SimplerConstants;

impl List for SimplerConstants {
    const ABOUT: About = About {
        name: c"simplify-constants",
        description: c"replaces booleans, null and numbers by simpler or shorter constants",
        languages: None,
        kind: Kind::Shrinks,
    };

    fn list(source: Source<'_>) -> Result<Vec<Edits>, String> {
        let rows = WORDS
            .iter()
            .find(|(languages, _)| languages.split(' ').any(|language| language == source.language()))
            .map_or(&[][..], |(_, rows)| *rows);
        let mut constants: Vec<Vec<Edits>> = Vec::new();
        for node in source.nodes() {
            if let Some((_, simpler)) = rows.iter().find(|(kind, _)| *kind == node.kind()) {
                let simpler = simpler.iter().filter(|text| is_simpler(text.as_bytes(), node.text()));
                constants.push(simpler.map(|text| Edits::new().put(node, *text)).collect());
            }
        }
        let numbers = numbers(source);
        let most = (MOST / numbers.len().max(1)).max(4);
        for number in &numbers {
            constants.push(forms(number.text).into_iter().take(most).map(|text| number.put(&text)).collect());
        }
        Ok(rounds(constants))
    }
}

/// The simpler texts for a number: the same value in another way, without one of its parts, the least of its type, some
/// of its digits, a round number.
fn forms(text: &[u8]) -> Vec<Vec<u8>> {
    let Some(number) = Number::read(text) else { return Vec::new() };
    let Number { sign, prefix, whole, fraction, exponent, suffix } = number;
    let mut forms: Vec<Vec<u8>> = Vec::new();
    if let Some(decimal) = number.in_decimal() {
        forms.push([sign, decimal.as_bytes(), suffix].concat());
        forms.push([sign, decimal.as_bytes()].concat());
    }
    forms.push([sign, prefix, &without_marks(whole), fraction, exponent, suffix].concat());
    forms.push([sign, prefix, whole, fraction, exponent].concat());
    forms.push([sign, prefix, whole, fraction, suffix].concat());
    forms.push([sign, prefix, whole, exponent, suffix].concat());
    forms.push([prefix, whole, fraction, exponent, suffix].concat());
    forms.push([b"1", suffix].concat());
    forms.push([b"0", suffix].concat());
    let digits = &text[sign.len() + prefix.len()..text.len() - suffix.len()];
    for chunk in chunks(&[digits.len()], MOST) {
        let rest = [&digits[..chunk.elements.start], &digits[chunk.elements.end..]].concat();
        forms.push([sign, prefix, &rest, suffix].concat());
    }
    let zeros = vec![b'0'; whole.len().saturating_sub(1)];
    forms.push([sign, prefix, b"1", &zeros, suffix].concat());

    let mut kept: Vec<Vec<u8>> = Vec::new();
    for form in forms {
        let reads = Number::read(&form).is_some_and(|number| !number.is_octal());
        // 1 and 0 are for passes of their own.
        if reads && is_simpler(&form, text) && form != b"0" && form != b"1" && !kept.contains(&form) {
            kept.push(form);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        forms(text.as_bytes()).into_iter().map(|form| String::from_utf8_lossy(&form).into_owned()).collect()
    }

    #[test]
    fn numbers_have_simpler_forms() {
        assert_eq!(shown("0x1F"), ["31", "0xF", "0x1", "0x10"]);
        assert_eq!(shown("33UL"), ["33", "1UL", "0UL", "3UL", "10UL"]);
        assert_eq!(shown("-2.5"), ["-2", "2.5", "-5", "-2.", "-.5", "-25", "-1"]);
        assert_eq!(shown("205"), ["5", "20", "25", "100"], "not 05, which is octal, nor 1");
        assert!(shown("1").is_empty() && shown("0").is_empty());
    }

    #[test]
    fn forms_run_out() {
        for text in ["-1_234.5e-67f", "0xDEADBEEFull", "123456789012345678901234567890n", ".5", "1.", "007"] {
            let mut current = text.as_bytes().to_vec();
            for choice in [0, 7, 3, 1].into_iter().cycle() {
                let forms = forms(&current);
                let Some(next) = forms.get(choice % forms.len().max(1)) else { break };
                assert!(is_simpler(next, &current));
                current.clone_from(next);
            }
        }
    }
}
