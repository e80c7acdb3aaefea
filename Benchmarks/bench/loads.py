"""The loads: description, duration and limits."""

import dataclasses
import json
import secrets

from .keys import PRIVATE_KEY, PUBLIC_JWK
from .load import Measured, Wrk
from .users import BACKEND, CHALLENGE, CLIENT, PASSWORD, REDIRECT, VERIFIER, Users
from .server import Server

CONNECTIONS = (1, 16, 64, 256)
# The number of accounts used by the loads, spread evenly over all.
USERS = 1_000
# The number of DPoP proofs that are signed ahead for each second of a load, more than it uses.
PROOFS_PER_SECOND = 6_000
# Loads that use up what was made before them are shorter: proofs and codes are valid for a minute.
LONGEST_WITH_PROOFS = 15
LONGEST_EXCHANGE = 20


@dataclasses.dataclass(frozen=True)
class Load:
    name: str
    title: str
    script: str
    # Requests per iteration.
    requests: int = 1
    # The minimum number of durable commits per iteration.
    commits: int = 0
    # Signed access and ID tokens per iteration; whether it verifies a password.
    signatures: int = 0
    hashes: bool = False
    # Whether it verifies the signature of a passkey.
    verifies: bool = False
    # The name of the same load without DPoP proofs, which limits this one.
    base: str | None = None
    path: str | None = None
    # Whether every response is the document that the server returns before the load.
    is_document: bool = False
    # The iterations per second of the open loop.
    rates: tuple[int, ...] = ()


LOADS = [
    Load("discovery", "discovery", "document", path="/.well-known/openid-configuration", is_document=True, rates=(5_000, 20_000)),
    Load("jwks", "JWKS", "document", path="/oauth2/keys", is_document=True),
    Load("client_credentials", "client_credentials", "client_credentials", signatures=1, rates=(2_000, 8_000)),
    Load("refresh", "refresh_token", "refresh", commits=1, signatures=2, rates=(1_000, 3_000)),
    Load("introspection", "introspection", "introspection", rates=(2_000, 8_000)),
    Load("userinfo", "userinfo", "userinfo", rates=(2_000, 8_000)),
    Load("authorize", "authorization, signed in", "authorize", commits=1),
    Load("exchange", "code exchange", "exchange", commits=1, signatures=2),
    Load("code_flow", "code flow of five requests", "code_flow", requests=5, commits=3, signatures=2, rates=(100, 300)),
    Load("password", "password sign-in", "password", requests=6, commits=4, signatures=2, hashes=True),
    Load("code", "code sign-in", "code", requests=6, commits=6, signatures=2),
    Load("passkey", "passkey sign-in", "passkey", requests=4, commits=3, signatures=2, verifies=True),
    Load("account", "account page, signed in", "account", path="/account"),
    Load("sessions", "sessions listed", "account", path="/account/sessions"),
    Load("par", "pushed request", "par", commits=1),
    Load("client_credentials_dpop", "client_credentials, DPoP", "client_credentials_dpop", base="client_credentials"),
    Load("refresh_dpop", "refresh_token, DPoP", "refresh_dpop", base="refresh"),
    Load("userinfo_dpop", "userinfo, DPoP", "userinfo_dpop", base="userinfo"),
]
BY_NAME = {load.name: load for load in LOADS}


class LoadRunner:
    """Runs loads against one server, and passes the results of one to the next."""

    def __init__(self, server: Server, users: Users, accounts: int = USERS):
        self.server = server
        self.accounts = accounts
        self.config = {
            "client": CLIENT, "redirect": REDIRECT, "verifier": VERIFIER, "challenge": CHALLENGE, "password": PASSWORD,
            "service": users.service, "backend": users.backend, "backend_id": BACKEND,
            "refresh": users.refresh, "access": users.access, "cookies": users.cookies,
            "bound_refresh": users.bound_refresh, "bound_access": users.bound_access,
            "key": PRIVATE_KEY, "jwk": json.dumps(PUBLIC_JWK), "log": str(server.folder / "server.log"), "scheme": server.scheme,
        }
        if server.database_pid:
            self.config["database"] = server.database_pid
        # Rotates users, so that none waits for an email of the last run.
        self.first = 0
        self.codes: list[str] = []

    def begin(self, load: Load, connections: int, seconds: float, warmup: float | None = None, **more) -> Wrk:
        """Starts a load; `rate` opens its loop."""
        if load.hashes:
            # Long enough to verify several passwords per queued connection.
            seconds = max(seconds, min(seconds, 3) * (1 + min(connections, 64) / 32))
        elif load.name == "code":
            # Its emails are sent one after the other.
            seconds = max(seconds, min(seconds, 3) * (1 + connections / 128))
        elif load.base:
            seconds = min(seconds, LONGEST_WITH_PROOFS)
        elif load.name == "exchange":
            seconds = min(seconds, LONGEST_EXCHANGE)
        stride = self.accounts // USERS
        if self.first + 2 * connections > USERS:
            self.first = 0
        more |= {"first": self.first * stride, "stride": stride}
        self.first += 2 * connections
        if load.path:
            more["path"] = load.path
        if load.is_document:
            more["length"] = len(self.server.get(load.path)[1])
        if load.base:
            # Proofs of different runs have different identifiers.
            more |= {"proofs": round(PROOFS_PER_SECOND * (1 + seconds)), "run": secrets.token_urlsafe(8)}
        if load.name == "exchange":
            more["codes"], self.codes = self.codes, []
        return Wrk(load.script, self.server.port, self.server.pid, connections, seconds, warmup, **self.config | more)

    def run(self, load: Load, connections: int, seconds: float, warmup: float | None = None, **more) -> Measured:
        if load.name == "exchange":
            # Its codes are valid for a minute, and it ends with the last one.
            self.run(BY_NAME["authorize"], connections, min(seconds, LONGEST_EXCHANGE) + 1)
            warmup = 0.2
        with self.begin(load, connections, seconds, warmup, **more) as wrk:
            return self.finish(wrk)

    def finish(self, wrk: Wrk) -> Measured:
        measured = wrk.result()
        for name, values in measured.kept.items():
            values = [values[key] for key in sorted(values, key=int)]
            if name == "codes":
                self.codes = values
            elif values:
                self.config[name] = values
        return measured
