# shellcheck shell=bash
# Compiles a part of MLIR against Debian's LLVM of the same version, both unpacked in a folder of the build.
# Every stage leaves what it made and a mark; a run that was interrupted goes on at the first that has none.

# fetch_compiler NUMBER VERSION DIRECTORY: clang, LLVM's headers and library and MLIR's generators, in DIRECTORY/llvm.
fetch_compiler() {
    local number=$1 version=$2 llvm=$3/llvm lib part
    ! is_marked "$3" "llvm $version" || return 0
    rm -rf "$llvm"
    make_directory "$llvm"
    make_directory "$3/packages"
    for part in "clang-$number" "libclang-cpp$number" "libclang1-$number" "libclang-common-$number-dev" \
        "libclang-rt-$number-dev" "lld-$number" "libllvm$number" "llvm-$number" "llvm-$number-dev" \
        "llvm-$number-tools" "llvm-$number-linker-tools" "mlir-$number-tools"; do
        fetch_package "$3/packages" "$part=$version"
        say "  unpacking $part"
        attempt "unpacking $part" dpkg-deb -x "$package" "$llvm"
    done
    lib=$llvm/usr/lib/llvm-$number/lib
    # The tools look for their libraries in this one folder only.
    mv -f "$llvm"/usr/lib/*-linux-gnu/*.so* "$lib/"
    # Of MLIR's tools three generate sources, and others need a libMLIR that is of no use here.
    find "$lib/../bin" -name 'mlir-*' ! -name mlir-tblgen ! -name mlir-pdll ! -name mlir-linalg-ods-yaml-gen -exec rm {} +
    add_missing_libraries "$number" "$lib"
    # Debian 19's LLVM announces the tools of MLIR as its own, under names that MLIR is about to define.
    attempt "adjusting LLVM's CMake files" sed -i 's/\([( ]\)\(mlir-\|tblgen-lsp-\)/\1packaged-\2/g' "$lib"/cmake/llvm/LLVMExports*.cmake
    mark "$3" "llvm $version"
}

# Marks are lines of one file: the stage, and what it was made from.
is_marked() { grep -qxF -- "$2" "$1/done" 2>/dev/null; }

mark() {
    if ! { grep -v "^${2%% *} " "$1/done" 2>/dev/null || true; echo "$2"; } >"$1/done.part" ||
        ! mv -f "$1/done.part" "$1/done"; then
        die "$1 cannot be written: check the disk and its permissions"
    fi
}

# flags_of ASSERTIONS: how everything is compiled.
flags_of() {
    local flags="-O1 -g0 -w"
    # Debian's LLVM is built without assertions and keeps the layout of its types the same either way.
    if [ "$1" = on ]; then flags+=" -UNDEBUG"; else flags+=" -DNDEBUG"; fi
    printf '%s' "$flags"
}

# configure NUMBER SOURCE DIRECTORY ASSERTIONS COVERAGE: CMake's part, in DIRECTORY/tree.
configure() {
    local prefix=$3/llvm/usr/lib/llvm-$1 log marked="configured $2 assertions=$4 coverage=$5"
    ! is_marked "$3" "$marked" || return 0
    # Another source or another compiler is another tree.
    grep -q "^configured $2 " "$3/done" 2>/dev/null || rm -rf "$3/tree"
    say "  configuring"
    log=$(new_log)
    cmake -S "$2/mlir" -B "$3/tree" -G Ninja -DCMAKE_PROJECT_mlir_INCLUDE="$here/mlir/project.cmake" \
        -DLOWDIFF_COVERAGE="$5" -DLLVM_DIR="$prefix/lib/cmake/llvm" \
        -DCMAKE_C_COMPILER="$prefix/bin/clang" -DCMAKE_CXX_COMPILER="$prefix/bin/clang++" \
        -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="$(flags_of "$4")" -DMLIR_TABLEGEN="$prefix/bin/mlir-tblgen" \
        -DMLIR_PDLL_TABLEGEN="$prefix/bin/mlir-pdll" -DMLIR_LINALG_ODS_YAML_GEN="$prefix/bin/mlir-linalg-ods-yaml-gen" \
        -DMLIR_INCLUDE_TESTS=OFF -DMLIR_INCLUDE_INTEGRATION_TESTS=OFF >"$log" 2>&1 || {
        sed -n '/^CMake Error/,/^$/p' "$log" | sed -n 1,20p >&2
        explain "configuring MLIR" "$log"
    }
    rm -f "$log"
    mark "$3" "$marked"
}

# compile DIRECTORY JOBS: the headers first, which take seconds and would spoil the estimate.
compile() {
    say "  generating headers"
    run_ninja "$1" "$2" mlir-headers
    say "  compiling with $2 job$([ "$2" = 1 ] || echo s); interrupting this is safe, the next run goes on"
    run_ninja "$1" "$2" lowdiff
}

# run_ninja DIRECTORY JOBS TARGET: in the background, because a shell hears no signal while it runs a command.
run_ninja() {
    local log=$1/ninja.log status=0 pipe follower
    exec {pipe}> >(tee "$log" | follow_ninja)
    follower=$!
    NINJA_STATUS='[%f %t %e] ' nice -n 12 ninja -C "$1/tree" -j "$2" "$3" >&"$pipe" 2>&1 &
    compiler=$!
    exec {pipe}>&-
    wait "$compiler" || status=$?
    compiler=''
    wait "$follower" || true
    [ $status = 0 ] || explain_compiler "$log" "$2"
}

# interrupted STATUS: no compiler outlives the script.
interrupted() {
    if [ -n "${compiler:-}" ]; then
        kill "$compiler" 2>/dev/null || true
        wait "$compiler" 2>/dev/null || true
    fi
    exit "$1"
}

# follow_ninja: of ninja's lines `[done total seconds] what`, a sentence now and then.
follow_ninja() {
    local line next=${LOWDIFF_PROGRESS_SECONDS:-20} done_ total seconds pattern='^\[([0-9]+) ([0-9]+) ([0-9]+)\.'
    while IFS= read -r line; do
        [[ $line =~ $pattern ]] || continue
        done_=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]}
        if [ "$seconds" -lt "$next" ] || [ "$done_" = 0 ]; then continue; fi
        next=$((seconds + ${LOWDIFF_PROGRESS_SECONDS:-20}))
        say "    $done_ of $total, about $(((total - done_) * seconds / done_ / 60 + 1)) min left"
    done
}

# explain_compiler LOG JOBS: ends with what the compiler or the linker said first.
explain_compiler() {
    local first
    if grep -q 'Killed\|out of memory\|bad_alloc' "$1"; then
        die "a compiler ran out of memory: run this again with fewer --jobs than $2, it goes on where it stopped"
    fi
    first=$(grep -E 'error: |ninja: error' "$1" | sed -n 1p || true)
    [ -z "$first" ] || [ "$(free_megabytes "$store")" -lt 2 ] || grep -q 'No space left' "$1" ||
        die "compiling MLIR failed (${first#"$root"/}): the whole story is in $1"
    cp "$1" "$1.explained"
    explain "compiling MLIR" "$1.explained"
}

# assemble NAME NUMBER VERSION SOURCE DIRECTORY COVERAGE: the finished toolchain, which needs nothing outside itself.
assemble() {
    local built=$5/tree/lowdiff toolchain=$5/toolchain prefix=$5/llvm/usr/lib/llvm-$2 runner=mlir-runner
    say "  putting the toolchain together"
    rm -rf "$toolchain"
    make_directory "$toolchain/bin"
    attempt "copying the libraries" cp -R "$built/lib" "$toolchain/lib"
    attempt "copying the tools" cp "$built/bin/mlir-opt" "$built/bin/$runner" "$toolchain/bin/"
    # What add_missing_libraries found lies beside LLVM and stays there.
    attempt "copying LLVM" cp -L "$prefix"/lib/libLLVM.so.*.* "$toolchain/lib/"
    add_missing_libraries "$2" "$toolchain/lib"
    attempt "copying the licence" cp "$4/mlir/LICENSE.TXT" "$toolchain/"
    if [ "$6" = on ]; then
        # For the lines of passes: their sources, as the library names them, and what reads a profile.
        attempt "copying llvm-cov" cp "$prefix/bin/llvm-cov" "$prefix/bin/llvm-profdata" "$toolchain/bin/"
        make_directory "$toolchain/src"
        attempt "copying the sources of passes" copy_sources "$4" "$toolchain/src"
    fi
    write_manifest "$toolchain" "$1" "$3" lib/libMLIR-C.so bin/mlir-opt "bin/$runner" \
        lib/libmlir_runner_utils.so lib/libmlir_c_runner_utils.so
}

copy_sources() {
    tar -c -C "$1" mlir/lib/Conversion mlir/lib/Transforms mlir/lib/Dialect | tar -x --no-same-owner -C "$2"
}

# try_out TOOLCHAIN: its own tools lower a program and run it.
try_out() {
    local passes='builtin.module(func.func(tosa-to-linalg,tosa-to-arith),one-shot-bufferize{bufferize-function-boundaries=true},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,convert-to-llvm,reconcile-unrealized-casts)'
    local again="remove $store/.building/$(basename "$(dirname "$1")") and run this again, and please report it if that repeats"
    local lowered=$1.mlir
    say "  checking that it lowers and runs"
    "$1/bin/mlir-opt" --pass-pipeline="$passes" -o "$lowered" - <<'MLIR' || die "the new mlir-opt does not lower a small program (see above): $again"
module {
  func.func @main() -> i32 {
    %a = arith.constant dense<21> : tensor<1xi32>
    %b = tosa.add %a, %a : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %zero = arith.constant 0 : index
    %c = tensor.extract %b[%zero] : tensor<1xi32>
    return %c : i32
  }
}
MLIR
    [ "$("$1/bin/mlir-runner" -e main --entry-point-result=i32 --shared-libs="$1/lib/libmlir_c_runner_utils.so" "$lowered")" = 42 ] ||
        die "the new mlir-runner does not run a small program (see above): $again"
}
