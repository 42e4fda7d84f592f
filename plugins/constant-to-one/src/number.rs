//! How numbers are written: `-0x1F`, `1_000`, `2.5e-3f`, `10n`.

/// The parts of a number's text.
#[derive(Debug, PartialEq, Eq)]
pub struct Number<'a> {
    /// `+` or `-`, where the language has it in the number.
    pub sign: &'a [u8],
    /// `0x`, `0o` or `0b`.
    pub prefix: &'a [u8],
    /// The digits before the point, with what parts groups of them.
    pub whole: &'a [u8],
    /// The point and the digits behind it.
    pub fraction: &'a [u8],
    /// `e` with its number.
    pub exponent: &'a [u8],
    /// Letters that say of what type it is.
    pub suffix: &'a [u8],
}

impl<'a> Number<'a> {
    /// Reads a text that is a number and nothing else.
    pub fn read(text: &'a [u8]) -> Option<Self> {
        let (sign, rest) = text.split_at(usize::from(matches!(text.first(), Some(b'+' | b'-'))));
        let radix = match rest.get(..2) {
            Some(b"0x" | b"0X") => 16,
            Some(b"0o" | b"0O") => 8,
            Some(b"0b" | b"0B") => 2,
            _ => 10,
        };
        let (prefix, rest) = rest.split_at(if radix == 10 { 0 } else { 2 });
        let digits = |text: &[u8]| {
            let is_digit = |byte: u8| char::from(byte).is_digit(radix) || matches!(byte, b'_' | b'\'');
            text.iter().take_while(|&&byte| is_digit(byte)).count()
        };
        let (whole, rest) = rest.split_at(digits(rest));
        let point = usize::from(rest.first() == Some(&b'.'));
        let (fraction, rest) = rest.split_at(point + if point == 1 { digits(&rest[1..]) } else { 0 });
        let has_digits = whole.first().or(fraction.get(1)).is_some_and(u8::is_ascii_hexdigit);
        let (exponent, suffix) = rest.split_at(exponent(rest, radix));
        // `1e` is not a number of type `e`.
        let is_suffix = suffix.first().is_none_or(|byte| byte.is_ascii_alphabetic() && !matches!(byte, b'e' | b'E'))
            && suffix.iter().all(u8::is_ascii_alphanumeric);
        (has_digits && is_suffix).then_some(Number { sign, prefix, whole, fraction, exponent, suffix })
    }

    /// The value in decimal digits; none unless it is written to another base.
    pub fn in_decimal(&self) -> Option<String> {
        let radix = match self.prefix.get(1)?.to_ascii_lowercase() {
            b'x' => 16,
            b'o' => 8,
            _ => 2,
        };
        let digits = String::from_utf8(without_marks(self.whole)).ok()?;
        let is_whole = self.fraction.is_empty() && self.exponent.is_empty();
        u128::from_str_radix(&digits, radix).ok().filter(|_| is_whole).map(|value| value.to_string())
    }

    /// Whether it begins with a 0 that says something else in many a language.
    pub fn is_octal(&self) -> bool {
        self.prefix.is_empty() && self.whole.len() > 1 && self.whole[0] == b'0'
    }
}

/// Without what parts groups of digits.
pub fn without_marks(digits: &[u8]) -> Vec<u8> {
    digits.iter().copied().filter(|byte| !matches!(byte, b'_' | b'\'')).collect()
}

/// The length of the exponent that a text begins with.
fn exponent(text: &[u8], radix: u32) -> usize {
    let marks: &[u8] = if radix == 16 { b"pP" } else { b"eE" };
    if !text.first().is_some_and(|byte| marks.contains(byte)) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits = text[1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn parts(text: &str) -> [String; 6] {
        let number = Number::read(text.as_bytes()).expect("a number");
        [number.sign, number.prefix, number.whole, number.fraction, number.exponent, number.suffix]
            .map(|part| String::from_utf8_lossy(part).into_owned())
    }

    #[test]
    fn numbers_have_parts() {
        assert_eq!(parts("-2.5e-3f"), ["-", "", "2", ".5", "e-3", "f"]);
        assert_eq!(parts("0xFFul"), ["", "0x", "FF", "", "", "ul"]);
        assert_eq!(parts("1_000n"), ["", "", "1_000", "", "", "n"]);
        assert_eq!(parts(".5"), ["", "", "", ".5", "", ""]);
        assert_eq!(parts("1."), ["", "", "1", ".", "", ""]);
        assert_eq!(parts("10u32"), ["", "", "10", "", "", "u32"]);
        assert_eq!(parts("0x1.8p3"), ["", "0x", "1", ".8", "p3", ""]);
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "-", ".", "0x", "x1", "1 2", "1.2.3", "10px!", "_1", "e5", "1e", "1e+"] {
            assert_eq!(Number::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn values_in_decimal() {
        let decimal = |text: &'static str| Number::read(text.as_bytes()).and_then(|number| number.in_decimal());
        assert_eq!(decimal("0x1_F").as_deref(), Some("31"));
        assert_eq!(decimal("0b101").as_deref(), Some("5"));
        assert_eq!(decimal("31"), None);
        assert_eq!(decimal("0x1.8p3"), None);
    }
}
