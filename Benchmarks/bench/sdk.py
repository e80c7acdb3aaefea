"""Measures the SDK in an app."""

import json
import pathlib
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterable

from . import output
from .users import NATIVE, PASSWORD, email
from .run import Run
from .start import stripped_size
from .stores import SQLite

LAUNCHES = 60
SMOKE_LAUNCHES = 2


def percentile95(values: Iterable[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def measure(run: Run) -> None:
    if not run.selects("sdk"):
        return
    table = run.table("SDK", ("figure", -72), ("value", 10))
    programs, launches = run.options.programs, SMOKE_LAUNCHES if run.options.smoke else LAUNCHES
    with run.site(SQLite) as site, tempfile.TemporaryDirectory() as folder:
        server = site.server.start("--dev")
        output.doing("the SDK")

        def call(*arguments: str) -> tuple[dict[str, float], float]:
            began = time.monotonic()
            done = subprocess.run(
                [programs / "BenchmarkSDK", arguments[0], f"http://{server.host}", NATIVE, folder, *arguments[1:]],
                capture_output=True, text=True, timeout=120,
            )
            if done.returncode:
                raise RuntimeError(done.stderr)
            return json.loads(done.stdout), (time.monotonic() - began) * 1000

        calls, _ = call("calls", email(1), PASSWORD)
        states = [call("state")[0]["milliseconds"] for _ in range(launches)]
        tokens = [call("token") for _ in range(launches)]
    kits = [json.loads(subprocess.check_output([programs / "BenchmarkKit"], timeout=60)) for _ in range(launches)]

    sizes = {name: stripped_size(programs / f"Benchmark{name}") for name in ("AppWithSDK", "AppWithoutSDK")}
    run.figures |= {
        "sdk.memory": calls["memoryMicroseconds"],
        "sdk.token": percentile95(figures["milliseconds"] for figures, _ in tokens),
        "sdk.token.process": statistics.median(whole for _, whole in tokens),
        "sdk.state": percentile95(states),
        "sdk.refresh.request": calls["refreshRequestMilliseconds"],
        "sdk.refresh.overhead": calls["refreshOverheadMilliseconds"],
        "kit.ready": percentile95(kit["ready"] for kit in kits),
        "kit.signedin": percentile95(kit["signedIn"] for kit in kits),
        "sdk.crowd.requests": calls["crowdRequests"],
        "sdk.size.with": sizes["AppWithSDK"],
        "sdk.size.without": sizes["AppWithoutSDK"],
        "sdk.size": sizes["AppWithSDK"] - sizes["AppWithoutSDK"],
    }
    figures = run.figures
    table.add("access token from memory, median", f"{figures['sdk.memory']:.2f} µs")
    table.add("access token from the store, in a new process, from making the client, p95", f"{figures['sdk.token']:.1f} ms")
    table.add("the whole of that process, median", f"{figures['sdk.token.process']:.0f} ms")
    table.add("first state, in a new process, from making the client, p95", f"{figures['sdk.state']:.1f} ms")
    table.add("refresh: its one request, median", f"{figures['sdk.refresh.request']:.2f} ms")
    table.add("refresh: what the SDK adds, with the store on disk, median", f"{figures['sdk.refresh.overhead']:.2f} ms")
    table.add("requests of 10,000 callers on an expired token", f"{figures['sdk.crowd.requests']:.0f}")
    table.add("a test's own server ready, in a new process, p95", f"{figures['kit.ready']:.0f} ms")
    table.add("and its first user signed in, p95", f"{figures['kit.signedin']:.0f} ms")
    table.add("an app without the SDK, stripped", f"{figures['sdk.size.without']:.2f} MB")
    table.add("the same app with the SDK, stripped", f"{figures['sdk.size.with']:.2f} MB")
    if figures["sdk.crowd.requests"] != 1:
        run.fail("sdk.crowd", [f"10,000 callers made {figures['sdk.crowd.requests']:.0f} requests"])
