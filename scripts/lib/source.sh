# shellcheck shell=bash
# MLIR's sources as Debian's source package has them, by apt itself, so that they are verified like every
# package. Nothing of the system's apt set-up changes: the lists live in a folder of the build.

# The release whose archive has the same sources where a security suite lacks them.
source_fallback=trixie

# source_lists CODENAME FILE...: apt's `deb` entries as `deb-src` ones on stdout, the one-line format or the
# deb822 one after the name of each file; what names CODENAME itself is also asked for the fallback's suite.
source_lists() {
    local codename=$1 file
    for file in "${@:2}"; do
        [ -f "$file" ] || continue
        case $file in
        *.sources) source_stanzas "$codename" <"$file" ;;
        *) source_lines "$codename" <"$file" ;;
        esac
    done
}

source_lines() {
    awk -v codename="$1" -v fallback="$source_fallback" '
        $1 != "deb" { next }
        { sub(/[ \t]*#.*/, ""); sub(/^[ \t]*deb/, "deb-src"); print }
        {
            suite = 2
            if ($2 ~ /^\[/) { while (suite < NF && $suite !~ /\]$/) suite++; suite++ }
            suite++
            if ($suite == codename) { $suite = fallback; print }
        }'
}

source_stanzas() {
    awk -v codename="$1" -v fallback="$source_fallback" '
        function flush() {
            if (has_deb && enabled) printf "%s\n", stanza
            stanza = ""; has_deb = 0; enabled = 1
        }
        BEGIN { enabled = 1 }
        /^#/ { next }
        /^[ \t]*$/ { flush(); next }
        {
            field = tolower($1)
            if (field == "types:") {
                for (i = 2; i <= NF; i++) if ($i == "deb") has_deb = 1
                $0 = "Types: deb-src"
            }
            if (field == "enabled:" && tolower($2) == "no") enabled = 0
            if (field == "suites:")
                for (i = 2; i <= NF; i++) if ($i == codename) { $0 = $0 " " fallback; break }
            stanza = stanza $0 "\n"
        }
        END { flush() }'
}

# source_apt COMMAND ARGUMENT...: apt-get or apt-cache over the lists in `$apt`.
source_apt() {
    LC_ALL=C "$1" -qq -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts="$apt/sources.list.d" \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" "${@:2}"
}

# set_up_apt: derives the lists and fetches them. Some archives offer no sources, so only the outcome counts.
set_up_apt() {
    local list='' parts='' codename file
    eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true)
    rm -rf "$apt"
    make_directory "$apt/sources.list.d"
    make_directory "$apt/lists/partial"
    make_directory "$apt/cache/archives/partial"
    source_lists "${codename:-unknown}" "$list" "$parts"/*.list >"$apt/sources.list"
    for file in "$parts"/*.sources; do
        [ ! -f "$file" ] || source_lists "${codename:-unknown}" "$file" >"$apt/sources.list.d/$(basename "$file")"
    done
    say "  fetching the lists of sources"
    source_apt apt-get update >"$apt/log" 2>&1 || true
}

# source_offers PACKAGE VERSION: `version sha256 file` of every source package of that upstream version.
source_offers() {
    { source_apt apt-cache showsrc "$1" 2>/dev/null || true; } | awk -v want="$2-" '
        /^Version:/ { version = $2; plain = $2; sub(/^[0-9]+:/, "", plain); wanted = index(plain, want) == 1 }
        /^Checksums-Sha256:/ { sums = 1; next }
        /^[^ ]/ { sums = 0 }
        sums && wanted && $3 ~ /\.orig\.tar\.[a-z0-9]+$/ { print version, $1, $3 }'
}

# fetch_source NUMBER VERSION DIRECTORY: leaves `tarball` (verified) in DIRECTORY.
fetch_source() {
    local name=llvm-toolchain-$1 plain=$2 directory=$3 offers version sha file log apt=$3/apt
    make_directory "$directory"
    if [ -f "$directory/offers" ]; then
        offers=$(<"$directory/offers")
    else
        set_up_apt
        offers=$(source_offers "$name" "$plain")
        [ -n "$offers" ] ||
            die "the sources of MLIR $plain are in no archive of apt's ($(tail_of "$apt/log")): check the network and apt's sources, or use --source DIR"
        printf '%s\n' "$offers" >"$directory/offers"
    fi
    log=$(new_log)
    # The suite with the wanted package often lacks its tarball; another has the same one.
    while read -r version sha file; do
        tarball=$directory/$file
        if ! is_intact "$tarball" "$sha"; then
            say "  downloading the sources of MLIR $plain ($name $version)"
            [ -d "$apt/lists" ] || set_up_apt
            in_directory "$directory" source_apt apt-get source --download-only --tar-only -y "$name=$version" >>"$log" 2>&1 || continue
            is_intact "$tarball" "$sha" || continue
        fi
        rm -f "$log"
        return 0
    done <<<"$offers"
    explain "downloading the sources of MLIR $plain" "$log"
}

# tail_of FILE: the last thing that was wrong, for a sentence.
tail_of() {
    local last
    last=$(grep -E '^[EW]:' "$1" | tail -n 1 || true)
    printf '%s' "${last:-apt found nothing wrong}"
}

# unpack_source TARBALL DIRECTORY: the part that MLIR's own CMake project reads.
unpack_source() {
    say "  unpacking the sources"
    rm -rf "$2" "$2.part"
    make_directory "$2.part"
    attempt "unpacking the sources" tar -x --no-same-owner -C "$2.part" --strip-components=1 -f "$1" \
        --wildcards --exclude='*/mlir/test' --exclude='*/mlir/docs' --exclude='*/mlir/unittests' '*/mlir' '*/cmake'
    mv "$2.part" "$2" || die "$2 cannot be written: check the disk and its permissions"
}

# own_source DIRECTORY NUMBER: the llvm-project (or its mlir) that the user named, as `source`, the former of the two.
own_source() {
    local major
    source=$(realpath -e "$1" 2>/dev/null) || die "--source $1 does not exist: name a checkout of llvm-project"
    [ -f "$source/mlir/CMakeLists.txt" ] || source=$(dirname "$source")
    [ -f "$source/mlir/CMakeLists.txt" ] || source=''
    [ -f "${source:-/nowhere}/cmake/Modules/LLVMVersion.cmake" ] ||
        die "--source $1 has no mlir/CMakeLists.txt with a cmake/ beside that mlir: name a checkout of llvm-project"
    major=$(sed -n 's/.*LLVM_VERSION_MAJOR \([0-9]*\).*/\1/p' "$source/cmake/Modules/LLVMVersion.cmake" | sed -n 1p)
    [ "$major" = "$2" ] ||
        die "--source $1 is LLVM ${major:-of an unknown version} and is built against Debian's LLVM $2: check out a tag of LLVM $2, or choose another --version"
}
