"""Records ceremonies of the PyPI packages soft-webauthn and fido2 as fixtures of GatehouseWebAuthnTests.

Usage: python3 -m venv venv && venv/bin/pip install soft-webauthn==0.1.4 && venv/bin/python record.py

soft-webauthn makes registrations without attestation. The others are built with the types of fido2, and accepted by
its `Fido2Server` before they are written.
"""

import datetime
import hashlib
import json
import os
from base64 import urlsafe_b64encode
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID, ObjectIdentifier
from fido2.cose import ES256, RS256, EdDSA
from fido2.features import webauthn_json_mapping
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    RegistrationResponse,
    UserVerificationRequirement,
)
from soft_webauthn import SoftWebauthnDevice

webauthn_json_mapping.enabled = True
RP = PublicKeyCredentialRpEntity(id="example.com", name="Example")
ORIGIN = "https://login.example.com"
AAGUID = bytes.fromhex("f1d0f1d0f1d0f1d0f1d0f1d0f1d0f1d0")
USER = b"user-1"
UP, UV, BE, BS, AT, ED = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80


def text(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def client_data(kind, challenge):
    members = {"type": kind, "challenge": text(challenge), "origin": ORIGIN, "crossOrigin": False}
    return json.dumps(members).encode()


def write(name, note, create_challenge, registration, get_challenge, assertion):
    response, signed = registration["response"], assertion["response"]
    fixture = {
        "note": note,
        "rpID": RP.id,
        "origin": ORIGIN,
        "registrationChallenge": text(create_challenge),
        "registration": {
            "id": text(registration["rawId"]),
            "rawId": text(registration["rawId"]),
            "type": "public-key",
            "response": {
                "clientDataJSON": text(response["clientDataJSON"]),
                "attestationObject": text(response["attestationObject"]),
                "transports": ["internal", "hybrid"],
            },
            "clientExtensionResults": {"credProps": {"rk": True}},
        },
        "assertionChallenge": text(get_challenge),
        "assertion": {
            "id": text(assertion["rawId"]),
            "rawId": text(assertion["rawId"]),
            "type": "public-key",
            "response": {
                "clientDataJSON": text(signed["clientDataJSON"]),
                "authenticatorData": text(signed["authenticatorData"]),
                "signature": text(signed["signature"]),
                "userHandle": text(signed["userHandle"]),
            },
            "clientExtensionResults": {},
        },
    }
    path = Path(__file__).parent / f"{name}.json"
    path.write_text(json.dumps(fixture, indent=2) + "\n")


def soft_webauthn():
    device = SoftWebauthnDevice()
    create_challenge, get_challenge = os.urandom(32), os.urandom(32)
    registration = device.create(
        {
            "publicKey": {
                "challenge": create_challenge,
                "rp": {"id": RP.id, "name": RP.name},
                "user": {"id": USER},
                "pubKeyCredParams": [{"alg": -7, "type": "public-key"}],
                "attestation": "none",
            }
        },
        ORIGIN,
    )
    assertion = device.get({"publicKey": {"challenge": get_challenge, "rpId": RP.id}}, ORIGIN)
    write("soft-webauthn-none", "soft-webauthn 0.1.4", create_challenge, registration, get_challenge, assertion)


def sign(key, message):
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return key.sign(message, ec.ECDSA(hashes.SHA256()))
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(message, padding.PKCS1v15(), hashes.SHA256())
    return key.sign(message)


def certificate(key):
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "SE"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example Keys"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "Authenticator Attestation"),
            x509.NameAttribute(NameOID.COMMON_NAME, "Example Key 1"),
        ]
    )
    aaguid = x509.UnrecognizedExtension(ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4"), b"\x04\x10" + AAGUID)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime.datetime(2026, 1, 1))
        .not_valid_after(datetime.datetime(2046, 1, 1))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(aaguid, critical=False)
        .sign(key, hashes.SHA256())
        .public_bytes(Encoding.DER)
    )


def fido2(name, note, key, cose, attestation, extensions=None):
    server = Fido2Server(RP, attestation="direct", verify_origin=lambda origin: origin == ORIGIN)
    public = cose.from_cryptography_key(key.public_key())
    credential = AttestedCredentialData.create(AAGUID, os.urandom(64), public)
    rp_hash = hashlib.sha256(RP.id.encode()).digest()
    state_options, state = server.register_begin(
        {"id": USER, "name": "ada"}, user_verification=UserVerificationRequirement.REQUIRED
    )
    create_challenge = state_options.public_key.challenge
    client = client_data("webauthn.create", create_challenge)
    flags = UP | UV | BE | BS | AT | (ED if extensions else 0)
    data = AuthenticatorData.create(rp_hash, flags, 7, credential, extensions)
    message = data + hashlib.sha256(client).digest()
    if attestation == "none":
        attestation_object = AttestationObject.create("none", data, {})
    elif attestation == "self":
        statement = {"alg": public[3], "sig": sign(key, message)}
        attestation_object = AttestationObject.create("packed", data, statement)
    else:
        batch = ec.generate_private_key(ec.SECP256R1())
        statement = {"alg": -7, "sig": sign(batch, message), "x5c": [certificate(batch)]}
        attestation_object = AttestationObject.create("packed", data, statement)
    registration = {
        "rawId": credential.credential_id,
        "response": {"clientDataJSON": client, "attestationObject": bytes(attestation_object)},
    }
    server.register_complete(
        state,
        RegistrationResponse(
            id=credential.credential_id,
            response=AuthenticatorAttestationResponse(client_data=client, attestation_object=attestation_object),
        ),
    )

    options, state = server.authenticate_begin([credential], user_verification=UserVerificationRequirement.REQUIRED)
    get_challenge = options.public_key.challenge
    client = client_data("webauthn.get", get_challenge)
    data = AuthenticatorData.create(rp_hash, UP | UV | BE | BS, 8)
    signature = sign(key, data + hashlib.sha256(client).digest())
    server.authenticate_complete(
        state,
        [credential],
        AuthenticationResponse(
            id=credential.credential_id,
            response=AuthenticatorAssertionResponse(
                client_data=client, authenticator_data=data, signature=signature, user_handle=USER
            ),
        ),
    )
    assertion = {
        "rawId": credential.credential_id,
        "response": {
            "clientDataJSON": client,
            "authenticatorData": bytes(data),
            "signature": signature,
            "userHandle": USER,
        },
    }
    write(name, note, create_challenge, registration, get_challenge, assertion)


soft_webauthn()
SOURCE = "fido2 1.2.0"
fido2("fido2-es256-none", SOURCE, ec.generate_private_key(ec.SECP256R1()), ES256, "none")
fido2("fido2-es256-self", SOURCE, ec.generate_private_key(ec.SECP256R1()), ES256, "self", {"credProtect": 2})
fido2("fido2-es256-certificate", SOURCE, ec.generate_private_key(ec.SECP256R1()), ES256, "certificate")
fido2("fido2-eddsa-self", SOURCE, ed25519.Ed25519PrivateKey.generate(), EdDSA, "self")
fido2("fido2-rs256-self", SOURCE, rsa.generate_private_key(65537, 2048), RS256, "self", {"hmac-secret": True})
fido2("fido2-rs256-3072-none", SOURCE, rsa.generate_private_key(65537, 3072), RS256, "none")
