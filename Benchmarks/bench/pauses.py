"""Measures the pauses of refreshes while a checkpoint runs and expired rows are deleted."""

import threading
import time

from . import output
from .endpoints import LATENCIES, latencies, note
from .load import Measured
from .loads import BY_NAME, LoadRunner
from .run import Run, Site
from .stores import add_sessions

DAY = 24 * 60 * 60 * 1000
# The time for which the server keeps expired sessions (`Lifetimes.replayMemory`).
KEPT = DAY


def measure(run: Run) -> None:
    if not run.selects("pauses"):
        return
    table = run.table(
        "Pauses", ("store", -10), ("meanwhile", -36), ("per second", 10), *LATENCIES, ("errors", 6),
        note=(
            f"{run.rate:,} refreshes a second are due, with {run.crowd} connections. A sweep begins with the server; a tenth of its rows has"
            " expired, and the others, which it must skip, expire on the same day."
        ),
    )
    for kind in run.stores:
        with run.site(kind) as site:
            server = site.server.start("--dev")
            site.users.sign_in(server, **run.audience)
            runner = LoadRunner(server, site.users)
            _cell(run, table, site, runner, "nothing", "nothing")

            half = threading.Timer(run.seconds / 2, site.store.checkpoint)
            half.start()
            _cell(run, table, site, runner, "checkpoint", "a checkpoint")
            half.join()

            server.stop()
            output.doing(f"{kind.title}: {run.options.sweep:,} rows to sweep")
            now = int(time.time() * 1000)
            _add_rows(site, run.options.sweep, now)
            expired = _count(site, now)
            server.start("--dev")
            # The sweep begins now, so the warm-up is short.
            measured = _cell(run, table, site, runner, "sweep", f"a sweep of {run.options.sweep:,} rows", warmup=0.05)
            deleted = run.figures[f"{kind.name}.pauses.sweep.deleted"] = expired - _count(site, now)
            output.line(f"  {deleted:,} of {expired:,} expired rows were deleted in {measured.seconds:.1f} seconds")


def _cell(run: Run, table: output.Table, site: Site, runner: LoadRunner, name: str, title: str, warmup: float | None = None) -> Measured:
    store = site.store
    output.doing(f"{store.title}: refreshes during {title}")
    measured = runner.run(BY_NAME["refresh"], run.crowd, run.seconds, rate=run.rate, warmup=warmup)
    table.add(store.title, title, output.number(measured.rate), *latencies(measured), str(measured.errors), is_bad=measured.errors > 0)
    note(run, f"{store.name}.pauses.{name}", measured)
    return measured


def _add_rows(site: Site, count: int, now: int) -> None:
    """Adds sessions: a tenth expired three days ago, the others expire on the day to which the server deletes."""
    day = (now - KEPT) // DAY
    last = (day + 1) * DAY - 1

    def change(number: int) -> dict:
        expires_at = now - 3 * DAY if number % 10 == 0 else last
        return {"expires_at": expires_at, "expiry_day": expires_at // DAY}

    add_sessions(site.store, count, change)


def _count(site: Site, now: int) -> int:
    """Returns the number of sessions that a sweep deletes."""
    return int(site.store.read(f"SELECT count(*) FROM sessions WHERE expires_at < {now - KEPT}")[1][0][0])
