# shellcheck shell=bash
# llvm-profdata and llvm-cov. What a compiler counts only tools of its own major version read.

# use_llvm_tools MAJOR [FOLDER]: sets llvm_profdata and llvm_cov, to those in FOLDER where there are any; those of
# Rust serve where its LLVM is that old.
use_llvm_tools() {
    local major=$1 folder=${2:-}
    if [ -n "$folder" ] && [ -x "$folder/llvm-cov" ] && [ -x "$folder/llvm-profdata" ]; then
        llvm_profdata=$folder/llvm-profdata
        llvm_cov=$folder/llvm-cov
        return
    fi
    if have "llvm-profdata-$major" && have "llvm-cov-$major"; then
        llvm_profdata=llvm-profdata-$major
        llvm_cov=llvm-cov-$major
        return
    fi
    [ "$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')" = "$major" ] ||
        die "llvm-profdata-$major and llvm-cov-$major are missing: install llvm-$major and run this again"
    folder=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin
    if [ ! -x "$folder/llvm-cov" ]; then
        have rustup || die "llvm-cov is missing: install llvm-$major, or llvm-tools for your Rust, and run this again"
        attempt "installing llvm-tools" rustup component add llvm-tools
    fi
    # shellcheck disable=SC2034 # read by the scripts that source this file
    llvm_profdata=$folder/llvm-profdata
    # shellcheck disable=SC2034 # as above
    llvm_cov=$folder/llvm-cov
}
