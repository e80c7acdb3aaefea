"""Runs all loads on both stores: as fast as the server answers, at fixed rates, and while passwords are hashed."""

import time

from . import limits, output
from .load import Measured
from .loads import BY_NAME, LOADS, LoadRunner, Load
from .run import Run
from .server import memory, reset_peak

LATENCIES = (("p50 ms", 7), ("p99 ms", 7), ("p99.9 ms", 8), ("max ms", 7))
COLUMNS = (
    ("load", -26), ("connections", 11), ("per second", 10), ("of the limit", 31), ("× discovery", 11), *LATENCIES, ("errors", 6),
    ("µs CPU", 7), ("µs database", 11), ("MB", 5), ("generator", 9),
)
# Access tokens are valid for an hour.
RENEWAL = 30 * 60


def latencies(measured: Measured) -> list[str]:
    return [output.number(value) for value in (measured.p50, measured.p99, measured.p999, measured.longest)]


def note(run: Run, name: str, measured: Measured) -> None:
    """Keeps the figures of a cell, and reports its errors."""
    for figure in (
        "rate", "requests_per_second", "p50", "p99", "p999", "longest", "errors", "refused", "cost", "database_cost", "server_load",
        "generator_load",
    ):
        run.figures[f"{name}.{figure}"] = getattr(measured, figure)
    run.fail(name, measured.messages)


def measure(run: Run) -> None:
    loads = [load for load in LOADS if run.selects("endpoints", load.name)]
    for kind in run.stores if loads else []:
        with run.site(kind) as site, limits.LimitProbe(run, site.store) as probe:
            table = run.table(kind.title, *COLUMNS)
            server = site.server.start("--dev")
            signed_in = float("-inf")
            reset_peak(server.pid)
            remarks: list[str] = []
            for load in loads:
                if time.monotonic() > signed_in + RENEWAL:
                    site.users.sign_in(server, **run.audience)
                    runner, signed_in = LoadRunner(server, site.users), time.monotonic()
                cells = []
                for connections in run.connections:
                    output.doing(f"{kind.title}: {load.title}, {connections} connections")
                    probed = probe.around(runner, load, connections, run.seconds)
                    name, measured = f"{kind.name}.{load.name}.{connections}", probed.measured
                    limit, share = next(iter(probed.shares.items()))
                    cells.append((measured.rate, share, probed.of_discovery))
                    megabytes = memory(server.pid)["now"]
                    table.add(
                        load.title, str(connections), output.number(measured.rate), f"{share:.0%} {limit}",
                        output.number(probed.of_discovery), *latencies(measured), str(measured.errors), f"{measured.cost * 1000:.0f}",
                        f"{measured.database_cost * 1000:.0f}" if server.database_pid else "", f"{megabytes:.0f}",
                        f"{measured.generator_load:.0%}", is_bad=measured.errors > 0,
                    )
                    if measured.refused:
                        output.line(f"  {measured.refused} responses were 503 with Retry-After; their requests were repeated")
                    note(run, name, measured)
                    run.figures |= {f"{name}.memory": megabytes, f"{name}.fraction": share, f"{name}.of_discovery": probed.of_discovery}
                    if load.verifies and measured.rate and (verified := probed.shares.get("ES256 verifications")):
                        run.figures[f"{name}.verifications"] = verified
                        remarks.append(f"{load.title}, {connections} connections: {verified:.0%} of {measured.rate / verified:,.0f} ES256 verifications per second.")
                best = f"{kind.name}.{load.name}"
                run.figures[f"{best}.rate"], run.figures[f"{best}.fraction"], run.figures[f"{best}.of_discovery"] = max(cells)
            peak = run.figures[f"{kind.name}.memory.peak"] = memory(server.pid)["peak"]
            table.note = " ".join([*remarks, f"At most {peak:.0f} MB were resident."])
            output.line(f"  {table.note}")


def fixed_rates(run: Run) -> None:
    """Measures latencies at fixed rates, from the time at which each iteration is due."""
    loads = [load for load in LOADS if load.rates and run.selects("rates")]
    for kind in run.stores if loads else []:
        table = run.table(
            f"{kind.title}, open loop", ("load", -26), ("due per second", 14), ("per second", 10), *LATENCIES, ("errors", 6), ("generator", 9),
            note=f"{run.crowd} connections. Latencies count from the time at which an iteration is due.",
        )
        with run.site(kind) as site:
            server = site.server.start("--dev")
            site.users.sign_in(server, **run.audience)
            runner = LoadRunner(server, site.users)
            for load in loads:
                for rate in load.rates[:1] if run.options.smoke else load.rates:
                    output.doing(f"{kind.title}: {load.title}, {rate:,} per second")
                    measured = runner.run(load, run.crowd, run.seconds, rate=rate)
                    table.add(
                        load.title, f"{rate:,}", output.number(measured.rate), *latencies(measured), str(measured.errors),
                        f"{measured.generator_load:.0%}", is_bad=measured.errors > 0,
                    )
                    note(run, f"{kind.name}.rates.{load.name}.{rate}", measured)


def overload(run: Run) -> None:
    """Measures refreshes while password sign-ins fill the hashing queue."""
    if not run.selects("overload"):
        return
    table = run.table(
        "Refreshing while password sign-ins fill the queue for hashes", ("store", -10), ("loop", -14), ("sign-ins/s", 10), ("refreshes/s", 11),
        *LATENCIES, ("× p99", 6), ("errors", 6), note=f"{run.crowd} connections refresh, {run.crowd} others sign in.",
    )
    for kind in run.stores:
        with run.site(kind) as site:
            server = site.server.start("--dev")
            site.users.sign_in(server, **run.audience)
            runner = LoadRunner(server, site.users)
            for loop, more in (("closed", {}), (f"{run.rate:,} a second", {"rate": run.rate})):
                output.doing(f"{kind.title}: refreshes during sign-ins, {loop}")
                alone = runner.run(BY_NAME["refresh"], run.crowd, run.seconds, **more)
                # Sign-ins fill the queue in the first 2 seconds; refreshes are measured from the 3rd on.
                with runner.begin(BY_NAME["password"], run.crowd, run.seconds + 3, warmup=2) as sign_ins:
                    with runner.begin(BY_NAME["refresh"], run.crowd, run.seconds, warmup=3, **more) as refreshes:
                        refreshing = runner.finish(refreshes)
                    signing_in = runner.finish(sign_ins)
                ratio = refreshing.p99 / (alone.p99 or 1)
                for measured, rate, times in ((alone, "", ""), (refreshing, output.number(signing_in.rate), f"{ratio:.2f}")):
                    table.add(
                        kind.title, loop, rate, output.number(measured.rate), *latencies(measured), times, str(measured.errors),
                        is_bad=measured.errors > 0,
                    )
                name = f"{kind.name}.overload.{'rate' if more else 'closed'}"
                note(run, f"{name}.alone", alone)
                note(run, f"{name}.refresh", refreshing)
                note(run, f"{name}.password", signing_in)
                run.figures[f"{name}.ratio"] = ratio
