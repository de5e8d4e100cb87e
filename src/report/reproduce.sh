#!/usr/bin/env bash
# Shows a finding of lowdiff @LOWDIFF@ with stock mlir-opt and the stock runner alone.
#   finding: @VERDICT@
#   seen on: MLIR @VERSION@
# Exit status: 0 the problem shows, 1 it does not, 2 it cannot be told: these programs do not take it, or something else happened.
# MLIR_OPT, MLIR_RUNNER and MLIR_LIB (the directory of libmlir_runner_utils.so) choose the build; otherwise
# the programs are looked for on PATH and the libraries beside the runner.
set -u
program=$(dirname "$0")/@PROGRAM@
expected=$(dirname "$0")/expected.txt # there where results are held against what the program means
kind='@KIND@'
pass='@PASS@' # the pass that ends a path, where one does: nothing is run then
types='@TYPES@' # what each output holds: bits of a float, decimal floats, or what is compared exactly
signal=@SIGNAL@ # the signal of a crash, where it is known
seen='@SEEN@' # whether stock programs showed it when it was found
message=@MESSAGE@ # what the verifier says, as a regular expression without what varies
pipelines=(
@PIPELINES@
)
before=( # each path up to the pass that ends it, where one does: that much is taken without trouble
@BEFORE@
)
export MALLOC_PERTURB_=165 # glibc fills fresh and freed memory, so that reading it shows

find_program() {
    local variable=$1 name
    shift
    for name in "$@"; do command -v "$name" && return; done
    echo "error: none of $* is on PATH; name the program in \$$variable" >&2
    return 1
}
opt=${MLIR_OPT:-$(find_program MLIR_OPT mlir-opt-@MAJOR@ mlir-opt)} || exit 2
runner=
libraries=
if [ -z "$pass" ]; then
    runner=${MLIR_RUNNER:-$(find_program MLIR_RUNNER @RUNNER@-@MAJOR@ @RUNNER@)} || exit 2
    lib=${MLIR_LIB:-$(dirname "$(readlink -f "$runner")")/../lib}
    for name in runner_utils c_runner_utils; do
        [ -e "$lib/libmlir_$name.so" ] && continue
        echo "error: there is no libmlir_$name.so in $lib; name its directory in \$MLIR_LIB" >&2
        exit 2
    done
    libraries=$lib/libmlir_runner_utils.so,$lib/libmlir_c_runner_utils.so
    processor= # code for what older processors have too, so that results do not hang on this one
    case $(uname -m) in
@PROCESSOR@
    esac
    for name in mlir_async_runtime mlir_float16_utils omp; do # for async code, bfloat on older processors, OpenMP code
        [ -e "$lib/lib$name.so" ] && libraries+=,$lib/lib$name.so
    done
fi

for name in "$opt" ${runner:+"$runner"}; do
    command -v "$name" >/dev/null && continue
    echo "error: $name is no program; mend \$MLIR_OPT or \$MLIR_RUNNER" >&2
    exit 2
done

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
shows=0
other= # what happened that is not the problem

limited() { # runs a program within a time limit, and a memory limit where that is the finding
    (
        seconds=60
        ulimit -c 0
        [ "$kind" = out-of-memory ] && ulimit -v 4000000
        case $kind:$1 in memory:"$runner" | undefined:"$runner") seconds=20 ;; esac
        exec timeout -k 5 $seconds "$@"
    )
}

foreign() { # ends the script: this MLIR does not take $1, which says nothing about the problem
    echo "error: $opt does not take $1; name one of MLIR @VERSION@ in \$MLIR_OPT" >&2
    exit 2
}

lower() { # mlir-opt along path $1 with flags $3...; output to $2.mlir, what it says to $2.err
    limited "$opt" --pass-pipeline="${pipelines[$1]}" "$program" -o "$scratch/$2.mlir" "${@:3}" 2>"$scratch/$2.err"
}

crashed() { # whether status $1 is that of a crash, of the same signal where that is known; $2 is what was said
    local died=$(($1 - 128))
    case $died in 4 | 5 | 6 | 7 | 8 | 11) ;; *) return 1 ;; esac # nobody falls over by SIGKILL or SIGTERM
    case ${signal:-$died}:$died in "$died:$died" | 7:11 | 11:7) return 0 ;; esac
    # Memory that was spoiled is noticed by whoever comes to it first, as the heap is.
    grep -qE 'free\(\)|malloc|realloc|corrupt|munmap_chunk' "$2"
}

shows_in() { # whether status $3 of program $2 on path $1 is the problem; 1 it is not, 2 it is something else
    local said=$scratch/$1.err
    case $kind in
        crash | unreadable)
            crashed "$3" "$said" && return 0
            # A process whose heap is damaged may hang, even in the middle of its own crash report.
            [ "$3" -eq 124 ] && grep -q 'PLEASE submit a bug report' "$said" && return 0
            [ "$3" -lt 124 ] && return 1
            ;;
        timeout) [ "$3" -eq 124 ] && return 0 ;;
        out-of-memory)
            crashed "$3" "$said" && return 0
            grep -qiE 'out of memory|bad_alloc|allocat' "$said" && return 0
            ;;
        invalid-ir) # A pass that reports failure says the same without the verifier; that is no bug.
            if [ "$2" = mlir-opt ] && [ "$3" -lt 124 ]; then
                lower "$index" unverified --verify-each=0 || ! cmp -s "$said" "$scratch/unverified.err" || return 1
                [ -z "$message" ] || grep -qE -- "$message" "$said" && return 0
            fi
            ;;
        *)
            signal= # lowered code ends by whatever it meets
            [ "$2" = runner ] && crashed "$3" "$said" && return 0
            # A damaged heap leaves a program waiting for its lock for ever.
            case $kind:$2:$3 in memory:runner:124 | undefined:runner:124) return 0 ;; esac
            ;;
    esac
    # A pass that reports failure came to no end that is the problem; where results are asked for there is then nothing to compare.
    [ -n "$pass" ] && [ "$kind" != invalid-ir ] && [ "$3" -lt 124 ] && return 1
    return 2
}

report() { # what status $3 of program $2 says on path $1
    local answer
    echo "path $1: $2 ended with status $3"
    case $3 in
        126 | 127) other="$2 cannot be run" && return ;;
        137) other="$2 was killed" && return ;;
    esac
    if [ "$2" = mlir-opt ] && [ -n "${before[$index]:-}" ]; then
        if ! limited "$opt" --pass-pipeline="${before[$index]}" "$program" -o /dev/null 2>/dev/null; then
            other="path $1 does not come to $pass"
            return
        fi
    fi
    shows_in "$1" "$2" "$3"
    answer=$?
    [ $answer -eq 0 ] && shows=1
    [ $answer -eq 2 ] && other="path $1 ended in another way in $2"
}

reread() { # whether what path $1 leads to is not read back as it was: a text as the same text, bytecode as the same module
    local form compared
    for form in --mlir-print-op-generic '' --emit-bytecode; do
        compared=${form/#--emit-bytecode/--mlir-print-op-generic}
        lower "$1" written $form || return 1
        limited "$opt" $compared "$scratch/written.mlir" -o "$scratch/again.mlir"
        case $? in
            0) ;;
            126 | 127 | 137) other="mlir-opt was killed, or cannot be run" && return 1 ;;
            *) return 0 ;;
        esac
        lower "$1" written $compared
        cmp "$scratch/written.mlir" "$scratch/again.mlir"
        [ $? -eq 1 ] && return 0
    done
    return 1
}

varies() { # whether path $1 leads to other IR in some process: each has its own addresses
    local round
    lower "$1" written || return 1
    for round in {1..20}; do
        lower "$1" again
        cmp "$scratch/written.mlir" "$scratch/again.mlir"
        [ $? -eq 1 ] && return 0
    done
    return 1
}

normalize() { # one token a line, without addresses and memory layout
    sed -E 's/base@ = 0x[0-9a-f]+//; s/offset = [0-9]+//; s/strides = \[[^]]*\]//' "$1" | tr -s '[:space:],[]()' '\n'
}

# value(bits, width, mantissa): the float that an integer holds the bits of
value='
    function value(bits, width, mantissa,    sign, exponent, bias) {
        bits += 0
        if (bits < 0) bits += 2 ^ width
        sign = 1
        if (bits >= 2 ^ (width - 1)) { sign = -1; bits -= 2 ^ (width - 1) }
        exponent = int(bits / 2 ^ mantissa)
        bits -= exponent * 2 ^ mantissa
        bias = 2 ^ (width - mantissa - 2) - 1
        if (exponent == 2 * bias + 1) return bits ? "nan" : (sign < 0 ? "-inf" : "inf")
        if (exponent == 0) return sign * bits * 2 ^ (1 - bias - mantissa)
        return sign * (2 ^ mantissa + bits) * 2 ^ (exponent - bias - mantissa)
    }'

unexpected() { # whether an output is not what expected.txt says, and the first number that is not
    normalize "$1" | awk -v file="$expected" "$value"'
        function read_as(number, type) {
            if (type == "f32") return value(number, 32, 23)
            if (type == "f64") return value(number, 64, 52)
            if (type == "f16") return value(number, 16, 10)
            if (type == "bf16") return value(number, 16, 7)
            return number
        }
        function fits(number, line,    word, v) {
            split(line, word, " ")
            if (word[1] == "any") return 1
            if (word[1] == "=") return number "" == word[2] ""
            if (word[1] == "nan") return read_as(number, word[2]) ~ /nan/
            v = read_as(number, word[1])
            return v !~ /n/ && v + 0 >= word[2] + 0 && v + 0 <= word[3] + 0
        }
        BEGIN { while ((getline line < file) > 0) if (line !~ /^#/) wanted[count++] = line }
        $1 == "Unranked" { head = 1 }
        NF && !head && $1 != "=" && given++ < count && !different && !fits($1, wanted[given - 1]) {
            print "  number " given ": " $1 ", expected: " wanted[given - 1]
            different = 1
        }
        $1 == "data" { head = 0 }
        END {
            if (given + 0 != count + 0) { print "  " given + 0 " numbers, expected: " count + 0; different = 1 }
            exit !different
        }'
}

differ() { # whether two outputs differ; floats may by what lowdiff tolerates
    paste -d ' ' <(normalize "$1") <(normalize "$2") | awk -v types="$types" -v prints="$(grep -c Unranked "$1")" "$value"'
        function close_to(a, b, type,    t, larger) {
            if (type == "f32") { a = value(a, 32, 23); b = value(b, 32, 23); t = 1e-3 }
            else if (type == "f64") { a = value(a, 64, 52); b = value(b, 64, 52); t = 1e-3 }
            else if (type == "f16") { a = value(a, 16, 10); b = value(b, 16, 10); t = 2e-2 }
            else if (type == "bf16") { a = value(a, 16, 7); b = value(b, 16, 7); t = 1e-1 }
            else if (type == "decimal") { t = 1e-3 }
            else return 0
            if (a ~ /n/ || b ~ /n/) return a "" == b ""
            larger = (a < 0 ? -a : a) > (b < 0 ? -b : b) ? a : b
            if (larger < 0) larger = -larger
            return (a > b ? a - b : b - a) <= t + t * larger
        }
        BEGIN { if (split(types, held, " ") != prints) split("", held); output = 0 }
        $1 == "Unranked" { output++ }
        $1 "" != $2 "" || NF == 1 { if (NF == 1 || !close_to($1, $2, held[output])) different = 1 }
        END { exit !different }'
}

limited "$opt" "$program" -o /dev/null
status=$?
[ $status -ne 0 ] && [ $status -lt 124 ] && foreign "the program"
for index in "${!pipelines[@]}"; do
    letter=${letters:=abcdefghijklmnopqrstuvwxyz}
    letter=${letter:index:1}
    lower "$index" "$letter"
    status=$?
    cat "$scratch/$letter.err" >&2
    grep -q -e 'does not refer to a registered pass' -e 'no such option' "$scratch/$letter.err" && foreign "path $letter"
    [ $status -ne 0 ] && { report "$letter" mlir-opt $status; continue; }
    case $kind in
        nondeterministic) [ -n "$pass" ] && varies "$index" >&2 && echo "path $letter: other IR comes out" && shows=1 ;;
        unreadable | round-trip) reread "$index" >&2 && echo "path $letter: it is not read back" && shows=1 ;;
    esac
    [ -n "$pass" ] && continue
    for round in 1 2 3 4; do
        level=-O0
        if [ $round -eq 4 ]; then # an optimizer makes use of undefined behaviour
            case $kind in memory | undefined) level=-O3 ;; *) break ;; esac
        fi
        limited "$runner" $level -e main -entry-point-result=void -shared-libs="$libraries" "$scratch/$letter.mlir" ${processor:+"$processor"} \
            >"$scratch/$letter.$round.txt" 2>"$scratch/$letter.err"
        status=$?
        cat "$scratch/$letter.err" >&2
        [ $status -ne 0 ] && { report "$letter" runner $status; break; }
    done
    echo "path $letter:"
    sed -E 's/base@ = 0x[0-9a-f]+ //' "$scratch/$letter.1.txt"
done

if [ -e "$expected" ]; then
    said=
    for output in "$scratch"/?.?.txt; do
        [ -e "$output" ] || continue
        letter=$(basename "$output")
        letter=${letter%%.*}
        [ "$letter" = "$said" ] && continue # another run of a path that was wrong before
        if first=$(unexpected "$output"); then
            printf 'path %s gives what is not expected:\n%s\n' "$letter" "$first"
            said=$letter
            shows=1
        fi
    done
    kind= # that paths agree with one another proves nothing, nor that they differ within what is expected
fi
case $kind in
    mismatch | memory | nondeterministic | undefined)
        first=
        for output in "$scratch"/?.?.txt; do
            [ -e "$output" ] || continue
            [ -z "$first" ] && { first=$output; continue; }
            if differ "$first" "$output"; then
                diff <(normalize "$first") <(normalize "$output") | head -n 20
                shows=1
                break
            fi
        done
        ;;
esac

if [ $shows -eq 1 ]; then
    echo "the problem shows"
    exit 0
fi
if [ -n "$other" ]; then
    echo "something else happened: $other"
    exit 2
fi
case '@KIND@'/$seen in # whatever it was held against
    memory/ | undefined/)
        echo "it cannot be told: an interpreter of lowered code sees it, and stock programs never did: lowdiff replay"
        exit 2
        ;;
    miscompiled/*)
        echo "it cannot be told: stock programs run lowered code alone, which need not show it: lowdiff replay"
        exit 2
        ;;
esac
echo "the problem does not show"
exit 1
