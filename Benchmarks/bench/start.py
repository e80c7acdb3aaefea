"""Measures start time, memory at rest and size."""

import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

from . import output
from .run import Run
from .server import Server, memory

NOTE = "On SQLite; the first start creates the database and its keys."


def stripped_size(binary: pathlib.Path) -> float:
    """Returns the size of a binary without symbols in megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(binary, folder)
        subprocess.run(["strip", copy], check=True)
        return pathlib.Path(copy).stat().st_size / 1e6


def runtime_size(binary: pathlib.Path) -> float:
    """Returns the size of the Swift libraries that a binary loads, without symbols, in megabytes."""
    loaded = subprocess.run(["ldd", binary], check=True, capture_output=True, text=True).stdout
    folders = re.findall(r"=> (\S+/swift/linux/\S+)", loaded)
    return sum(stripped_size(pathlib.Path(path)) for path in folders)


def measure(run: Run) -> None:
    if not run.selects("start"):
        return
    table = run.table("Start and rest", ("figure", -46), ("value", 9), note=NOTE)
    output.doing("starts")
    ready, used = [], []
    with tempfile.TemporaryDirectory(prefix="gatehouse-bench-") as folder:
        for _ in range(2 if run.options.smoke else 3 if run.options.quick else 6):
            with Server(run.options.binary, pathlib.Path(folder)).start("--dev") as server:
                ready.append(server.ready_after * 1000)
                for _ in range(20):
                    server.get("/.well-known/openid-configuration")
                time.sleep(0.1 if run.options.smoke else 1)
                used.append(memory(server.pid))
    run.figures |= {
        "start.first": ready[0], "start.ready": statistics.median(ready[1:]), "start.memory": statistics.median(m["now"] for m in used[1:]),
        "start.memory.share": statistics.median(m["share"] for m in used[1:]),
        "binary.size": stripped_size(run.options.binary), "binary.runtime": runtime_size(run.options.binary),
    }
    table.add("ready after, first start", f"{ready[0]:.0f} ms")
    table.add("ready after, median of the later ones", f"{run.figures['start.ready']:.0f} ms")
    table.add("resident memory (RSS) at rest, median", f"{run.figures['start.memory']:.0f} MB")
    table.add("proportional share of it (PSS), median", f"{run.figures['start.memory.share']:.0f} MB")
    table.add("size of the server's binary, stripped", f"{run.figures['binary.size']:.1f} MB")
    table.add("and of Swift's libraries, which it loads", f"{run.figures['binary.runtime']:.1f} MB")
