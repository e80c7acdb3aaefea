"""A certificate authority for one test, and certificates for localhost."""

import datetime
import ipaddress
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    def __init__(self, folder: pathlib.Path):
        folder.mkdir(exist_ok=True)
        self.certificate_file = folder / "authority.pem"
        self.chain_file = folder / "certificate.pem"
        self.key_file = folder / "key.pem"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Example Authority")])
        certificate = self._sign(self._name, self._key, is_authority=True)
        self.certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def issue(self, days: float = 1) -> int:
        """Writes a certificate for localhost, valid for a number of days, and its key; returns the serial number."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._sign(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), key, days)
        self.chain_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        self.key_file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return certificate.serial_number

    @property
    def end(self) -> str:
        """The end of the certificate's validity."""
        certificate = x509.load_pem_x509_certificate(self.chain_file.read_bytes())
        return certificate.not_valid_after_utc.strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def options(self) -> list[str]:
        """The server options for the certificate."""
        return ["--tls-certificate", str(self.chain_file), "--tls-key", str(self.key_file)]

    def _sign(
        self, name: x509.Name, key: ec.EllipticCurvePrivateKey, days: float = 1, is_authority: bool = False
    ) -> x509.Certificate:
        now = datetime.datetime.now(datetime.timezone.utc)
        day = datetime.timedelta(days=1)
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - day)
            .not_valid_after(now + days * day)
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        )
        if not is_authority:
            names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self._key, hashes.SHA256())
