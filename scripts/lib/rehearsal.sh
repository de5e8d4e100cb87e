# shellcheck shell=bash
# shellcheck disable=SC2154 # the script that sources this sets scratch, out, planted, tmp and toolchain
# The stage of a rehearsal of OSS-Fuzz: a bare system to run targets in, an MLIR with a bug, and signatures of stacks.

# The version of LLVM whose libFuzzer the targets are linked with, as their image has one.
engine_version=19
# Packages of the bare system: libraries that every base image has, and the shell that libFuzzer's fork mode calls.
bare_packages=(base-files dash libc6 libgcc-s1 libstdc++6 zlib1g)

# The sanitizer's options in their runner. Signals that it handles for good (2) would be lost to the target, but for its .options.
their_asan_options=alloc_dealloc_mismatch=0:allocator_may_return_null=1:allocator_release_to_os_interval_ms=500
their_asan_options+=:check_malloc_usable_size=0:detect_odr_violation=2:detect_leaks=1:detect_stack_use_after_return=0
their_asan_options+=:fast_unwind_on_fatal=0:handle_abort=2:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=2
their_asan_options+=:max_uar_stack_size_log=16:quarantine_size_mb=10:strict_memcmp=1:symbolize=1:use_sigaltstack=1:print_summary=1

use_rehearsal_tools() {
    local command missing=()
    for command in zip unzip patchelf objdump; do
        have "$command" || missing+=("${command/objdump/binutils}")
    done
    have llvm-symbolizer || missing+=(llvm)
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
    need unshare "there is no unshare here: install util-linux and run this again"
    unshare --mount --pid --net --fork true 2>/dev/null ||
        die "namespaces of its own are refused here: run the rehearsal where unshare --mount --pid --net works"
}

# make_root: a bare system, and the symbolizer with its libraries apart from it.
make_root() {
    local name libraries
    make_directory "$scratch/packages"
    if [ ! -d "$scratch/engine" ]; then
        fetch_package "$scratch/packages" "libclang-rt-$engine_version-dev"
        attempt "unpacking libFuzzer" dpkg-deb -x "$package" "$scratch/engine"
    fi
    rm -rf "$scratch/root"
    mkdir -p "$scratch/root"
    for name in "${bare_packages[@]}"; do
        fetch_package "$scratch/packages" "$name"
        attempt "unpacking $name" dpkg-deb -x "$package" "$scratch/root"
    done
    mkdir -p "$scratch/root"/{bin,dev,proc,tmp,not-out,opt/symbolizer,usr/local/bin}
    ln -sf dash "$scratch/root/bin/sh"
    libraries=$scratch/root/opt/symbolizer
    cp -L "$(command -v llvm-symbolizer)" "$libraries/llvm-symbolizer"
    ldd "$libraries/llvm-symbolizer" | awk '$2 == "=>" && $3 ~ "^/" { print $3 }' | xargs -I '{}' cp -L '{}' "$libraries/"
    # Those of the C library have to be of one kind with the dynamic linker.
    rm -f "$libraries"/lib{c,m,dl,rt,pthread}.so.*
    printf '#!/bin/sh\nLD_LIBRARY_PATH=/opt/symbolizer exec /opt/symbolizer/llvm-symbolizer "$@"\n' >"$scratch/root/usr/local/bin/llvm-symbolizer"
    chmod +x "$scratch/root/usr/local/bin/llvm-symbolizer"
}

# plant_library: $OUT once more, with an MLIR that has a bug where LOWDIFF_PLANT says.
plant_library() {
    local library
    library=$(sed -n 's/.*"library":"\([^"]*\)".*/\1/p' "$out/lib/toolchain.json")
    rm -rf "$planted"
    cp -al "$out" "$planted"
    rm "$planted/lib/toolchain.json"
    # shellcheck disable=SC2016 # $ORIGIN is for the dynamic linker
    attempt "planting bugs" cc -O1 -Wall -Werror -shared -fPIC -fvisibility=hidden -o "$planted/lib/libplanted.so" \
        "$root/tests/planted/planted.c" "-I$(headers)" "-DLOWDIFF_PLANT_REAL=\"$library\"" \
        "-L$planted/lib" "-l:$library" -Wl,-rpath,'$ORIGIN' -Wl,--build-id -ldl
    chmod 644 "$planted/lib/libplanted.so"
    write_manifest "$planted/lib" "$toolchain" "$(manifest_version "$toolchain")" libplanted.so '' ''
}

# headers: those of the C API, of this toolchain or of another one.
headers() {
    local folder
    folder=$(find "$store/$toolchain"/ "$store"/*/ -type d -path '*/include/mlir-c' 2>/dev/null | sed -n 1p)
    [ -n "$folder" ] || die "there are no headers of the C API in $store: run scripts/setup.sh $default_version"
    dirname "$folder"
}

# in_root TARGET NAME OUT LIBFUZZER-ARGUMENT...: runs the target out of OUT, in the bare system, as their runner does; what it says is
# in $log, the seconds are in $took. With `plant` set it has that bug; with `kept` set findings end
# nothing; with `limit` set it ends after so many seconds.
in_root() {
    local target=$1 begun=$SECONDS status=0 options asan
    log=$scratch/$1-$2.log
    options=$(options_of "$out/$target.options" libfuzzer | sed 's/^/-/')
    asan=$their_asan_options:$(options_of "$out/$target.options" asan | paste -sd :)
    mkdir -p "$tmp"
    # shellcheck disable=SC2086 # one option a word
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root OUT=/not-out FUZZING_LANGUAGE=rust \
        "ASAN_OPTIONS=$asan" ${plant:+"LOWDIFF_PLANT=$plant"} ${kept:+LOWDIFF_KEEP_GOING=1} \
        ${limit:+timeout "$limit"} unshare --mount --pid --net --ipc --fork --kill-child -- bash -c '
        set -e
        root=$1 out=$2 tmp=$3
        shift 3
        mount --make-rprivate /
        mount --bind "$root" "$root"
        mount -o remount,bind,ro "$root"
        mount --bind "$out" "$root/not-out"
        mount -o remount,bind,ro "$root/not-out"
        mount --bind "$tmp" "$root/tmp"
        mount -t tmpfs -o mode=755 none "$root/dev"
        for device in null zero random urandom; do
            : >"$root/dev/$device"
            mount --bind "/dev/$device" "$root/dev/$device"
        done
        mount -t proc -o ro proc "$root/proc"
        exec chroot "$root" "$@"' bash "$scratch/root" "$3" "$tmp" \
        /bin/sh -c 'cd /not-out && exec "$@"' sh \
        /not-out/"$target" -rss_limit_mb=2560 -timeout=25 $options "-dict=$target.dict" "${@:4}" \
        </dev/null >"$log" 2>&1 || status=$?
    took=$((SECONDS - begun))
    return $status
}

# options_of FILE SECTION: lines NAME=VALUE of a section.
options_of() { awk -v section="[$2]" '/^\[/ { on = $0 == section } on && /^[a-z_]+ *=/ { gsub(/ /, ""); print }' "$1"; }

# unpack_seeds TARGET: the seeds that are shipped, and the smallest of them, in /tmp of the bare system, and nothing else.
unpack_seeds() {
    rm -rf "$tmp"
    mkdir -p "$tmp/seeds" "$tmp/few"
    unzip -q "$out/$1_seed_corpus.zip" -d "$tmp/seeds"
    find "$tmp/seeds" -type f -printf '%s %p\n' | sort -n | sed -n '1,12s/^[0-9]* //p' | xargs -I '{}' cp '{}' "$tmp/few/"
}

count_findings() { { find "$tmp/findings" -mindepth 1 -maxdepth 1 -type d ! -name '.*' ! -name 'incomparable-*' 2>/dev/null || true; } | wc -l; }

# Functions that ClusterFuzz leaves out of a Rust stack, as far as they come up here.
not_of_the_target='^(__sanitizer|__interceptor|___interceptor|__asan|abort$|raise$|gsignal|__pthread|pthread_kill|fuzzer::|core::panicking|'
not_of_the_target+='std::panicking|std::panic|std::rt|std::process|std::sys|rust_panic|__rust|_?rust_begin_unwind|rust_begin|alloc::|'
not_of_the_target+='core::ops|libfuzzer_sys|<?alloc::boxed|__libc|main$|_start|<fuzz)'

# signature_of LOG: the first three functions of the stack that are the target's own.
signature_of() {
    { grep -oE '^ *#[0-9]+ 0x[0-9a-f]+ in .*' "$1" || true; } | sed -E 's/^ *#[0-9]+ 0x[0-9a-f]+ in //; s/ (\/|\(|[^ ]*\.rs).*//; s/::h[0-9a-f]{16}$//' |
        { grep -vE "$not_of_the_target" || true; } | sed -n 1,3p | paste -sd ' '
}

# told WHAT RESULT: a line of the log that goes into the documentation.
told() { printf '%-36s %s\n' "$1" "$2"; }

# fail SENTENCE NAME: ends with the last lines of that run.
fail() {
    tail -n 30 "$log" >&2
    die "$1 (see $log)"
}

not_rehearsed() {
    cat <<NOT
not rehearsed: the image itself (its glibc, its clang and libc++, its pinned Rust); a build for coverage;
  ClusterFuzz's own grouping of crashes (the signature is the first three functions that it keeps);
  another processor than that of this machine
NOT
}
