#!/usr/bin/env bash
# Counts lines of code by folder.
set -euo pipefail

usage() {
  cat <<'EOF'
usage: scripts/lines.sh [COMMIT]

Prints the lines of core/src and src that are not empty, without tests, by folder, as of COMMIT (by default HEAD).
EOF
}

case "${1-}" in -h | --help) usage; exit 0 ;; esac
if [ $# -gt 1 ]; then usage >&2; exit 2; fi
cd "$(dirname "$0")/.."
commit=$(git rev-parse --verify --quiet "${1-HEAD}^{commit}") || { echo "scripts/lines.sh: no commit '$1': name one of git log" >&2; exit 2; }
git ls-tree -r --name-only "$commit" -- core/src src | grep '\.rs$' | grep -vE '(^|/)tests(/|\.rs$)|_tests\.rs$' | while read -r file; do
  folder=${file#core/} folder=${folder#src/}
  # A module of tests is the last thing of a file.
  lines=$(git show "$commit:$file" | awk '
    was && /^(pub(\([a-z]+\))? )?mod [a-z_]+ [{]/ { tests = 1 }
    { was = /^#\[cfg\(test\)\]$/ }
    NF && !tests { count++ }
    END { print count + 0 }')
  echo "${folder%%/*} $lines"
done | awk '
  { sub(/\.rs$/, "", $1); count[$1] += $2; all += $2 }
  END { for (folder in count) print count[folder], folder; print all, "all" }' | sort -rn
