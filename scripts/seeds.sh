#!/usr/bin/env bash
# Makes the committed seeds of a target anew. Needed when the decoder or the tables have changed so much that
# the old bytes no longer reach what they did.
set -euo pipefail

case ${1:-} in
-h | --help)
    printf 'usage: scripts/seeds.sh [TARGET [COUNT]]\n\nMakes corpus/TARGET (lowering_diff) anew, with at most COUNT (40) seeds that agree on 22, 19 and head.\n'
    exit
    ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
target=${1:-lowering_diff}
cd "$here/.."
"$here/setup.sh" 22 19 head
rm -rf "corpus/$target"
LOWDIFF_MLIR=22 cargo run --release --quiet --example seeds -- make "corpus/$target" "${2:-40}"
for mlir in 19 head 22; do
    LOWDIFF_MLIR=$mlir cargo run --release --quiet --example seeds -- prune "corpus/$target"
done
du -sh "corpus/$target" >&2
