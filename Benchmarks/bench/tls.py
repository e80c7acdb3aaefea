"""Measures TLS: handshakes beside nginx, and refreshes through connections that stay open."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator

from . import output
from .endpoints import LATENCIES, latencies, note
from .loads import BY_NAME, LoadRunner
from .run import Run, Site
from .server import PATIENCE, free_port, processor_seconds
from .stores import SQLite

NGINX = """
daemon off; master_process on; worker_processes {processors}; pid {folder}/nginx.pid; error_log stderr;
events {{ worker_connections 1024; }}
http {{
    access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    server {{
        listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/certificate; ssl_certificate_key {folder}/key;
        ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:bench:10m;
        location / {{ return 200; }}
    }}
}}
"""
# s_time sends a path and `HTTP/1.0`: this path makes it a request of HTTP/1.1 that closes the connection.
PATH = "/health/live HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nIgnored:"


def certificate(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Makes a certificate with a P-256 key."""
    certificate, key = folder / "certificate", folder / "key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )
    key.chmod(0o600)
    return certificate, key


@contextlib.contextmanager
def nginx(folder: pathlib.Path) -> Iterator[tuple[int, list[int]]]:
    """Starts nginx with the certificate of the folder; yields port and processes."""
    port = free_port()
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(processors=os.cpu_count(), folder=folder, port=port))
    # Debian's path of users lacks its folder.
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        raise RuntimeError("nginx is not installed (apt: nginx)")
    process = subprocess.Popen([program, "-p", folder, "-c", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE
        while socket.socket().connect_ex(("127.0.0.1", port)):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("nginx did not start")
            time.sleep(0.05)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        yield port, [process.pid, *map(int, children.split())]
    finally:
        process.terminate()
        process.wait()


def handshakes(port: int, pids: list[int], kind: str, version: str, seconds: int) -> tuple[float, float, float]:
    """Returns handshakes per second of one client per processor, milliseconds of CPU for each, and the resumed part."""
    began, used = time.monotonic(), sum(map(processor_seconds, pids))
    clients = [
        subprocess.Popen(
            ["openssl", "s_time", "-connect", f"127.0.0.1:{port}", kind, version, "-www", PATH.format(port=port), "-time", str(seconds)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for _ in range(os.cpu_count() or 1)
    ]
    reports = "".join(client.communicate()[0] for client in clients)
    passed, used = time.monotonic() - began, sum(map(processor_seconds, pids)) - used
    done = sum(map(int, re.findall(r"(\d+) connections in \d+ real seconds", reports)))
    # It prints a letter for each connection.
    resumed = max((part.count("r") for part in re.findall(r"^[r*tTsS]+$", reports, re.MULTILINE)), default=0)
    return done / passed, used * 1000 / max(done, 1), min(resumed * len(clients) / max(done, 1), 1)


def measure(run: Run) -> None:
    if not run.selects("tls"):
        return
    with run.site(SQLite) as site, tempfile.TemporaryDirectory(prefix="gatehouse-bench-") as name:
        folder = pathlib.Path(name)
        file, key = certificate(folder)
        options = ("--tls-certificate", str(file), "--tls-key", str(key))
        _measure_handshakes(run, site, folder, options)
        _measure_refreshes(run, site, options)


def _measure_handshakes(run: Run, site: Site, folder: pathlib.Path, options: tuple[str, ...]) -> None:
    table = run.table(
        "TLS handshakes", ("server", -10), ("protocol", -8), ("handshake", -10), ("per second", 10), ("resumed", 7), ("µs CPU", 7),
        note="P-256 certificate, one `openssl s_time` per processor, one request per connection. nginx returns an empty response.",
    )
    server = site.server.start("--dev", *options)
    with nginx(folder) as (port, processes):
        for title, port, pids in (("Gatehouse", server.port, [server.pid]), ("nginx", port, processes)):
            for version in ("1.2", "1.3"):
                for kind, option in (("full", "-new"), ("resumption", "-reuse")):
                    output.doing(f"{title}: {kind}, TLS {version}")
                    seconds = max(1, int(run.seconds / 2))
                    rate, cost, resumed = handshakes(port, pids, option, f"-tls{version.replace('.', '_')}", seconds)
                    table.add(title, version, kind, output.number(rate), f"{resumed:.0%}", f"{cost * 1000:.0f}", is_bad=rate == 0)
                    name = f"tls.{title.lower()}.{version}.{kind}"
                    run.figures |= {f"{name}.rate": rate, f"{name}.cost": cost, f"{name}.resumed": resumed}
    server.stop()


def _measure_refreshes(run: Run, site: Site, options: tuple[str, ...]) -> None:
    table = run.table(
        "Refreshes over TLS", ("connection", -12), ("per second", 10), *LATENCIES, ("errors", 6), ("µs CPU", 7),
        note=f"{run.crowd} connections that stay open. The load generator encrypts too.",
    )
    for title, more in (("plain", ()), ("TLS", options)):
        server = site.server.start("--dev", *more)
        site.users.sign_in(server, **run.audience)
        output.doing(f"refreshes, {title}")
        measured = LoadRunner(server, site.users).run(BY_NAME["refresh"], run.crowd, run.seconds)
        table.add(
            title, output.number(measured.rate), *latencies(measured), str(measured.errors), f"{measured.cost * 1000:.0f}",
            is_bad=measured.errors > 0,
        )
        note(run, f"tls.refresh.{title.lower()}", measured)
        server.stop()
    run.figures["tls.refresh.ratio"] = run.figures["tls.refresh.tls.rate"] / run.figures["tls.refresh.plain.rate"]
