# shellcheck shell=bash
# The engines beside libFuzzer: what each needs, how a target is built for it, and how it is run.
# What a run keeps lies in fuzz/afl/TARGET and fuzz/hfuzz/TARGET; the seeds in corpus/TARGET are only read.

cargo_afl_version=0.18.2
# The crate refuses a command of another version: the same as in fuzz/Cargo.toml.
honggfuzz_version=0.5.62

# Longest input, for every engine.
most_bytes=4096
# Longer than any case takes: workers have deadlines of their own, and what hangs is a finding of theirs.
most_seconds=120

# use_afl: cargo afl, and AFL++ built for the Rust in use.
use_afl() {
    have make || install_packages make
    use_pinned cargo-afl cargo-afl "$cargo_afl_version" "two or three minutes"
    # It says so itself, whatever it is asked, when the Rust it was built for is another.
    if cargo afl showmap -h 2>&1 | grep 'was not built for Rust' >/dev/null; then
        say "building AFL++ for this Rust"
        attempt "building AFL++" cargo afl config --build
    fi
}

# build_afl TARGET: leaves the program in fuzz/target/afl/release.
build_afl() {
    cargo afl build --quiet --manifest-path "$root/fuzz/Cargo.toml" --target-dir "$root/fuzz/target/afl" \
        --release --no-default-features --features afl --bin "$1" ||
        die "$1 does not build for AFL++ (see above)"
}

# afl_environment: what every AFL++ tool needs to know about these targets.
afl_environment() {
    # Loading MLIR and finding its blocks takes seconds, the first time.
    export AFL_FORKSRV_INIT_TMOUT=${AFL_FORKSRV_INIT_TMOUT:-120000}
    # AFL++ asks for a governor and a core pattern that only root can set; neither matters here: cases take
    # milliseconds, and crashes of MLIR happen in workers that report them.
    export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
}

# run_afl TARGET AFL-ARGUMENT...
run_afl() {
    local target=$1 options=(-c - -z -G "$most_bytes" -t "$((most_seconds * 1000))")
    use_afl
    build_afl "$target"
    afl_environment
    [ ! -f "dictionaries/$target.dict" ] || options+=(-x "dictionaries/$target.dict")
    # Go on where an earlier run stopped. Seeds that show a bug of MLIR are kept as findings.
    export AFL_AUTORESUME=1 AFL_CRASHING_SEEDS_AS_NEW_CRASH=1
    # What AFL++ compares is watched whole, in runs much slower than others: so it calibrates with fewer of them, and
    # does without trimming, which would take many for each input, and a shorter input is no faster one. -z and -c -
    # leave out stages that compare runs too, or lowdiff's own comparisons.
    export AFL_FAST_CAL=1 AFL_DISABLE_TRIM=1 AFL_FRAMESHIFT_DISABLE=1
    mkdir -p fuzz/afl
    exec cargo afl fuzz "${options[@]}" -i "corpus/$target" -o "fuzz/afl/$target" "${@:2}" -- \
        "fuzz/target/afl/release/$target"
}

# use_honggfuzz: cargo hfuzz, and the libraries that honggfuzz itself is built from.
use_honggfuzz() {
    local missing=() package
    have make || missing+=(make)
    if have dpkg-query; then
        for package in binutils-dev libunwind-dev liblzma-dev; do
            dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -qx 'install ok installed' || missing+=("$package")
        done
    fi
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
    use_pinned cargo-hfuzz honggfuzz "$honggfuzz_version" "half a minute"
}

# build_honggfuzz TARGET: leaves honggfuzz itself in fuzz/target/hfuzz, and the program below it.
# Nothing but MLIR is to steer honggfuzz, so lowdiff is built without its instrumentation.
build_honggfuzz() {
    (cd "$root/fuzz" && CARGO_TARGET_DIR=target/hfuzz \
        cargo hfuzz build-no-instr --quiet --no-default-features --features honggfuzz --bin "$1" >&2) ||
        die "$1 does not build for honggfuzz (see above)"
}

# honggfuzz_program TARGET
honggfuzz_program() { echo "$root/fuzz/target/hfuzz/$(rustc -vV | sed -n 's/^host: //p')/release/$1"; }

# run_honggfuzz TARGET HONGGFUZZ-ARGUMENT...
run_honggfuzz() {
    local target=$1 home=fuzz/hfuzz/$1 options=(--persistent --timeout "$most_seconds" --max_file_size "$most_bytes")
    use_honggfuzz
    build_honggfuzz "$target"
    [ ! -f "dictionaries/$target.dict" ] || options+=(--dict "dictionaries/$target.dict")
    # honggfuzz keeps new inputs where it read the first ones.
    mkdir -p "$home/input"
    cp -n "corpus/$target"/* "$home/input/" 2>/dev/null || true
    # A process that is started again goes on with the counters of the one before; a new run has new ones.
    rm -f "$home/slots"
    export LOWDIFF_SLOTS=$root/$home/slots
    # honggfuzz would have fresh memory filled, which no other engine does: the same bytes are to be the same case.
    export MALLOC_PERTURB_=0
    # --save_all: every finding ends at the same place, which says nothing about what it is.
    exec fuzz/target/hfuzz/honggfuzz "${options[@]}" --save_all --threads 1 --workspace "$home" --input "$home/input" \
        "${@:2}" -- "$(honggfuzz_program "$target")"
}
