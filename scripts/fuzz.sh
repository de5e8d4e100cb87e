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
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"

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
    need_target "$target"
    use_cargo
    use_cargo_fuzz
    use_toolchain "$toolchain"
    run "$target" "$@"
}

main "$@"
