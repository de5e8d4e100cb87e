# shellcheck shell=bash
# What every script shares: how it speaks, how it fails, where things live.
# Progress goes to stderr, a failure is one sentence with its way out and exit status 2.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034 # read by the scripts that source this file
store=$root/.mlir
# shellcheck source=scripts/lib/versions.sh
. "$root/scripts/lib/versions.sh"

# Nothing ends in silence: what `set -e` stops at is named, in functions and subshells too.
set -E
trap 'unexpected $? "$BASH_COMMAND" "${BASH_SOURCE[0]}" $LINENO' ERR

# unexpected STATUS COMMAND FILE LINE: 2 is a `die` in a subshell, which has said why.
unexpected() { [ "$1" = 2 ] || say "error: ${3#"$root/"}:$4 ended with status $1: $2"; }

say() { printf '%s\n' "$*" >&2; }

die() {
    say "error: $*"
    exit 2
}

# Caches and tools of one's own lie below it.
[ -n "${HOME:-}" ] || die "HOME is not set: set it to a folder that can be written to, and run this again"

have() { command -v "$1" >/dev/null 2>&1; }

is_root() { [ "$(id -u)" = 0 ]; }

# need COMMAND SENTENCE: stops with SENTENCE where COMMAND is missing.
need() { have "$1" || die "$2"; }

# phase NAME COMMAND...: runs COMMAND and says what it took.
phase() {
    local begun=$SECONDS
    say "== $1"
    "${@:2}"
    say "== $1: $((SECONDS - begun)) s"
}

# What in_background started.
jobs=()

# in_background COMMAND...: starts COMMAND in a process group of its own, which ends with this script; its number is in $job.
in_background() {
    trap end_jobs EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    set -m
    # The traps are this script's alone.
    {
        trap - EXIT INT TERM HUP
        "$@"
    } </dev/null &
    set +m
    job=$!
    jobs+=("$job")
}

end_jobs() {
    local job
    for job in "${jobs[@]}"; do
        kill -TERM -- "-$job" 2>/dev/null || true
    done
}

# all_done: waits for what in_background started, in that order; the first that failed ends the others and this script. It has said why.
all_done() {
    local job
    for job in "${jobs[@]}"; do
        wait "$job" || exit
    done
    jobs=()
}

# new_log: a file for what a quiet command says.
new_log() { mktemp 2>/dev/null || die "no temporary file can be made: see that ${TMPDIR:-/tmp} is there and has room, and run this again"; }

# attempt WHAT COMMAND...: runs COMMAND quietly; a failure becomes one sentence.
attempt() {
    local what=$1 log
    shift
    log=$(new_log)
    "$@" >"$log" 2>&1 || explain "$what" "$log"
    rm -f "$log"
}

# explain WHAT LOG: ends with the sentence that the failure of WHAT deserves, made from what it said in LOG.
explain() {
    local last
    last=$(grep -E '^(E:|ERROR|tar:|dpkg)' "$2" | tail -n 1 || true)
    # The others end with what matters, cargo with the innermost cause.
    [ -n "$last" ] || last=$(grep -v '^[[:space:]]*$' "$2" | tail -n 1 | sed 's/^[[:space:]]*//' || true)
    if grep -q 'No space left\|Disk quota exceeded' "$2" || [ "$(free_megabytes "$store")" -lt 2 ]; then
        rm -f "$2"
        die "the disk is full while $1: free some space for $store and run this again, it goes on where it stopped"
    fi
    rm -f "$2"
    die "failed while $1 (${last:-no message}): run this again once that is mended, what is complete is kept"
}

free_megabytes() { df -Pk "$1" 2>/dev/null | awk 'NR == 2 { free = int($4 / 1024); seen = 1 } END { print seen ? free : 2 }'; }

# missing_libraries FILE...: what these binaries need and the dynamic linker does not find, one name a line.
missing_libraries() { { ldd "$@" 2>/dev/null || true; } | awk '/=> not found/ { print $1 }' | sort -u; }

# make_directory DIRECTORY: there and writable when this returns.
make_directory() {
    if ! mkdir -p "$1" 2>/dev/null || [ ! -w "$1" ]; then
        die "$1 cannot be written: check the disk and its permissions"
    fi
}

# need_space MEGABYTES NAME: refuses early what would fill the disk half way.
need_space() {
    local free
    free=$(free_megabytes "$store")
    [ "$free" -ge "$1" ] ||
        die "toolchain $2 needs $1 MB of disk while it is set up and $store has $free MB: free some space and run this again"
}

# offers PACKAGE: every version apt knows, best first, one a line; nothing where there are no package lists.
offers() { { LC_ALL=C apt-cache madison "$1" 2>/dev/null || true; } | awk '{ print $3 }'; }

# install_packages PACKAGE...: system packages, where this user may install them.
install_packages() {
    local package
    if ! is_root || ! have apt-get; then
        die "missing here: $* (as root: apt-get install $*); install that and run this again"
    fi
    say "installing $*"
    export DEBIAN_FRONTEND=noninteractive
    # Without package lists apt takes `g++` for a pattern, finds it matched, and reports success.
    if [ -z "$(offers base-files)" ] || ! apt-get -qq install -y --no-install-recommends "$@" >/dev/null 2>&1; then
        attempt "updating the package lists" apt-get -qq update
        attempt "installing $*" apt-get -qq install -y --no-install-recommends "$@"
    fi
    for package; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -x 'install ok installed' >/dev/null ||
            die "$package could not be installed here: install it by hand (as root: apt-get update, apt-get install $*) and run this again"
    done
}
