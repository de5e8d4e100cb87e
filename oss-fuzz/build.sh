#!/usr/bin/env bash
# Builds every fuzz target for OSS-Fuzz into $OUT, each with its seeds, its dictionary and its options, and MLIR into $OUT/lib.
# OSS-Fuzz calls it in the folder of the sources, with its own variables: OUT, SANITIZER, RUSTFLAGS, CUSTOM_LIBFUZZER_PATH.
set -euo pipefail

[ -n "${OUT:-}" ] || { echo 'error: OUT is not set: this is called by OSS-Fuzz, and by scripts/oss-fuzz-rehearsal.sh' >&2 && exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# OSS-Fuzz copies this file to another place and calls it in the folder of the sources.
[ -f "$here/../scripts/lib/common.sh" ] || here=$PWD/oss-fuzz
# shellcheck source=scripts/lib/common.sh
. "$here/../scripts/lib/common.sh"
# shellcheck source=scripts/lib/cargo.sh
. "$here/../scripts/lib/cargo.sh"
# shellcheck source=scripts/lib/manifest.sh
. "$here/../scripts/lib/manifest.sh"
# shellcheck source=scripts/lib/ship.sh
. "$here/../scripts/lib/ship.sh"

cd "$root"
toolchain=${LOWDIFF_MLIR:-head}
[ -f "$store/$toolchain/toolchain.json" ] || die "MLIR $toolchain is not set up: the image does that (scripts/setup.sh --fetch $toolchain)"
need zip "there is no zip: add it to the packages of the image"
make_directory "$OUT"

# The image has a cargo that builds for coverage where that is wanted.
cargo fuzz build -O
for target in $(fuzz_targets); do
    say "shipping $target"
    cp "${CARGO_TARGET_DIR:-target}/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    rm -f "$OUT/${target}_seed_corpus.zip"
    find "corpus/$target" -type f | sort | zip --quiet --junk-paths -@ "$OUT/${target}_seed_corpus.zip"
    cp "dictionaries/$target.dict" "$OUT/"
    cp oss-fuzz/target.options "$OUT/$target.options"
done
ship_toolchain "$toolchain" "$OUT/lib"
