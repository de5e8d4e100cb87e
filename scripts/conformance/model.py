"""What the reference model makes of a program: MLIR text to flatbuffer to bits."""

import json
import os
import re
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import numpy as np

PROGRAMS = Path(sysconfig.get_path("purelib")) / "bin"
#: Exit statuses of the model; with any other it has given up.
STATUS = {0: "valid", 1: "unpredictable"}
#: What the serializer writes for 4-bit constants is read back as zeros, or not at all.
LOST = "4-bit constants are lost on the way to the model"


class Model:
    """Runs programs one by one. The serializer is a driver of MLIR's own, so the model evaluates the text that lowdiff reads."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()

    def run(self, text, count):
        """The status, the reason it gives where there is one, and the `count` outputs as (shape, bits in hexadecimal)."""
        if "xi4>" in text:
            return "error", LOST, []
        folder = Path(self.folder.name)
        for old in folder.iterdir():
            old.unlink()
        graph = folder / "program.tosa"
        options = ["--tosa-serialize", f"--tosa-flatbuffer-filename={graph}", "-o", os.devnull]
        done = run("tosa-opt", ["-", *options], folder, text)
        if done.returncode or not graph.exists():
            return "error", "serializer: " + reason(done.stderr), []
        files = [f"{index}.npy" for index in range(count)]
        names = [f"TosaOutput_{index}" for index in range(count)]
        description = dict.fromkeys(["ifm_name", "ifm_file", "variable_name", "variable_file"], [])
        description |= {"tosa_file": graph.name, "ofm_name": names, "ofm_file": files, "expected_failure": False}
        (folder / "desc.json").write_text(json.dumps(description))
        done = run("tosa_reference_model", ["--test_desc=desc.json"], folder)
        status = STATUS.get(done.returncode, "error")
        if status != "valid" or not all((folder / file).exists() for file in files):
            return (status if status != "valid" else "error"), reason(done.stderr), []
        return status, "", [hexadecimal(np.load(folder / file)) for file in files]


def run(program, arguments, folder, text=""):
    """One of the model's programs. It calls a debugger when it aborts, which an empty search path spares."""
    command = [PROGRAMS / program, *arguments]
    return subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, env={"PATH": ""}, check=False)


def hexadecimal(output):
    """The shape of an output and its elements' bits."""
    flat = np.ascontiguousarray(output).reshape(-1)
    whole = flat.astype("u1") if flat.dtype == bool else flat.view(f"u{flat.itemsize}")
    return list(output.shape), [f"0x{int(value):x}" for value in whole]


def reason(text):
    """The first line that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for place, line in enumerate(lines):
        if re.search(r"REQUIRE\(\)|ASSERTION|FATAL|WARNING", line) and place + 1 < len(lines):
            return lines[place + 1][:200]
        if re.search(r"error", line, re.IGNORECASE):
            return re.sub(r"AT \S+ ", "", line)[:200]
    return lines[0][:200] if lines else "no reason given"
