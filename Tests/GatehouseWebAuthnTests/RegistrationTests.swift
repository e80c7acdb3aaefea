import AuthenticatorTestSupport
import Crypto
import Foundation
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

@Suite struct RegistrationTests {
    private let challenge = TestCeremony.challenge

    private func rejection(_ change: (inout SoftwareAuthenticator) throws -> Void) throws -> WebAuthnError? {
        var authenticator = SoftwareAuthenticator()
        try change(&authenticator)
        return TestCeremony.rejection(of: try authenticator.register(challenge))
    }

    // MARK: Accepted

    @Test func returnsPropertiesOfPasskey() throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
        authenticator.signCount = 7
        let passkey = try TestCeremony.register(authenticator)
        #expect(passkey.id == authenticator.credentialID)
        #expect(passkey.publicKey == EncodableCBOR.map(try authenticator.key.coseMembers()).encoded)
        #expect(passkey.algorithm == .es256)
        #expect(passkey.aaguid == UUID(uuidString: "A5A5A5A5-A5A5-A5A5-A5A5-A5A5A5A5A5A5"))
        #expect(passkey.signCount == 7)
        #expect(passkey.isBackupEligible && passkey.isBackedUp && passkey.isUserVerified)
        #expect(passkey.transports == [.builtIn, .hybrid])
        #expect(passkey.attestation == PasskeyAttestation.none)
    }

    @Test func acceptsEveryAlgorithm() throws {
        let keys: [(AuthenticatorKey, COSEAlgorithm)] = [
            (.es256, .es256), (.edDSA, .edDSA), (try .rs256(), .rs256), (try .rs256(bits: 4096), .rs256),
        ]
        for (key, algorithm) in keys {
            #expect(try TestCeremony.register(SoftwareAuthenticator(key)).algorithm == algorithm)
        }
    }

    @Test func acceptsUnsolicitedExtensions() throws {
        let outcome = try rejection {
            $0.extensions = .map([(.text("credProtect"), .integer(2)), (.text("hmac-secret"), .bool(true))])
        }
        #expect(outcome == nil)
    }

    @Test(arguments: [1, 1023])
    func acceptsCredentialIDsOfAnyLength(count: Int) throws {
        #expect(try rejection { $0.credentialID = Data(repeating: 1, count: count) } == nil)
    }

    @Test func acceptsOriginOfAndroidApp() throws {
        #expect(try rejection { $0.origin = "android:apk-key-hash:RzYzYTJhYzY0" } == nil)
    }

    @Test func ignoresTokenBindingAndUnknownMembers() throws {
        #expect(try rejection { $0.clientMembers = ["tokenBinding": ["status": "supported"], "x": [1]] } == nil)
    }

    @Test func requiresUserVerificationOnlyOnDemand() throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.flags = .userPresent
        let registration = try authenticator.register(challenge)
        #expect(TestCeremony.rejection(of: registration) == .userNotVerified)
        let passkey = try TestCeremony.relyingParty.verifyRegistration(
            registration,
            challenge: challenge,
            requiresUserVerification: false
        )
        #expect(!passkey.isUserVerified)
    }

    // MARK: Client data

    @Test(arguments: [
        "https://example.com", "https://login.example.com:8443", "https://login.example.com/",
        "http://login.example.com",
        "HTTPS://login.example.com", "https://login.example.com.evil.test", "android:apk-key-hash:other", "",
    ])
    func rejectsOtherOrigins(origin: String) throws {
        #expect(try rejection { $0.origin = origin } == .wrongOrigin)
    }

    @Test(arguments: ["webauthn.get", "webauthn.Create", "payment.get", ""])
    func rejectsClientDataOfOtherCeremony(type: String) throws {
        #expect(try rejection { $0.clientMembers["type"] = .string(type) } == .wrongCeremony)
    }

    @Test func rejectsOtherChallenges() throws {
        let encoded = Base64URL.encode(challenge)
        for text in ["", encoded + "=", String(encoded.dropLast()), Base64URL.encode(Data(repeating: 1, count: 32))] {
            #expect(try rejection { $0.clientMembers["challenge"] = .string(text) } == .wrongChallenge)
        }
        let registration = try SoftwareAuthenticator().register(Data())
        #expect(throws: WebAuthnError.wrongChallenge) {
            try TestCeremony.relyingParty.verifyRegistration(
                registration,
                challenge: Data(),
                requiresUserVerification: true
            )
        }
    }

    @Test(
        arguments: [
            (["crossOrigin": true], WebAuthnError.crossOrigin),
            (["topOrigin": "https://example.org"], .crossOrigin),
            (["crossOrigin": "false"], .malformedClientData),
            (["type": 1], .malformedClientData),
            (["origin": nil], .malformedClientData),
        ] as [([String: JSONValue], WebAuthnError)]
    )
    func rejectsEmbeddedPages(members: [String: JSONValue], expected: WebAuthnError) throws {
        #expect(try rejection { $0.clientMembers = members } == expected)
    }

    @Test func rejectsClientDataThatIsNotJSON() throws {
        var registration = try SoftwareAuthenticator().register(challenge)
        let valid = registration.response.clientDataJSON
        for bytes in [Data(), Data("[]".utf8), valid + [0x20, 0x7D], Data([0xFF]) + valid, valid.dropLast()] {
            registration.response.clientDataJSON = Data(bytes)
            #expect(TestCeremony.rejection(of: registration) == .malformedClientData)
        }
        registration.response.clientDataJSON = valid + Data(repeating: 0x20, count: 4096)
        #expect(TestCeremony.rejection(of: registration) == .oversized)
    }

    // MARK: Authenticator data

    @Test func rejectsOtherRelyingParty() throws {
        #expect(try rejection { $0.relyingPartyID = "login.example.com" } == .wrongRelyingParty)
    }

    @Test(
        arguments: [
            (.userVerified, .userNotPresent),
            (.userPresent, .userNotVerified),
            ([.userPresent, .userVerified, .backedUp], .backedUpWithoutEligibility),
        ] as [(SoftwareAuthenticator.Flags, WebAuthnError)]
    )
    func rejectsFlags(flags: SoftwareAuthenticator.Flags, expected: WebAuthnError) throws {
        #expect(try rejection { $0.flags = flags } == expected)
    }

    @Test func rejectsTrailingBytes() throws {
        #expect(try rejection { $0.trailing = Data([0]) } == .malformedAuthenticatorData)
        #expect(
            try rejection {
                $0.extensions = .map([(.text("a"), .integer(1))])
                $0.trailing = Data([0xA0])
            } == .malformedAuthenticatorData
        )
        var registration = try SoftwareAuthenticator().register(challenge)
        registration.response.attestationObject.append(0)
        #expect(TestCeremony.rejection(of: registration) == .malformedAttestationObject)
    }

    @Test func rejectsExtensionsThatAreNoMapOfTexts() throws {
        #expect(try rejection { $0.extensions = .array([]) } == .malformedAuthenticatorData)
        #expect(try rejection { $0.extensions = .map([(.integer(1), .bool(true))]) } == .malformedAuthenticatorData)
        #expect(try rejection { $0.flags.insert(.extensions) } == .malformedAuthenticatorData)
    }

    @Test func rejectsMissingCredential() throws {
        let authenticator = SoftwareAuthenticator()
        var registration = try authenticator.register(challenge)
        let data = try authenticator.authenticatorData([.userPresent, .userVerified])
        registration.response.attestationObject =
            EncodableCBOR.map([
                (.text("fmt"), .text("none")), (.text("attStmt"), .map([])), (.text("authData"), .bytes(data)),
            ]).encoded
        #expect(TestCeremony.rejection(of: registration) == .missingCredential)
    }

    @Test func rejectsOtherCredential() throws {
        var registration = try SoftwareAuthenticator().register(challenge)
        registration.id.append(0)
        #expect(TestCeremony.rejection(of: registration) == .wrongCredentialID)
        registration.type = PublicKeyCredentialType(rawValue: "password")
        #expect(TestCeremony.rejection(of: registration) == .unsupportedCredentialType)
    }

    @Test(arguments: [0, 1024])
    func rejectsCredentialIDsOutsideOfLimits(count: Int) throws {
        #expect(try rejection { $0.credentialID = Data(repeating: 1, count: count) } == .malformedAuthenticatorData)
    }

    @Test func rejectsOversizedObjects() throws {
        #expect(try rejection { $0.trailing = Data(count: 17_000) } == .oversized)
        #expect(try rejection { $0.trailing = Data(count: 5000) } == .oversized)
    }
}
