#!/usr/bin/env bash
# Compares the reference semantics with Arm's TOSA reference model, operation by operation and type by type.
set -euo pipefail

usage() {
    cat <<USAGE
usage: scripts/conformance.sh [--record] [--seed N] [--each N] [--only OPERATION,...]

Makes programs of one operation each, --each (8) for every operation and its element types, runs them
on the reference model and through \`lowdiff eval\`, and prints what agrees. Integers have to be the same,
floats within eval's bounds. Exit status 1 where something differs that docs/conformance.md does not explain.
  --record   also writes tests/conformance/recorded.jsonl again, which the tests check without the model
Needs toolchain $default_version, and python3 with venv; the model comes from PyPI and stays in .mlir/tosa-tools.
USAGE
}

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/lib/common.sh"

version=2026.8.0
model=$store/tosa-tools/$version
python=$model/bin/python

use_model() {
    [ ! -e "$model/ready" ] || return 0
    say "setting up the reference model ($version)"
    rm -rf "$model"
    mkdir -p "$(dirname "$model")"
    python3 -m venv "$model" || die "python3 makes no virtual environment: install its venv module and run this again"
    "$python" -m pip install --quiet "tosa-tools==$version" || die "the reference model cannot be installed (see above)"
    touch "$model/ready"
}

main() {
    local record=false options=()
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) usage && exit ;;
        --record) record=true && shift ;;
        --seed | --each | --only)
            [ $# -ge 2 ] || die "$1 wants a value: see scripts/conformance.sh --help"
            options+=("$1" "$2") && shift 2
            ;;
        *) die "conformance.sh knows no $1: see scripts/conformance.sh --help" ;;
        esac
    done
    use_model
    cd "$root"
    local scratch=$root/target/conformance
    mkdir -p "$scratch"
    "$python" "$here/conformance/generate.py" "${options[@]}" >"$scratch/programs.jsonl"
    if $record; then
        "$python" "$here/conformance/record.py" "$scratch/programs.jsonl" >tests/conformance/recorded.jsonl
    fi
    LOWDIFF_MLIR=$default_version cargo run --release --quiet --example conformance -- model "$scratch/programs.jsonl"
}

main "$@"
