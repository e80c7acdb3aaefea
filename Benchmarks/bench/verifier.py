"""Measures GatehouseVerifier, which APIs verify tokens with."""

import json
import os
import subprocess

from . import output
from .run import Run

NOTE = "Checks of one ES256 access token with a required scope. Signatures and checks alternate in the same run."


def measure(run: Run) -> None:
    if not run.selects("verifier"):
        return
    table = run.table("Verifier", ("figure", -62), ("value", 10), note=NOTE)
    output.doing("the verifier")
    seconds, processors = 1 if run.options.quick else 3, os.cpu_count() or 1
    command = [run.options.programs / "BenchmarkVerifier", str(processors), str(seconds)]
    measured = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    figures = run.figures
    figures |= {
        "verifier.memory": measured["memory"],
        "verifier.memory.shared": measured["sharedMemory"],
        "verifier.uncached": measured["uncached"],
        "verifier.signature": measured["signature"],
        "verifier.uncached.fraction": measured["uncached"] / measured["signature"],
    }
    table.add("checks per second from memory, 1 thread", output.number(figures["verifier.memory"]))
    table.add(
        f"checks per second from memory, {processors} threads with one verifier, each",
        output.number(figures["verifier.memory.shared"]),
    )
    table.add("checks per second without memory, 1 thread", output.number(figures["verifier.uncached"]))
    table.add("ES256 verifications per second of swift-crypto, 1 thread", output.number(figures["verifier.signature"]))
    table.add("checks without memory, of the verifications", f"{figures['verifier.uncached.fraction']:.0%}")
