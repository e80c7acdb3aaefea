"""`Scripts/run.sh` (`make run`): the server and the demo app."""

import re
import signal
import socket

import pytest

from gatehouse import BINARIES, PATIENCE, ROOT, Process, environment, free_port, new_session

SCRIPT = ROOT / "Scripts" / "run.sh"


class Run:
    def __init__(self, folder):
        self.port, self.demo_port = free_port(), free_port()
        self.process = Process(
            [SCRIPT],
            environment(
                folder,
                GATEHOUSE_BIN=str(BINARIES.resolve()),
                GATEHOUSE_PORT=str(self.port),
                GATEHOUSE_DEMO_PORT=str(self.demo_port),
                GATEHOUSE_DATA=str(folder / "data"),
            ),
        )


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_starts_and_stops_server_and_demo(tmp_path, number):
    run = Run(tmp_path)
    assert run.process.line(re.compile("Ctrl-C ends both")), run.process.output
    shown = dict(re.findall(r"^  (\w[\w ]+?) {2,}(.+)$", run.process.output, re.MULTILINE))
    assert "The demo app is at" not in run.process.output
    assert shown["Demo app"] == f"http://localhost:{run.demo_port}"
    assert shown["Mailbox"] == f"http://localhost:{run.port}/dev/mail"
    assert shown["In the terminal"].endswith(f"gatehouse login --issuer http://localhost:{run.port}")
    kii = re.fullmatch(r"custom URL (\S+), app ID (\S+), app key (\S+)", shown["An app of Kii"])
    token = new_session().post(
        kii[1] + "/oauth2/token",
        json={"grant_type": "client_credentials", "client_id": kii[2], "client_secret": kii[3]},
        timeout=PATIENCE,
    )
    assert token.status_code == 200, token.text
    for address in (shown["Demo app"], shown["Mailbox"]):
        assert new_session().get(address, timeout=PATIENCE).status_code == 200
    assert "FlyingFox" not in run.process.output

    run.process.signal(number)
    assert run.process.wait() == 128 + number
    assert is_free(run.port) and is_free(run.demo_port)


def test_rejects_port_in_use(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        process = Process(
            [SCRIPT],
            environment(tmp_path, GATEHOUSE_BIN=str(BINARIES.resolve()), GATEHOUSE_PORT=str(other.getsockname()[1])),
        )
        assert process.wait() == 1
    assert "is in use" in process.output
    assert "Ctrl-C" not in process.output
