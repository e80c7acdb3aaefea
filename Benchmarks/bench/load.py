"""Runs wrk with a load of `load/` and returns its results."""

import dataclasses
import json
import math
import pathlib
import subprocess
import tempfile

from .server import PATIENCE, TICKS

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent / "load"


@dataclasses.dataclass
class Measured:
    connections: int
    seconds: float
    # Iterations per second: requests, or whole flows.
    rate: float
    requests_per_second: float
    # Milliseconds; with a rate, from the time at which the iteration was due.
    p50: float
    p99: float
    p999: float
    longest: float
    errors: int
    messages: list[str]
    # Responses 503 with Retry-After, from a full queue.
    refused: int
    # CPU seconds per second of the server and of the load generator.
    server_load: float
    generator_load: float
    # CPU milliseconds of the server, and of PostgreSQL, per iteration.
    cost: float
    database_cost: float
    kept: dict = dataclasses.field(repr=False)


class Wrk:
    """A running wrk, which ends with its context."""

    def __init__(
        self, name: str, port: int, pid: int, connections: int, seconds: float, warmup: float | None = None, scheme: str = "http", **config
    ):
        warmup = min(0.6, seconds / 2) if warmup is None else warmup
        self.connections = connections
        config |= {"host": f"localhost:{port}", "pid": pid, "connections": connections, "warmup": warmup, "seconds": seconds}
        self._folder = tempfile.TemporaryDirectory()
        file = pathlib.Path(self._folder.name) / "config.lua"
        file.write_text("return " + lua({name: self._stored(name, value) for name, value in config.items()}))
        self._process = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{math.ceil(warmup + seconds) + PATIENCE}s", "--timeout", f"{PATIENCE}s", "-s", f"{name}.lua",
             f"{scheme}://127.0.0.1:{port}", "--", str(file)],
            cwd=SCRIPTS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )

    def _stored(self, name: str, value):
        """Writes a list to a file, as a function of LuaJIT has 65,536 constants at most."""
        if not isinstance(value, list):
            return value
        file = pathlib.Path(self._folder.name) / name
        file.write_text("".join(f"{line}\n" for line in value))
        return file

    def __enter__(self) -> "Wrk":
        return self

    def __exit__(self, *_) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def result(self) -> Measured:
        output, _ = self._process.communicate()
        try:
            report = json.loads(output.splitlines()[-1])
        except (IndexError, ValueError):
            raise RuntimeError(f"wrk did not finish: {output}") from None
        if not report["turns"]:
            report["errors"] += 1
            report["messages"]["none"] = "no iteration finished in time"
        seconds, longest = report["seconds"], report["longest"] * 1000
        # Percentiles are rounded, the longest latency is exact.
        p50, p99, p999 = (min(percentile(report["latencies"], part), longest) for part in (0.5, 0.99, 0.999))
        return Measured(
            connections=self.connections,
            seconds=seconds,
            rate=report["turns"] / seconds,
            requests_per_second=report["requests"] / seconds,
            p50=p50,
            p99=p99,
            p999=p999,
            longest=longest,
            errors=report["errors"],
            messages=list(report["messages"].values()),
            refused=report["refused"],
            server_load=report["ticks"] / TICKS / seconds,
            generator_load=report["processor"] / seconds,
            cost=report["ticks"] / TICKS * 1000 / max(report["turns"], 1),
            database_cost=report["database"] / TICKS * 1000 / max(report["turns"], 1),
            kept=report["kept"],
        )


def percentile(latencies: dict[str, int], fraction: float) -> float:
    """Returns a percentile in milliseconds, from counts by the hundredfold logarithm of microseconds."""
    wanted = fraction * sum(latencies.values())
    for step, count in sorted((int(step), count) for step, count in latencies.items()):
        wanted -= count
        if wanted <= 0:
            return math.exp((step + 0.5) / 100) / 1000
    return 0


def lua(value) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"[{lua(key)}]={lua(part)}" for key, part in value.items()) + "}"
    if isinstance(value, pathlib.Path):
        return f"lines({json.dumps(str(value))})"
    # ASCII strings are equal in Lua and JSON.
    return json.dumps(value)
