"""The protocol of systemd's `Type=notify`, and the unit in `packaging`."""

import re
import shutil
import signal
import socket
import subprocess

import pytest

from gatehouse import PATIENCE, ROOT

UNIT = ROOT / "packaging" / "systemd" / "gatehouse.service"


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_notifies_service_manager(make_server, tmp_path, kind):
    name = str(tmp_path / "notify") if kind == "path" else f"@{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name.replace("@", "\0", 1))
        manager.settimeout(PATIENCE)
        server = make_server("--dev", NOTIFY_SOCKET=name).start()
        assert manager.recv(4096) == b"READY=1"
        assert server.get("/health/ready").status_code == 200
        server.process.signal(signal.SIGHUP)
        assert [manager.recv(4096), manager.recv(4096)] == [b"RELOADING=1", b"READY=1"]
        server.stop()
        assert manager.recv(4096) == b"STOPPING=1"


def test_starts_without_listening_service_manager(make_server, tmp_path):
    server = make_server("--dev", NOTIFY_SOCKET=str(tmp_path / "missing")).start()
    assert server.get("/health/ready").status_code == 200


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_unit_passes_verification(tmp_path):
    # The program of the package is not installed here.
    unit = tmp_path / "gatehouse.service"
    text = UNIT.read_text()
    unit.write_text(re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", text, flags=re.MULTILINE))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
