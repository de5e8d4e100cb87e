# shellcheck shell=bash
# Releases of MLIR out of Debian packages, unpacked side by side: their -dev packages conflict with one
# another, so installing them is no option. Debian ships no libMLIR-C.so, so one is linked here.

# Measured: downloads plus unpacked files of any, with some room.
debian_megabytes=600
# Where the package of patchelf leaves it, below the folder of extra downloads.
patchelf=tools/usr/bin/patchelf
# What does without Debian.
elsewhere="'scripts/setup.sh $(versions_from wheel | sed -n 1p)'"

apt_get() { LC_ALL=C apt-get -qq -o APT::Sandbox::User=root "$@"; }

# packaged_version PACKAGE PREFIX: the newest version on offer that begins so, without its epoch: `1:22.1.8-1~deb12u1` for 22.1.
packaged_version() {
    offers "$1" | awk -v want="$2." '
        { plain = $1; sub(/^[0-9]+:/, "", plain) }
        index(plain, want) == 1 && !found++ { print }'
}

# find_version NAME: sets `version`, updating the package lists where that is needed and possible.
find_version() {
    local package=libmlir-$1 wanted found
    wanted=$(release_of "$1")
    version=$(packaged_version "$package" "$wanted")
    if [ -z "$version" ] && is_root; then
        say "  updating the package lists"
        attempt "updating the package lists" apt_get update
        version=$(packaged_version "$package" "$wanted")
    fi
    [ -z "$version" ] || return 0
    if [ -z "$(offers base-files)" ]; then
        # apt-get update reports success when it reached nothing.
        ! is_root || die "apt has no package lists here and fetched none: check the network and apt's sources, or use $elsewhere, which needs neither"
        die "apt has no package lists here and only root may fetch them: run 'apt-get update' as root, or use $elsewhere, which needs neither"
    fi
    found=$(offers "$package" | sed -n 1p)
    die "MLIR $wanted is wanted and this system's packages have ${found:-no $package at all}: use Debian 12 with its security updates, $elsewhere, or your own build ('scripts/setup.sh PREFIX')"
}

# fetch_package DIRECTORY PACKAGE[=VERSION]: leaves `package` (the verified file) in DIRECTORY.
fetch_package() {
    local directory=$1 name=${2%%=*} record sha size
    record=$({ LC_ALL=C apt-cache show "$2" 2>/dev/null || true; } | awk -v RS= 'NR == 1')
    sha=$(sed -n 's/^SHA256: //p' <<<"$record")
    size=$(sed -n 's/^Size: //p' <<<"$record")
    [ -n "$sha" ] || die "apt offers no package $2: run 'apt-get update' as root and then this again"
    if ! is_intact "$directory/$name"_*.deb "$sha"; then
        say "  downloading $name ($(((size + 999999) / 1000000)) MB)"
        rm -f "$directory/$name"_*.deb
        refresh_if_stale "$directory" "$2"
        attempt "downloading $name" in_directory "$directory" apt_get download "$2"
        is_intact "$directory/$name"_*.deb "$sha" ||
            die "the download of $name is damaged: run this again, and 'apt-get update' as root if it happens twice"
    fi
    package=$(echo "$directory/$name"_*.deb)
}

# refresh_if_stale DIRECTORY PACKAGE: tries the download; lists that name a file the archive has since replaced are renewed.
refresh_if_stale() {
    local answer
    answer=$(in_directory "$1" apt_get download "$2" 2>&1) && return
    case $answer in *' 404 '*) ;; *) return 0 ;; esac
    is_root || die "apt's package lists are too old, ${2%%=*} has been replaced since: run 'apt-get update' as root and then this again"
    say "  the package lists are too old, updating them"
    attempt "updating the package lists" apt_get update
}

in_directory() { (cd "$1" && "${@:2}"); }

is_intact() { [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d ' ' -f 1)" = "$2" ]; }

# unpack PACKAGE DIRECTORY PATTERN...: only what is asked for; the rest of a -dev package is a gigabyte of archives.
unpack() {
    attempt "unpacking $(basename "$1")" unpack_members "$@"
}

unpack_members() {
    dpkg-deb --fsys-tarfile "$1" | tar -x --no-same-owner -C "$2" --wildcards "${@:3}"
}

# link_c_library LIBRARY_DIRECTORY: every C API archive whole, in one shared library that finds the rest beside itself.
link_c_library() {
    local lib=$1
    # shellcheck disable=SC2016 # $ORIGIN is for the dynamic linker
    attempt "linking libMLIR-C.so" cc -shared -o "$lib/libMLIR-C.so" \
        -Wl,--whole-archive "$lib"/libMLIRCAPI*.a -Wl,--no-whole-archive \
        "$lib"/libMLIR.so.* "$lib"/libLLVM.so.* -Wl,--build-id -Wl,-rpath,'$ORIGIN'
    rm -f "$lib"/libMLIRCAPI*.a
}

# add_missing_libraries NUMBER LIBRARY_DIRECTORY: the system libraries a bare system lacks go beside those that need them.
add_missing_libraries() {
    local number=$1 lib=$2 missing soname extra=$store/.downloads/$1/extra _
    for _ in 1 2 3 4; do
        missing=$(missing_libraries "$lib"/lib*.so.* "$lib"/../bin/*)
        [ -n "$missing" ] || return 0
        make_directory "$extra"
        [ -x "$extra/$patchelf" ] || fetch_patchelf "$extra"
        for soname in $missing; do
            add_library "$soname" "$lib" "$extra"
        done
    done
    die "these libraries are missing here and could not be added: ${missing//$'\n'/ } (as root: apt-get install libllvm$number)"
}

# add_library SONAME LIBRARY_DIRECTORY DOWNLOADS
add_library() {
    local soname=$1 lib=$2 extra=$3 name=${1%%.so*} file
    case $soname in
    libz3.so.*) name=libz3-4 ;;
    libz.so.*) name=zlib1g ;;
    libstdc++.so.*) name=libstdc++6 ;;
    libgcc_s.so.*) name=libgcc-s1 ;;
    libicu*) name=libicu${soname##*.} ;;
    *) name+=${soname##*.so.} ;;
    esac
    [ "$soname" != libxml2.so.2 ] || name=libxml2
    say "  adding $soname, which this system lacks"
    fetch_package "$extra" "$name"
    attempt "unpacking $name" dpkg-deb -x "$package" "$extra/root"
    file=$(find "$extra/root" -name "$soname" | sed -n 1p)
    [ -n "$file" ] || die "package $name has no $soname: install that library by your system's means and run this again"
    cp -L "$file" "$lib/$soname" || die "$soname cannot be copied to $lib: check the disk"
    # Its own needs may lie beside it, and it does not look there by itself.
    # shellcheck disable=SC2016 # $ORIGIN is for the dynamic linker
    attempt "preparing $soname" "$extra/$patchelf" --set-rpath '$ORIGIN' "$lib/$soname"
}

fetch_patchelf() {
    fetch_package "$1" patchelf
    attempt "unpacking patchelf" dpkg-deb -x "$package" "$1/tools"
}

# install_debian NUMBER
install_debian() {
    local number=$1 downloads=$store/.downloads/$1 prefix=usr/lib/llvm-$1 build lib runner version package part plain
    need apt-get "MLIR $number comes in Debian packages and there is no apt-get here: use $elsewhere, or your own build ('scripts/setup.sh PREFIX')"
    need dpkg-deb "Debian packages are unpacked with dpkg-deb, which is missing here: use $elsewhere, or your own build ('scripts/setup.sh PREFIX')"
    need cc "libMLIR-C.so is linked with cc, which is missing here: install a C compiler (as root: apt-get install gcc libc6-dev) and run this again"
    need_space $debian_megabytes "$number"
    find_version "$number"
    plain=${version#*:}
    make_directory "$downloads"
    build=$(build_directory "$number")
    for part in "libllvm$number" "libmlir-$number" "libmlir-$number-dev" "mlir-$number-tools"; do
        fetch_package "$downloads" "$part=$version"
        say "  unpacking $part"
        case $part in
        *-dev) unpack "$package" "$build" "./$prefix/lib/libMLIRCAPI*.a" "./$prefix/lib/*.so" "./$prefix/include/mlir-c/*" ;;
        *-tools) unpack "$package" "$build" "./$prefix/bin/mlir-opt" "./$prefix/bin/mlir-*runner" ;;
        *) unpack "$package" "$build" './usr/lib/*.so*' './usr/share/doc/*/copyright' ;;
        esac
    done
    lib=$build/$prefix/lib
    # The tools look for LLVM in this one folder only.
    mv "$build"/usr/lib/*-linux-gnu/libLLVM* "$lib/"
    add_missing_libraries "$number" "$lib"
    say "  linking libMLIR-C.so"
    link_c_library "$lib"
    runner=$(basename "$(echo "$build/$prefix"/bin/mlir-*runner)")
    write_manifest "$build" "$number" "${plain%%-*}" "$prefix/lib/libMLIR-C.so" "$prefix/bin/mlir-opt" "$prefix/bin/$runner" \
        "$prefix/lib/libmlir_runner_utils.so" "$prefix/lib/libmlir_c_runner_utils.so"
    put_in_place "$number" "$build"
}
