#!/usr/bin/env bash
# Everything that must hold, from a fresh clone: sets up what the tests need, checks format and lints,
# builds and tries every fuzz target, and runs all tests. Ends with cargo test's own summary.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/test.sh [--all]

Sets up the toolchains ${versions[*]}, rustfmt and clippy, then runs the checks that every change has to pass.
Needs the network the first time only.

  --all   every check: also the long tests, the targets as cargo fuzz, AFL++ and honggfuzz build them (all three are
          installed), with AddressSanitizer, merging, and a rehearsal of OSS-Fuzz, which needs root
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"
# shellcheck source=scripts/lib/engines.sh
. "$here/lib/engines.sh"
# shellcheck source=scripts/lib/cases.sh
. "$here/lib/cases.sh"

# Some seeds, and some of what libFuzzer makes of them.
smoke_seeds=30
smoke_runs=200
smoke_seconds=30
# Inputs of the decoder's own target, where each engine's own command is tried.
decoder_runs=200000

use_component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    have rustup || die "cargo $1 is missing: install $2 for your Rust and run this again"
    attempt "installing $2" rustup component add "$2"
}

# fetch: everything that comes over the network but crates.
fetch() {
    # setup.sh asks for these with a sentence; a test run may as well install them.
    local wheel
    for wheel in $(versions_from wheel); do
        python3 -m pip --version >/dev/null 2>&1 || [ -f "$store/$wheel/toolchain.json" ] || install_packages python3-pip
    done
    # The page of a campaign is tested as a browser shows it.
    have chromium || have google-chrome || install_packages chromium
    "$here/setup.sh" --fetch "${versions[@]}"
}

check_style() {
    cargo fmt --all --check
    # In the profile of the tests, whose macros and build scripts then are built once.
    cargo clippy --workspace --all-targets --profile ci --quiet -- -D warnings
}

# check_engines: lints of what the other engines' own commands build. Flags behind -- are for this workspace alone, so that dependencies
# are checked once.
check_engines() {
    local engine
    for engine in afl honggfuzz; do
        cargo clippy --quiet --manifest-path fuzz/Cargo.toml --no-default-features --features "$engine" -- -D warnings --cfg fuzzing
    done
}

# The tests in src are quick: what optimizing them takes is longer than what it saves.
# A crate's tests alone are built so: what they build on is there. The crates of the targets have none.
unit_tests() {
    local crate
    for crate in lowdiff-core lowdiff; do
        cargo test --package "$crate" --profile ci --config "profile.ci.package.$crate.opt-level=0" --lib "$@"
    done
}
other_tests=(test --workspace --profile ci --bin lowdiff --test integration --example guidance)

# build: the tests, lowdiff, and the targets with libFuzzer but without its instrumentation, these of one lowdiff.
build() {
    cargo build --quiet --workspace --profile ci --bins
    cargo "${other_tests[@]}" --quiet --no-run
    unit_tests --quiet --no-run
}

# built PROGRAM: where `build` leaves it.
built() { realpath "${CARGO_TARGET_DIR:-target}/ci/$1"; }

check_toolchains() { "$here/setup.sh" --lowdiff "$(built lowdiff)" "${versions[@]}"; }

# smoke TARGET KIND PROGRAM...: some seeds and a little more. A finding is MLIR's fault and no failure here;
# any other way to end is ours.
smoke() {
    local target=$1 scratch=$root/target/smoke/$1-$2 status=0
    rm -rf "$scratch"
    mkdir -p "$scratch/corpus" "$scratch/seeds"
    smallest "$target" $smoke_seeds | xargs -I '{}' cp '{}' "$scratch/seeds"
    say "trying $target ($2)"
    LOWDIFF_MLIR=$default_version LOWDIFF_OUT=$scratch/findings \
        "${@:3}" "$scratch/corpus" "$scratch/seeds" -seed=1 -max_len=4096 \
        -runs=$smoke_runs -max_total_time=$smoke_seconds "-artifact_prefix=$scratch/" >"$scratch/log" 2>&1 || status=$?
    if [ $status = 0 ]; then
        rm -rf "$scratch"
    elif [ -n "$(find "$scratch/findings" -mindepth 1 -maxdepth 1 -type d ! -name 'incomparable-*' ! -name '.*' 2>/dev/null)" ]; then
        say "  $target found something in MLIR, kept in $scratch/findings: $(ls "$scratch/findings")"
    else
        tail -n 40 "$scratch/log" >&2
        rm -rf "$scratch"
        say "error: $target failed with status $status and no finding to show for it"
        exit 1
    fi
}

# smallest TARGET COUNT: that many seeds, where there are as many.
smallest() {
    [ ! -d "corpus/$1" ] || find "corpus/$1" -type f -printf '%s %p\n' | sort -n | sed -n "1,$2s/^[0-9]* //p"
}

# merges TARGET: the smallest seeds, merged with copies of themselves; a merge that loses blocks is an error by itself.
merges() {
    local scratch=$root/target/smoke/merge file name
    [ -d "corpus/$1" ] || return 0
    rm -rf "$scratch"
    mkdir -p "$scratch/into" "$scratch/from"
    while IFS= read -r file; do
        name=$(basename "$file")
        cp "$file" "$scratch/into/copy-$name"
        cp "$file" "$scratch/from/"
    done < <(smallest "$1" 6)
    "$here/merge-corpus.sh" --mlir "$default_version" "$1" "$scratch/into" "$scratch/from"
    [ "$(count_files "$scratch/into")" -le "$(count_files "$scratch/from")" ] ||
        die "merging $1 with copies of its seeds kept copies: see scripts/merge-corpus.sh"
    rm -rf "$scratch"
}

# tell_slots_apart TARGET: what is numbered late is news to libFuzzer as well, which takes numbers of features modulo 2^21. The
# smallest seeds are merged twice; the second time the numbering begins in the middle of the map.
tell_slots_apart() {
    local target=$1 scratch=$root/target/smoke/slots run bytes shared
    rm -rf "$scratch"
    mkdir -p "$scratch/seeds"
    smallest "$target" 6 | xargs -I '{}' cp '{}' "$scratch/seeds"
    say "trying $target (slots)"
    for run in first later; do
        mkdir "$scratch/$run"
        LOWDIFF_MLIR=$default_version LOWDIFF_OUT=$scratch/findings LOWDIFF_KEEP_GOING=1 LOWDIFF_COVERAGE=features \
            LOWDIFF_SLOTS=$scratch/slots "$(built "$target")" -merge=1 "-merge_control_file=$scratch/$run.control" \
            "$scratch/$run" "$scratch/seeds" >"$scratch/$run.log" 2>&1 ||
            die "$target does not merge (see $scratch/$run.log)"
        # Features of an input: FT INPUT NUMBER...
        awk '$1 == "FT" { for (i = 3; i <= NF; i++) print $i % 2097152 }' "$scratch/$run.control" |
            sort -u >"$scratch/$run.features"
        [ -s "$scratch/$run.features" ] || die "$target has no features (see $scratch/$run.log)"
        # Only what says whose table this is stays, and 3 * 2^18 numbers are taken.
        bytes=$(wc -c <"$scratch/slots")
        truncate -s 16 "$scratch/slots"
        printf '\0\0\014\0' >>"$scratch/slots"
        truncate -s "$bytes" "$scratch/slots"
    done
    shared=$(comm -12 "$scratch/first.features" "$scratch/later.features" | wc -l)
    [ "$shared" = 0 ] || die "to libFuzzer $shared features of late slots are those of early ones (see $scratch)"
    rm -rf "$scratch"
}

# smoke_decoder: the decoder's own target, which needs no MLIR, on every committed input.
smoke_decoder() {
    say "trying decode (plain)"
    "$(built decode)" corpus/*/* >"$root/target/smoke/decode.log" 2>&1 && return
    tail -n 40 "$root/target/smoke/decode.log" >&2
    die "decode failed: see above"
}

# try_targets: with libFuzzer, as `build` has built them.
try_targets() {
    local target
    mkdir -p "$root/target/smoke"
    in_background smoke_decoder
    in_background tell_slots_apart pass_diff
    for target in $(fuzz_targets); do
        in_background smoke "$target" plain "$(built "$target")"
    done
    all_done
}

# try_everything: the targets as every engine's own commands build them.
try_everything() {
    local target sanitizer build
    phase 'checking lints of the other engines' check_engines
    use_cargo_fuzz
    phase 'fuzzing the decoder' cargo fuzz run "${fast[@]}" --fuzz-dir core/fuzz decode -- "-runs=$decoder_runs" -max_len=4096
    for sanitizer in none address; do
        build=("${fast[@]}")
        [ "$sanitizer" = none ] || build=(-s "$sanitizer")
        phase "building for cargo fuzz (sanitizer: $sanitizer)" cargo fuzz build "${build[@]}"
        for target in $(fuzz_targets); do
            phase "trying $target" smoke "$target" "$sanitizer" run_by_cargo_fuzz "$target" "${build[@]}" --
        done
    done
    phase 'rehearsing OSS-Fuzz' "$here/oss-fuzz-rehearsal.sh" pass_diff
    for target in $(fuzz_targets); do
        phase "$target under every engine" same_cases "$target"
        phase "merging inputs of $target" merges "$target"
    done
}

# run_by_cargo_fuzz TARGET BUILD-OPTION... -- LIBFUZZER-ARGUMENT...: the last come from `smoke`.
run_by_cargo_fuzz() {
    local target=$1 build=()
    shift
    while [ "$1" != -- ]; do
        build+=("$1")
        shift
    done
    # libFuzzer takes folders among its options, too.
    cargo fuzz run "${build[@]}" "$target" "$@"
}

main() {
    local all='' ignored=()
    [ $# -le 1 ] || die "test.sh takes --all or nothing: see scripts/test.sh --help"
    case ${1:-} in
    '') ;;
    --all) all=yes && ignored=(--include-ignored) ;;
    -h | --help) usage && exit ;;
    *) die "test.sh takes --all or nothing: see scripts/test.sh --help" ;;
    esac
    cd "$root"
    use_cargo
    use_component fmt rustfmt
    use_component clippy clippy
    in_background phase 'fetching toolchains' fetch
    phase 'checking format and lints' check_style
    phase 'building' build
    all_done
    phase 'checking toolchains' check_toolchains
    phase 'trying the targets' try_targets
    [ -z "$all" ] || try_everything
    phase 'testing what is in src' unit_tests -- "${ignored[@]}"
    [ -z "$all" ] || phase 'testing examples in the documentation' cargo test --workspace --profile ci --doc
    say "== testing lowdiff as a whole (after $SECONDS s)"
    # Tests that wait for a limit leave a core to others.
    export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) + 1))}
    cargo "${other_tests[@]}" -- "${ignored[@]}"
}

main "$@"
