# shellcheck shell=bash
# A recent MLIR out of the wheel `torch-mlir`, whose aggregate library exports MLIR's whole C
# API. It needs neither root nor Debian, only python3 with pip; no mlir-opt and no runner come with it.

wheel_library=torch_mlir/_mlir_libs/libTorchMLIRAggregateCAPI.so
wheel_megabytes=400

# download_wheel DIRECTORY REQUIREMENT: pip keeps only whole files whose hash its index confirms.
download_wheel() {
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        --platform manylinux_2_28_x86_64 --python-version 3.11 --implementation cp --abi cp311 \
        --dest "$1" "$2"
}

# fetch_wheel DIRECTORY VERSION: the wanted version; the newest one, said aloud, where only that is gone.
fetch_wheel() {
    local wanted=$2 log
    log=$(new_log)
    say "  downloading torch-mlir $wanted (80 MB)"
    if download_wheel "$1" "torch-mlir==$wanted" >"$log" 2>&1; then
        rm -f "$log"
        return
    fi
    # pip says the same of an index out of reach, but then it has seen no version at all.
    if grep -q 'from versions: none' "$log"; then
        rm -f "$log"
        die "torch-mlir cannot be downloaded, pip reaches no package index from here: check the network (or pip's settings) and run this again"
    elif grep -q 'from versions: ' "$log"; then
        rm -f "$log"
        [ -z "${LOWDIFF_HEAD_VERSION:-}" ] ||
            die "there is no torch-mlir $wanted for Linux on x86-64: choose another LOWDIFF_HEAD_VERSION, or unset it"
        say "  torch-mlir $wanted is gone, taking the newest instead"
        attempt "downloading the newest torch-mlir" download_wheel "$1" torch-mlir
    else
        explain "downloading torch-mlir" "$log"
    fi
}

# unpack_wheel WHEEL DIRECTORY: the library and the licence; every byte read is checked.
unpack_wheel() {
    python3 - "$1" "$2" "$wheel_library" <<'PYTHON'
import sys, zipfile

wheel, directory, library = sys.argv[1:]
try:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name == library or "/licenses/" in name:
                archive.extract(name, directory)
except Exception as error:
    sys.exit(f"error: {error}")
PYTHON
}

# install_wheel NAME
install_wheel() {
    local name=$1 downloads=$store/.downloads/$1 wanted build wheel version
    wanted=${LOWDIFF_HEAD_VERSION:-$(release_of "$name")}
    need python3 "$name comes as a Python wheel and there is no python3 here: install python3 and pip (as root: apt-get install python3-pip) and run this again"
    python3 -m pip --version >/dev/null 2>&1 ||
        die "$name is downloaded with pip, which this python3 lacks: install it (as root: apt-get install python3-pip) and run this again"
    need_space $wheel_megabytes "$name"
    make_directory "$downloads"
    build=$(build_directory "$name")
    wheel=$(find_wheel "$downloads")
    if [ -z "$wheel" ]; then
        rm -f "$downloads"/*.whl
        fetch_wheel "$downloads" "$wanted"
        wheel=$(find_wheel "$downloads")
        [ -n "$wheel" ] || die "the download of torch-mlir is damaged: run this again"
    fi
    say "  unpacking $(basename "$wheel")"
    attempt "unpacking $(basename "$wheel")" unpack_wheel "$wheel" "$build"
    [ -s "$build/$wheel_library" ] || die "$(basename "$wheel") has no $wheel_library: choose another LOWDIFF_HEAD_VERSION"
    version=$(library_version "$build/$wheel_library")
    wheel=$(basename "$wheel" | cut -d - -f 2)
    write_manifest "$build" "$name" "${version:-unknown} (torch-mlir $wheel)" "$wheel_library" '' ''
    put_in_place "$name" "$build"
}

# find_wheel DIRECTORY: an intact wheel of the wanted version from an earlier run, if any.
find_wheel() {
    local wheel
    for wheel in "$1/torch_mlir-${LOWDIFF_HEAD_VERSION:-}"*.whl; do
        if python3 -c 'import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)' "$wheel" 2>/dev/null; then
            printf '%s' "$wheel"
            return
        fi
    done
}
