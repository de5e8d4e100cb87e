"""What the reference model makes of a program: MLIR text to flatbuffer to bits."""

import os
import pickle
import re
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import numpy as np
import tosa_reference_model

#: The model's serializer is a driver of MLIR's own, so the text that lowdiff reads is what the model evaluates.
SERIALIZER = Path(sysconfig.get_path("purelib")) / "bin" / "tosa-opt"
STATUS = {"TOSA_VALID": "valid", "TOSA_UNPREDICTABLE": "unpredictable", "TOSA_ERROR": "error"}


class Model:
    """Runs programs one by one, each in a process of its own: the model aborts on what it does not know."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        # The model calls a debugger when it aborts; an empty search path spares that.
        os.environ["PATH"] = ""

    def run(self, text):
        """The status, the reason it gives where there is one, and the outputs as (shape, bits in hexadecimal)."""
        graph = Path(self.folder.name) / "program.tosa"
        graph.unlink(missing_ok=True)
        options = ["--tosa-serialize", f"--tosa-flatbuffer-filename={graph}", "-o", os.devnull]
        done = subprocess.run([SERIALIZER, "-", *options], input=text, capture_output=True, text=True, check=False)
        if done.returncode or not graph.exists():
            return "error", "serializer: " + reason(done.stderr), []
        return self._evaluate(graph.read_bytes())

    def _evaluate(self, graph):
        answer, said = Path(self.folder.name) / "answer", Path(self.folder.name) / "said"
        answer.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            try:
                with said.open("wb") as file:
                    os.dup2(file.fileno(), 2)
                outputs, status = tosa_reference_model.run(graph, [])
                answer.write_bytes(pickle.dumps((STATUS[status.name], [hexadecimal(output) for output in outputs])))
            except ValueError as error:
                said.write_text(f"error: {error}\n")
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        text = said.read_text(errors="replace")
        if not answer.exists():
            return "error", reason(text), []
        status, outputs = pickle.loads(answer.read_bytes())
        return status, "" if status == "valid" else reason(text), outputs


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
            return line[:200]
    return lines[0][:200] if lines else "no reason given"
