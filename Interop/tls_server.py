"""A server on https."""

import contextlib
import pathlib
from collections.abc import Iterator

from certificates import Authority
from gatehouse import Server


@contextlib.contextmanager
def tls_server(folder: pathlib.Path, *options: str, **more) -> Iterator[Server]:
    """Runs a server on https, whose certificate its own HTTP session trusts."""
    authority = Authority(folder / "authority")
    authority.issue()
    server = Server(folder, *options, *authority.options, scheme="https", **more)
    server.http.verify = str(authority.certificate_file)
    server.start()
    try:
        yield server
    finally:
        server.stop()
