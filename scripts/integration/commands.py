"""A RUN line as lowerings and runs: which file goes through which calls of mlir-opt, and into which call of the runner."""

import os
import re
import shlex
from dataclasses import dataclass, field


class NotRun(Exception):
    """The line runs no program, or not by mlir-runner; the message says why."""


@dataclass
class Lowered:
    """A file and the arguments of each mlir-opt that it goes through."""

    source: str
    stages: list = field(default_factory=list)


@dataclass
class Run:
    """What mlir-runner is given, and the function that it calls."""

    lowered: Lowered
    arguments: list
    entry: str
    environment: dict


OPT, RUNNER = "mlir-opt", "mlir-runner"
#: Has the runner read matrices row by row, which no IR says: lowdiff reads them as LLVM does by itself.
ROWS_FIRST = "-matrix-default-layout=row-major"
#: Programs that look at what is printed, or clean up.
IDLE = {"FileCheck", "rm", "cat", "count", "echo"}


def words(line):
    """The words of a shell command; operators such as `|` are words of their own."""
    lexer = shlex.shlex(re.sub(r"\d?>&\d", " ", line), posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    return list(lexer)


def runs(line):
    """Every run of mlir-runner in the line.

    Raises NotRun where there is none that could be compared.
    """
    found, files, piped, command = [], {}, None, []
    if ROWS_FIRST in line:
        raise NotRun("the runner is told to read matrices row by row, which no IR says")
    for word in words(line) + [";"]:
        if word not in ("|", "&&", "||", ";", "&"):
            command.append(word)
            continue
        if command:
            piped = one(command, piped, files, found)
        if word != "|":
            piped = None
        command = []
    if not found:
        raise NotRun("it runs no program")
    return found


def one(command, piped, files, found):
    """Follows one command of a pipe; what it hands on."""
    environment = {}
    if command[0] == "export":
        command = command[1:] + ["export"]
    while command and (command[0] == "env" or re.fullmatch(r"[A-Za-z_]\w*=.*", command[0])):
        if command[0] != "env":
            name, _, value = command[0].partition("=")
            environment[name] = value
        command = command[1:]
    if not command:
        return piped
    if command == ["export"]:
        files.setdefault("environment", {}).update(environment)
        return None
    program, arguments = command[0].rsplit("/", 1)[-1], command[1:]
    if program == "not":
        raise NotRun("it is expected to fail")
    if program in IDLE:
        return files.get(arguments[0]) if program == "cat" and arguments else piped
    if program not in (OPT, RUNNER):
        raise NotRun(f"it needs {program}")
    source, target, entry, rest = None, None, "main", []
    place = 0
    while place < len(arguments):
        word = arguments[place]
        value = arguments[place + 1] if place + 1 < len(arguments) else ""
        if word in ("-o", ">"):
            target, place = value, place + 2
        elif word == "<":
            source, place = value, place + 2
        elif program == RUNNER and word in ("-e", "--e"):
            entry, place = value, place + 2
        elif program == RUNNER and re.match(r"--?(e|entry)=", word):
            entry, place = word.partition("=")[2], place + 1
        elif word == "-" or not word.startswith("-"):
            source, place = (None if word == "-" else word), place + 1
        else:
            rest.append(word)
            place += 1
    lowered = files.get(source) or (Lowered(source) if source else piped)
    if lowered is None or not os.path.isfile(lowered.source):
        raise NotRun(f"{program} is given no file of the test")
    if program == OPT:
        made = Lowered(lowered.source, lowered.stages + [rest])
        if target:
            files[target] = made
        return made
    found.append(Run(lowered, rest, entry, {**files.get("environment", {}), **environment}))
    return None
