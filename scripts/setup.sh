#!/usr/bin/env bash
# Puts the MLIR under test into .mlir/<name>/, where lowdiff finds it. Nothing is installed on the
# system, versions lie side by side, and what is complete is never fetched twice.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/setup.sh [--name NAME] [--fetch | --lowdiff FILE] [VERSION|PREFIX]...

Leaves each toolchain in .mlir/<name>/ (default: $default_version).
  VERSION  $(versions_from debian | listed): a release of MLIR from Debian packages; needs apt-get, dpkg-deb and cc, but not root
           $(versions_from wheel | listed): a recent MLIR from the Python wheel torch-mlir; needs python3 with pip
  PREFIX   your own MLIR: a build tree, an install tree, or a path to a libMLIR-C.so

  --name NAME      what to call the PREFIX after it (default: its last component)
  --fetch          leave out the check that it loads and lowers
  --lowdiff FILE   the lowdiff that checks it (default: one that is built for that)

LOWDIFF_HEAD_VERSION chooses another version of the wheel.
To set one up afresh, remove its folder in .mlir and run this again.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/lib/manifest.sh"
# shellcheck source=scripts/lib/debian.sh
. "$here/lib/debian.sh"
# shellcheck source=scripts/lib/wheel.sh
. "$here/lib/wheel.sh"
# shellcheck source=scripts/lib/prefix.sh
. "$here/lib/prefix.sh"

# What checks a toolchain: nothing, a lowdiff that is built already, or one to be built.
check=build

# load_and_lower NAME: lowdiff itself loads the library and runs a small lowering.
load_and_lower() {
    if [ "$check" != build ]; then
        say "  checking that it loads and lowers"
        (cd "$root" && "$check" doctor --mlir "$1" >&2)
        return
    elif have cargo; then
        say "  checking that it loads and lowers (building lowdiff for that)"
        (cd "$root" && cargo build --release --quiet) ||
            die "lowdiff does not build (see above), so toolchain $1 is there but unchecked: mend that and run this again"
        (cd "$root" && cargo run --release --quiet -- doctor --mlir "$1" >&2)
        return
    fi
    local opt=$store/$1/usr/lib/llvm-$1/bin/mlir-opt
    if [ -x "$opt" ]; then
        say "  there is no cargo here, so mlir-opt alone is checked"
        "$opt" --pass-pipeline='builtin.module(func.func(tosa-to-linalg))' - <<'MLIR' | grep 'linalg\.' >/dev/null
func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %b = tosa.add %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %b : tensor<2xi32>
}
MLIR
    else
        say "  there is no cargo here, so it is only checked that the library loads"
        case $(manifest_version "$1") in unknown*) return 1 ;; esac
    fi
}

# verify NAME: once per toolchain; a mark beside the manifest remembers it.
verify() {
    [ "$check" != none ] || return 0
    [ ! -e "$store/$1/verified" ] || return 0
    load_and_lower "$1" ||
        die "toolchain $1 is in place but does not load or lower (see above): remove $store/$1 and run this again, or use another toolchain"
    mark_verified "$1"
}

# state: in a word, for a sentence.
state() { if [ "$check" = none ]; then printf 'in place'; else printf ready; fi; }

# set_up NAME INSTALLER: does nothing for what is complete.
set_up() {
    local name=$1
    if is_complete "$name" && is_wanted "$name"; then
        [ ! -d "$store/.downloads/$name" ] || discard_downloads "$name"
        verify "$name"
        say "toolchain $name is $(state): MLIR $(manifest_version "$name") in $store/$name"
        return
    fi
    [ "$(uname -s)/$(uname -m)" = Linux/x86_64 ] ||
        die "toolchain $name exists for Linux on x86-64 and this is $(uname -s) on $(uname -m): use your own build ('scripts/setup.sh PREFIX')"
    say "setting up toolchain $name in $store/$name"
    "${@:2}"
    verify "$name"
    say "toolchain $name is $(state): MLIR $(manifest_version "$name")"
}

# is_wanted NAME: a complete toolchain out of a wheel counts only if it is the version that was asked for.
is_wanted() {
    [ "$(source_of "$1")" != wheel ] || [ -z "${LOWDIFF_HEAD_VERSION:-}" ] ||
        grep -q "torch-mlir $LOWDIFF_HEAD_VERSION)" "$store/$1/toolchain.json"
}

# set_up_prefix NAME PREFIX
set_up_prefix() {
    [ -z "$(source_of "$1")" ] || die "the name $1 belongs to a toolchain of setup's own: choose another with --name NAME"
    case $1 in
    *[!A-Za-z0-9._-]* | .* | '') die "'$1' does not serve as a toolchain's name: choose one of letters, digits, '.', '_' and '-' with --name NAME" ;;
    esac
    say "linking toolchain $1"
    install_prefix "$1" "$2"
    verify "$1"
    say "toolchain $1 is $(state): MLIR $(manifest_version "$1")"
}

# default_name PREFIX: /opt/mlir -> mlir; a library goes by the tree it lies in.
default_name() {
    local path
    path=$(realpath "$1")
    [ -d "$path" ] || path=$(dirname "$(dirname "$path")")
    basename "$path"
}

main() {
    local name='' wanted=()
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --name)
            [ $# -gt 1 ] || die "--name wants a name after it"
            name=$2
            shift
            ;;
        --fetch) check=none ;;
        --lowdiff)
            [ $# -gt 1 ] && [ -x "$2" ] || die "--lowdiff wants a lowdiff that is built after it"
            check=$(realpath "$2")
            shift
            ;;
        -*) die "unknown option '$1': see scripts/setup.sh --help" ;;
        *) wanted+=("$1") ;;
        esac
        shift
    done
    [ ${#wanted[@]} -gt 0 ] || wanted=("$default_version")
    [ -z "$name" ] || [ ${#wanted[@]} = 1 ] || die "--name goes with exactly one PREFIX"

    make_directory "$store"
    if have flock; then
        exec 9>"$store/.lock"
        flock -n 9 || { say "another setup is at work, waiting for it" && flock 9; }
    fi
    local toolchain
    for toolchain in "${wanted[@]}"; do
        case $(source_of "$toolchain") in
        debian) set_up "$toolchain" install_debian "$toolchain" ;;
        wheel) set_up "$toolchain" install_wheel "$toolchain" ;;
        *)
            [ -e "$toolchain" ] || die "'$toolchain' is neither $(column 1 | listed) nor a path that exists: see scripts/setup.sh --help"
            set_up_prefix "${name:-$(default_name "$toolchain")}" "$toolchain"
            ;;
        esac
    done
}

# at_exit STATUS: nothing may end without a sentence.
at_exit() {
    case $1 in
    0 | 2) ;;
    130 | 143) die "interrupted: run this again, it goes on where it stopped" ;;
    *) die "set-up stopped where it should not (status $1): run this again, and please report it if that repeats" ;;
    esac
}

trap 'at_exit $?' EXIT
main "$@"
