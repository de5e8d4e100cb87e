#!/usr/bin/env bash
# Runs every corpus file, known bug and trophy by two lowdiffs, and tells where they judge differently.
set -euo pipefail

usage() {
  cat <<'EOF'
usage: scripts/same-verdicts.sh OLD NEW [MLIR]

OLD and NEW are two `lowdiff` programs, MLIR is a name or a path (by default 22). Each runs

- `replay` on each file of corpus/,
- `compare` on each program of docs/known/, along the path that shows the bug and the one that is right,
- `check` on each program of docs/trophies/, along each of its wrong commands.

Exit status, verdict, sentence, pass, operation, signature and known bug have to be equal; of `check` all but times. Addresses do not count.
The files that differ are printed, then a count of each part by verdict. Exit status: 0 all are equal; 1 some differ; 2 wrong usage.
EOF
}

case "${1-}" in -h | --help) usage; exit 0 ;; esac
if [ $# -lt 2 ] || [ $# -gt 3 ]; then usage >&2; exit 2; fi
programs=("$(realpath "$1")" "$(realpath "$2")")
mlir=${3-22}
cd "$(dirname "$0")/.."
differ=0
declare -A count

# judged LOWDIFF ARGUMENT...: the exit status and the judgement, one fact a line.
judged() {
  local status=0 document
  document=$("$@" --json --mlir "$mlir" 2>/dev/null) || status=$?
  echo "status $status"
  case $2 in
  # Everything but bare numbers, which are times, and extents of outputs.
  check) grep -vE '^ +[0-9]+,?$' <<<"$document" || true ;;
  *) grep -E '^  "(verdict|detail|reason|pass|operation|signature|known|oracle)":' <<<"$document" || true ;;
  esac | sed -E 's/ at address 0x[0-9a-f]+//'
}

# both PART NAME ARGUMENT...: runs both programs and compares what they say.
both() {
  local part=$1 name=$2 old new verdict
  shift 2
  old=$(judged "${programs[0]}" "$@")
  new=$(judged "${programs[1]}" "$@")
  verdict=$(sed -n 's/^  "verdict": "\(.*\)".*/\1/p' <<<"$new")
  verdict="$part: ${verdict:-no verdict}"
  count[$verdict]=$((${count[$verdict]-0} + 1))
  if [ "$old" != "$new" ]; then
    differ=$((differ + 1))
    printf '%s differs\nold %s\nnew %s\n' "$name" "${old//$'\n'/,}" "${new//$'\n'/,}"
  fi
}

for file in corpus/*/*; do
  both corpus "$file" replay --target "$(basename "$(dirname "$file")")" "$file"
done

known=docs/known
for file in "$known"/*.mlir; do
  path=${file%.mlir}.txt
  [ -e "$path" ] || path=$known/default-path.txt
  right=${file%.mlir}.right.txt
  [ -e "$right" ] || right=$path
  both known "$file" compare "$file" --path "@$right" --path "@$path" --known "$known/bugs.toml"
done

# The pipeline of a command of mlir-opt: that of --pass-pipeline, or of each flag that is a pass with its options.
pipeline() {
  local passes
  passes=$(sed -n "s/.*--pass-pipeline='\([^']*\)'.*/\1/p" <<<"$1")
  if [ -z "$passes" ]; then
    passes=$(grep -oE -- "--[a-z0-9-]+(='[^']*'|=[^ ]*)?" <<<"$1" | sed -E "s/^--//; s/='?([^']*)'?\$/{\1}/" | paste -sd,)
    passes="builtin.module($passes)"
  fi
  echo "$passes"
}

for file in docs/trophies/*.mlir; do
  while IFS= read -r command; do
    # What follows a pipe runs the lowered code.
    both trophies "$file" check "$file" --path "$(pipeline "${command%%|*}")"
  done < <(sed -n 's,^// Wrong: ,,p' "$file")
done

for verdict in "${!count[@]}"; do
  echo "$verdict ${count[$verdict]}"
done | sort
echo "$differ differ"
[ "$differ" -eq 0 ]
