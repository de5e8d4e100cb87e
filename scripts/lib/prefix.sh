# shellcheck shell=bash
# The user's own MLIR: nothing is copied, the manifest names their files where they lie, so a rebuild
# is picked up at once.

# first_file CANDIDATE...: the first that exists; nothing if none does.
first_file() {
    local file
    for file in "$@"; do
        if [ -f "$file" ]; then
            printf '%s' "$file"
            return
        fi
    done
}

# install_prefix NAME PREFIX: PREFIX is a build or install tree, or the library itself.
install_prefix() {
    local name=$1 prefix library missing version opt runner utility file runner_libraries=()
    prefix=$(realpath "$2")
    library=$prefix
    if [ -d "$prefix" ]; then
        library=$(first_file "$prefix"/lib*/libMLIR-C.so "$prefix"/lib/*-linux-gnu/libMLIR-C.so)
        [ -n "$library" ] ||
            die "$prefix has no lib/libMLIR-C.so: build MLIR with -DMLIR_BUILD_MLIR_C_DYLIB=ON (and -DLLVM_BUILD_LLVM_DYLIB=ON) and run this again"
    else
        prefix=$(dirname "$(dirname "$library")")
    fi
    missing=$(missing_libraries "$library" | paste -sd ' ')
    [ -z "$missing" ] ||
        die "$library needs $missing, which the dynamic linker does not find: put that beside it with an rpath, or into LD_LIBRARY_PATH, and run this again"
    opt=$(first_file "$prefix/bin/mlir-opt")
    runner=$(first_file "$prefix/bin/mlir-runner" "$prefix/bin/mlir-cpu-runner")
    for utility in libmlir_runner_utils.so libmlir_c_runner_utils.so; do
        file=$(first_file "$(dirname "$library")/$utility" "$prefix"/lib*/$utility)
        [ -z "$file" ] || runner_libraries+=("$file")
    done
    version=$(library_version "$library")
    [ -n "$version" ] || [ -z "$opt" ] || version=$("$opt" --version 2>/dev/null | sed -n 's/.*LLVM version //p')
    make_directory "$store/$name"
    rm -f "$store/$name/verified"
    say "  library $library"
    say "  mlir-opt ${opt:-none}, runner ${runner:-none}"
    write_manifest "$store/$name" "$name" "${version:-unknown}" "$library" "$opt" "$runner" \
        ${runner_libraries[@]+"${runner_libraries[@]}"}
}
