//! What a user of `reduce-generator` sees: the real binary, real generators, small tests.
