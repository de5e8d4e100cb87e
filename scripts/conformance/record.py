"""Chooses the programs that the tests keep: of each operation a few types, of each the one whose results are most varied,
and one that is unpredictable where there is any."""

import json
import sys
from collections import defaultdict

#: Longer programs are hard to read and tell no more.
LONGEST = 900
#: Types of each operation.
TYPES = 3
KEPT = ["operation", "types", "number", "status", "outputs", "program"]


def main():
    found = defaultdict(lambda: defaultdict(list))
    unpredictable = {}
    for line in open(sys.argv[1]):
        record = json.loads(line)
        if record["status"] == "unpredictable" and len(record["program"]) <= LONGEST:
            unpredictable.setdefault(record["operation"], record)
        if record["status"] == "valid" and len(record["program"]) <= LONGEST:
            found[record["operation"]][record["types"]].append(record)
    for undefined in unpredictable.values():
        print(json.dumps({name: undefined[name] for name in KEPT}))
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
