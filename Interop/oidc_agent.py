"""oidc-agent: keeps the sessions of a user of command lines, as ssh-agent keeps keys."""

import os
import pathlib
import re
import shutil
import signal
import subprocess

from gatehouse import PATIENCE, Process, Server, environment, free_port, wait_for

URL = re.compile(r"https://\S+")
USER_CODE = re.compile(r"code: (\S+)")


def is_installed() -> bool:
    return all(shutil.which(name) for name in ("oidc-agent", "oidc-gen", "oidc-token"))


class Agent:
    """An agent with its own home folder."""

    def __init__(self, server: Server, home: pathlib.Path):
        self.server = server
        # The highest port that the agent accepts.
        self.port = next(port for port in iter(free_port, None) if port <= 49151)
        socket = home / "socket"
        self.variables = environment(home, OIDC_SOCK=str(socket), OIDC_ENCRYPTION_PW="password", TERM="dumb")
        command = ["setsid", "oidc-agent", "--console", "--log-stderr", "--socket-path", socket]
        self._agent = Process(command, self.variables)
        wait_for(socket.exists, "oidc-agent")

    @property
    def redirect_uri(self) -> str:
        return f"http://localhost:{self.port}"

    def configure(self, account: str, flow: str, scope: str, *options: str) -> Process:
        """Starts the configuration of an account, which ends after the sign-in in a browser."""
        trust = ["--cert-path", self.server.http.verify]
        unattended = ["--pw-env", "--prompt=none", "--confirm-yes", "--no-url-call", "--no-scheme"]
        where = ["--issuer", self.server.issuer, "--redirect-uri", self.redirect_uri]
        wanted = ["--flow", flow, "--scope", scope]
        return Process(["oidc-gen", *where, *wanted, *trust, *unattended, *options, account], self.variables)

    def token(self, account: str, *options: str) -> str:
        command = ["oidc-token", *options, account]
        done = subprocess.run(command, env=self.variables, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr + self._agent.output
        return done.stdout.strip()

    def stop(self) -> None:
        # The agent consists of several processes.
        os.killpg(self._agent.process.pid, signal.SIGKILL)
        self._agent.wait()
