#!/usr/bin/env bash
# Which lines run: of MLIR, where the library under test counts them, or of lowdiff itself.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/coverage.sh [--mlir NAME|PATH] [--html DIR] [CORPUS]
       scripts/coverage.sh --harness [--mlir NAME|PATH] [--html DIR] [CORPUS]

Runs CORPUS (default: corpus/lowering_diff; a folder of inputs, or the --out of \`lowdiff explore\`) and
prints a table of the lines of MLIR that ran, file by file.

  --mlir NAME|PATH   an MLIR that counts its lines (default: $default_version-checked), as
                     scripts/build-mlir.sh --coverage makes it
  --harness          the lines of lowdiff instead: of its tests, or of a run of CORPUS where one is
                     named (--mlir is any MLIR then, default $default_version)
  --html DIR         leave pages with the counts of every line there, beside the table

Workers that crash or are stopped count too. For blocks instead of lines, which every MLIR gives:
\`lowdiff coverage\`.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/lib/manifest.sh"
# shellcheck source=scripts/lib/llvm-tools.sh
. "$here/lib/llvm-tools.sh"

# Everything a run leaves; the next one begins afresh.
scratch=$root/target/coverage

# show HTML PROFILE OBJECT... [-- OPTION...]: the table, and the pages where HTML names a folder.
show() {
    local html=$1 profile=$2 objects=() first=$3
    shift 3
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        objects+=(-object "$1")
        shift
    done
    [ $# = 0 ] || shift
    local all=("$first" ${objects[@]+"${objects[@]}"} "-instr-profile=$profile" "$@")
    "$llvm_cov" report "${all[@]}" -show-region-summary=false -show-branch-summary=false ||
        die "llvm-cov cannot read what was counted: remove $scratch and run this again"
    [ -n "$html" ] || return 0
    make_directory "$html"
    attempt "writing the pages" "$llvm_cov" show "${all[@]}" -format=html "-output-dir=$html"
    say "the pages begin at $html/index.html"
}

# merge OUTPUT PROFILE...
merge() { attempt "adding up what was counted" "$llvm_profdata" merge -sparse -o "$@"; }

# of_mlir NAME|PATH HTML CORPUS
of_mlir() {
    local mlir=$1 html=$2 corpus=$3 lowdiff=$root/target/release/lowdiff library version sources
    attempt "building lowdiff" cargo build --release --quiet --manifest-path "$root/Cargo.toml"
    library=$(library_of "$mlir")
    version=$(library_version "$(realpath "$library")")
    use_llvm_tools "${version%%.*}" "$store/$mlir/bin"
    "$lowdiff" coverage "$corpus" --mlir "$mlir" --lines "$scratch/mlir.profraw" >"$scratch/blocks.txt" || exit 2
    merge "$scratch/mlir.profdata" "$scratch/mlir.profraw"
    # A build by scripts/build-mlir.sh names its files from there, and keeps those of passes.
    sources=$store/$mlir/src
    [ ! -d "$sources" ] || cd "$sources"
    show "$html" "$scratch/mlir.profdata" "$library" -- '-ignore-filename-regex=/include/|^generated/'
}

# library_of NAME|PATH: the library that `lowdiff` would load.
library_of() {
    local library
    case $1 in
    */*) library=$1 ;;
    *) library=$store/$1/$(sed -n 's/.*"library": *"\([^"]*\)".*/\1/p' "$store/$1/toolchain.json") ;;
    esac
    [ ! -d "$library" ] || library=$library/lib/libMLIR-C.so
    [ -f "$library" ] || die "there is no library $library: --mlir wants a name in .mlir, a libMLIR-C.so or an install prefix"
    printf '%s' "$library"
}

# of_harness MLIR HTML CORPUS: without a CORPUS, what the tests run.
of_harness() {
    local mlir=$1 html=$2 corpus=$3 objects
    use_llvm_tools "$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')"
    export CARGO_TARGET_DIR=$scratch/build LOWDIFF_MLIR=$mlir
    # Counters that lie in the file itself, so that forked workers count too, however they end.
    export RUSTFLAGS="${RUSTFLAGS:+$RUSTFLAGS }-C instrument-coverage -C llvm-args=-runtime-counter-relocation"
    # Build scripts are instrumented as well, and nobody wants to know.
    export LLVM_PROFILE_FILE=/dev/null
    cd "$root"
    say "building lowdiff with counters (some minutes the first time)"
    if [ -n "$corpus" ]; then
        attempt "building lowdiff with counters" cargo build --release --quiet
        objects=("$CARGO_TARGET_DIR/release/lowdiff")
        LLVM_PROFILE_FILE=$scratch/%m%c.profraw "${objects[0]}" coverage "$corpus" >"$scratch/blocks.txt" || exit 2
    else
        cargo test --release --no-run --quiet --message-format=json >"$scratch/built.json" ||
            die "the tests do not build: see above"
        mapfile -t objects < <(grep -o '"executable":"[^"]*"' "$scratch/built.json" | cut -d '"' -f 4 | sort -u)
        # What fails is reported by the tests themselves, and what ran is known all the same.
        LLVM_PROFILE_FILE=$scratch/%m%c.profraw cargo test --release --quiet --no-fail-fast >&2 ||
            say "some tests failed; what they ran is counted"
    fi
    merge "$scratch/harness.profdata" "$scratch"/*.profraw
    show "$html" "$scratch/harness.profdata" "${objects[@]}" -- \
        '-ignore-filename-regex=/(registry|rustc|rustlib|git/checkouts)/|^'"$root/(tests|benches|examples|target)/"
}

main() {
    local mlir='' harness='' html='' corpus=''
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --harness) harness=1 ;;
        --mlir | --html)
            [ -n "${2:-}" ] || die "$1 wants a name after it: see scripts/coverage.sh --help"
            if [ "$1" = --mlir ]; then mlir=$2; else html=$2; fi
            shift
            ;;
        -*) die "unknown option '$1': see scripts/coverage.sh --help" ;;
        *)
            [ -z "$corpus" ] || die "one corpus at a time, not both '$corpus' and '$1'"
            corpus=$1
            ;;
        esac
        shift
    done
    [ -z "$corpus" ] || [ -d "$corpus" ] || die "there is no folder $corpus: name a corpus, or the --out of lowdiff explore"
    [ -z "$corpus" ] || corpus=$(realpath "$corpus")
    [ -z "$html" ] || html=$(realpath -m "$html")
    [ -n "$mlir" ] || if [ -n "$harness" ]; then mlir=$default_version; else mlir=$default_version-checked; fi
    case $mlir in
    */*)
        [ -e "$mlir" ] || die "there is no $mlir: --mlir wants a name in .mlir or a path to a libMLIR-C.so or an install prefix"
        mlir=$(realpath "$mlir")
        ;;
    *)
        [ -f "$store/$mlir/toolchain.json" ] || die "there is no toolchain '$mlir' in .mlir: $(way_to "$mlir")"
        ;;
    esac
    use_cargo
    rm -f "$scratch"/*.profraw
    make_directory "$scratch"
    if [ -n "$harness" ]; then
        of_harness "$mlir" "$html" "$corpus"
    else
        of_mlir "$mlir" "$html" "${corpus:-$root/corpus/lowering_diff}"
    fi
}

# way_to NAME: how a toolchain of that name would come about.
way_to() {
    if [ -n "$(source_of "$1")" ]; then
        printf 'run scripts/setup.sh %s' "$1"
        return
    fi
    case $1 in
    "$default_version-checked") printf 'run scripts/build-mlir.sh --assertions --coverage, which takes an hour or more, or name an MLIR of yours that counts lines' ;;
    *) printf "set yours up with 'scripts/setup.sh --name %s PREFIX'" "$1" ;;
    esac
}

main "$@"
