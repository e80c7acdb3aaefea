"""Runs all loads with all numbers of connections on both stores, with their limits."""

from . import limits, output
from .load import Measured
from .loads import BY_NAME, LOADS, LoadRunner, Load
from .run import Run
from .server import memory, reset_peak

COLUMNS = (
    ("load", -26), ("connections", 11), ("per second", 10), ("of the limit", 31), ("p50 ms", 7), ("p99 ms", 7), ("errors", 6),
    ("µs CPU/request", 14), ("MB", 5), ("generator", 9),
)


def measure(run: Run) -> None:
    loads = [load for load in LOADS if run.selects("endpoints", load.name)]
    for kind in run.stores if loads else []:
        with run.site(kind) as site, limits.LimitProbe(run, site.store) as probe:
            table = run.table(kind.title, *COLUMNS)
            server = site.server.start("--dev")
            site.users.sign_in(server)
            runner = LoadRunner(server, site.users)
            reset_peak(server.pid)
            remarks: list[str] = []
            for load in loads:
                rates = []
                for connections in run.connections:
                    output.doing(f"{kind.title}: {load.title}, {connections} connections")
                    measured, shares = probe.around(runner, load, connections, run.seconds)
                    limit, share = next(iter(shares.items()))
                    rates.append((measured.rate, share))
                    _note(run, table, kind.name, load, measured, memory(server.pid)["now"], f"{share:.0%} {limit}")
                    run.figures[f"{kind.name}.{load.name}.{connections}.fraction"] = share
                    if load.verifies and measured.rate:
                        verified = shares["ES256 verifications"]
                        run.figures[f"{kind.name}.{load.name}.{connections}.verifications"] = verified
                        remarks.append(f"{load.title}, {connections} connections: {verified:.0%} of {measured.rate / verified:,.0f} ES256 verifications per second.")
                best, share = max(rates)
                run.figures[f"{kind.name}.{load.name}.rate"] = best
                run.figures[f"{kind.name}.{load.name}.fraction"] = share
            peak = run.figures[f"{kind.name}.memory.peak"] = memory(server.pid)["peak"]
            table.note = " ".join([*remarks, f"At most {peak:.0f} MB were resident."])
            output.line(f"  {table.note}")


def _note(run: Run, table: output.Table, store: str, load: Load, measured: Measured, megabytes: float, share: str) -> None:
    name = f"{store}.{load.name}.{measured.connections}"
    for figure in ("rate", "requests_per_second", "p50", "p99", "errors", "refused", "cost", "server_load", "generator_load"):
        run.figures[f"{name}.{figure}"] = getattr(measured, figure)
    run.figures[f"{name}.memory"] = megabytes
    table.add(
        load.title, str(measured.connections), output.number(measured.rate), share,
        output.number(measured.p50), output.number(measured.p99), str(measured.errors), f"{measured.cost * 1000:.0f}",
        f"{megabytes:.0f}", f"{measured.generator_load:.0%}", is_bad=measured.errors > 0,
    )
    if measured.refused:
        output.line(f"  {measured.refused} responses were 503 with Retry-After; their requests were repeated")
    run.fail(name, measured.messages)


def overload(run: Run) -> None:
    """Measures refreshes while password sign-ins fill the hashing queue."""
    if not run.selects("overload"):
        return
    table = run.table(
        "Refreshing while password sign-ins fill the queue for hashes", ("store", -10), ("refreshes/s", 11), ("p50 ms", 7), ("p99 ms", 7),
        ("errors", 6), ("sign-ins/s", 10), note="64 connections refresh, 64 others sign in.",
    )
    for kind in run.stores:
        with run.site(kind) as site:
            server = site.server.start("--dev")
            site.users.sign_in(server)
            runner = LoadRunner(server, site.users)
            output.doing(f"{kind.title}: refreshes during sign-ins")
            # 9 seconds of sign-ins, of which the first 2 fill the queue; refreshes run from the 3rd to the 8th.
            with runner.begin(BY_NAME["password"], 64, 7 / 3, warmup=2) as sign_ins:
                with runner.begin(BY_NAME["refresh"], 64, 5, warmup=3) as refreshes:
                    refreshing = runner.finish(refreshes)
                signing_in = runner.finish(sign_ins)
            name = f"{kind.name}.overload"
            run.figures |= {
                f"{name}.refresh.rate": refreshing.rate, f"{name}.refresh.p50": refreshing.p50, f"{name}.refresh.p99": refreshing.p99,
                f"{name}.password.rate": signing_in.rate,
            }
            errors = refreshing.errors + signing_in.errors
            table.add(
                kind.title, output.number(refreshing.rate), output.number(refreshing.p50), output.number(refreshing.p99), str(errors),
                output.number(signing_in.rate), is_bad=errors > 0,
            )
            run.fail(name, refreshing.messages + signing_in.messages)
