#!/usr/bin/env bash
# Builds an MLIR that tells more than a release does: assertions that stop it where it goes wrong, and counters
# that tell a fuzzer what it reached. The result is a toolchain in .mlir/<name>/ like those of setup.sh.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/build-mlir.sh [--version N] [--assertions] [--coverage] [--jobs N] [--source DIR]

Builds the part of MLIR that lowers tosa to llvm on a CPU, against Debian's LLVM of the same version.
  --version N    which MLIR: $(versions_from debian | listed) (default: $default_version)
  --assertions   keep MLIR's assertions; the toolchain is called <N>-checked
  --coverage     count what runs: blocks everywhere, lines of passes; called <N>-counted without --assertions
  --jobs N       how many compilers at once (default: one a processor, fewer where memory is short)
  --source DIR   a checkout of llvm-project of that version instead of Debian's sources

Takes about an hour on two processors, and 3 GB while it works. Interrupting it is safe: run it again and it
goes on where it stopped. Needs apt-get, dpkg-deb and c++; cmake and ninja are installed where root asks.
To build one afresh, remove its folders in .mlir and .mlir/.building and run this again.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/lib/manifest.sh"
# shellcheck source=scripts/lib/debian.sh
. "$here/lib/debian.sh"
# shellcheck source=scripts/lib/source.sh
. "$here/lib/source.sh"
# shellcheck source=scripts/lib/compile.sh
. "$here/lib/compile.sh"

# Measured: downloads, what is unpacked of them, objects and the result, with some room.
build_megabytes=3500

# default_jobs: one a processor, but a compiler may want 1.5 GB.
default_jobs() {
    local processors memory
    processors=$(nproc 2>/dev/null || echo 1)
    memory=$(awk '/^MemAvailable:/ { n = int($2 / 1500000); print (n > 1 ? n : 1) }' /proc/meminfo 2>/dev/null || true)
    memory=${memory:-1}
    echo $((processors < memory ? processors : memory))
}

# use_build_tools: what no package of LLVM brings.
use_build_tools() {
    local missing=()
    need apt-get "an instrumented MLIR is built against Debian's LLVM and there is no apt-get here: build your own with -DLLVM_ENABLE_ASSERTIONS=ON and link it with 'scripts/setup.sh PREFIX'"
    need dpkg-deb "Debian packages are unpacked with dpkg-deb, which is missing here: build your own MLIR and link it with 'scripts/setup.sh PREFIX'"
    have c++ || missing+=(g++)
    have cmake || missing+=(cmake)
    have ninja || missing+=(ninja-build)
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
}

# name_of NUMBER ASSERTIONS COVERAGE
name_of() {
    case $2/$3 in
    on/*) echo "$1-checked" ;;
    off/on) echo "$1-counted" ;;
    *) echo "$1-built" ;;
    esac
}

# is_as_asked NAME ASSERTIONS COVERAGE: a checked toolchain may have been built without counters.
is_as_asked() { [ "$3" = off ] || [ -x "$store/$1/bin/llvm-cov" ]; }

# build_toolchain NAME NUMBER ASSERTIONS COVERAGE JOBS SOURCE
build_toolchain() {
    local build=$store/.building/$1 version plain source=$6
    [ "$(uname -s)/$(uname -m)" = Linux/x86_64 ] ||
        die "an instrumented MLIR is built for Linux on x86-64 and this is $(uname -s) on $(uname -m): link your own build with 'scripts/setup.sh PREFIX'"
    [ -z "$source" ] || own_source "$source" "$2"
    use_build_tools
    make_directory "$build"
    [ -f "$build/done" ] || need_space $build_megabytes "$1"
    find_version "$2"
    plain=${version#*:}
    plain=${plain%%-*}
    say "building toolchain $1 in $build"
    fetch_compiler "$2" "$version" "$build"
    if [ -z "$source" ]; then
        source=$build/source
        if ! is_marked "$build" "source $plain"; then
            fetch_source "$2" "$plain" "$build/archive"
            unpack_source "$tarball" "$source"
            mark "$build" "source $plain"
        fi
    fi
    configure "$2" "$source" "$build" "$3" "$4"
    compile "$build" "$5"
    assemble "$1" "$2" "$plain" "$source" "$build" "$4"
    try_out "$build/toolchain"
    put_in_place "$1" "$build/toolchain"
    rm -rf "$build"
    rmdir "$store/.building" 2>/dev/null || true
}

main() {
    local number=$default_version assertions=off coverage=off jobs='' source='' name
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --assertions) assertions=on ;;
        --coverage) coverage=on ;;
        --version | --jobs | --source)
            [ -n "${2:-}" ] || die "$1 wants a value after it: see scripts/build-mlir.sh --help"
            case $1 in
            --version) number=$2 ;;
            --jobs) jobs=$2 ;;
            --source) source=$2 ;;
            esac
            shift
            ;;
        *) die "unknown argument '$1': see scripts/build-mlir.sh --help" ;;
        esac
        shift
    done
    [ "$(source_of "$number")" = debian ] ||
        die "MLIR $number cannot be built here: choose --version $(versions_from debian | listed)"
    [[ ${jobs:-1} =~ ^[1-9][0-9]{0,2}$ ]] || die "--jobs wants a number of compilers, not '$jobs': leave it out for one a processor"

    make_directory "$store"
    # Compilers write paths out; these must stay the same whichever way the clone was reached.
    store=$(cd "$store" && pwd -P)
    name=$(name_of "$number" "$assertions" "$coverage")
    make_directory "$store/.building"
    if have flock; then
        exec 9>"$store/.building/$name.lock"
        flock -n 9 || { say "another build of $name is at work, waiting for it" && flock 9; }
    fi
    if is_complete "$name"; then
        is_as_asked "$name" "$assertions" "$coverage" ||
            die "toolchain $name is there and counts nothing: remove $store/$name and run this again to have it built with --coverage"
    else
        build_toolchain "$name" "$number" "$assertions" "$coverage" "${jobs:-$(default_jobs)}" "$source"
    fi
    rm -f "$store/.building/$name.lock"
    rmdir "$store/.building" 2>/dev/null || true
    say "toolchain $name is ready: MLIR $(manifest_version "$name") in $store/$name (try: cargo run --release -- doctor --mlir $name)"
}

# at_exit STATUS: nothing may end without a sentence.
at_exit() {
    case $1 in
    0 | 2) ;;
    129 | 130 | 143) die "interrupted: run this again, it goes on where it stopped" ;;
    *) die "the build stopped where it should not (status $1): run this again, and please report it if that repeats" ;;
    esac
}

trap 'at_exit $?' EXIT
trap 'interrupted 129' HUP
trap 'interrupted 130' INT
trap 'interrupted 143' TERM
main "$@"
