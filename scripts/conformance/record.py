"""Chooses the programs that the tests keep: of each operation a few types, of each the one whose results are most varied."""

import json
import sys
from collections import defaultdict

from explained import explainable

#: Longer programs are hard to read and tell no more.
LONGEST = 900
#: Types of each operation.
TYPES = 3
KEPT = ["operation", "types", "number", "status", "outputs", "program"]


def main():
    found = defaultdict(lambda: defaultdict(list))
    for line in open(sys.argv[1]):
        record = json.loads(line)
        if record["status"] != "error" and len(record["program"]) <= LONGEST and not explainable(record):
            found[record["operation"]][record["types"]].append(record)
    for types in found.values():
        # Evenly spread, so that integers and floats both have their turn.
        step = max(1, len(types) / TYPES)
        names = list(types)
        for place in range(min(TYPES, len(names))):
            best = max(types[names[int(place * step)]], key=variety)
            print(json.dumps({name: best[name] for name in KEPT}))


def variety(record):
    """How many different numbers there are among the results."""
    return len({bits for _, output in record["outputs"] for bits in output})


if __name__ == "__main__":
    main()
