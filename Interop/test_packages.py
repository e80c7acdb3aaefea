"""The Debian package and the image, as their scripts in `packaging` build them."""

import gzip
import json
import pathlib
import re
import shutil
import subprocess

import pytest

import installation
from gatehouse import GATEHOUSE, Process, environment, free_port, new_session

pytestmark = pytest.mark.skipif(bool(installation.missing()), reason=str(installation.missing()))


@pytest.fixture(scope="module")
def package() -> pathlib.Path:
    return installation.build_package()


def listed(package: pathlib.Path) -> list[str]:
    listing = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    return [line.split()[5].removeprefix(".") for line in listing.splitlines()]


def test_contains_manual_page_for_every_command(package):
    def names(command: dict, parents: list[str]) -> list[str]:
        path = [*parents, command["commandName"]]
        subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
        return ["-".join(path), *(name for sub in subcommands for name in names(sub, path))]

    described = subprocess.run([GATEHOUSE, "--experimental-dump-help"], capture_output=True, check=True).stdout
    expected = names(json.loads(described)["command"], [])
    assert len(expected) > 40
    pages = [file for file in listed(package) if "/man1/" in file and file.endswith(".gz")]
    assert sorted(pages) == sorted(f"/usr/share/man/man1/{name}.1.gz" for name in expected)


def test_contains_guides_that_messages_name(package):
    sources = (installation.PACKAGING.parent / "Sources" / "GatehouseCommands").rglob("*.swift")
    named = {guide for file in sources for guide in re.findall(r"docs/[\w-]+\.md", file.read_text())}
    assert named
    files = listed(package)
    for guide in named:
        assert f"/usr/share/doc/gatehouse/{guide}" in files


def test_installs_starts_and_removes(package, tmp_path):
    root = installation.new_root(tmp_path, package)
    machine = installation.Machine(root)
    manager = None
    try:
        machine.check(f"apt-get install -y --no-install-recommends ./{package.name}")
        assert machine.check("stat -c '%U:%G %a' /etc/gatehouse /var/lib/gatehouse").splitlines() == [
            "root:gatehouse 2750",
            "gatehouse:gatehouse 700",
        ]
        page = gzip.decompress((root / "usr/share/man/man1/gatehouse-serve.1.gz").read_bytes()).decode()
        assert r"\fB\-\-issuer\fR" in page
        page = gzip.decompress((root / "usr/share/man/man1/gatehouse-init.1.gz").read_bytes()).decode()
        assert "File to create (default: gatehouse.yaml)" in page

        manager = installation.ServiceManager(machine, root / "lib/systemd/system/gatehouse.service")
        # Without a configuration nothing starts.
        machine.check("systemctl start gatehouse")
        assert manager.process is None
        config = "--config /etc/gatehouse/gatehouse.yaml"
        machine.check(
            f"gatehouse init {config} --issuer http://localhost:8080 --redirect-uri com.example.app:/callback",
            GATEHOUSE_SMTP="smtp://127.0.0.1:9",
        )
        assert machine.check("stat -c '%U:%G %a' /etc/gatehouse/gatehouse.yaml") == "root:gatehouse 640\n"
        machine.check("systemctl start gatehouse")
        assert manager.states == ["READY=1"]
        client = f"sudo -u gatehouse gatehouse client create --name App --redirect-uri com.example.app:/callback {config}"
        machine.check(client)
        machine.check("systemctl reload gatehouse")
        assert manager.states[1:] == ["RELOADING=1", "READY=1"]
        machine.check("systemctl stop gatehouse")
        assert manager.states[-1] == "STOPPING=1"

        machine.check("apt-get purge -y gatehouse")
        assert not (root / "usr/lib/gatehouse").exists()
        assert (root / "var/lib/gatehouse/key").exists()
    finally:
        if manager:
            manager.close()
        machine.stop()


def test_runs_image(package, tmp_path):
    script = installation.PACKAGING / "image" / "build.sh"
    built = subprocess.run([script, package, installation.CACHE], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    image = built.stdout.strip().splitlines()[-1]
    bundle = tmp_path / "bundle"
    subprocess.run(["umoci", "unpack", "--image", f"{image}:latest", bundle], check=True, capture_output=True)
    process = json.loads((bundle / "config.json").read_text())["process"]
    assert process["user"]["uid"] != 0
    assert process["args"] == ["/usr/bin/gatehouse", "serve"]
    port = free_port()
    variables = dict(variable.split("=", 1) for variable in process["env"])
    assert variables["GATEHOUSE_DATA"] == "/var/lib/gatehouse"
    variables |= {"GATEHOUSE_LISTEN": f"localhost:{port}", "GATEHOUSE_DEV": "true"}
    inside = ["chroot", f"--userspec={process['user']['uid']}:{process['user']['gid']}", bundle / "rootfs"]
    server = Process(
        ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec "$@"', bundle / "rootfs"]
        + [*inside, *process["args"]],
        environment(tmp_path, **variables),
    )
    try:
        assert server.line(re.compile("Gatehouse is listening on")), server.output
        assert new_session().get(f"http://localhost:{port}/health/ready", timeout=15).status_code == 200
    finally:
        server.stop()
    assert (bundle / "rootfs/var/lib/gatehouse/key").stat().st_uid == process["user"]["uid"]
    # Too large to be kept with the other files of the run.
    shutil.rmtree(bundle)
