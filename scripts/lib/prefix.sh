# shellcheck shell=bash
# The user's own MLIR: nothing is copied, the manifest names their files where they lie, so a rebuild is picked up at once.

# first_file CANDIDATE...: the first that exists.
first_file() {
    local file
    for file in "$@"; do
        [ ! -f "$file" ] || { printf '%s' "$file" && return; }
    done
}

# install_prefix NAME PREFIX: PREFIX is a build or install tree, or the library itself.
install_prefix() {
    local name=$1 prefix library version runner utils=() utility file
    prefix=$(realpath "$2")
    library=$prefix
    if [ -d "$prefix" ]; then
        library=$(first_file "$prefix"/lib*/libMLIR-C.so "$prefix"/lib/*-linux-gnu/libMLIR-C.so)
        [ -n "$library" ] ||
            die "$prefix has no lib/libMLIR-C.so: build MLIR with -DMLIR_BUILD_MLIR_C_DYLIB=ON (and -DLLVM_BUILD_LLVM_DYLIB=ON) and run this again"
    else
        prefix=$(dirname "$(dirname "$library")")
    fi
    runner=$(first_file "$prefix/bin/mlir-runner" "$prefix/bin/mlir-cpu-runner")
    for utility in libmlir_runner_utils.so libmlir_c_runner_utils.so; do
        file=$(first_file "$(dirname "$library")/$utility" "$prefix"/lib*/$utility)
        [ -z "$file" ] || utils+=("$file")
    done
    version=$(library_version "$library")
    make_directory "$store/$name"
    rm -f "$store/$name/verified"
    write_manifest "$store/$name" "$name" "${version:-unknown}" "$library" \
        "$(first_file "$prefix/bin/mlir-opt")" "$runner" ${utils[@]+"${utils[@]}"}
    say "  library $library"
    say "  mlir-opt $(first_file "$prefix/bin/mlir-opt" || true)${runner:+, runner $runner}"
}
