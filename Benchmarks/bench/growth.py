"""Compares speed and memory with a thousand and a million accounts and sessions, which the loads use in turn."""

from . import limits, output
from .endpoints import note
from .loads import BY_NAME, USERS, LoadRunner
from .run import Run, Site
from .server import memory, reset_peak
from .stores import add_accounts, add_sessions, session_tokens

STEPS = ((1_000, 1_000), (100_000, 100_000), (1_000_000, 1_000_000))
LOADS = ("password", "refresh", "userinfo")
# The number of sessions that are refreshed, at most.
SAMPLE = 100_000


def steps(run: Run) -> list[tuple[int, int]]:
    """Returns accounts and sessions of each step."""
    if run.options.smoke:
        return [(1_000, 1_000), (2_000, 2_000)]
    if run.options.quick:
        return list(STEPS[:2])
    most = run.options.sessions
    chosen = [step for step in STEPS if step[1] <= most]
    return chosen + ([(STEPS[-1][0], most)] if most > STEPS[-1][1] else [])


def measure(run: Run) -> None:
    if not run.selects("growth"):
        return
    table = run.table(
        "Growth", ("store", -10), ("accounts", 9), ("sessions", 9), ("sign-ins/s", 10), ("refreshes/s", 11), ("userinfo/s", 10),
        ("p99 of refresh", 14), ("max", 6), ("MB at most", 10), ("MB on disk", 10), ("errors", 6), ("slowest", 7), ("memory", 6),
        note=(
            f"{run.crowd} connections; refreshes and userinfo use up to {SAMPLE:,} sessions, spread over all. The last two columns are ratios to the first row of the store: the load that has become slowest, each as a part of its"
            " limit at that moment, and memory."
        ),
    )
    for kind in run.stores[:1] if run.options.quick else run.stores:
        with run.site(kind) as site, limits.LimitProbe(run, site.store) as probe:
            accounts, sessions = USERS, 0
            site.users.sign_in(site.server.start("--dev"), **run.audience)
            site.server.stop()
            for step in steps(run):
                output.doing(f"{kind.title}: filling the store with {step[0]:,} accounts, {step[1]:,} sessions")
                add_accounts(site.store, accounts, step[0])
                add_sessions(site.store, step[1] - sessions)
                accounts, sessions = step
                site.users.refresh = session_tokens(site.store, site.server.key, SAMPLE)
                site.server.start("--dev")
                _measure(run, table, kind, site, probe, accounts, sessions)
                site.server.stop()


def _measure(run: Run, table: output.Table, kind: type, site: Site, probe: limits.LimitProbe, accounts: int, sessions: int) -> None:
    server = site.server
    name = f"{kind.name}.growth.{accounts}.{sessions}"
    first = f"{kind.name}.growth.{STEPS[0][0]}.{STEPS[0][1]}"
    disk = run.figures[f"{name}.disk"] = site.store.megabytes()
    runner = LoadRunner(server, site.users, accounts)
    reset_peak(server.pid)
    found = {}
    for load in LOADS:
        output.doing(f"{kind.title}: {BY_NAME[load].title} among {accounts:,} accounts, {sessions:,} sessions")
        probed = probe.around(runner, BY_NAME[load], run.crowd, run.seconds)
        found[load] = probed.measured
        run.figures[f"{name}.{load}.fraction"] = max(probed.shares.values())
        note(run, f"{name}.{load}", probed.measured)
    peak = run.figures[f"{name}.memory"] = memory(server.pid)["peak"]
    slowest = min(run.figures[f"{name}.{load}.fraction"] / run.figures[f"{first}.{load}.fraction"] for load in LOADS)
    growth = peak / run.figures[f"{first}.memory"]
    run.figures |= {f"{name}.ratio.rate": slowest, f"{name}.ratio.memory": growth}
    errors = sum(measured.errors for measured in found.values())
    table.add(
        kind.title, f"{accounts:,}", f"{sessions:,}", *(output.number(found[load].rate) for load in LOADS),
        output.number(found["refresh"].p99), output.number(found["refresh"].longest), f"{peak:.0f}", f"{disk:,.0f}", str(errors), f"{slowest:.2f}", f"{growth:.2f}", is_bad=errors > 0,
    )
