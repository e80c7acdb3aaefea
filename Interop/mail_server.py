"""A real SMTP server and its received emails."""

import json
import re
import subprocess
import sys

from gatehouse import ROOT, Process, environment, wait_for

CODE = re.compile(r"\b\d{8}\b")


class Mailbox(Process):
    """`smtp_server.py` without encryption and password, as a local mail server."""

    def __init__(self, port: int = 0):
        command = [sys.executable, ROOT / "Interop" / "smtp_server.py", "--port", port]
        super().__init__(command, environment(ROOT), stdin=subprocess.PIPE)
        self.port = int(self.line(re.compile(r"^\d+$"))[0])

    @property
    def url(self) -> str:
        return f"smtp://localhost:{self.port}"

    def all(self) -> list[dict]:
        """Returns all emails, oldest first."""
        return [json.loads(line) for line in self.lines if line.startswith("{")]

    def mails(self, email: str) -> list[dict]:
        return [mail for mail in self.all() if email in mail["to"]]

    def mail(self, email: str, number: int = 1) -> dict:
        """Waits for the nth email to an address."""
        return wait_for(lambda: self.mails(email)[number - 1 : number], f"mail {number} to {email}")[0]

    def code(self, email: str, number: int = 1) -> str:
        return CODE.search(self.mail(email, number)["subject"])[0]

    def stop(self) -> None:
        self.process.stdin.close()
        self.wait()
