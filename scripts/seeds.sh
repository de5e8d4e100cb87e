#!/usr/bin/env bash
# Makes the committed corpus of a target again: seeds that reach many operations and passes, and what real runs have found
# beside them. Needed when the decoder or the tables have changed so much that the old bytes no longer reach what they did.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/seeds.sh [TARGET [COUNT]] [--minutes N] [--from DIR]...

Makes corpus/TARGET (default: lowering_diff) again, with at most COUNT (default: 40) seeds that agree on
every version of MLIR that setup.sh knows: ${versions[*]}. Those of pass_diff are modules as $default_version
spells them, and are kept unless one of the others shows a finding on them.

  --minutes N   fuzz from these seeds for N minutes, and keep of what that finds the inputs that each reach
                several blocks of MLIR more than the smaller ones
  --from DIR    the same with the corpus of an earlier run; may be given more than once
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"

# A committed corpus is for every clone to carry and every test run to replay.
most_bytes=2000000

# An input that reaches fewer further blocks than this is not worth its place, nor the time it takes in every run.
least_blocks=4

# seeds MLIR TARGET WORD...
seeds() {
    LOWDIFF_MLIR=$1 cargo run --release --quiet --example seeds -- "${@:2}"
}

# fuzz TARGET SCRATCH MINUTES: new inputs go to SCRATCH/found.
fuzz() {
    local options=(-max_len=4096)
    [ ! -f "dictionaries/$1.dict" ] || options+=("-dict=dictionaries/$1.dict")
    say "fuzzing for $3 minutes"
    build_target "$1"
    LOWDIFF_MLIR=$default_version LOWDIFF_KEEP_GOING=1 LOWDIFF_OUT=$2/findings attempt "fuzzing" \
        "$program" "$2/found" "$2/corpus" "${options[@]}" "-max_total_time=$(($3 * 60))" -rss_limit_mb=8192 "-artifact_prefix=$2/"
}

# make TARGET COUNT MINUTES FROM...: the corpus is put together in a scratch folder and replaces the old one at the end.
make() {
    local target=$1 count=$2 minutes=$3 scratch mlir bytes
    shift 3
    scratch=$(mktemp -d) || die "no temporary folder can be made: see that ${TMPDIR:-/tmp} is there and has room, and run this again"
    # shellcheck disable=SC2064 # this scratch folder
    trap "rm -rf '$scratch'" EXIT
    mkdir "$scratch/found"
    seeds "$default_version" "$target" make "$scratch/corpus" "$count"
    [ "$minutes" = 0 ] || fuzz "$target" "$scratch" "$minutes"
    if [ "$minutes" != 0 ] || [ $# != 0 ]; then
        say "choosing among $(count_files "$scratch/corpus" "$scratch/found" "$@") inputs"
        seeds "$default_version" "$target" choose "$scratch/chosen" $least_blocks "$scratch/corpus" "$scratch/found" "$@"
        rm -r "$scratch/corpus"
        mv "$scratch/chosen" "$scratch/corpus"
    fi
    # The default last: it runs in any case.
    for mlir in "${versions[@]:1}" "$default_version"; do
        seeds "$mlir" "$target" prune "$scratch/corpus"
    done
    bytes=$(find "$scratch/corpus" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }')
    say "$(count_files "$scratch/corpus") inputs, $bytes bytes"
    [ "$bytes" -le $most_bytes ] ||
        die "that is more than the $most_bytes bytes a committed corpus may have, so corpus/$target is left as it was: fuzz for fewer minutes"
    mkdir -p corpus
    rm -rf "corpus/.$target"
    # The old corpus goes when the new one lies beside it, whole.
    cp -r "$scratch/corpus" "corpus/.$target" ||
        die "the new corpus does not fit beside corpus/$target, which is left as it was: free some space and run this again"
    rm -rf "corpus/$target"
    mv "corpus/.$target" "corpus/$target"
}

main() {
    local words=() from=() minutes=0 folder
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --minutes)
            minutes=$(option_value "$@")
            need_number --minutes "$minutes"
            shift
            ;;
        --from)
            folder=$(option_value "$@")
            [ -d "$folder" ] || die "there is no folder $folder: --from wants the corpus of an earlier run"
            from+=("$(realpath "$folder")")
            shift
            ;;
        -*) die "unknown option '$1': see scripts/seeds.sh --help" ;;
        *) words+=("$1") ;;
        esac
        shift
    done
    [ ${#words[@]} -le 2 ] || die "seeds.sh takes a target and a number of seeds: see scripts/seeds.sh --help"
    need_target "${words[0]:-lowering_diff}"
    need_number COUNT "${words[1]:-40}"
    cd "$root"
    use_cargo
    "$here/setup.sh" "${versions[@]}"
    make "${words[0]:-lowering_diff}" "${words[1]:-40}" "$minutes" ${from[@]+"${from[@]}"}
}

main "$@"
