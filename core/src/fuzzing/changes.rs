//! The seeds of fuzz targets, and random changes of them, the same ones every time: what the tests run targets on.

use std::path::{Path, PathBuf};

/// The seeds of a target, by name.
fn seeds(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target} has no seeds");
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("readable"))).collect()
}

/// Runs a target on its seeds, and on so many changes of each.
pub fn run(name: &str, target: fn(&[u8]), changes: usize) {
    let seeds = seeds(name);
    for (path, seed) in &seeds {
        eprintln!("{}", path.display());
        target(seed);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..changes {
            let other = &seeds[random.usize(..seeds.len())].1;
            target(&changed(seed, other, &mut random));
        }
    }
}

/// A seed with a few bytes changed, doubled, taken away, or brought from another one.
fn changed(seed: &[u8], other: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(..=data.len());
        let end = (at + random.usize(..16)).min(data.len());
        match random.u8(..5) {
            0 => drop(data.drain(at..end)),
            1 => data.insert(at, random.u8(..)),
            2 => {
                let again = data[at..end].to_vec();
                data.splice(at..at, again);
            }
            3 => {
                let from = random.usize(..=other.len());
                let until = (from + random.usize(..32)).min(other.len());
                data.splice(at..end, other[from..until].iter().copied());
            }
            _ => data[at..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.u8(..8)),
        }
    }
    data
}
