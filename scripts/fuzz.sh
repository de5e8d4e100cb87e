#!/usr/bin/env bash
# From a fresh clone to a running fuzzer: sets up what is missing, then hands over to `cargo fuzz run`
# with the corpus, the dictionary and the options that suit the target.
set -euo pipefail

usage() {
    cat <<'USAGE'
usage: scripts/fuzz.sh [TARGET] [--mlir NAME|PATH] [-- LIBFUZZER-ARGUMENT...]

Fuzzes TARGET (default: lowering_diff) until it finds something, for example
  scripts/fuzz.sh lowering_diff -- -max_total_time=60
  scripts/fuzz.sh --mlir 19 -- -runs=1000

  --mlir NAME|PATH   the MLIR under test (default: $LOWDIFF_MLIR, then 22); 22, 19 and head are set
                     up when they are missing, others with scripts/setup.sh

New inputs go to fuzz/corpus/TARGET; the seeds in corpus/TARGET are only read.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"

# use_toolchain NAME|PATH: exports LOWDIFF_MLIR for the target, after setting it up where setup can.
use_toolchain() {
    local wanted=$1
    case $wanted in
    22 | 19 | head) "$here/setup.sh" "$wanted" ;;
    */*)
        [ -e "$wanted" ] || die "there is no $wanted: --mlir wants a name in .mlir or a path to a libMLIR-C.so or an install prefix"
        wanted=$(realpath "$wanted")
        ;;
    *)
        [ -f "$store/$wanted/toolchain.json" ] ||
            die "there is no toolchain '$wanted' in .mlir: use 22, 19 or head, or set yours up with 'scripts/setup.sh --name $wanted PREFIX'"
        ;;
    esac
    export LOWDIFF_MLIR=$wanted
}

# run TARGET LIBFUZZER-ARGUMENT...
run() {
    local target=$1 inputs options=(-max_len=4096)
    inputs=(fuzz/corpus/"$target")
    cd "$root"
    mkdir -p "${inputs[0]}"
    [ ! -d "corpus/$target" ] || inputs+=("corpus/$target")
    [ ! -f "dictionaries/$target.dict" ] || options+=("-dict=dictionaries/$target.dict")
    # MLIR is not built with AddressSanitizer, so instrumenting lowdiff with it would cost time and find nothing in MLIR.
    exec cargo fuzz run -s none "$target" "${inputs[@]}" -- "${options[@]}" "${@:2}"
}

main() {
    local target='' toolchain=${LOWDIFF_MLIR:-22}
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --mlir)
            [ $# -gt 1 ] || die "--mlir wants the name or path of a toolchain after it"
            toolchain=$2
            shift
            ;;
        --) shift && break ;;
        -*) die "unknown option '$1': libFuzzer's own go after --, see scripts/fuzz.sh --help" ;;
        *)
            [ -z "$target" ] || die "one target at a time, not both '$target' and '$1'"
            target=$1
            ;;
        esac
        shift
    done
    target=${target:-lowering_diff}
    [ -f "$root/fuzz/fuzz_targets/$target.rs" ] ||
        die "there is no target '$target', only: $(fuzz_targets | paste -sd ' ')"
    use_cargo
    use_cargo_fuzz
    use_toolchain "$toolchain"
    run "$target" "$@"
}

main "$@"
