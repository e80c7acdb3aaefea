"""Dovecot, an IMAP server that introspects access tokens with credentials of its own (RFC 7628, RFC 7662)."""

import grp
import imaplib
import os
import pathlib
import pwd
import shutil
import socket
import tempfile

from gatehouse import PATIENCE, Process, environment, free_port, wait_for

PROGRAM = pathlib.Path("/usr/sbin/dovecot")
IMAP = pathlib.Path("/usr/lib/dovecot/imap")

SETTINGS = """\
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
auth_debug = yes
auth_failure_delay = 0
ssl = no
disable_plaintext_auth = no
default_login_user = {user}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%u
auth_mechanisms = oauthbearer xoauth2
passdb {{
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = {folder}/oauth2.conf
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
"""


def is_installed() -> bool:
    return PROGRAM.exists() and IMAP.exists()


class Dovecot:
    """A mail server with the mailboxes of all users that the tokens name."""

    def __init__(self, **introspection: str):
        # Not in a folder of the tests, which the mail server's user cannot read.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-dovecot-"))
        self.port = free_port()
        # Runs as one user, which needs no rights.
        is_root = os.geteuid() == 0
        user = "dovecot" if is_root else pwd.getpwuid(os.geteuid()).pw_name
        group = grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name
        (self.folder / "mail").mkdir()
        (self.folder / "conf").write_text(
            SETTINGS.format(folder=self.folder, port=self.port, user=user, group=group)
        )
        settings = "".join(f"{name} = {value}\n" for name, value in introspection.items())
        (self.folder / "oauth2.conf").write_text(settings)
        command = [PROGRAM, "-F", "-c", self.folder / "conf"]
        if is_root:
            for path in [self.folder, *self.folder.rglob("*")]:
                shutil.chown(path, user, group)
            command = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", *command]
        self.process = Process(command, environment(self.folder))
        wait_for(self._listens, "Dovecot")

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text() if file.exists() else ""

    def sign_in(self, user: str, token: str, mechanism: str = "OAUTHBEARER") -> imaplib.IMAP4:
        """Returns the connection of a mail client; raises `imaplib.IMAP4.error` if the server refuses the token."""
        client = imaplib.IMAP4("127.0.0.1", self.port, PATIENCE)
        # RFC 7628 §3.1, and its predecessor.
        initial = {
            "OAUTHBEARER": f"n,a={user},\1auth=Bearer {token}\1\1",
            "XOAUTH2": f"user={user}\1auth=Bearer {token}\1\1",
        }
        try:
            # An error is a challenge, which the client answers with a dummy response.
            answers = iter([initial[mechanism], "\1"])
            client.authenticate(mechanism, lambda _: next(answers).encode())
        except imaplib.IMAP4.error:
            client.shutdown()
            raise
        return client

    def _listens(self) -> bool:
        assert self.process.process.poll() is None, self.process.output + self.log
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self.process.stop()
        shutil.rmtree(self.folder)
