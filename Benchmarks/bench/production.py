"""Measures the server as operators run it: not in development mode, and with the default limits."""

from . import output
from .endpoints import LATENCIES, latencies, note
from .loads import BY_NAME, LoadRunner
from .run import Run

LOADS = ("client_credentials", "refresh", "userinfo")


def measure(run: Run) -> None:
    if not run.selects("production"):
        return
    table = run.table(
        "Production mode with default limits", ("store", -10), ("load", -18), ("mode", -12), ("per second", 10), *LATENCIES, ("errors", 6),
        ("µs CPU", 7),
        note=(
            f"{run.rate} iterations a second are due: a client may make 1,000 requests a second. They come through a proxy, from one address per"
            " connection."
        ),
    )
    for kind in run.stores:
        with run.site(kind) as site:
            server = site.server
            for mode in ("development", "production"):
                if mode == "development":
                    server.start("--dev")
                    site.users.sign_in(server, **run.audience)
                else:
                    server.start(
                        "--issuer", f"http://{server.host}", "--smtp", "smtp://localhost:9", "--trusted-proxy", "127.0.0.1", limits=True,
                    )
                runner = LoadRunner(server, site.users)
                for name in LOADS:
                    load = BY_NAME[name]
                    output.doing(f"{kind.title}: {load.title} in {mode} mode")
                    measured = runner.run(load, run.crowd, run.seconds, rate=run.rate, proxied=mode == "production")
                    table.add(
                        kind.title, load.title, mode, output.number(measured.rate), *latencies(measured), str(measured.errors),
                        f"{measured.cost * 1000:.0f}", is_bad=measured.errors > 0,
                    )
                    note(run, f"{kind.name}.{mode}.{name}", measured)
                site.users.refresh, site.users.access = runner.config["refresh"], runner.config["access"]
                server.stop()
