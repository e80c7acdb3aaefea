#!/usr/bin/env python3
"""Measures Gatehouse's performance and its limits on this machine; `make bench` builds and runs it.

Exit status: 0 success, 1 an incorrect response or a failure, 2 a missed threshold with --strict.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

from bench import endpoints, growth, limits, output, pauses, production, sdk, start, tls, verifier
from bench.loads import CONNECTIONS, LOADS
from bench.run import Run
from bench.stores import Postgres

HERE = pathlib.Path(__file__).resolve().parent
SECTIONS = {
    "limits": limits.measure, "start": start.measure, "sdk": sdk.measure, "verifier": verifier.measure,
    "endpoints": endpoints.measure, "rates": endpoints.fixed_rates, "overload": endpoints.overload, "pauses": pauses.measure,
    "production": production.measure, "tls": tls.measure, "growth": growth.measure,
}


def parse() -> argparse.Namespace:
    names = [*SECTIONS, *(load.name for load in LOADS)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="about ten minutes: 64 connections, short cells, fewer accounts")
    parser.add_argument("--smoke", action="store_true", help="about a minute: only checks that the benchmark runs")
    parser.add_argument("--seconds", type=float, help="the duration of a cell; 30, or with --quick 1.5")
    parser.add_argument("--sessions", type=int, default=1_000_000, help="the sessions to grow to, for example 10000000; %(default)s")
    parser.add_argument("--sweep", type=int, help="the sessions that a sweep visits; 1000000, or with --quick 100000")
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help="one of: %(choices)s; repeatable")
    parser.add_argument("--store", choices=("sqlite", "postgres"), help="only this store")
    parser.add_argument("--connections", type=lambda text: tuple(map(int, text.split(","))), help="for example 16,64")
    parser.add_argument("--id-token-algorithm", choices=("ES256", "RS256"), default="ES256", help="signature algorithm of ID tokens")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="write the tables, between the markers if the file has them")
    parser.add_argument("--strict", action="store_true", help="fail on missed thresholds")
    parser.add_argument("--unjudged", action="store_true", help="ignore the thresholds, for debug builds")
    parser.add_argument("--programs", type=pathlib.Path, default=HERE.parent / ".build/release", help="folder of the built programs")
    parser.add_argument("--binary", type=pathlib.Path, help="another server than the gatehouse of that folder")
    options = parser.parse_args()
    options.binary = (options.binary or options.programs / "gatehouse").resolve()
    options.quick |= options.smoke
    options.connections = options.connections or ((4,) if options.smoke else (64,) if options.quick else CONNECTIONS)
    options.seconds = options.seconds or (0.5 if options.smoke else 1.5 if options.quick else 30)
    options.sweep = options.sweep or (2_000 if options.smoke else 100_000 if options.quick else 1_000_000)
    return options


def about(run: Run) -> dict[str, str]:
    """Returns machine, versions and date."""
    def say(*command) -> str:
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.strip()
        except OSError:
            return ""

    cpuinfo, meminfo = pathlib.Path("/proc/cpuinfo").read_text(), pathlib.Path("/proc/meminfo").read_text()
    processor = re.search(r"model name\s*: (.*)", cpuinfo)
    memory = int(re.search(r"MemTotal:\s*(\d+)", meminfo)[1]) / 2**20
    system = re.search(r'PRETTY_NAME="(.*)"', pathlib.Path("/etc/os-release").read_text())
    facts = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{os.cpu_count()} processors ({processor[1] if processor else platform.machine()}), {memory:.0f} GiB",
        "system": f"{system[1] if system else ''}, Linux {platform.release()}",
        "gatehouse": say(run.options.binary, "--version") + " " + say("git", "-C", HERE, "rev-parse", "--short", "HEAD"),
        "swift": say("swift", "--version").splitlines()[0] if say("swift", "--version") else "",
        "generator": (say("wrk", "--version").splitlines() or [""])[0].split(" Copyright")[0] + ", one thread, on the same machine",
        "load average": f"{os.getloadavg()[0]:.1f} at the beginning",
    }
    if any(kind is Postgres for kind in run.stores):
        facts["postgresql"] = say(Postgres.find_programs() / "postgres", "--version")
    return facts


def short(figures: dict[str, float]) -> list[str]:
    """Returns the missed thresholds as sentences."""
    found = []
    for name, bound in json.loads((HERE / "thresholds.json").read_text()).items():
        value = figures.get(name)
        if value is None:
            continue
        if value < bound.get("atLeast", value):
            found.append(f"{name} is {output.number(value)}, expected at least {output.number(bound['atLeast'])}")
        if value > bound.get("atMost", value):
            found.append(f"{name} is {output.number(value)}, expected at most {output.number(bound['atMost'])}")
    return found


def write_markdown(run: Run, facts: dict[str, str]) -> None:
    """Writes the tables, between the markers if the file has them."""
    file = run.options.markdown
    lines = [f"- {name}: {fact}" for name, fact in facts.items()]
    tables = "\n".join([*lines, "", *(table.markdown for table in run.tables if table.markdown)])
    first, last = "<!-- make bench: begin -->\n", "<!-- make bench: end -->\n"
    before, found, after = (file.read_text() if file.exists() else "").partition(first)
    file.write_text(before + first + tables + last + after.partition(last)[2] if found else first + tables + last)


def main() -> int:
    run = Run(parse())
    facts = about(run)
    for name, fact in facts.items():
        output.line(f"{name:12} {fact}")
    if os.getloadavg()[0] > 0.5:
        output.line(output.yellow("The machine is busy: the figures are unreliable."))
    for measure in SECTIONS.values():
        measure(run)
    misses = [] if run.options.unjudged else short(run.figures)

    if run.options.json:
        run.options.json.write_text(json.dumps({"about": facts, "figures": run.figures, "errors": run.errors, "short": misses}, indent=2) + "\n")
    if run.options.markdown:
        write_markdown(run, facts)
    output.line()
    for miss in misses:
        output.line(output.yellow("short: " + miss))
    for error in run.errors:
        output.line(output.red("error: " + error))
    if not misses and not run.errors:
        reached = "" if run.options.unjudged else ", and every figure reaches its threshold"
        output.line(output.green(f"All responses were correct{reached}."))
    return 1 if run.errors else 2 if misses and run.options.strict else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
