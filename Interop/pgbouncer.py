"""PgBouncer, a connection pooler for PostgreSQL."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import urllib.parse

from gatehouse import PATIENCE, free_port, wait_for
from postgres_cluster import USER, PostgresCluster, group_of

PROGRAM = next((path for path in ("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer") if os.access(path, os.X_OK)), None)


class PgBouncer:
    """PgBouncer in front of a cluster, on a socket in its own folder."""

    def __init__(self, cluster: PostgresCluster, mode: str, **settings: str):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-pgb-"))
        self.port = free_port()
        everything = {
            "listen_addr": "",
            "listen_port": self.port,
            "unix_socket_dir": self.folder,
            "auth_type": "any",
            "pool_mode": mode,
            "logfile": self.folder / "log",
        } | settings
        (self.folder / "ini").write_text(
            f"[databases]\n* = host={cluster.folder} user={USER}\n[pgbouncer]\n"
            + "".join(f"{name} = {value}\n" for name, value in everything.items())
        )
        command = [PROGRAM, self.folder / "ini"]
        if os.geteuid() == 0:
            # PgBouncer does not run as root, and the cluster's socket is for the cluster's user.
            user = cluster.folder.owner()
            shutil.chown(self.folder, user)
            command = ["setpriv", f"--reuid={user}", f"--regid={group_of(user)}", "--clear-groups", *command]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for((self.folder / f".s.PGSQL.{self.port}").exists, "PgBouncer")

    def url(self, database: str) -> str:
        """Returns the URL of a database through the pooler."""
        name = database.rsplit("/", 1)[1]
        return f"postgres://{USER}@{urllib.parse.quote(str(self.folder), safe='')}:{self.port}/{name}"

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        shutil.rmtree(self.folder)
