"""nginx and HAProxy with the configurations in `packaging`, in front of nodes."""

import os
import pathlib
import re
import shutil
import signal
import tempfile

import requests

from certificates import Authority
from gatehouse import PATIENCE, ROOT, Process, environment, free_port, new_session, wait_for
from nodes import Nodes

# Debian installs both where only root looks for programs.
PATH = os.environ.get("PATH", "") + ":/usr/sbin"
NGINX = shutil.which("nginx", path=PATH)
HAPROXY = shutil.which("haproxy", path=PATH)


class Proxy:
    """A proxy at a local port with TLS. Subclasses write its configuration."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-proxy-"))
        self.port = free_port()
        self.authority = Authority(self.folder)
        self.authority.issue()
        self.process: Process | None = None

    @property
    def issuer(self) -> str:
        return f"https://localhost:{self.port}"

    def start(self, nodes: Nodes) -> "Proxy":
        self.process = Process(self.command([f"127.0.0.1:{node.port}" for node in nodes]), environment(self.folder))
        wait_for(self._is_ready, "the proxy")
        return self

    def stop(self) -> None:
        if self.process:
            # nginx ends its workers; killed, it would leave them running.
            self.process.signal(signal.SIGTERM)
            self.process.wait()
        shutil.rmtree(self.folder)

    def new_session(self) -> requests.Session:
        session = new_session()
        session.verify = str(self.authority.certificate_file)
        return session

    def command(self, addresses: list[str]) -> list:
        raise NotImplementedError

    def _is_ready(self) -> bool:
        assert self.process.process.poll() is None, self.process.output
        try:
            return self.new_session().get(self.issuer + "/health/ready", timeout=PATIENCE).status_code == 200
        except requests.ConnectionError:
            return False


class Nginx(Proxy):
    """nginx with `packaging/nginx/gatehouse.conf`."""

    def command(self, addresses: list[str]) -> list:
        text = (ROOT / "packaging/nginx/gatehouse.conf").read_text()
        line = re.search(r"^ *server \d.*\n", text, re.M)[0]
        servers = "".join(re.sub(r"[\d.]+:\d+", address, line) for address in addresses)
        text = re.sub(r"(^ *server \d.*\n)+", servers, text, flags=re.M)
        text = text.replace("listen 443", f"listen 127.0.0.1:{self.port}")
        text = re.sub(r"(ssl_certificate +)\S+;", rf"\g<1>{self.authority.chain_file};", text)
        text = re.sub(r"(ssl_certificate_key +)\S+;", rf"\g<1>{self.authority.key_file};", text)
        text = re.sub(r"access_log \S+", f"access_log {self.folder}/access.log", text)
        temporary = "".join(
            f"{name}_temp_path {self.folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        settings = f"pid {self.folder}/pid;\nerror_log stderr warn;\ndaemon off;\n"
        (self.folder / "nginx.conf").write_text(f"{settings}events {{}}\nhttp {{\n{temporary}{text}}}\n")
        return [NGINX, "-e", "stderr", "-p", self.folder, "-c", self.folder / "nginx.conf"]


class HAProxy(Proxy):
    """HAProxy with `packaging/haproxy.cfg`."""

    def command(self, addresses: list[str]) -> list:
        pem = self.folder / "both.pem"
        pem.write_bytes(self.authority.chain_file.read_bytes() + self.authority.key_file.read_bytes())
        text = (ROOT / "packaging/haproxy.cfg").read_text()
        text = re.sub(r"(^ *server node\d.*\n)+", "", text, flags=re.M)
        text += "".join(f"    server node{number} {address}\n" for number, address in enumerate(addresses, 1))
        text = re.sub(r"bind :443 ssl crt \S+", f"bind 127.0.0.1:{self.port} ssl crt {pem}", text)
        text = text.replace("log /dev/log local0 info", "log stderr format raw local0 info")
        (self.folder / "haproxy.cfg").write_text(text)
        return [HAPROXY, "-db", "-f", self.folder / "haproxy.cfg"]
