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

# use_cargo_fuzz: the one on PATH, else a pinned one of lowdiff's own, built once.
use_cargo_fuzz() {
    local home=${XDG_CACHE_HOME:-$HOME/.cache}/lowdiff/cargo
    if ! have cargo-fuzz; then
        export PATH=$home/bin:$PATH
    fi
    if ! have cargo-fuzz; then
        say "building cargo-fuzz $cargo_fuzz_version into $home (a minute or two, once)"
        attempt "building cargo-fuzz" cargo install --quiet --locked --root "$home" "cargo-fuzz@$cargo_fuzz_version"
    fi
}

# fuzz_targets: one name a line.
fuzz_targets() {
    local file
    for file in "$root"/fuzz/fuzz_targets/*.rs; do
        [ ! -f "$file" ] || basename "$file" .rs
    done
}
