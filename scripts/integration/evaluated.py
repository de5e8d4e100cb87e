"""Programs of MLIR's tests, computed by lowdiff as they stand: no pass runs before."""

import json
import re
import subprocess

#: Seconds that parsing and computing a program may take, each.
SECONDS = 120
#: The part of the tests that has to give stock's numbers.
WANTED = 0.9
#: The text that a check prints of an operation that it finds to be wrong.
CHECKED = re.compile(r"ERROR: Runtime op verification failed\n(?:[^\n]*= )?\"?([\w.]+)")
#: The operation that lowdiff names, and an assertion that does not hold.
NAMED = re.compile(r"in `(?:[^`=]*= )?\"?([\w.]+)")
ASSERTED = re.compile(r"an assertion does not hold: (.*?)(?:, in `|$)")
#: The option that has the runner print what the entry returns.
RESULT = re.compile(r"--?entry-point-result=(\S+)")


def words(lowdiff, mlir, run):
    """The command that computes a program from its entry on."""
    return [lowdiff, "eval", run.lowered.source, "--entry", run.entry, "--mlir", mlir, "--timeout", str(SECONDS), "--json"]


def compute(lowdiff, mlir, run):
    """Computes a program; its verdict (`ok` where it comes to its end), the outputs, and a sentence."""
    try:
        done = subprocess.run(words(lowdiff, mlir, run), capture_output=True, timeout=3 * SECONDS)
    except subprocess.TimeoutExpired:
        return "late", [], "it takes too long"
    said = done.stderr.decode(errors="replace").strip()
    if not done.stdout.strip():
        return "unknown" if done.returncode == 2 else "fails", [], " ".join(said.split())
    document = json.loads(done.stdout)
    ending = document.get("ending", "Done")
    if ending != "Done":
        kind, why = next(iter(ending.items()))
        return kind.lower(), document["outputs"], str(why)
    return "ok", document["outputs"] + printed(document.get("returned", []), run.arguments), ""


def is_told(kind, why, output):
    """True if lowdiff calls the program undefined and its own checks say so of that operation."""
    if kind not in ("undefined", "fault"):
        return False
    asserted = ASSERTED.search(why)
    if asserted and asserted.group(1) in output:
        return True
    checked, named = CHECKED.search(output), NAMED.search(why)
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
