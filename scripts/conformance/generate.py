"""Writes programs of one operation each and what the reference model makes of them, one JSON object a line."""

import argparse
import json
import random
import sys

import control
import convolutions
import elementwise
import reductions
from model import Model
from rows import Sketch

ROWS = [*elementwise.ROWS, *reductions.ROWS, *convolutions.ROWS, *control.ROWS]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=8, help="programs for every operation and type")
    parser.add_argument("--only", default="", help="operations, separated by commas")
    arguments = parser.parse_args()
    only = [name for name in arguments.only.split(",") if name]
    model = Model()
    for row in ROWS:
        if only and row.name not in only:
            continue
        for types in row.types:
            for number in range(arguments.each):
                name = f"{row.name} {'-'.join(types)} {number}"
                sketch = Sketch(random.Random(f"{arguments.seed} {name}"))
                results = row.make(sketch, *types)
                results = results if isinstance(results, list) else [results]
                text = sketch.text(results)
                status, reason, outputs = model.run(text, len(results))
                record = {"operation": row.name, "types": "-".join(types), "number": number, "status": status}
                record |= {"reason": reason, "outputs": outputs, "program": text}
                print(json.dumps(record), flush=True)
        print(f"conformance: {row.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
