#!/usr/bin/env bash
# From a fresh clone to a running fuzzer: sets up what is missing, then hands over to the engine with the
# corpus, the dictionary and the options that suit the target.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/fuzz.sh [TARGET] [OPTION...] [-- ENGINE-ARGUMENT...]

Fuzzes TARGET (default: lowering_diff) until it finds something, for example
  scripts/fuzz.sh lowering_diff -- -max_total_time=60
  scripts/fuzz.sh --mlir ${versions[1]:-$default_version} -- -runs=1000
  scripts/fuzz.sh --engine afl -- -V 60
  scripts/fuzz.sh --engine honggfuzz -- --run_time 60

  --engine ENGINE    libfuzzer (default), afl or honggfuzz; the last two go on after a finding
  --mlir NAME|PATH   the MLIR under test (default: \$LOWDIFF_MLIR, then $default_version); what setup.sh
                     knows by name is set up when it is missing, others with scripts/setup.sh
  --focus WORDS      only functions with one of these words in their names give feedback, as in
                     --focus affine,linalg

New inputs go to fuzz/corpus/TARGET, fuzz/afl/TARGET or fuzz/hfuzz/TARGET; the seeds in corpus/TARGET
are only read.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/engines.sh
. "$here/lib/engines.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/lib/manifest.sh"
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"

# run_libfuzzer TARGET LIBFUZZER-ARGUMENT...
run_libfuzzer() {
    local target=$1 inputs options=("-max_len=$most_bytes" "-artifact_prefix=$root/fuzz/artifacts/$1/")
    mkdir -p "fuzz/artifacts/$target"
    inputs=(fuzz/corpus/"$target")
    mkdir -p "${inputs[0]}"
    [ ! -d "corpus/$target" ] || inputs+=("corpus/$target")
    [ ! -f "dictionaries/$target.dict" ] || options+=("-dict=dictionaries/$target.dict")
    exec "$program" "${inputs[@]}" "${options[@]}" "${@:2}"
}

main() {
    local target='' engine=libfuzzer toolchain=${LOWDIFF_MLIR:-$default_version}
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --mlir)
            [ $# -gt 1 ] || die "--mlir wants the name or path of a toolchain after it"
            toolchain=$2
            shift
            ;;
        --engine)
            [ $# -gt 1 ] || die "--engine wants libfuzzer, afl or honggfuzz after it"
            engine=$2
            shift
            ;;
        --focus)
            [ $# -gt 1 ] || die "--focus wants words after it, as in --focus affine,linalg"
            export LOWDIFF_FOCUS=$2
            shift
            ;;
        --) shift && break ;;
        -*) die "unknown option '$1': the engine's own go after --, see scripts/fuzz.sh --help" ;;
        *)
            [ -z "$target" ] || die "one target at a time, not both '$target' and '$1'"
            target=$1
            ;;
        esac
        shift
    done
    target=${target:-lowering_diff}
    need_target "$target"
    case $engine in
    libfuzzer | afl | honggfuzz) ;;
    *) die "there is no engine '$engine', only: libfuzzer afl honggfuzz" ;;
    esac
    use_cargo
    cd "$root"
    if [ "$engine" = libfuzzer ]; then
        # The toolchain is downloaded while the target compiles.
        name_toolchain "$toolchain"
        in_background use_toolchain "$toolchain" --fetch
        in_background build_target "$target"
        all_done
        program=$(target_program "$target")
        check_toolchain "$toolchain"
    else
        use_toolchain "$toolchain"
    fi
    "run_$engine" "$target" "$@"
}

main "$@"
