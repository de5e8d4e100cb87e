# shellcheck shell=bash
# What the scripts that run a fuzz target share: which target, on which MLIR, and as which program.

# need_target TARGET: stops where there is no such target.
need_target() {
    [ -f "$root/fuzz/fuzz_targets/$1.rs" ] ||
        die "there is no target '$1', only: $(fuzz_targets | paste -sd ' ')"
}

# use_toolchain NAME|PATH: exports LOWDIFF_MLIR for the target, after setting it up where setup can.
use_toolchain() {
    local wanted=$1
    case $wanted in
    22 | 19 | head) "$root/scripts/setup.sh" "$wanted" ;;
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

# build_target TARGET: its program as cargo-fuzz builds it for speed; the path is in $program.
build_target() {
    local triple
    triple=$(rustc -vV | sed -n 's/^host: //p')
    say "building $1"
    attempt "building $1" in_root cargo fuzz build "${fast[@]}" --target "$triple" "$1"
    program=$(in_root realpath "${CARGO_TARGET_DIR:-target}")/$triple/release/$1
    [ -x "$program" ] || die "cargo fuzz built no $program: run 'cargo fuzz build ${fast[*]} $1' to see why"
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
