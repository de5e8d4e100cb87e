#!/usr/bin/env bash
# Everything that must hold, from a fresh clone: sets up what the tests need, checks format and lints,
# builds and tries every fuzz target, and runs all tests. Ends with cargo test's own summary.
set -euo pipefail

usage() {
    cat <<'USAGE'
usage: scripts/test.sh

Sets up the toolchains 22, 19 and head, cargo-fuzz, AFL++, honggfuzz, rustfmt and clippy, then runs
every check.
Needs the network the first time only.
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

use_component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    have rustup || die "cargo $1 is missing: install $2 for your Rust and run this again"
    attempt "installing $2" rustup component add "$2"
}

set_up() {
    use_cargo
    use_component fmt rustfmt
    use_component clippy clippy
    # setup.sh asks for these with a sentence; a test run may as well install them.
    python3 -m pip --version >/dev/null 2>&1 || [ -f "$store/head/toolchain.json" ] || install_packages python3-pip
    "$here/setup.sh" 22 19 head
    use_cargo_fuzz
    # The page of a campaign is tested as a browser shows it.
    have chromium || have google-chrome || install_packages chromium
}

# smoke TARGET SANITIZER BUILD-OPTION...: some seeds and a little more. A finding is MLIR's fault and no failure here;
# any other way to end is ours.
smoke() {
    local target=$1 scratch=$root/target/smoke/$1-$2 status=0
    rm -rf "$scratch"
    mkdir -p "$scratch/corpus" "$scratch/seeds"
    smallest "$target" $smoke_seeds | xargs -I '{}' cp '{}' "$scratch/seeds"
    say "trying $target (sanitizer: $2)"
    LOWDIFF_MLIR=22 LOWDIFF_OUT=$scratch/findings \
        cargo fuzz run "${@:3}" "$target" "$scratch/corpus" "$scratch/seeds" -- -seed=1 -max_len=4096 \
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
    "$here/merge-corpus.sh" --mlir 22 "$1" "$scratch/into" "$scratch/from"
    [ "$(count_files "$scratch/into")" -le "$(count_files "$scratch/from")" ] ||
        die "merging $1 with copies of its seeds kept copies: see scripts/merge-corpus.sh"
    rm -rf "$scratch"
}

main() {
    case ${1:-} in
    '') ;;
    -h | --help) usage && exit ;;
    *) die "test.sh takes no arguments: see scripts/test.sh --help" ;;
    esac
    cd "$root"
    set_up
    say "checking format and lints"
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --quiet -- -D warnings
    local engine
    for engine in afl honggfuzz; do
        # As the engines' own commands build, but in a folder of its own: other flags would build all anew.
        RUSTFLAGS='--cfg fuzzing' cargo clippy --quiet --manifest-path fuzz/Cargo.toml --target-dir target/engines \
            --no-default-features --features "$engine" -- -D warnings
    done
    local target sanitizer build
    for sanitizer in none address; do
        say "building the fuzz targets (sanitizer: $sanitizer)"
        build=("${fast[@]}")
        [ "$sanitizer" = none ] || build=(-s "$sanitizer")
        cargo fuzz build "${build[@]}"
        for target in $(fuzz_targets); do
            smoke "$target" "$sanitizer" "${build[@]}"
            [ "$sanitizer" = address ] && continue
            same_cases "$target"
            merges "$target"
        done
    done
    # The profile of setup's own check, so that nothing is built twice.
    cargo test --workspace --release
}

main "$@"
