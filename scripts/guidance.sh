#!/usr/bin/env bash
# Does feedback from MLIR's code help? The same target fuzzes twice at the same time from the same seeds: guided, told
# which blocks of MLIR each input reached, and blind, where these are recorded and kept from the engine.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/guidance.sh [TARGET] [--runs N] [--minutes N] [--jobs N] [--mlir NAME|PATH] [--seeds DIR]
                           [--out DIR] [--plot FILE]

Fuzzes TARGET (default: lowering_diff) guided and blind, and compares the blocks of MLIR reached:
a table on standard output; results.json and plot.svg in the output directory.

  --runs N           pairs of runs, guided and blind (default: 5)
  --minutes N        length of a run (default: 12)
  --jobs N           runs at a time (default: 2, which is one pair)
  --mlir NAME|PATH   the MLIR under test (default: \$LOWDIFF_MLIR, then $default_version)
  --seeds DIR        where all runs start from (default: corpus/TARGET)
  --out DIR          where the runs are kept (default: target/guidance); run again with the same one to go on
                     where an interrupted experiment stopped
  --plot FILE        where the plot goes besides
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"

# hold OUT: one experiment at a time in a folder. The fuzzers inherit the lock, so those of a script that was killed hard
# are waited for; they end by themselves when their time is up.
hold() {
    exec 9>"$1/.lock" || die "$1 cannot be written: check the disk and its permissions"
    flock -n 9 && return
    say "waiting for the runs that an earlier script left in $1 (they end within $minutes min)"
    flock 9
}

# keep OUT FILE TEXT: what an experiment was begun with is what it goes on with.
keep() {
    local file=$1/$2
    [ -f "$file" ] || printf '%s\n' "$3" >"$file"
    [ "$(cat "$file")" = "$3" ] ||
        die "$1 holds an experiment with other settings ($(cat "$file")): use those, or another --out"
}

# begin OUT TARGET SEEDS: the program and the seeds are copied, so that all runs have the same.
begin() {
    local out=$1 target=$2 seeds=$3
    keep "$out" settings "$target, $minutes min, MLIR $LOWDIFF_MLIR, seeds from $seeds"
    if [ ! -x "$out/$target" ]; then
        build_target "$target"
        cp "$program" "$out/$target.part" && mv "$out/$target.part" "$out/$target"
    fi
    if [ ! -d "$out/seeds" ]; then
        rm -rf "$out/seeds.part"
        cp -r "$seeds" "$out/seeds.part" && mv "$out/seeds.part" "$out/seeds"
    fi
}

# fuzz OUT TARGET FOLDER WAY SEED: one run.
fuzz() {
    local out=$1 target=$2 folder=$3 way=$4 seed=$5 feedback=code options=(-max_len=4096)
    [ "$way" = guided ] || feedback=watch
    [ ! -f "$root/dictionaries/$target.dict" ] || options+=("-dict=$root/dictionaries/$target.dict")
    mkdir -p "$folder/corpus"
    cd "$root"
    # libFuzzer runs an empty input before the seeds.
    LOWDIFF_COVERAGE=$feedback LOWDIFF_KEEP_GOING=1 LOWDIFF_OUT=$folder/findings \
        LOWDIFF_COVERAGE_LOG=$folder/log LOWDIFF_COVERAGE_AT=$(($(count_files "$out/seeds") + 1)) \
        exec "$out/$target" "$folder/corpus" "$out/seeds" "${options[@]}" "-seed=$seed" "-max_total_time=$((minutes * 60))" \
        -rss_limit_mb=8192 -print_final_stats=1 "-artifact_prefix=$folder/" >"$folder/engine" 2>&1
}

fuzzers=()

stop() {
    local pid
    for pid in ${fuzzers[@]+"${fuzzers[@]}"}; do
        kill "$pid" 2>/dev/null || true
    done
}

# finish FOLDER...: waits for the runs in these folders.
finish() {
    local at=0 pid folder
    for folder; do
        pid=${fuzzers[$at]}
        at=$((at + 1))
        wait "$pid" && continue
        tail -n 20 "$folder/engine" >&2
        die "a fuzzer ended by itself, its last words are above and the rest in $folder/engine: run this again once that is mended"
    done
    fuzzers=()
}

# pairs OUT TARGET NUMBER...: these pairs, at the same time. A pair appears whole or not at all.
pairs() {
    local out=$1 target=$2 number way folder folders=() seed
    shift 2
    say "running $(printf 'pair %s, ' "$@")$minutes min (until $(date -d "+$minutes minutes" +%H:%M))"
    for number; do
        rm -rf "$out/.pair-$number"
        seed=$((2 * number))
        for way in guided blind; do
            seed=$((seed + 1))
            folder=$out/.pair-$number/$way
            mkdir -p "$folder"
            fuzz "$out" "$target" "$folder" "$way" "$seed" &
            fuzzers+=($!)
            folders+=("$folder")
            if [ "$jobs" = 1 ]; then
                finish "$folder"
                folders=()
            fi
        done
    done
    finish ${folders[@]+"${folders[@]}"}
    for number; do
        mv "$out/.pair-$number" "$out/pair-$number"
    done
}

# run_all OUT TARGET RUNS
run_all() {
    local out=$1 target=$2 number wave=()
    for ((number = 1; number <= $3; number++)); do
        [ -d "$out/pair-$number" ] || wave+=("$number")
        if [ ${#wave[@]} -gt 0 ] && [ $((${#wave[@]} * 2)) -ge "$jobs" ]; then
            pairs "$out" "$target" "${wave[@]}"
            wave=()
        fi
    done
    [ ${#wave[@]} = 0 ] || pairs "$out" "$target" "${wave[@]}"
}

main() {
    local target='' runs=5 toolchain=${LOWDIFF_MLIR:-$default_version} seeds='' out='' plot=''
    minutes=12 jobs=2
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --runs)
            runs=$(option_value "$@")
            shift
            ;;
        --minutes)
            minutes=$(option_value "$@")
            shift
            ;;
        --jobs)
            jobs=$(option_value "$@")
            shift
            ;;
        --mlir)
            toolchain=$(option_value "$@")
            shift
            ;;
        --seeds)
            seeds=$(option_value "$@")
            shift
            ;;
        --out)
            out=$(option_value "$@")
            shift
            ;;
        --plot)
            plot=$(option_value "$@")
            shift
            ;;
        -*) die "unknown option '$1': see scripts/guidance.sh --help" ;;
        *)
            [ -z "$target" ] || die "one target at a time, not both '$target' and '$1'"
            target=$1
            ;;
        esac
        shift
    done
    need_number --runs "$runs"
    need_number --minutes "$minutes"
    need_number --jobs "$jobs"
    need flock "there is no flock here: install util-linux and run this again"
    target=${target:-lowering_diff}
    need_target "$target"
    seeds=${seeds:-$root/corpus/$target}
    [ -n "$(ls "$seeds" 2>/dev/null)" ] || die "there are no seeds in '$seeds': name a folder with --seeds"
    seeds=$(realpath "$seeds")
    out=${out:-$root/target/guidance}
    make_directory "$out"
    out=$(realpath "$out")
    use_cargo
    use_toolchain "$toolchain"
    hold "$out"
    begin "$out" "$target" "$seeds"
    trap stop EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    run_all "$out" "$target" "$runs"
    (cd "$root" && cargo run --release --quiet --example guidance -- "$out")
    [ -z "$plot" ] || cp "$out/plot.svg" "$plot"
}

main "$@"
