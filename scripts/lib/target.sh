# shellcheck shell=bash
# What the scripts that run a fuzz target share: which target, on which MLIR, and as which program.

# need_target TARGET: stops where there is no such target.
need_target() {
    [ -f "$root/fuzz/fuzz_targets/$1.rs" ] ||
        die "there is no target '$1', only: $(fuzz_targets | paste -sd ' ')"
}

# use_toolchain NAME|PATH [SETUP-OPTION...]: exports LOWDIFF_MLIR for the target, after setting it up where setup can.
use_toolchain() {
    name_toolchain "$1"
    [ -z "$(source_of "$1")" ] || "$root/scripts/setup.sh" "${@:2}" "$1"
}

# name_toolchain NAME|PATH: exports LOWDIFF_MLIR for the target; stops where setup cannot provide it and it is not there.
name_toolchain() {
    local wanted=$1
    case $wanted in
    */*)
        [ -e "$wanted" ] || die "there is no $wanted: --mlir wants a name in .mlir or a path to a libMLIR-C.so or an install prefix"
        wanted=$(realpath "$wanted")
        ;;
    *)
        [ -n "$(source_of "$wanted")" ] || [ -f "$store/$wanted/toolchain.json" ] ||
            die "there is no toolchain '$wanted' in .mlir: use $(column 1 | listed), or set yours up with 'scripts/setup.sh --name $wanted PREFIX'"
        ;;
    esac
    export LOWDIFF_MLIR=$wanted
}

# check_toolchain NAME|PATH: a target's own start loads the library and lowers a program; its program is in $program.
check_toolchain() {
    local empty
    [ -f "$store/$1/toolchain.json" ] && [ ! -e "$store/$1/verified" ] || return 0
    say "checking that toolchain $1 loads and lowers"
    empty=$(new_log)
    "$program" -runs=1 "$empty" >"$empty.said" 2>&1 || {
        cat "$empty.said" >&2
        rm -f "$empty" "$empty.said"
        die "toolchain $1 is in place but does not load or lower (see above): remove $store/$1 and run this again, or use another toolchain"
    }
    rm -f "$empty" "$empty.said"
    mark_verified "$1"
}

# libFuzzer's instrumentation, as cargo fuzz asks for it, without sanitizer and without tracing of comparisons. cargo fuzz also builds in
# one codegen unit and with debug information, which takes minutes and gigabytes.
instrumented='--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4'
instrumented+=' -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table'

# target_program TARGET: where build_target leaves it.
target_program() {
    echo "$(in_root realpath -m "${CARGO_TARGET_DIR:-target}")/$(rustc -vV | sed -n 's/^host: //p')/fuzz/$1"
}

# build_target TARGET: its program for libFuzzer, built for speed; the path is in $program.
build_target() {
    program=$(target_program "$1")
    say "building $1 (two or three minutes, once)"
    # A target triple keeps the flags from build scripts.
    RUSTFLAGS="$instrumented ${RUSTFLAGS:-}" in_root cargo build --quiet --manifest-path fuzz/Cargo.toml --profile fuzz \
        --target "$(rustc -vV | sed -n 's/^host: //p')" --bin "$1" >&2 ||
        die "$1 does not build (see above)"
    [ -x "$program" ] || die "cargo built no $program: run this again, and report it if that happens twice"
}

in_root() { (cd "$root" && "$@"); }

# option_value OPTION [VALUE...]: what follows an option, which must be there.
option_value() {
    [ -n "${2:-}" ] || die "$1 wants a value after it: see --help"
    printf '%s' "$2"
}

# need_number OPTION VALUE
need_number() {
    case $2 in
    '' | *[!0-9]* | 0*) die "$1 is '$2': use a whole number from 1 on" ;;
    esac
}

# count_files DIRECTORY...
count_files() { find "$@" -type f | wc -l; }
