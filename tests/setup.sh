#!/bin/sh
# Sees that what the demo or the tests need is there: installs what is missing from packages and says so; where that is
# not permitted, says which package is missing.
#
#     tests/setup.sh demo|test
set -eu
PATH="$HOME/.cargo/bin:$PATH"
rust=1.88

have() { command -v "$1" >/dev/null 2>&1; }

# An unprivileged user may have sudo without a password.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif have sudo && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

missing=""
updated=""
# need COMMAND DEBIAN-PACKAGE
need() {
    if have "$1"; then return; fi
    if have apt-get && as_root true; then
        echo "installing the Debian package $2, for $1"
        [ -n "$updated" ] || as_root apt-get update -qq || true
        updated=yes
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$2" >/dev/null || true
    fi
    have "$1" || missing="$missing
  $1: install the package $2"
}

need cc gcc
need python3 python3
need node nodejs
need npm npm
if [ "$1" = test ]; then
    need bwrap bubblewrap
    # With clang_delta and clex, outside of PATH.
    need creduce creduce
    need cvise cvise
    need strace strace
    # For `--formatter`.
    need clang-format clang-format
    need csmith csmith
    need c++ g++
    # For the test servers in Java.
    need javac default-jdk-headless
fi
# The tests of libraries' choices want these libraries, in an environment of their own.
python=$(dirname "$0")/../target/python
if [ "$1" = test ] && ! "$python/bin/python3" -c 'import numpy, faker, hypothesis, distributed' 2>/dev/null; then
    if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
        echo "installing the Debian package python3-venv, for libraries of Python"
        as_root apt-get install -qq -y --no-install-recommends python3-venv >/dev/null || true
    fi
    echo "installing numpy, Faker, Hypothesis and Dask by pip into target/python"
    { python3 -m venv "$python" && "$python/bin/python3" -m pip install --quiet --disable-pip-version-check numpy faker hypothesis distributed; } ||
        missing="$missing
  numpy, faker, hypothesis and distributed in target/python: install the package python3-venv, and see whether pip reaches its index"
fi
if ! have cargo; then
    need rustup rustup
    if have rustup; then
        echo "installing the stable Rust tool chain by rustup"
        rustup default stable || true
    fi
fi

if ! have cargo; then
    missing="$missing
  cargo: install Rust $rust or newer with rustup (https://rustup.rs)"
else
    version=$(cargo --version | cut -d' ' -f2)
    if [ "$(printf '%s\n%s\n' "$rust" "$version" | sort -V | head -1)" != "$rust" ]; then
        missing="$missing
  cargo is $version: Rust $rust or newer is needed (rustup update stable)"
    fi
    if [ "$1" = test ]; then
        for component in rustfmt clippy; do
            subcommand=$(echo "$component" | sed 's/^rust//')
            cargo "$subcommand" --version >/dev/null 2>&1 && continue
            if have rustup; then
                echo "installing the Rust component $component"
                rustup component add "$component" || true
            fi
            cargo "$subcommand" --version >/dev/null 2>&1 || missing="$missing
  cargo $subcommand: rustup component add $component"
        done
    fi
fi

if [ -n "$missing" ]; then
    echo "missing, and not installed by this script for want of permission or of the package:$missing" >&2
    exit 1
fi

# Without it one test is skipped, which it says itself.
if [ "$1" = test ]; then "$(dirname "$0")/shrinkray.sh" || true; fi
