"""Runs MLIR's integration tests by stock programs and by lowdiff, along the same passes, and holds the numbers against each other."""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import commands
import entry
import evaluated
import lit
import shown

#: Seconds that one program may take.
TIMEOUT = 300
#: The part of the comparable tests that has to run with stock's numbers.
WANTED = 0.95
#: Other processors than the one at hand, and what is no test.
ELSEWHERE = re.compile(r"/(GPU|CUDA|Arm[A-Z]\w*|AMX|XeGPU|XeVM|td)/")
UNKNOWN_PASS = re.compile(r"'([\w-]+)' does not refer to a registered pass")
EXECUTORS = ("interp", "jit")
#: Verdicts of runs that are as they should be; `told` is of programs that are undefined by their own checks.
GOOD = ("ok", "compiled", "told")


@dataclass
class Tools:
    """The programs, and where stock's libraries lie."""

    binaries: Path
    libraries: Path
    lowdiff: str
    mlir: str


@dataclass
class Row:
    """What one RUN line came to."""

    test: str
    line: int
    stock: str
    verdicts: dict
    reason: str
    #: A pass that the library lacks, which stock's mlir-opt ran in its place.
    lent: str = ""

    def comparable(self):
        return self.stock == "ran" and not self.lent

    def good(self):
        return all(verdict in GOOD for verdict in self.verdicts.values())


def substitutions(test, tools, scratch):
    """The names that every test may use."""
    libraries = {name: str(tools.libraries / f"lib{name}.so") for name in (
        "mlir_runner_utils", "mlir_c_runner_utils", "mlir_async_runtime", "mlir_float16_utils", "mlir_apfloat_wrappers")}
    named = [(f"%{name}", path) for name, path in libraries.items()]
    # A test names a library that no longer is, which stock's runner is not given either.
    root = str(test).split("/test/")[0]
    return named + [("%mlir_src_dir", root), ("%mlir_lib_dir", str(tools.libraries)), ("%shlibext", ".so"),
                    ("%s", str(test)), ("%t", str(scratch / "t")), ("%T", str(scratch))]


def execute(words, given=None, environment=None):
    """Runs a program; its status, standard output and standard error."""
    try:
        done = subprocess.run(words, input=given, capture_output=True, timeout=TIMEOUT, env=environment)
    except subprocess.TimeoutExpired:
        return None, "", "it takes too long"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def first_error(said):
    """The line of a program's complaints that says most."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["it says nothing"])[0][-160:]


def pipelines(said, stage):
    """The pipelines that `--dump-pass-pipeline` printed, each in one line.

    The passes that `--sparsifier` puts together do not print all they were made with: it goes by its name.
    """
    match = re.fullmatch(r"--?sparsifier(?:=(.*))?", stage[0]) if len(stage) == 1 else None
    if match:
        return [f"builtin.module(sparsifier{{{match.group(1) or ''}}})"]
    found = re.findall(r"Pass Manager with \d+ pass(?:es)?:\n(.*?)\n(?:\n|$)", said, re.DOTALL)
    return [re.sub(r"\s*\n\s*", "", text) for text in found]


def by_stock(run, tools, environment):
    """Lowers and runs by stock programs: what it came to, the text printed, the lowered program, and the pipelines."""
    text, lines = Path(run.lowered.source).read_text(), []
    for stage in run.lowered.stages:
        words = [str(tools.binaries / "mlir-opt"), "-", "--dump-pass-pipeline"] + stage
        status, text, said = execute(words, text.encode(), environment)
        lines += pipelines(said, stage)
        if status != 0:
            return f"mlir-opt fails: {first_error(said)}", "", text, lines
    words = [str(tools.binaries / "mlir-runner"), "-e", run.entry] + run.arguments
    status, output, said = execute(words, text.encode(), environment)
    if status != 0:
        return f"mlir-runner fails: {first_error(said)}", output, text, lines
    return "ran", output, text, lines


def by_lowdiff(executor, program, path, tools, environment):
    """Runs by lowdiff: the outcome, what it shows, and a reason for the worse."""
    words = [tools.lowdiff, "run", str(program), "--path", f"@{path}", "--mlir", tools.mlir,
             "--executor", executor, "--json"]
    status, output, said = execute(words, environment=environment)
    missing = UNKNOWN_PASS.search(said)
    if missing:
        return "n/a", [], missing.group(1)
    try:
        document = json.loads(output)
    except ValueError:
        return "refused", [], first_error(said)
    outcome = document["outcome"]
    if outcome != "ok":
        return outcome, [], document.get("message") or first_error(said)
    return ("ok" if document.get("interpreted", True) else "compiled"), document["outputs"], ""


def parts(pipeline):
    """The passes of a pipeline on a module, each with its options and what is nested in it."""
    inside, found, depth = pipeline.removeprefix("builtin.module(").removesuffix(")"), [""], 0
    for letter in inside:
        depth += (letter in "({") - (letter in ")}")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found


def lend(program, lines, missing, tools):
    """Lowers the program by stock's mlir-opt until behind the last use of a pass; the pipelines that are left."""
    flat = [part for line in lines for part in parts(line)]
    last = max(place for place, part in enumerate(flat) if re.search(rf"(?<![\w-]){re.escape(missing)}(?![\w-])", part))
    pipeline = f"--pass-pipeline=builtin.module({','.join(flat[: last + 1])})"
    status, text, said = execute([str(tools.binaries / "mlir-opt"), str(program), pipeline])
    if status != 0:
        return None
    program.write_text(text)
    return [f"builtin.module({part})" for part in flat[last + 1 :]]


def compare(test, name, line, run, tools, scratch):
    """One run, by everybody."""
    environment = {**os.environ, **run.environment}
    environment.pop("LOWDIFF_MLIR", None)
    stock, output, lowered, lines = by_stock(run, tools, environment)
    if stock != "ran":
        return Row(name, line, "fails", {}, stock)
    source = Path(run.lowered.source).read_text()
    program, path = scratch / "program.mlir", scratch / "path.txt"
    program.write_text(entry.with_main(source, run.entry))
    verdicts, reason, again, lent = {}, "", None, []
    for executor in EXECUTORS:
        verdict = "n/a"
        while verdict == "n/a":
            path.write_text("".join(f"{text}\n" for text in lines))
            verdict, outputs, why = by_lowdiff(executor, program, path, tools, environment)
            if verdict == "n/a":
                lent.append(why)
                lines = lend(program, lines, why, tools)
                if lines is None:
                    return Row(name, line, "fails", {}, f"stock programs do not run {why} by itself")
        differs = shown.difference(output, lowered, outputs, again) if verdict in ("ok", "compiled") else None
        if differs and again is None:
            again = by_stock(run, tools, environment)[1]
            differs = shown.difference(output, lowered, outputs, again)
        if differs:
            verdict, why = "differs", differs
        verdicts[executor] = verdict
        reason = reason or why
    return Row(name, line, "ran", verdicts, reason, ", ".join(lent))


def compute(test, name, line, run, tools, known):
    """One run by stock programs, and its program computed as it stands; `known` has what was computed of the test before."""
    environment = {**os.environ, **run.environment}
    stock, output, lowered, _ = by_stock(run, tools, environment)
    if stock != "ran":
        return Row(name, line, "fails", {}, stock)
    key = (run.lowered.source, run.entry)
    if key not in known:
        known[key] = evaluated.compute(tools.lowdiff, tools.mlir, run)
    verdict, outputs, why = known[key]
    verdict = evaluated.judge(verdict, why, output)
    if verdict == "told":
        why = ""
    elif verdict == "ok":
        why = shown.difference(output, lowered, outputs)
        why = why and shown.difference(output, lowered, outputs, by_stock(run, tools, environment)[1])
        verdict = "differs" if why else "ok" if outputs else "silent"
    elif verdict == "untold":
        why = f"checks find {evaluated.CHECKED.search(output).group(1)} to be wrong, lowdiff comes to the end"
    return Row(name, line, "ran", {"eval": verdict}, why or "")


def rows(test, root, tools, evaluates=False):
    """Every RUN line of a test."""
    name = str(test.relative_to(root))
    found, known = [], {}
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        text = test.read_text(errors="replace")
        for line, command in lit.commands(text, substitutions(test, tools, scratch)):
            try:
                runs = commands.runs(command)
            except commands.NotRun as why:
                found.append(Row(name, line, "n/a", {}, str(why)))
                continue
            if evaluates:
                found += [compute(test, name, line, run, tools, known) for run in runs]
            else:
                found += [compare(test, name, line, run, tools, scratch) for run in runs]
    return found


def tests(root, only, sparse):
    """The tests for this processor, those of `only` where it says something; those of sparse tensors where they are asked for."""
    places = [root / "Integration/Dialect", root / "mlir-runner"]
    found = sorted(test for place in places for test in place.rglob("*.mlir"))
    found = [test for test in found if not ELSEWHERE.search(str(test)) and (sparse or "/SparseTensor/" not in str(test))]
    return [test for test in found if not only or any(word in str(test) for word in only)]


def report(results, whole):
    """Prints the table, one line a RUN line, and the totals; whether enough is good."""
    files = {}
    for row in results:
        files.setdefault(row.test, []).append(row)
        if whole or row.verdicts and not (row.good() and row.verdicts["interp"] == "ok"):
            verdicts = [row.verdicts.get(executor, "-") for executor in EXECUTORS]
            lent = f" ({row.lent} by stock's mlir-opt)" if row.lent else ""
            print(f"{row.test}:{row.line}\t{row.stock}\t" + "\t".join(verdicts) + f"\t{row.reason}{lent}")
    comparable = {test: [row for row in all_rows if row.comparable()] for test, all_rows in files.items()}
    comparable = {test: kept for test, kept in comparable.items() if kept}
    good = [test for test, kept in comparable.items() if all(row.good() for row in kept)]
    alone = [test for test in good if all(row.verdicts["interp"] == "ok" for row in comparable[test])]
    left = Counter(reason(files[test]) for test in files if test not in comparable)
    print(f"\n{len(files)} tests, {len(results)} runs")
    for why, count in left.most_common():
        print(f"  {count} are left out: {why}")
    runs = [row for kept in comparable.values() for row in kept]
    print(f"{len(comparable)} tests can be compared ({len(runs)} runs): {len(good)} give stock's numbers "
          f"({100 * len(good) / max(1, len(comparable)):.1f}%), {len(alone)} of them without compiling; "
          f"of the runs {sum(row.good() for row in runs)}")
    others = [row for row in results if row.lent and row.verdicts]
    print(f"{len({row.test for row in others})} tests have passes that the library lacks, which stock's mlir-opt runs in its place: "
          f"of their {len(others)} runs {sum(row.good() for row in others)} give stock's numbers")
    return len(good) >= WANTED * len(comparable)


def report_computed(results, whole):
    """Prints one line a RUN line, and the totals of programs that were computed as they stand; whether enough is good."""
    files = {}
    for row in results:
        files.setdefault(row.test, []).append(row)
        if whole or row.verdicts and row.verdicts["eval"] not in (*GOOD, "silent"):
            print(f"{row.test}:{row.line}\t{row.stock}\t{row.verdicts.get('eval', '-')}\t{row.reason}")
    comparable = {test: [row for row in all_rows if row.verdicts and row.verdicts["eval"] != "silent"]
                  for test, all_rows in files.items()}
    comparable = {test: kept for test, kept in comparable.items() if kept}
    good = [test for test, kept in comparable.items() if all(row.good() for row in kept)]
    left = Counter(reason(files[test]) for test in files if test not in comparable)
    print(f"\n{len(files)} tests, {len(results)} runs")
    for why, count in left.most_common():
        print(f"  {count} are left out: {why}")
    runs = [row for kept in comparable.values() for row in kept]
    told = [test for test in good if any(row.verdicts["eval"] == "told" for row in comparable[test])]
    print(f"{len(comparable)} tests can be compared ({len(runs)} runs): {len(good) - len(told)} give stock's numbers without a pass, "
          f"{len(told)} break a rule where their own checks say so ({100 * len(good) / max(1, len(comparable)):.1f}% together); "
          f"of the runs {sum(row.good() for row in runs)}")
    for verdict, count in Counter(row.verdicts["eval"] for row in runs if not row.good()).most_common():
        print(f"  {count} runs: {verdict}")
    return len(good) >= evaluated.WANTED * len(comparable)


def reason(all_rows):
    """Why nothing of a test is compared, without what only that test has."""
    row = all_rows[0]
    if row.verdicts.get("eval") == "silent":
        return "it prints no number"
    if row.stock == "fails":
        return "stock programs do not run it here"
    return f"the library has no pass {row.lent}" if row.lent else row.reason


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--toolchain", type=Path, required=True)
    parser.add_argument("--lowdiff", required=True)
    parser.add_argument("--mlir", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sparse", action="store_true")
    parser.add_argument("--eval", action="store_true", dest="evaluates")
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    tools = Tools(options.toolchain / "bin", options.toolchain / "lib", options.lowdiff, options.mlir)
    root = options.sources
    chosen = tests(root, options.only, options.sparse)
    if not chosen:
        print("error: there are no such tests: name words of their paths with --only", file=sys.stderr)
        sys.exit(2)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = [row for found in pool.map(lambda test: rows(test, root, tools, options.evaluates), chosen) for row in found]
    told = report_computed if options.evaluates else report
    sys.exit(0 if told(results, options.all) else 1)


if __name__ == "__main__":
    main()
