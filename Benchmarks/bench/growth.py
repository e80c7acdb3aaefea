"""Compares speed and memory with a thousand and a million accounts and sessions."""

from . import limits, output
from .loads import BY_NAME, USERS, LoadRunner
from .run import Run
from .server import memory, reset_peak
from .stores import add_accounts, add_sessions

STEPS = ((1_000, 0), (100_000, 0), (1_000_000, 0), (1_000_000, 1_000_000))
LOADS = ("password", "refresh", "userinfo")
CONNECTIONS = 64


def measure(run: Run) -> None:
    if not run.selects("growth"):
        return
    table = run.table(
        "Growth", ("store", -10), ("accounts", 9), ("sessions", 9), ("sign-ins/s", 10), ("refreshes/s", 11), ("userinfo/s", 10),
        ("p99 of refresh", 14), ("MB at most", 10), ("MB on disk", 10), ("errors", 6), ("slowest", 7), ("memory", 6),
        note=(
            f"{CONNECTIONS} connections. The last two columns are ratios to the first row of the store: the load that has become slowest, each as a part of its"
            " limit at that moment, and memory."
        ),
    )
    for kind in run.stores[:1] if run.options.quick else run.stores:
        with run.site(kind) as site, limits.LimitProbe(run, site.store) as probe:
            accounts, sessions = USERS, 0
            for step in STEPS[:2] if run.options.quick else STEPS:
                server = site.server.start("--dev")
                if not site.users.refresh:
                    site.users.sign_in(server)
                if step != (accounts, sessions):
                    server.stop()
                    output.doing(f"{kind.title}: filling the store with {step[0]:,} accounts, {step[1]:,} sessions")
                    add_accounts(site.store, accounts, step[0])
                    add_sessions(site.store, step[1] - sessions)
                    accounts, sessions = step
                    server.start("--dev")
                _measure(run, table, kind, site, probe, accounts, sessions)
                server.stop()


def _measure(run: Run, table: output.Table, kind: type, site, probe: limits.LimitProbe, accounts: int, sessions: int) -> None:
    server = site.server
    name = f"{kind.name}.growth.{accounts}.{sessions}"
    first = f"{kind.name}.growth.{STEPS[0][0]}.{STEPS[0][1]}"
    disk = run.figures[f"{name}.disk"] = site.store.megabytes()
    runner = LoadRunner(server, site.users, accounts)
    reset_peak(server.pid)
    found = {}
    for load in LOADS:
        output.doing(f"{kind.title}: {BY_NAME[load].title} among {accounts:,} accounts, {sessions:,} sessions")
        found[load], shares = probe.around(runner, BY_NAME[load], CONNECTIONS, run.seconds)
        share = max(shares.values())
        run.figures[f"{name}.{load}.fraction"] = share
        run.figures[f"{name}.{load}.rate"] = found[load].rate
        run.figures[f"{name}.{load}.p99"] = found[load].p99
    site.users.refresh = runner.config["refresh"]
    peak = run.figures[f"{name}.memory"] = memory(server.pid)["peak"]
    slowest = min(run.figures[f"{name}.{load}.fraction"] / run.figures[f"{first}.{load}.fraction"] for load in LOADS)
    growth = peak / run.figures[f"{first}.memory"]
    run.figures |= {f"{name}.ratio.rate": slowest, f"{name}.ratio.memory": growth}
    errors = sum(measured.errors for measured in found.values())
    table.add(
        kind.title, f"{accounts:,}", f"{sessions:,}", *(output.number(found[load].rate) for load in LOADS),
        output.number(found["refresh"].p99), f"{peak:.0f}", f"{disk:,.0f}", str(errors), f"{slowest:.2f}", f"{growth:.2f}", is_bad=errors > 0,
    )
    for load, measured in found.items():
        run.fail(f"{name}.{load}", measured.messages)
