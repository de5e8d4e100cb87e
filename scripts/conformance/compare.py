"""Holds `lowdiff eval` against what the reference model made of the same programs, and reports by operation and type."""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from elements import FLOATS, bits
from explained import explanation

#: What can come of a program, in the order of the report's columns.
OUTCOMES = ["agree", "undefined in both", "explained", "not by the model", "not by lowdiff", "differ"]

#: Programs that are evaluated at a time.
BATCH = 50


def number(element, pattern):
    """The float of these bits."""
    width = np.dtype(FLOATS[element]).itemsize
    return float(np.array([int(pattern, 16)], dtype=f"u{width}").view(FLOATS[element])[0])


def admits(element, ours, bound, model):
    """Whether a float of the model, as bits, is one that ours leaves room for."""
    value, other = number(element, ours), number(element, model)
    if bound == sys.float_info.max or (math.isnan(value) and math.isnan(other)):
        return True
    if bound == 0:
        return int(ours, 16) == int(model, 16)
    return value == other or abs(value - other) <= bound


def unlike(ours, shape, model):
    """The first element that differs, as (place, ours, the model's), or a sentence."""
    if ours["shape"] != shape or len(ours["bits"]) != len(model):
        return f"shape {ours['shape']}, not {shape}"
    for place, (mine, other) in enumerate(zip(ours["bits"], model)):
        if "float" in ours:
            if not admits(ours["float"], mine, ours["bound"][place], other):
                return place, number(ours["float"], mine), number(ours["float"], other)
        elif (int(mine, 16) ^ int(other, 16)) & ((1 << bits(ours["element"])) - 1):
            return place, mine, other
    return None


def judged(record, evaluation):
    """The outcome, and what there is to say of it."""
    undefined = [remark for remark in evaluation["remarks"] if remark["kind"] != "undecided"]
    if record["status"] == "unpredictable":
        if undefined:
            return "undefined in both", record["reason"]
        return "differ", f"defined here, but unpredictable for the model: {record['reason']}"
    found = [unlike(ours, *model) for ours, model in zip(evaluation["outputs"], record["outputs"])]
    found = [difference for difference in found if difference]
    if len(evaluation["outputs"]) != len(record["outputs"]):
        found = ["another number of results"]
    if undefined:
        found = [f"undefined here ({undefined[0]['reason']}), but valid for the model"]
    if not found:
        return "agree", ""
    why = explanation(record, found[0])
    return ("explained", why) if why else ("differ", str(found[0]))


def joined(programs):
    """One program that does what all of these do, and the line on which each begins."""
    lines, begins, names, types = [], [], [], []
    for index, text in enumerate(programs):
        head, *body, returned, _ = text.replace("%v", f"%p{index}v").splitlines()
        begins.append(len(lines) + 2)
        lines += body
        values, kinds = returned.removeprefix("  return ").split(" : ", 1)
        names.append(values)
        types.append(kinds)
    head = f"func.func @main() -> ({', '.join(types)}) {{"
    return "\n".join([head, *lines, f"  return {', '.join(names)} : {', '.join(types)}", "}", ""]), begins


def evaluate(lowdiff, records, file):
    """What `lowdiff eval` makes of each of the programs, or why it refuses; many at a time, since it loads MLIR for each call."""
    text, begins = joined([record["program"] for record in records])
    file.write_text(text)
    done = subprocess.run([lowdiff, "eval", file, "--json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        if len(records) == 1:
            return [" ".join(done.stderr.split())[:200]]
        half = len(records) // 2
        return evaluate(lowdiff, records[:half], file) + evaluate(lowdiff, records[half:], file)
    document, found, taken = json.loads(done.stdout), [], 0
    for begin, end, record in zip(begins, [*begins[1:], math.inf], records):
        outputs = document["outputs"][taken : taken + record["results"]]
        taken += record["results"]
        remarks = [r for r in document["remarks"] if begin <= int(r["location"].split(":")[0]) < end]
        found.append({"outputs": outputs, "remarks": remarks})
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--lowdiff", default="target/release/lowdiff")
    arguments = parser.parse_args()
    table, said = defaultdict(Counter), Counter()
    records = [json.loads(line) for line in arguments.records.open()]
    for record in records:
        record["results"] = record["program"].splitlines()[-2].split(" : ")[0].count("%")
    ran = [record for record in records if record["status"] != "error"]
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(ran), BATCH):
            batch = ran[begin : begin + BATCH]
            for record, made in zip(batch, evaluate(arguments.lowdiff, batch, Path(folder) / "program.mlir")):
                record["made"] = made
    for record in records:
        made = record.get("made")
        if made is None:
            outcome, why = "not by the model", record["reason"]
        else:
            outcome, why = ("not by lowdiff", made) if isinstance(made, str) else judged(record, made)
        table[record["operation"], record["types"]][outcome] += 1
        if outcome not in ("agree", "undefined in both"):
            said[record["operation"], outcome, why] += 1
        if outcome == "differ":
            print(f"differs: {record['operation']} {record['types']}: {why}\n{record['program']}", file=sys.stderr)
    report(table, said)
    return 1 if any(counts["differ"] for counts in table.values()) else 0


def report(table, said):
    """A row for every operation and type, the totals, and what there is to say."""
    print(f"{'operation':24}{'types':28}{'programs':>9}" + "".join(f"{name:>19}" for name in OUTCOMES))
    total = Counter()
    for (operation, types), counts in table.items():
        total.update(counts)
        print(f"{operation:24}{types:28}{counts.total():>9}" + "".join(f"{counts[name]:>19}" for name in OUTCOMES))
    print(f"{'all':24}{'':28}{total.total():>9}" + "".join(f"{total[name]:>19}" for name in OUTCOMES))
    for (operation, outcome, why), count in said.items():
        print(f"{operation}: {count} {outcome}: {why}")


if __name__ == "__main__":
    sys.exit(main())
