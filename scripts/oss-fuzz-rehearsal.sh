#!/usr/bin/env bash
# Rehearses OSS-Fuzz on this machine, without Docker: oss-fuzz/build.sh with their variables, then each target out of $OUT alone in a
# bare system that can be written to in /tmp only, asked for what their checks and ClusterFuzz ask.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/oss-fuzz-rehearsal.sh [OPTION...] [TARGET...]

Rehearses TARGET, or every target. Needs root (for mount namespaces), Debian's apt-get, and a toolchain that is set up.

  --mlir NAME      the MLIR that is shipped (default: $default_version)
  --scratch FOLDER where it works (default: target/oss-fuzz)
  --few-seeds      runs the twelve smallest seeds only
  --keep-build     takes what the last rehearsal built there
  --seconds N      seconds of fuzzing in fork mode (default: 20)
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/lib/cargo.sh"
# shellcheck source=scripts/lib/debian.sh
. "$here/lib/debian.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/lib/manifest.sh"
# shellcheck source=scripts/lib/ship.sh
. "$here/lib/ship.sh"
# shellcheck source=scripts/lib/target.sh
. "$here/lib/target.sh"
# shellcheck source=scripts/lib/rehearsal.sh
. "$here/lib/rehearsal.sh"

# Passes to plant a bug in: each is in the seeds of every target.
planted_passes=(canonicalize cse)

# build: what their image calls, with the variables that it sets for AddressSanitizer, libFuzzer and Rust.
build() {
    local engine
    engine=$(find "$scratch/engine" -name 'libclang_rt.fuzzer-x86_64.a' | sed -n 1p)
    [ -n "$engine" ] || die "libclang-rt-$engine_version-dev has no libFuzzer: name another version in scripts/lib/rehearsal.sh"
    cp "$engine" "$scratch/libFuzzingEngine.a"
    (
        export OUT=$out SRC=$root/.. WORK=$scratch/work SANITIZER=address FUZZING_ENGINE=libfuzzer FUZZING_LANGUAGE=rust ARCHITECTURE=x86_64
        export RUSTFLAGS='--cfg fuzzing -Zsanitizer=address -Cdebuginfo=1 -Cforce-frame-pointers'
        export CUSTOM_LIBFUZZER_PATH=$scratch/libFuzzingEngine.a CUSTOM_LIBFUZZER_STD_CXX=stdc++
        export CARGO_TARGET_DIR=$scratch/target LOWDIFF_MLIR=$toolchain
        mkdir -p "$WORK"
        "$root/oss-fuzz/build.sh"
    )
}

# check_listing: what their scripts take for a target (an ELF file that may be executed and holds the name of libFuzzer's entry) is a target.
check_listing() {
    local file listed
    listed=$(for file in "$out"/* "$out"/lib/*; do
        [ -f "$file" ] && [ -x "$file" ] && grep -q LLVMFuzzerTestOneInput "$file" && basename "$file" || true
    done | sort | paste -sd ' ')
    [ "$listed" = "$(fuzz_targets | sort | paste -sd ' ')" ] || die "OSS-Fuzz would list '$listed' as targets: see $out"
    told "listing" "$listed; $(du -shL "$out" | cut -f 1) in \$OUT"
}

# check_build TARGET: their check of a bad build.
check_build() {
    local calls
    in_root "$1" check "$out" -seed=1337 -runs=4 || fail "$1 does not start" check
    grep -q 'Done 4 runs' "$log" || fail "$1 does not say 'Done 4 runs'" check
    calls=$(objdump -d "$out/$1" | grep -cE 'call.*<__asan' || true)
    [ "$calls" -ge 1000 ] || fail "$1 has $calls calls of AddressSanitizer, and OSS-Fuzz wants 1000" check
    told "$1: bad-build check" "Done 4 runs, $calls calls of AddressSanitizer, $took s"
}

# run_corpus TARGET: every seed once. What is found in MLIR is counted and ends nothing.
run_corpus() {
    unpack_seeds "$1"
    kept=1 in_root "$1" corpus "$out" -runs=0 "/tmp/$corpus" || fail "$1 does not run its seeds" corpus
    told "$1: corpus" "$(count_files "$tmp/$corpus") seeds, $(count_findings) findings kept, $took s"
}

# crash TARGET PASS: a planted bug ends the run, by a stack of its own; leaves the signature in $signature.
crash() {
    rm -rf "$tmp/artifacts" && mkdir -p "$tmp/artifacts"
    if plant=$2:segv in_root "$1" "crash-$2" "$planted" -seed=1 -runs=2000 -artifact_prefix=/tmp/artifacts/ /tmp/seeds; then
        fail "$1 does not see a bug planted in $2" "crash-$2"
    fi
    signature=$(signature_of "$log")
    case $signature in
    *verdict_crash*) ;;
    *) fail "the stack of a crash of $1 says no verdict: '$signature'" "crash-$2" ;;
    esac
    [ "$(count_files "$tmp/artifacts")" = 1 ] || fail "$1 leaves no artifact" "crash-$2"
    told "$1: planted in $2" "$signature"
}

# check_crashes TARGET: two passes, two signatures; the second artifact is made smaller.
check_crashes() {
    local pass first='' artifact before after
    for pass in "${planted_passes[@]}"; do
        crash "$1" "$pass"
        [ "$signature" != "$first" ] || fail "bugs in ${planted_passes[*]} have one signature in $1" "crash-$pass"
        first=$signature
    done
    artifact=$(basename "$(find "$tmp/artifacts" -type f)")
    before=$(wc -c <"$tmp/artifacts/$artifact")
    limit=120 plant=$pass:segv in_root "$1" minimize "$planted" -minimize_crash=1 -max_total_time=20 -runs=200 \
        -exact_artifact_path=/tmp/artifacts/small "/tmp/artifacts/$artifact" || true
    [ -s "$tmp/artifacts/small" ] || fail "$1 makes no artifact smaller" minimize
    after=$(wc -c <"$tmp/artifacts/small")
    if plant=$pass:segv in_root "$1" again "$planted" /tmp/artifacts/small; then
        fail "what minimization of $1 leaves is no crash" again
    fi
    [ "$(signature_of "$log")" = "$signature" ] || fail "what minimization of $1 leaves is another crash" again
    told "$1: minimization" "$before bytes to $after, with the same signature"
}

# check_fork TARGET
check_fork() {
    rm -rf "$tmp/new" && mkdir -p "$tmp/new" "$tmp/artifacts"
    kept=1 in_root "$1" fork "$out" -fork=2 -ignore_crashes=1 "-max_total_time=$seconds" -artifact_prefix=/tmp/artifacts/ /tmp/new /tmp/few ||
        fail "$1 does not run in fork mode" fork
    told "$1: -fork=2" "$(grep -c '^#[0-9]*: cov' "$log" || true) reports, $(count_files "$tmp/new") new inputs, $took s"
}

# check_merge TARGET
check_merge() {
    rm -rf "$tmp/merged" && mkdir -p "$tmp/merged"
    kept=1 in_root "$1" merge "$out" -merge=1 /tmp/merged /tmp/few /tmp/new || fail "$1 does not merge" merge
    [ "$(count_files "$tmp/merged")" -gt 0 ] || fail "$1 merges into nothing" merge
    told "$1: -merge=1" "$(count_files "$tmp/few" "$tmp/new") inputs to $(count_files "$tmp/merged"), $took s"
}

# rehearse TARGET
rehearse() {
    check_build "$1"
    run_corpus "$1"
    check_crashes "$1"
    check_fork "$1"
    check_merge "$1"
}

main() {
    local keep='' targets=() target
    toolchain=$default_version scratch=$root/target/oss-fuzz seconds=20 corpus=seeds
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --mlir)
            toolchain=$(option_value "$@")
            shift
            ;;
        --scratch)
            scratch=$(option_value "$@")
            shift
            ;;
        --seconds)
            seconds=$(option_value "$@")
            need_number --seconds "$seconds"
            shift
            ;;
        --few-seeds) corpus=few ;;
        --keep-build) keep=yes ;;
        -*) die "unknown option '$1': see scripts/oss-fuzz-rehearsal.sh --help" ;;
        *)
            need_target "$1"
            targets+=("$1")
            ;;
        esac
        shift
    done
    [ ${#targets[@]} != 0 ] || mapfile -t targets < <(fuzz_targets)
    is_root || die "the rehearsal mounts a root of its own: run it as root"
    [ -f "$store/$toolchain/toolchain.json" ] || die "MLIR $toolchain is not set up: run scripts/setup.sh $toolchain"
    make_directory "$scratch"
    scratch=$(realpath "$scratch") out=$scratch/out planted=$scratch/planted tmp=$scratch/tmp
    use_cargo
    use_cargo_fuzz
    use_rehearsal_tools
    phase 'unpacking a bare system' make_root
    [ -n "$keep" ] && [ -d "$out/lib" ] || phase 'building' build
    plant_library
    check_listing
    for target in "${targets[@]}"; do
        phase "$target" rehearse "$target"
    done
    not_rehearsed
}

main "$@"
