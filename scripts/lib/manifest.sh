# shellcheck shell=bash
# `.mlir/<name>/toolchain.json` is how the rest of lowdiff finds a toolchain. It is written last and
# by rename, so its presence means that everything it names is there.

# json_string TEXT, or null for an empty one.
json_string() {
    local text=$1
    [ -n "$text" ] || { printf null && return; }
    text=${text//\\/\\\\}
    printf '"%s"' "${text//\"/\\\"}"
}

# write_manifest DIRECTORY NAME VERSION LIBRARY MLIR_OPT RUNNER RUNNER_LIBRARY...
write_manifest() {
    local directory=$1 libraries='' library
    for library in "${@:7}"; do
        libraries+=${libraries:+,}$(json_string "$library")
    done
    local text
    text=$(printf '{"name":%s,"version":%s,"library":%s,"mlir_opt":%s,"runner":%s,"runner_libraries":[%s]}' \
        "$(json_string "$2")" "$(json_string "$3")" "$(json_string "$4")" \
        "$(json_string "$5")" "$(json_string "$6")" "$libraries")
    if ! printf '%s\n' "$text" >"$directory/toolchain.json.part" ||
        ! mv -f "$directory/toolchain.json.part" "$directory/toolchain.json"; then
        die "the manifest $directory/toolchain.json cannot be written: check the disk and its permissions"
    fi
}

manifest_version() { sed -n 's/.*"version": *"\([^"]*\)".*/\1/p' "$store/$1/toolchain.json"; }

# mark_verified NAME: a toolchain that loads and lowers is not checked again.
mark_verified() { : >"$store/$1/verified" 2>/dev/null || true; }

# is_complete NAME: a manifest is there and so is every file it names.
is_complete() {
    local directory=$store/$1 file
    [ -f "$directory/toolchain.json" ] || return 1
    while IFS= read -r file; do
        case $file in /*) ;; *) file=$directory/$file ;; esac
        [ -s "$file" ] || return 1
    done < <(grep -o '"[^"]*/[^"]*"' "$directory/toolchain.json" | tr -d '"')
}

# build_directory NAME: an empty directory to build a toolchain in; what an interrupted run left goes.
build_directory() {
    local directory=$store/.building/$1
    rm -rf "$directory"
    make_directory "$directory"
    printf '%s' "$directory"
}

# put_in_place NAME DIRECTORY: the finished toolchain appears at once or not at all.
put_in_place() {
    rm -rf "${store:?}/$1"
    mv "$2" "$store/$1" || die "$2 cannot be moved to $store/$1: check the disk and its permissions"
    discard_downloads "$1"
}

# discard_downloads NAME: what a finished toolchain no longer needs.
discard_downloads() {
    rm -rf "${store:?}/.downloads/$1"
    rmdir "$store/.building" "$store/.downloads" 2>/dev/null || true
}

# library_version LIBRARY: what LLVM inside the library calls itself, e.g. 24.0.0git; nothing where that cannot be asked.
library_version() {
    have python3 || return 0
    python3 - "$1" 2>/dev/null <<'PYTHON' || true
import ctypes, mmap, re, sys

library = ctypes.CDLL(sys.argv[1])
numbers = [ctypes.c_uint() for _ in range(3)]
library.LLVMGetVersion(*map(ctypes.byref, numbers))
version = ".".join(str(number.value) for number in numbers)
# The suffix of an unreleased version is no number; the library's own strings have it.
with open(sys.argv[1], "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
    named = re.search(re.escape(version).encode() + rb"(git|rc\d+)", text)
    print(named.group().decode() if named else version)
PYTHON
}
