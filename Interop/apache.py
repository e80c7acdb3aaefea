"""Apache with mod_auth_openidc, as a client and as an API."""

import os
import pathlib
import shutil
import tempfile

import requests

from gatehouse import PATIENCE, Process, environment, free_port, wait_for
from postgres_cluster import group_of

PROGRAM = pathlib.Path("/usr/sbin/apache2")
MODULES = pathlib.Path("/usr/lib/apache2/modules")
NEEDED = ("mpm_event", "dir", "authn_core", "authz_core", "authz_user", "headers", "auth_openidc")

BASICS = """\
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
DefaultRuntimeDir {folder}
KeepAlive Off
Mutex file:{folder} default
ErrorLog {folder}/log
LogLevel warn auth_openidc:debug
DocumentRoot {folder}/site
{modules}
OIDCCryptoPassphrase passphrase-of-this-test
OIDCRedirectURI {site}/app/callback
OIDCCacheType file
OIDCCacheDir {folder}/cache
Header set X-User "expr=%{{REMOTE_USER}}"
<Location /app>
    AuthType openid-connect
    Require valid-user
</Location>
"""


def is_installed() -> bool:
    return PROGRAM.exists() and (MODULES / "mod_auth_openidc.so").exists()


class Apache:
    """A web server whose folder `/app` needs a sign-in; the responses' field `X-User` names the user."""

    def __init__(self):
        # Not in a folder of the tests, which the web server's user cannot read.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-apache-"))
        self.port = free_port()
        self.directives: list[str] = []
        self.process: Process | None = None
        for name in ("site/app", "site/api", "cache", "metadata", "keys"):
            (self.folder / name).mkdir(parents=True)
        for name in ("app", "api"):
            (self.folder / "site" / name / "index.html").write_text("<h1>Behind Apache</h1>")

    @property
    def site(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def redirect_uri(self) -> str:
        return f"{self.site}/app/callback"

    def trust(self, authority: pathlib.Path) -> None:
        """Trusts the certificates of an authority, instead of those of the system."""
        shutil.copy(authority, self.folder / "authority.pem")
        self.directives.append(f"OIDCCABundlePath {self.folder}/authority.pem")

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text() if file.exists() else ""

    def start(self) -> "Apache":
        modules = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in NEEDED)
        basics = BASICS.format(folder=self.folder, port=self.port, site=self.site, modules=modules)
        (self.folder / "conf").write_text(basics + "\n".join(self.directives) + "\n")
        command = [PROGRAM, "-f", self.folder / "conf", "-D", "FOREGROUND"]
        if os.geteuid() == 0:
            # The web server's workers do not run as root.
            for path in [self.folder, *self.folder.rglob("*")]:
                shutil.chown(path, "www-data")
            command = ["setpriv", "--reuid=www-data", f"--regid={group_of('www-data')}", "--clear-groups", *command]
        self.process = Process(command, environment(self.folder))
        wait_for(self._listens, "Apache")
        return self

    def _listens(self) -> bool:
        assert self.process.process.poll() is None, self.process.output + self.log
        try:
            return requests.get(self.site + "/", timeout=PATIENCE).status_code == 404
        except requests.ConnectionError:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.stop()
        shutil.rmtree(self.folder)
