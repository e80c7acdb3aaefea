import Foundation
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// Ceremonies of soft-webauthn and fido2 (`Tests/Fixtures/WebAuthn/record.py`).
@Suite struct RecordedCeremonyTests {
    private struct Fixture: Decodable {
        let rpID: String
        let origin: String
        let registrationChallenge: String
        let registration: PasskeyRegistration
        let assertionChallenge: String
        let assertion: PasskeyAssertion

        init(_ name: String) throws {
            let file = URL(filePath: #filePath).appending(path: "../../Fixtures/WebAuthn/\(name).json").standardized
            self = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
        }

        var relyingParty: RelyingParty { RelyingParty(id: rpID, origins: [origin]) }

        func register(requiresUserVerification: Bool) throws -> RegisteredPasskey {
            try relyingParty.verifyRegistration(
                registration,
                challenge: #require(Base64URL.decode(registrationChallenge)),
                requiresUserVerification: requiresUserVerification
            )
        }
    }

    private enum Kind {
        case none, selfSigned, certified
    }

    @Test(arguments: [
        ("fido2-es256-none", COSEAlgorithm.es256, Kind.none), ("fido2-es256-self", .es256, .selfSigned),
        ("fido2-es256-certificate", .es256, .certified), ("fido2-eddsa-self", .edDSA, .selfSigned),
        ("fido2-rs256-self", .rs256, .selfSigned), ("fido2-rs256-3072-none", .rs256, .none),
    ])
    private func verifiesCeremoniesOfFIDO2(name: String, algorithm: COSEAlgorithm, kind: Kind) throws {
        let fixture = try Fixture(name)
        let passkey = try fixture.register(requiresUserVerification: true)
        #expect(passkey.algorithm == algorithm)
        #expect(passkey.aaguid == UUID(uuidString: "F1D0F1D0-F1D0-F1D0-F1D0-F1D0F1D0F1D0"))
        #expect(passkey.signCount == 7)
        #expect(passkey.isBackupEligible && passkey.isBackedUp)
        #expect(fixture.registration.isDiscoverable == true)
        let expected: Kind =
            switch passkey.attestation {
            case .none: .none
            case .selfSigned: .selfSigned
            case .certified(_, let aaguid) where aaguid == passkey.aaguid: .certified
            default: try #require(nil as Kind?)
            }
        #expect(kind == expected)

        let result = try fixture.relyingParty.verifyAssertion(
            fixture.assertion,
            challenge: #require(Base64URL.decode(fixture.assertionChallenge)),
            of: StoredPasskey(passkey, userHandle: Data("user-1".utf8)),
            requiresUserVerification: true
        )
        #expect(result == VerifiedAssertion(signCount: 8, isBackedUp: true, isUserVerified: true))
    }

    /// soft-webauthn does not verify the user, and its passkeys are bound to the device.
    @Test func verifiesCeremoniesOfSoftWebAuthn() throws {
        let fixture = try Fixture("soft-webauthn-none")
        #expect(throws: WebAuthnError.userNotVerified) { try fixture.register(requiresUserVerification: true) }
        let passkey = try fixture.register(requiresUserVerification: false)
        #expect(!passkey.isBackupEligible)
        let result = try fixture.relyingParty.verifyAssertion(
            fixture.assertion,
            challenge: #require(Base64URL.decode(fixture.assertionChallenge)),
            of: StoredPasskey(passkey, userHandle: Data("user-1".utf8)),
            requiresUserVerification: false
        )
        #expect(result == VerifiedAssertion(signCount: 1, isBackedUp: false, isUserVerified: false))
    }

    @Test func rejectsAssertionOfOtherRecording() throws {
        let passkey = try Fixture("fido2-es256-none").register(requiresUserVerification: true)
        let other = try Fixture("fido2-es256-self")
        var assertion = other.assertion
        assertion.id = passkey.id
        #expect(throws: WebAuthnError.invalidSignature) {
            try other.relyingParty.verifyAssertion(
                assertion,
                challenge: #require(Base64URL.decode(other.assertionChallenge)),
                of: StoredPasskey(passkey, userHandle: Data("user-1".utf8)),
                requiresUserVerification: true
            )
        }
    }
}
