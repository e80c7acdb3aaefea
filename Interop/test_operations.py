"""Every command of docs/operations.md, as it is pasted, in order, on a minimal Debian with the package."""

import os
import re
import shutil
import subprocess

import pytest

import installation
import postgres_cluster
from gatehouse import GATEHOUSE, ROOT

GUIDE = ROOT / "docs" / "operations.md"

# What differs from an operator's machine; each text must occur in a block that runs.
SUBSTITUTIONS = {
    # The answers, and a mail server.
    "gatehouse init --config": "GATEHOUSE_SMTP=smtp://127.0.0.1:2525 gatehouse init --issuer http://localhost:8080 --config",
    # The restored server's end is waited for.
    "timeout 30": "timeout 4",
    # Both packages have one version.
    "before-upgrade --config /etc/gatehouse/gatehouse.yaml\nsudo apt-get install": (
        "before-upgrade --config /etc/gatehouse/gatehouse.yaml\nsudo apt-get install --reinstall"
    ),
    "apt-get install": "apt-get install -y --no-install-recommends",
    # The cluster of the tests.
    "/var/lib/postgresql/": "",
    "?host=/var/run/postgresql": "?host=$PGHOST",
}

# Blocks that do not run, by their first words.
SKIPPED = {
    "sudo packaging/image/build.sh": "test_packages.py builds and runs the image",
    "podman run": "needs a container engine; test_packages.py runs the image's command",
}

# The block that is tested without its first command: the fixture builds the package with the same script.
BUILD = "make deb\n"


def blocks() -> list[str]:
    """Returns the commands of the guide: its indented blocks."""
    prose = re.sub(r"^```.*?^```$", "", GUIDE.read_text(), flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r"(?:^(?: {4}.*)?\n)*^ {4}\S.*\n(?:(?: {4}.*)?\n)*", prose, re.MULTILINE)
    return ["\n".join(line[4:] for line in block.strip("\n").split("\n")) for block in found]


def substituted(block: str) -> str:
    for old, new in SUBSTITUTIONS.items():
        block = block.replace(old, new)
    return block


def is_postgres(block: str) -> bool:
    return "sudo -u postgres" in block


def test_knows_every_block():
    found = blocks()
    assert len(found) > 10
    for text in [*SUBSTITUTIONS, BUILD]:
        assert any(text in block for block in found), text
    for start in SKIPPED:
        assert len([block for block in found if block.startswith(start)]) == 1, start


@pytest.mark.skipif(bool(installation.missing()), reason=str(installation.missing()))
def test_runs_every_command_as_pasted(tmp_path):
    package = installation.build_package()
    root = installation.new_root(tmp_path, package)
    machine = installation.Machine(root)
    # The package's scripts then use `systemctl`.
    (root / "run/systemd/system").mkdir(parents=True)
    manager = installation.ServiceManager(machine, root / "lib/systemd/system/gatehouse.service")
    folder = root / "root/.build/packaging"
    folder.mkdir(parents=True)
    shutil.copy(package, folder)
    mail = subprocess.Popen(machine.command("perl", "-e", MAIL_SERVER))
    try:
        machine.check("apt-get install -y --no-install-recommends curl")
        ran = 0
        for block in blocks():
            if block.startswith(tuple(SKIPPED)) or is_postgres(block):
                continue
            machine.check(substituted(block.removeprefix(BUILD)))
            ran += 1
        assert ran > 8
        # The running server is the last one that was installed, on the restored data.
        assert "restored-at" in (root / "etc/gatehouse/gatehouse.yaml").read_text()
        machine.check("curl --fail http://localhost:8080/health/ready")
        check_deploy_hook(machine, manager)
    finally:
        mail.kill()
        mail.wait()
        manager.close()
        machine.stop()


# A mail server that greets and accepts, for `serve --check`.
MAIL_SERVER = r"""
use IO::Socket::INET;
my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1:2525", Listen => 5, ReuseAddr => 1) or die;
while (my $caller = $server->accept) {
    print $caller "220 mail.example.com ESMTP\r\n";
    while (<$caller>) { print $caller /^QUIT/ ? "221 Bye\r\n" : "250 OK\r\n" }
}
"""


def check_deploy_hook(machine: installation.Machine, manager: installation.ServiceManager) -> None:
    hook = "/etc/letsencrypt/renewal-hooks/deploy/gatehouse"
    reloads = manager.states.count("RELOADING=1")
    machine.check(
        f"mkdir live && echo certificate >live/fullchain.pem && echo key >live/privkey.pem && {hook}",
        RENEWED_LINEAGE="/root/live",
    )
    assert machine.check("stat -c '%U %a' /etc/gatehouse/chain.pem /etc/gatehouse/key.pem") == "gatehouse 600\n" * 2
    assert manager.states.count("RELOADING=1") == reloads + 1


def test_runs_commands_for_postgresql(cluster, tmp_path):
    commands = tmp_path / "bin"
    commands.mkdir()
    data = tmp_path / "data"
    for name, text in {
        # All commands run as the user of the tests.
        "sudo": '#!/bin/sh\nshift 2\nexec "$@"\n',
        "gatehouse": f'#!/bin/sh\nexec {GATEHOUSE} "$@"\n',
    }.items():
        (commands / name).write_text(text)
        (commands / name).chmod(0o755)
    url = cluster.database()
    environment = os.environ | {
        "PATH": f"{commands}:{postgres_cluster.programs()}:{os.environ['PATH']}",
        "PGHOST": str(cluster.folder),
        "PGUSER": postgres_cluster.USER,
    }

    def run(script: str) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        return done.stdout

    run(f"gatehouse user create --email ada@example.com --database '{url}' --data {data}")
    ran = [block for block in blocks() if is_postgres(block)]
    assert len(ran) == 2
    output = ""
    for block in ran:
        script = substituted(block).replace("/var/lib/gatehouse", str(data)).replace("'postgres", '"postgres')
        script = re.sub(r"(\$PGHOST)'", r'\1"', script)
        output += run(script.replace("gatehouse.dump gatehouse", f"gatehouse.dump {url.rsplit('/', 1)[1]}"))
    assert "ada@example.com" in output


def test_names_files_of_packaging_in_guides():
    """A block whose sentence ends with a file's name equals the file."""
    named = r"`(packaging/[^`]+)`:\n\n```\w+\n(.*?)^```$"
    shown = {}
    for guide in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for name, text in re.findall(named, guide.read_text(), re.DOTALL | re.MULTILINE):
            assert text == (ROOT / name).read_text(), f"{guide.name} differs from {name}"
            shown[name] = guide
    assert {"packaging/systemd/gatehouse.service", "packaging/nginx/gatehouse.conf", "packaging/gatehouse.yaml"} <= set(shown)
