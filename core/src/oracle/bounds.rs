//! How much a test may use, but for time.

/// The bounds of a whole test: all processes of its group and all that descend from them. None: no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of memory of all its processes together. What they share counts once.
    pub memory: Option<u64>,
    /// Processes at once.
    pub processes: Option<u64>,
    /// Bytes on standard output and standard error together, as far as they are read.
    pub output: Option<u64>,
    /// Bytes on the disk below its folder.
    pub disk: Option<u64>,
}
