#!/usr/bin/env bash
# Corpora grow faster than what they reach. This makes one of several, as small as the engine can make it without losing
# anything they reach together.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/merge-corpus.sh [--mlir NAME|PATH] [--engine libfuzzer] TARGET INTO FROM...

Merges the corpora FROM..., and what is in INTO already, into INTO, minimized: afterwards INTO holds inputs
that reach what all of them reached. Nothing else is changed, and if this is interrupted INTO still holds
what it held. INTO holds inputs and no folders: what is superfluous in it is removed.

Says how many inputs there are before and after, and how many blocks of MLIR and features of its IR they
reach, and refuses to lose any but the few that come and go when the same inputs are run by another process:
one in a thousand, and as many as two processes were seen to differ by.

  --mlir NAME|PATH   the MLIR under test (default: \$LOWDIFF_MLIR, then $default_version)
  --engine NAME      whose merging is used (default and only one so far: libfuzzer)
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"

# run_target SCRATCH ARM LIBFUZZER-ARGUMENT...: quietly; what is found is no reason to stop.
run_target() {
    local scratch=$1 arm=$2 log
    shift 2
    log=$(new_log)
    # A group of its own, with all the processes that libFuzzer starts, so that stop() reaches them.
    LOWDIFF_ARM=$arm LOWDIFF_KEEP_GOING=1 LOWDIFF_OUT=$scratch/findings LOWDIFF_COVERAGE_LOG=$scratch/blocks \
        setsid "$program" "$@" -seed=1 -max_len=1048576 -rss_limit_mb=8192 "-artifact_prefix=$scratch/" >"$log" 2>&1 &
    running=$!
    wait "$running" || explain "running $target" "$log"
    running=''
    rm -f "$log"
}

running=''

# stop SCRATCH: nothing is left running, or behind.
stop() {
    [ -z "$running" ] || kill -TERM -- "-$running" 2>/dev/null || true
    rm -rf "$1"
}

# measure SCRATCH DIRECTORY...: runs every input, and leaves in $reached how many blocks and features they reach together. A
# block that many have reached is reached, so it need not be watched to the end. Where no block can be watched, or nobody
# wants it, there are the features, and a merge that loses inputs loses some of those.
measure() {
    rm -f "$1/blocks"
    run_target "$1" rare "${@:2}" -runs=0
    reached=$(awk 'END { print $3 + $4 }' "$1/blocks")
    rm -f "$1/blocks"
}

# replace INTO MERGED: what is new comes first and what is superfluous goes last, so that INTO is complete at any time.
replace() {
    local file
    for file in "$2"/*; do
        if ! cp "$file" "$1/.part" || ! mv "$1/.part" "$1/$(basename "$file")"; then
            die "$1 cannot be written: check the disk and run this again, nothing is lost"
        fi
    done
    for file in "$1"/*; do
        [ -e "$2/$(basename "$file")" ] || rm "$file"
    done
}

# merge INTO FROM...
merge() {
    local into=$1 inputs before again loose kept scratch
    scratch=$(mktemp -d) || die "no temporary folder can be made: see that ${TMPDIR:-/tmp} is there and has room, and run this again"
    # shellcheck disable=SC2064 # this scratch folder
    trap "stop '$scratch'" EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    mkdir "$scratch/merged"
    inputs=$(count_files "$@")
    [ "$inputs" != 0 ] || die "there is nothing to merge: no file is in $*"
    # A few blocks depend on where the system puts a process in memory. Another process shows how many, and not all of them.
    measure "$scratch" "$@"
    again=$reached
    measure "$scratch" "$@"
    before=$((reached > again ? reached : again))
    loose=$((before - again + before - reached + before / 1000))
    say "before: $inputs inputs reach $before blocks and features, give or take $loose"
    run_target "$scratch" always -merge=1 "$scratch/merged" "$@"
    kept=$(count_files "$scratch/merged")
    [ "$kept" != 0 ] || die "$target takes none of the $inputs inputs in $*: check that these are corpora of it"
    measure "$scratch" "$scratch/merged"
    say "after: $kept inputs reach $reached blocks and features"
    [ "$reached" -ge $((before - loose)) ] ||
        die "merging would lose $((before - reached)) blocks and features, more than chance takes, so $into is left as it was: run this again, and report it if that happens twice"
    replace "$into" "$scratch/merged"
}

main() {
    local toolchain=${LOWDIFF_MLIR:-$default_version} engine=libfuzzer words=() folders=() folder
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --mlir)
            toolchain=$(option_value "$@")
            shift
            ;;
        --engine)
            engine=$(option_value "$@")
            shift
            ;;
        -*) die "unknown option '$1': see scripts/merge-corpus.sh --help" ;;
        *) words+=("$1") ;;
        esac
        shift
    done
    [ "$engine" = libfuzzer ] || die "there is no merging by '$engine': use --engine libfuzzer"
    [ ${#words[@]} -ge 3 ] || die "merging wants a target, a folder to merge into and others to merge: see scripts/merge-corpus.sh --help"
    target=${words[0]}
    need_target "$target"
    need setsid "there is no setsid here: install util-linux and run this again"
    make_directory "${words[1]}"
    [ -z "$(find "${words[1]}" -mindepth 1 -type d -print -quit)" ] ||
        die "there are folders in ${words[1]}: name one that holds inputs alone, for others than those it needs are removed"
    for folder in "${words[@]:1}"; do
        [ -d "$folder" ] || die "there is no folder $folder to merge: check its name"
        folders+=("$(realpath "$folder")")
    done
    cd "$root"
    use_cargo
    use_toolchain "$toolchain"
    build_target "$target"
    merge "${folders[@]}"
}

main "$@"
