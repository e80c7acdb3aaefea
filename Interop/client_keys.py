"""A client's RSA key, as the files and the key set that clients and `gatehouse client create` read."""

import datetime
import json
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from joserfc.jwk import RSAKey


class ClientKey:
    """A key of 2048 bits with a certificate of its own."""

    def __init__(self, folder: pathlib.Path, algorithm: str = "RS256", identifier: str | None = "client-key"):
        folder.mkdir(exist_ok=True)
        self.identifier = identifier
        self.key_file = folder / "client-key.pem"
        self.certificate_file = folder / "client-certificate.pem"
        # The public key (RFC 7517 §5).
        self.set_file = folder / "client-jwks.json"
        key = rsa.generate_private_key(65537, 2048)
        self.certificate = _certificate(key)
        self.key_file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        self.certificate_file.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))
        parameters = {"use": "sig", "alg": algorithm} | ({"kid": identifier} if identifier else {})
        self.jwk = RSAKey.import_key(self.key_file.read_text(), parameters)
        self.set_file.write_text(json.dumps(self.jwks))

    @property
    def jwks(self) -> dict:
        return {"keys": [self.jwk.as_dict(private=False)]}

    @property
    def options(self) -> list[str]:
        """The options of a client that authenticates with the key (RFC 7523 §2.2)."""
        return ["--type", "confidential", "--auth-method", "private_key_jwt", "--jwks", str(self.set_file)]


def _certificate(key: rsa.RSAPrivateKey) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Example client")])
    now = datetime.datetime.now(datetime.timezone.utc)
    day = datetime.timedelta(days=1)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - day).not_valid_after(now + day)
    return builder.sign(key, hashes.SHA256())
