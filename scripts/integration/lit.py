"""The commands that a test of MLIR is run by: its RUN lines, with what DEFINE lines put into them."""

import re

DIRECTIVE = re.compile(r"(?://|#|;)\s*(RUN|DEFINE|REDEFINE):\s?(.*)")
CONDITION = re.compile(r"%if\s+\S+\s+%\{(.*?)%\}(?:\s*%else\s*%\{(.*?)%\})?")
NAMED = re.compile(r"%\{[^{}]*\}")
#: Names that stand for names may do so this often.
DEEPEST = 20


def commands(text, substitutions):
    """Every RUN line of the test, in order, with all names replaced; a pair of the line's number and its text.

    Conditions (`%if`) are about other processors, and never hold.
    """
    names, found, open_line = {}, [], None
    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.search(line)
        if not match:
            continue
        kind, rest = match.groups()
        if open_line and open_line[0] == kind.removeprefix("RE"):
            open_line[2] += " " + rest.strip()
        else:
            open_line = [kind.removeprefix("RE"), number, rest.strip()]
        if open_line[2].endswith("\\"):
            open_line[2] = open_line[2][:-1].rstrip()
            continue
        kind, begin, whole = open_line
        open_line = None
        if kind == "DEFINE":
            name, _, value = whole.partition("=")
            names[name.strip()] = value.strip()
        else:
            found.append((begin, expand(whole, names, substitutions)))
    return found


def expand(line, names, substitutions):
    """Replaces names of DEFINE lines, then those every test has."""
    for _ in range(DEEPEST):
        before = line
        line = CONDITION.sub(lambda match: match.group(2) or "", line)
        line = NAMED.sub(lambda match: names.get(match.group(0), match.group(0)), line)
        if line == before:
            break
    for name, value in substitutions:
        line = re.sub(re.escape(name) + r"(?![A-Za-z0-9_])", lambda _: value, line)
    return line.strip()
