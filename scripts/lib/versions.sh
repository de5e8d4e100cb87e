# shellcheck shell=bash
# The versions of MLIR that lowdiff knows by name: the table in scripts/versions.txt, whose head says what stands in it.

# column NUMBER [COLUMN VALUE]: a column of the table, one version a line; of the rows alone that have VALUE in the other column.
column() { awk -v wanted="$1" -v other="${2:-1}" -v value="${3:-}" 'NF && !/^#/ && $1 != "change" && (value == "" || $other == value) { print $wanted }' "$root/scripts/versions.txt"; }

# versions_from SOURCE: the names of those that come from there.
versions_from() { column 1 5 "$1"; }

# source_of NAME: where that version comes from, debian or wheel; nothing where there is none of that name.
source_of() { [ -z "$1" ] || column 5 1 "$1"; }

# release_of NAME: which release of its source that version is.
release_of() { column 6 1 "$1"; }

# listed: the lines of standard input as a sentence has them, `22, 19 or head`.
listed() { awk '{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) printf "%s%s", (i == 1 ? "" : i < NR ? ", " : " or "), line[i] }'; }

mapfile -t versions < <(column 1)
# The one under test where none is named.
default_version=${versions[0]}
