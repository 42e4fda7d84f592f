#!/bin/sh
# Runs a fuzz target under libFuzzer, on the stable tool chain, from its seeds and from what earlier runs found.
#
#     fuzz/run.sh TARGET SECONDS [LIBFUZZER-OPTION...]
#
# Where cargo-fuzz and a nightly tool chain are installed, `cargo fuzz run TARGET fuzz/corpus/TARGET fuzz/seeds/TARGET`
# does the same under AddressSanitizer.
set -eu
[ $# -ge 2 ] || { echo "usage: $0 TARGET SECONDS [LIBFUZZER-OPTION...]" >&2; exit 2; }
target=$1 seconds=$2
shift 2
cd "$(dirname "$0")"
mkdir -p "corpus/$target" "artifacts/$target"

# What cargo-fuzz sets, but for the sanitizer, which wants a nightly tool chain: the library has no unsafe code to watch.
RUSTFLAGS="--cfg fuzzing -Cdebug-assertions -Coverflow-checks -Ccodegen-units=1 -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares \
-Cllvm-args=-simplifycfg-branch-fold-threshold=0"
export RUSTFLAGS
host=$(rustc -vV | sed -n 's/^host: //p')
# With a target given, build scripts are not instrumented.
cargo build --release --target "$host"
exec "target/$host/release/$target" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=30 \
    -artifact_prefix="artifacts/$target/" "$@" "corpus/$target" "seeds/$target"
