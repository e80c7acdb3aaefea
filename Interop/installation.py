"""The server's Debian package, installed into a minimal Debian of its own, with its own network."""

import configparser
import functools
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading

from gatehouse import BINARIES, PATIENCE, ROOT

PACKAGING = ROOT / "packaging"
# Downloads stay here: the next run needs no network. `make deb` has another folder, whose package is not replaced.
CACHE = ROOT / ".build" / "packaging-tests"

VARIABLES = {
    "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}

# Brings the loopback interface up and stays, so that other processes can join the namespaces.
HOLDER = """
import fcntl, socket, struct, time
with socket.socket() as probe:
    fcntl.ioctl(probe, 0x8914, struct.pack("16sH14x", b"lo", 1))
print("ready", flush=True)
time.sleep(3600)
"""

# Hands its arguments to the test's service manager, and exits with its answer.
SYSTEMCTL = """#!/bin/sh
echo "$*" >/run/systemctl-request
read -r status </run/systemctl-answer
exit "$status"
"""

# `sudo` of a machine on which the test is root.
SUDO = """#!/bin/bash
user=root
[ "$1" = -u ] && { user=$2; shift 2; }
exec setpriv --reuid "$user" --regid "$user" --init-groups env "$@"
"""


def missing() -> str | None:
    """Returns the reason that packages cannot be tested here."""
    if os.geteuid() != 0:
        return "needs root"
    for program in ("debootstrap", "umoci", "patchelf", "dpkg-deb"):
        if not shutil.which(program):
            return f"{program} is not installed"
    probe = subprocess.run(["unshare", "--mount", "--net", "true"], capture_output=True, text=True)
    return "namespaces are not permitted (needs CAP_SYS_ADMIN)" if probe.returncode else None


@functools.cache
def build_package() -> pathlib.Path:
    """Builds the package from the binaries under test, without compression."""
    done = subprocess.run(
        [PACKAGING / "deb" / "build.sh", BINARIES, CACHE],
        env=os.environ | {"COMPRESSION": "none"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return pathlib.Path(done.stdout.strip())


class Machine:
    """A minimal Debian in a folder; its processes have their own mounts and network."""

    def __init__(self, root: pathlib.Path):
        self.root = root
        self._holder = subprocess.Popen(
            ["unshare", "--mount", "--net", sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True
        )
        assert self._holder.stdout.readline() == "ready\n"
        self._enter = ["nsenter", "--target", str(self._holder.pid), "--mount", "--net", "--"]
        for source, kind, target in (("proc", "proc", "proc"), ("devpts", "devpts", "dev/pts")):
            subprocess.run([*self._enter, "mount", "-t", kind, source, root / target], check=True)
        for name, text in (("systemctl", SYSTEMCTL), ("sudo", SUDO)):
            # Where the scripts of packages look too.
            program = root / "usr" / "bin" / name
            program.write_text(text)
            program.chmod(0o755)

    def command(self, *arguments, user: str = "root") -> list[str]:
        """Returns the command that runs another one on the machine."""
        return [*self._enter, shutil.which("chroot"), f"--userspec={user}:{user}", str(self.root), *map(str, arguments)]

    def run(self, script: str, **variables: str) -> subprocess.CompletedProcess:
        """Runs lines of a shell as root in its home folder."""
        return subprocess.run(
            self.command("bash", "-euo", "pipefail", "-c", f"cd /root\n{script}"),
            env=VARIABLES | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=180,
        )

    def check(self, script: str, **variables: str) -> str:
        """Runs lines that must succeed; returns their output."""
        done = self.run(script, **variables)
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        return done.stdout

    def stop(self) -> None:
        self._holder.kill()
        self._holder.wait()
        shutil.rmtree(self.root)


def new_root(folder: pathlib.Path, package: pathlib.Path) -> pathlib.Path:
    """Copies the cached Debian, which the first run creates, into a new folder, with all downloads for the package."""
    done = subprocess.run([PACKAGING / "debian-root.sh", CACHE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    cached = pathlib.Path(done.stdout.strip())
    root = folder / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", cached, root], check=True)
    shutil.copy(package, root / "root")
    download = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "--download-only"]
    done = subprocess.run(
        ["chroot", root, *download, f"/root/{package.name}", "curl"], capture_output=True, text=True, env=VARIABLES
    )
    assert done.returncode == 0, done.stderr
    archives = "var/cache/apt/archives"
    for file in (root / archives).glob("*.deb"):
        if not (cached / archives / file.name).exists():
            shutil.copy(file, cached / archives)
    return root


class ServiceManager:
    """Starts, reloads and stops one unit of `Type=notify` as systemd does, for `systemctl` on a machine."""

    def __init__(self, machine: Machine, unit: pathlib.Path):
        self._machine = machine
        self._file = unit
        self.process: subprocess.Popen | None = None
        self.states: list[str] = []
        path = machine.root / "run" / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(PATIENCE)
        path.chmod(0o666)
        self.log = machine.root / "var" / "log" / "gatehouse.log"
        for name in ("systemctl-request", "systemctl-answer"):
            os.mkfifo(machine.root / "run" / name)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        requests, answers = (self._machine.root / "run" / f"systemctl-{name}" for name in ("request", "answer"))
        while words := requests.read_text().split():
            verb = next(word for word in words if not word.startswith("-")).replace("-", "_")
            try:
                getattr(self, "start" if verb == "enable" else verb)()
                answers.write_text("0\n")
            except Exception as problem:  # The command fails, as systemctl does.
                print(f"systemctl {words}: {problem!r}")
                print(self.log.read_text() if self.log.exists() else "")
                answers.write_text("1\n")

    @property
    def _unit(self) -> configparser.ConfigParser:
        """The unit, read again as by `daemon-reload`; it may be installed later."""
        parser = configparser.ConfigParser(strict=False, interpolation=None)
        parser.optionxform = str
        parser.read_string(self._file.read_text())
        return parser

    def _wait_for(self, state: str) -> None:
        while not self.states or self.states[-1] != state:
            self.states.append(self._socket.recv(4096).decode())

    def daemon_reload(self) -> None:
        pass

    def start(self) -> None:
        service = self._unit["Service"]
        if not (self._machine.root / self._unit["Unit"]["ConditionPathExists"].lstrip("/")).exists():
            return
        assert service["Type"] == "notify"
        self.states = []
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                self._machine.command(*shlex.split(service["ExecStart"]), user=service["User"]),
                env={"NOTIFY_SOCKET": "/run/notify", "PATH": "/usr/bin:/bin", "HOME": "/"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                umask=int(service["UMask"], 8),
            )
        self._wait_for("READY=1")

    def reload(self) -> None:
        assert re.fullmatch(r"kill -HUP \$MAINPID", self._unit["Service"]["ExecReload"])
        self.process.send_signal(signal.SIGHUP)
        self._wait_for("RELOADING=1")
        self._wait_for("READY=1")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(PATIENCE) == 0, self.log.read_text()
            self._wait_for("STOPPING=1")

    def restart(self) -> None:
        self.stop()
        self.start()

    def try_restart(self) -> None:
        if self.process and self.process.poll() is None:
            self.restart()

    def close(self) -> None:
        self.stop()
        # Ends the thread that waits for requests.
        (self._machine.root / "run" / "systemctl-request").write_text("")
        self._socket.close()
