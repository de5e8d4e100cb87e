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
import lit
import numbers_shown as numbers

#: Seconds that one program may take.
TIMEOUT = 120
#: The part of the comparable tests that has to run with stock's numbers.
WANTED = 0.95
#: Other processors than the one at hand, and what is no test.
ELSEWHERE = re.compile(r"/(GPU|CUDA|Arm[A-Z]\w*|AMX|XeGPU|XeVM|td)/")
UNKNOWN_PASS = re.compile(r"'([\w-]+)' does not refer to a registered pass")
EXECUTORS = ("interp", "jit")


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

    def comparable(self):
        return self.stock == "ran" and "n/a" not in self.verdicts.values()

    def good(self):
        return all(verdict in ("ok", "compiled") for verdict in self.verdicts.values())


def substitutions(test, tools, scratch):
    """The names that every test may use."""
    libraries = {name: str(tools.libraries / f"lib{name}.so") for name in (
        "mlir_runner_utils", "mlir_c_runner_utils", "mlir_async_runtime", "mlir_float16_utils", "mlir_apfloat_wrappers")}
    named = [(f"%{name}", path) for name, path in libraries.items()]
    # A test names a library that no longer is, which stock's runner is not given either.
    root = str(test).split("/test/")[0]
    return named + [("%mlir_src_dir", root), ("%mlir_lib_dir", str(tools.libraries)), ("%shlibext", ".so"),
                    ("%lli", "lli"), ("%s", str(test)), ("%t", str(scratch / "t")), ("%T", str(scratch))]


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


def pipelines(said):
    """The pipelines that `--dump-pass-pipeline` printed, each in one line."""
    found = re.findall(r"Pass Manager with \d+ pass(?:es)?:\n(.*?)\n(?:\n|$)", said, re.DOTALL)
    return [re.sub(r"\s*\n\s*", "", text) for text in found]


def by_stock(run, tools, environment):
    """Lowers and runs by stock programs: what it came to, the text printed, and the pipelines."""
    text, lines = Path(run.lowered.source).read_text(), []
    for stage in run.lowered.stages:
        words = [str(tools.binaries / "mlir-opt"), "-", "--dump-pass-pipeline"] + stage
        status, text, said = execute(words, text.encode(), environment)
        lines += pipelines(said)
        if status != 0:
            return f"mlir-opt fails: {first_error(said)}", "", lines
    words = [str(tools.binaries / "mlir-runner"), "-e", run.entry] + run.arguments
    status, output, said = execute(words, text.encode(), environment)
    if status != 0:
        return f"mlir-runner fails: {first_error(said)}", output, lines
    return "ran", output, lines


def by_lowdiff(executor, program, path, tools, environment):
    """Runs by lowdiff: the outcome, what it shows, and a reason for the worse."""
    words = [tools.lowdiff, "run", str(program), "--path", f"@{path}", "--mlir", tools.mlir,
             "--executor", executor, "--timeout", str(TIMEOUT // 2), "--json"]
    status, output, said = execute(words, environment=environment)
    missing = UNKNOWN_PASS.search(said)
    if missing:
        return "n/a", [], f"the library has no pass {missing.group(1)}"
    try:
        document = json.loads(output)
    except ValueError:
        return "refused", [], first_error(said)
    outcome = document["outcome"]
    if outcome != "ok":
        return outcome, [], document.get("message") or first_error(said)
    return ("ok" if document.get("interpreted", True) else "compiled"), document["outputs"], ""


def compare(test, name, line, run, tools, scratch):
    """One run, by everybody."""
    environment = {**os.environ, **run.environment}
    environment.pop("LOWDIFF_MLIR", None)
    stock, output, lines = by_stock(run, tools, environment)
    if stock != "ran":
        return Row(name, line, "fails", {}, stock)
    source = Path(run.lowered.source).read_text()
    program, path = scratch / "program.mlir", scratch / "path.txt"
    program.write_text(entry.with_main(source, run.entry))
    path.write_text("".join(f"{text}\n" for text in lines))
    verdicts, reason, again = {}, "", None
    for executor in EXECUTORS:
        verdict, shown, why = by_lowdiff(executor, program, path, tools, environment)
        differs = numbers.difference(output, source, shown, again) if verdict in ("ok", "compiled") else None
        if differs and again is None:
            again = by_stock(run, tools, environment)[1]
            differs = numbers.difference(output, source, shown, again)
        if differs:
            verdict, why = "differs", differs
        verdicts[executor] = verdict
        reason = reason or why
    return Row(name, line, "ran", verdicts, reason)


def rows(test, root, tools):
    """Every RUN line of a test."""
    name = str(test.relative_to(root))
    found = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        text = test.read_text(errors="replace")
        for line, command in lit.commands(text, substitutions(test, tools, scratch)):
            try:
                runs = commands.runs(command)
            except commands.NotRun as why:
                found.append(Row(name, line, "n/a", {}, str(why)))
                continue
            found += [compare(test, name, line, run, tools, scratch) for run in runs]
    return found


def tests(root, only):
    """The tests for this processor, those of `only` where it says something."""
    places = [root / "Integration/Dialect", root / "mlir-runner"]
    found = sorted(test for place in places for test in place.rglob("*.mlir"))
    found = [test for test in found if not ELSEWHERE.search(str(test))]
    return [test for test in found if not only or any(word in str(test) for word in only)]


def report(results, whole):
    """Prints the table, one line a RUN line, and the totals; whether enough is good."""
    files = {}
    for row in results:
        files.setdefault(row.test, []).append(row)
        if whole or (row.comparable() and not (row.good() and row.verdicts["interp"] == "ok")):
            verdicts = [row.verdicts.get(executor, "-") for executor in EXECUTORS]
            print(f"{row.test}:{row.line}\t{row.stock}\t" + "\t".join(verdicts) + f"\t{row.reason}")
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
    return len(good) >= WANTED * len(comparable)


def reason(all_rows):
    """Why nothing of a test is compared, without what only that test has."""
    row = all_rows[0]
    if row.stock == "fails":
        return "stock programs do not run it here"
    return row.reason


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--toolchain", type=Path, required=True)
    parser.add_argument("--lowdiff", required=True)
    parser.add_argument("--mlir", default="22")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    tools = Tools(options.toolchain / "bin", options.toolchain / "lib", options.lowdiff, options.mlir)
    root = options.sources
    chosen = tests(root, options.only)
    if not chosen:
        sys.exit("error: there are no such tests")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = [row for found in pool.map(lambda test: rows(test, root, tools), chosen) for row in found]
    sys.exit(0 if report(results, options.all) else 1)


if __name__ == "__main__":
    main()
