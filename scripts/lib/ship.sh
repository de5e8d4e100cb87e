# shellcheck shell=bash
# A toolchain as one folder of libraries that find one another there, for programs that are taken to another machine.

# Of the system, wherever a program is taken: the C library and the dynamic linker, which have to be of one kind.
of_the_system='^(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|resolv|util|gcc_s))\.so'

# manifest_field NAME FIELD: a field of a toolchain's manifest.
manifest_field() { sed -n "s/.*\"$2\": *\"\([^\"]*\)\".*/\1/p" "$store/$1/toolchain.json"; }

# ship_toolchain NAME FOLDER: the C API library, all that it needs beside the system's own, and a manifest, in FOLDER.
ship_toolchain() {
    local name=$1 folder=$2 library soname path
    library=$(manifest_field "$name" library)
    case $library in /*) ;; *) library=$store/$name/$library ;; esac
    rm -rf "$folder"
    make_directory "$folder"
    say "shipping MLIR $name"
    ship_library "$(basename "$library")" "$library" "$folder"
    while read -r soname path; do
        [[ $soname =~ $of_the_system ]] || ship_library "$soname" "$path" "$folder"
    done < <(ldd "$library" | awk '$2 == "=>" && $3 ~ "^/" { print $1, $3 }')
    write_manifest "$folder" "$name" "$(manifest_version "$name")" "$(basename "$library")" '' ''
}

# ship_library SONAME FILE FOLDER: a copy without the right to be executed, which would make it a candidate for a target.
ship_library() {
    local soname=$1 copy=$3/$1
    cp -L "$2" "$copy" || die "$soname cannot be copied to $3: check the disk"
    chmod 644 "$copy"
    finds_neighbours "$copy" && return
    need patchelf "libraries of the system are told where they lie by patchelf, which is missing here: install it (as root: apt-get install patchelf) and run this again"
    # shellcheck disable=SC2016 # $ORIGIN is for the dynamic linker
    attempt "preparing $soname" patchelf --set-rpath '$ORIGIN' "$copy"
}

# finds_neighbours FILE: it looks for libraries in its own folder.
finds_neighbours() {
    # shellcheck disable=SC2016 # $ORIGIN is for the dynamic linker
    LC_ALL=C readelf -d "$1" | grep -qE '\((RPATH|RUNPATH)\).*\[([^]]*:)?\$ORIGIN(/\.\./lib)?[:/]*[]:]'
}
