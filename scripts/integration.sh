#!/usr/bin/env bash
# Runs MLIR's own integration tests by their own pipelines, and holds the numbers lowdiff shows against those stock programs print.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/integration.sh [--eval] [--only WORD]... [--sparse] [--all] [--jobs N] [--sources DIR] [--lowdiff PROGRAM]

Reads the RUN lines of MLIR's tests that run programs on a CPU (Integration/Dialect, mlir-runner), lowers each
program along its own passes by stock programs and by lowdiff, and runs it three ways: by mlir-runner, by the
interpreter and compiled. Prints a line for each run that is not as it should be, why tests were left out, and totals.
Exit status 1 where less than 95% of the tests whose passes the library has run with stock's numbers.
  --eval             compute each program as it stands instead, without a pass (lowdiff eval); 90% are wanted
  --only WORD        tests with WORD in their path (repeated: with any of them)
  --sparse           also the tests of sparse tensors, some of which call a runtime library that lowdiff does not have
  --all              a line for every run
  --jobs N           tests at a time (2)
  --sources DIR      the folder \`mlir/test\` of a checkout of LLVM $(release_of "$default_version"), instead of Debian's sources
  --lowdiff PROGRAM  another lowdiff than the one that is built here
Sets up toolchain $default_version and fetches LLVM's sources (200 MB, once, to ~/.cache/lowdiff); needs python3.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/lib/manifest.sh"
# shellcheck source=scripts/lib/debian.sh
. "$here/lib/debian.sh"
# shellcheck source=scripts/lib/source.sh
. "$here/lib/source.sh"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/lowdiff/integration

# fetch_tests VERSION: leaves the tests of that version in `tests`.
fetch_tests() {
    tests=$cache/$1/mlir/test
    [ ! -e "$cache/$1/ready" ] || return 0
    need apt-get "the tests come with LLVM's sources by apt-get, which is missing here: name the folder mlir/test of a checkout with --sources DIR"
    make_directory "$cache/$1"
    fetch_source "$default_version" "$1" "$cache/$1"
    say "  unpacking the tests"
    attempt "unpacking the tests" tar -x --no-same-owner -C "$cache/$1" --strip-components=1 -f "$tarball" \
        --wildcards '*/mlir/test/Integration' '*/mlir/test/mlir-runner'
    rm -f "$tarball"
    : >"$cache/$1/ready"
}

main() {
    local options=() tests='' lowdiff=''
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --all | --sparse | --eval) options+=("$1") && shift ;;
        --only | --jobs | --sources | --lowdiff)
            [ $# -ge 2 ] || die "$1 wants a value: see scripts/integration.sh --help"
            case $1 in
            --sources) tests=$(realpath -e "$2") || die "--sources $2 does not exist" ;;
            --lowdiff) lowdiff=$(realpath -e "$2") || die "--lowdiff $2 does not exist" ;;
            *) options+=("$1" "$2") ;;
            esac
            shift 2
            ;;
        *) die "integration.sh knows no $1: see scripts/integration.sh --help" ;;
        esac
    done
    need python3 "the tests are read by python3, which is missing here: install it and run this again"
    # It tries the toolchain with the lowdiff that is named, and builds none for that.
    "$here/setup.sh" ${lowdiff:+--lowdiff "$lowdiff"} "$default_version"
    [ -n "$tests" ] || fetch_tests "$(manifest_version "$default_version")"
    [ -d "$tests/Integration/Dialect" ] || die "$tests has no Integration/Dialect: name the folder mlir/test of LLVM's sources"
    if [ -z "$lowdiff" ]; then
        (cd "$root" && cargo build --release --quiet)
        lowdiff=$root/target/release/lowdiff
    fi
    exec python3 "$here/integration/run.py" --sources "$tests" --toolchain "$store/$default_version/usr/lib/llvm-$default_version" --lowdiff "$lowdiff" --mlir "$default_version" \
        "${options[@]}"
}

main "$@"
