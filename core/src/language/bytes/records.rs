//! Records: data that repeats itself, more or less, after so many bytes.

/// No records are looked for in shorter or longer chunks, nor longer ones than this.
const SHORTEST: usize = 64;
const LONGEST: usize = 1 << 20;
const RECORD: usize = 64;
/// So many bytes of a chunk are looked at.
const SAMPLE: usize = 1024;
/// So many of a hundred bytes come again a record later.
const ALIKE: usize = 50;

/// The length of the records that a chunk consists of, if it does.
pub(super) fn length(chunk: &[u8]) -> Option<usize> {
    if !(SHORTEST..=LONGEST).contains(&chunk.len()) {
        return None;
    }
    let sample = &chunk[..chunk.len().min(SAMPLE)];
    let alike = |length: &usize| {
        let pairs = sample.iter().zip(&sample[*length..]);
        pairs.filter(|(one, other)| one == other).count() * 100 / (sample.len() - length)
    };
    let best = (1..=RECORD.min(sample.len() / 4)).map(|length| (alike(&length), length));
    // Of multiples the least.
    let (share, length) = best.max_by_key(|&(share, length)| (share, std::cmp::Reverse(length)))?;
    (share >= ALIKE && length > 1).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_one_length_are_found() {
        let table: Vec<u8> = (0..40_u8).flat_map(|i| [1, 0, 0, i, 7, i ^ 0x5a]).collect();
        assert_eq!(length(&table), Some(6));
        let mut random = fastrand::Rng::with_seed(1);
        let random: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(512).collect();
        assert_eq!(length(&random), None);
        assert_eq!(length(&[0; 100]), None, "a run has none");
        assert_eq!(length(b"abab"), None);
    }
}
