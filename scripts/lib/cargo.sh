# shellcheck shell=bash
# The Rust side of set-up: cargo itself comes from the user, cargo-fuzz from here if need be.

cargo_fuzz_version=0.13.2

# use_cargo: cargo, and the compilers its crates call (cc links, g++ builds libFuzzer).
use_cargo() {
    need cargo "there is no cargo here: install Rust 1.95 or newer (https://rustup.rs) and run this again"
    local missing=()
    have cc || missing+=(gcc libc6-dev)
    have c++ || missing+=(g++)
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
}

# Where lowdiff builds the pinned commands it needs, and finds them again.
cargo_home=${XDG_CACHE_HOME:-$HOME/.cache}/lowdiff/cargo

# use_cargo_fuzz: the one on PATH, else a pinned one of lowdiff's own, built once.
use_cargo_fuzz() {
    have cargo-fuzz || use_pinned cargo-fuzz cargo-fuzz "$cargo_fuzz_version" "a minute or two"
}

# use_pinned COMMAND CRATE VERSION TIME: lowdiff's own COMMAND, whatever else is on PATH.
use_pinned() {
    export PATH=$cargo_home/bin:$PATH
    if ! grep -qsF "\"$2 $3 (" "$cargo_home/.crates.toml" || [ ! -x "$cargo_home/bin/$1" ]; then
        say "building $2 $3 into $cargo_home ($4, once)"
        attempt "building $2" cargo install --quiet --locked --force --root "$cargo_home" "$2@$3"
    fi
}

# How cargo fuzz builds targets for speed. MLIR is not built with AddressSanitizer, so instrumenting lowdiff with it would cost
# time and find nothing in MLIR. libFuzzer's tracing of comparisons sees those of lowdiff alone; without it a case takes 7%
# less time.
fast=(-s none --no-trace-compares)

# fuzz_targets: one name a line.
fuzz_targets() {
    local file
    for file in "$root"/fuzz/fuzz_targets/*.rs; do
        [ ! -f "$file" ] || basename "$file" .rs
    done
}
