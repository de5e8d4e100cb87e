"""Programs of MLIR's tests, computed by lowdiff as they stand: no pass runs before."""

import json
import re
import subprocess
from pathlib import Path

#: Seconds that parsing and computing a program may take, each.
SECONDS = 120
#: The part of the tests that has to give stock's numbers.
WANTED = 0.9
#: The text that a check prints of an operation that it finds to be wrong.
CHECKED = re.compile(r"ERROR: Runtime op verification failed\n(?:[^\n]*= )?\"?([\w.]+)")
#: The operation that lowdiff names, one that it says made poison, and an assertion that does not hold.
NAMED = re.compile(r"in `(?:[^`=]*= )?\"?([\w.]+)")
MADE = re.compile(r"`(?:[^`=]*= )?\"?([\w.]+)")
ASSERTED = re.compile(r"an assertion does not hold: (.*?)(?:, in `|$)")
#: The option that has the runner print what the entry returns.
RESULT = re.compile(r"--?entry-point-result=(\S+)")


def words(lowdiff, mlir, run):
    """The command that computes the program on standard input from its entry on."""
    return [lowdiff, "eval", "-", "--entry", run.entry, "--mlir", mlir, "--timeout", str(SECONDS), "--json"]


def compute(lowdiff, mlir, run):
    """Computes a program; its verdict (`ok` where it comes to its end), the outputs, and a sentence: why it ended early, or what made poison."""
    # The runner takes the whole file for one program; lowdiff would part it.
    lines = Path(run.lowered.source).read_text().splitlines(keepends=True)
    program = "".join(line for line in lines if not line.startswith("// -----"))
    try:
        done = subprocess.run(words(lowdiff, mlir, run), input=program.encode(), capture_output=True, timeout=3 * SECONDS)
    except subprocess.TimeoutExpired:
        return "late", [], "it takes too long"
    said = done.stderr.decode(errors="replace").strip()
    document = json.loads(done.stdout or "{}")
    if "outputs" not in document:
        return "unknown" if done.returncode == 2 else "fails", [], " ".join(said.split())
    ending = document.get("ending", "Done")
    if ending != "Done":
        kind, why = next(iter(ending.items()))
        return kind.lower(), document["outputs"], str(why)
    poison = "; ".join(remark["reason"] for remark in document.get("remarks", []) if remark["kind"] == "poison")
    # A program that prints nothing shows what it returns.
    outputs = document["outputs"][: document.get("printed")]
    return "ok", outputs + printed(document.get("returned", []), run.arguments), poison


def is_told(kind, why, output):
    """True if lowdiff says that the operation has undefined behaviour, or makes poison, which the program's own checks find wrong first."""
    checked = CHECKED.search(output)
    if kind == "ok":
        return bool(checked and checked.group(1) in MADE.findall(why))
    if kind not in ("undefined", "fault"):
        return False
    asserted = ASSERTED.search(why)
    if asserted and asserted.group(1) in output:
        return True
    named = NAMED.search(why)
    return bool(checked and named and checked.group(1) == named.group(1))


def judge(verdict, why, output):
    """The verdict of a program in view of the checks that stock programs ran."""
    if is_told(verdict, why, output):
        return "told"
    checked = CHECKED.search(output)
    return "untold" if verdict == "ok" and checked else verdict


def printed(returned, arguments):
    """Results of the entry that the runner prints: those of a type that it is told."""
    told = [match.group(1) for match in map(RESULT.fullmatch, arguments) if match]
    if "void" in told:
        return []
    return [{"element": value["type"], "bits": value["elements"]} for value in returned]
