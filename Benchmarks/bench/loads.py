"""The loads there are: what each is, how long it takes to tell something, and what bounds it."""

import dataclasses

from .load import Measured, Wrk
from .people import CHALLENGE, CLIENT, PASSWORD, REDIRECT, VERIFIER, People
from .server import Server

CONNECTIONS = (1, 16, 64, 256)
# Accounts that the loads sign in to, spread evenly among all there are.
PEOPLE = 1_000


@dataclasses.dataclass(frozen=True)
class Load:
    name: str
    title: str
    script: str
    # Requests of one turn.
    requests: int = 1
    # How many commits a turn takes at the least, each of which is on the disk before it is answered.
    commits: int = 0
    # How many tokens the server signs in a turn: an access token, and an ID token. Whether it compares a password.
    signatures: int = 0
    hashes: bool = False
    path: str | None = None


LOADS = [
    Load("discovery", "discovery", "document", path="/.well-known/openid-configuration"),
    Load("jwks", "JWKS", "document", path="/oauth2/keys"),
    Load("client_credentials", "client_credentials", "client_credentials", signatures=1),
    Load("refresh", "refresh_token", "refresh", commits=1, signatures=2),
    Load("introspection", "introspection", "introspection"),
    Load("userinfo", "userinfo", "userinfo"),
    Load("authorize", "authorization, signed in", "authorize", commits=1),
    Load("exchange", "code exchange", "exchange", commits=1, signatures=2),
    Load("code_flow", "code flow of five requests", "code_flow", requests=5, commits=3, signatures=2),
    Load("password", "password sign-in", "password", requests=6, commits=4, signatures=2, hashes=True),
    Load("code", "code sign-in", "code", requests=6, commits=6, signatures=2),
]
BY_NAME = {load.name: load for load in LOADS}


class Desk:
    """Runs loads against one server, and hands what one leaves on to the next."""

    def __init__(self, server: Server, people: People, accounts: int = PEOPLE):
        self.server = server
        self.accounts = accounts
        self.config = {
            "client": CLIENT, "redirect": REDIRECT, "verifier": VERIFIER, "challenge": CHALLENGE, "password": PASSWORD,
            "service": people.service, "refresh": people.refresh, "access": people.access, "cookies": people.cookies,
            "log": str(server.folder / "server.log"),
        }
        # People are taken in turn, so that nobody still waits for a mail of the last run.
        self.first = 0
        self.codes: list[str] = []

    def begin(self, load: Load, connections: int, seconds: float, warmup: float = 0.6) -> Wrk:
        if load.hashes:
            # As long as it takes to compare a password for each connection that the queue has room for, several times over.
            seconds *= 1 + min(connections, 64) / 32
        elif load.name == "code":
            # Its mail goes out one after the other.
            seconds *= 1 + connections / 128
        stride = self.accounts // PEOPLE
        if self.first + 2 * connections > PEOPLE:
            self.first = 0
        more = {"first": self.first * stride, "stride": stride}
        self.first += 2 * connections
        if load.path:
            more |= {"path": load.path, "length": len(self.server.get(load.path)[1])}
        if load.name == "exchange":
            more["codes"], self.codes = self.codes, []
        return Wrk(load.script, self.server.port, self.server.pid, connections, seconds, warmup, **self.config | more)

    def run(self, load: Load, connections: int, seconds: float) -> Measured:
        if load.name == "exchange":
            # The codes it takes are good for a minute, and it ends with the last of them.
            self.run(BY_NAME["authorize"], connections, seconds + 1)
        with self.begin(load, connections, seconds, warmup=0.2 if load.name == "exchange" else 0.6) as wrk:
            return self.finish(wrk)

    def finish(self, wrk: Wrk) -> Measured:
        measured = wrk.result()
        for name, values in measured.kept.items():
            values = [values[key] for key in sorted(values, key=int)]
            if name == "codes":
                self.codes = values
            else:
                self.config[name] = values
        return measured
