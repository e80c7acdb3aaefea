"""An SMTP server for tests of mail delivery.

Prints its port, then one JSON object per line for each accepted mail. Ends with its standard input.
The recipient `rcpt-451@…` gets 451, mail to `data-554@…` gets 554.
"""

import argparse
import asyncio
import datetime
import email
import email.policy
import ipaddress
import json
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def make_certificate(directory: pathlib.Path) -> ssl.SSLContext:
    """Writes a self-signed `certificate.pem` for localhost and returns the server's TLS context."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (directory / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (directory / "key.pem").write_bytes(private)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(directory / "certificate.pem", directory / "key.pem")
    return context


def planned_answer(kind: str, address: str) -> str | None:
    start, _, rest = address.partition("-")
    return f"{rest[:3]} as the test asked" if start == kind else None


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if answer := planned_answer("rcpt", address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        for address in envelope.rcpt_tos:
            if answer := planned_answer("data", address):
                return answer
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content().replace("\r\n", "\n") for part in message.walk() if not part.is_multipart()}
        print(
            json.dumps(
                {
                    "from": envelope.mail_from,
                    "to": envelope.rcpt_tos,
                    "encrypted": server.transport.get_extra_info("ssl_object") is not None,
                    "user": session.auth_data.login.decode() if session.authenticated else None,
                    "peer": session.peer[1],
                    "subject": message["Subject"],
                    "sender": message["From"].addresses[0].display_name,
                    "messageID": message["Message-ID"],
                    "date": message["Date"].datetime.isoformat(),
                    "defects": [str(defect) for part in message.walk() for defect in part.defects],
                    "text": parts["text/plain"],
                    "html": parts["text/html"],
                }
            ),
            flush=True,
        )
        return "250 OK"


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0, help="a free one by default")
    parser.add_argument("--tls", choices=["none", "starttls", "implicit"], default="none")
    parser.add_argument("--auth", help="USER:PASSWORD that has to be given")
    parser.add_argument("--directory", type=pathlib.Path, help="where to write certificate.pem")
    options = parser.parse_args()

    context = make_certificate(options.directory) if options.tls != "none" else None

    def authenticate(server, session, envelope, mechanism, data):
        good = isinstance(data, LoginPassword) and f"{data.login.decode()}:{data.password.decode()}" == options.auth
        return AuthResult(success=good, handled=False, auth_data=data)

    def protocol() -> SMTP:
        return SMTP(
            Handler(),
            enable_SMTPUTF8=True,
            hostname="localhost",
            tls_context=context if options.tls == "starttls" else None,
            require_starttls=options.tls == "starttls",
            authenticator=authenticate,
            auth_required=options.auth is not None,
            auth_require_tls=options.tls == "starttls",
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        protocol, "127.0.0.1", options.port, ssl=context if options.tls == "implicit" else None
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
