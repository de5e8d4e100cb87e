# shellcheck shell=bash
# The same bytes are the same case whichever engine brings them: a check that asks the engines themselves.

# cases_of ENGINE TARGET SEEDS SCRATCH: the ids of the cases a target runs when ENGINE sends it SEEDS, one a line.
cases_of() {
    local engine=$1 target=$2 seeds=$3 scratch=$4/$1 program
    mkdir -p "$scratch/out"
    (
        export LOWDIFF_MLIR=$default_version LOWDIFF_LOG=debug LOWDIFF_COVERAGE=features LOWDIFF_KEEP_GOING=1
        export LOWDIFF_OUT=$scratch/findings LOWDIFF_SLOTS=$scratch/slots
        case $engine in
        libfuzzer) "$(target_program "$target")" "$seeds" -runs=0 ;;
        none) "$root/fuzz/target/afl/release/$target" "$seeds"/* ;;
        afl)
            afl_environment
            AFL_DEBUG_CHILD=1 cargo afl showmap -t "$((most_seconds * 1000))" -i "$seeds" -o "$scratch/out" -- \
                "$root/fuzz/target/afl/release/$target"
            ;;
        honggfuzz)
            program=$(honggfuzz_program "$target")
            # Minimizing runs each input, and its first 4, 8, 16, ... bytes before.
            "$root/fuzz/target/hfuzz/honggfuzz" --persistent --verbose --keep_output --minimize --threads 1 \
                --timeout "$most_seconds" --workspace "$scratch" --input "$seeds" --output "$scratch/out" -- "$program"
            ;;
        esac
    ) >"$scratch/log" 2>&1 || die "$target does not run under $engine (see $scratch/log)"
    sed -n 's/.*explore::campaign\] case \([0-9a-f]\{64\}\).*/\1/p' "$scratch/log" | sort -u
}

# same_cases TARGET: builds a target for every engine and has each run some seeds.
same_cases() {
    local target=$1 scratch=$root/target/cases/$1 engine wanted missing
    [ -d "corpus/$target" ] || return 0
    rm -rf "$scratch"
    mkdir -p "$scratch/seeds"
    # sed reads to the end: a reader that leaves early ends sort by a signal, and this script with it.
    find "corpus/$target" -type f | sort | sed -n 1,6p | xargs -I '{}' cp '{}' "$scratch/seeds"
    build_target "$target"
    use_afl
    build_afl "$target"
    use_honggfuzz
    build_honggfuzz "$target"
    wanted=$(cases_of none "$target" "$scratch/seeds" "$scratch")
    [ "$(wc -l <<<"$wanted")" = 6 ] || die "6 seeds of $target are not 6 cases (see $scratch/none/log)"
    for engine in libfuzzer afl honggfuzz; do
        missing=$(comm -23 <(echo "$wanted") <(cases_of "$engine" "$target" "$scratch/seeds" "$scratch"))
        [ -z "$missing" ] || die "$target runs other cases under $engine than without an engine: $missing is missing (see $scratch)"
        say "  $engine runs the same cases"
    done
    rm -rf "$scratch"
}
