import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

@Suite struct AssertionTests {
    private let challenge = TestCeremony.challenge

    /// Registers a passkey, changes its authenticator, and returns the reason to reject its assertion.
    private func rejection(
        _ start: SoftwareAuthenticator = SoftwareAuthenticator(),
        _ change: (inout SoftwareAuthenticator) throws -> Void
    ) throws -> WebAuthnError? {
        var authenticator = start
        let passkey = try TestCeremony.store(authenticator)
        try change(&authenticator)
        return TestCeremony.rejection(of: try authenticator.sign(challenge), passkey: passkey)
    }

    private func authenticator(signCount: UInt32 = 0, flags: SoftwareAuthenticator.Flags) -> SoftwareAuthenticator {
        var authenticator = SoftwareAuthenticator()
        authenticator.signCount = signCount
        authenticator.flags = flags
        return authenticator
    }

    // MARK: Accepted

    @Test func returnsNewCounterAndState() throws {
        let flags: SoftwareAuthenticator.Flags = [.userPresent, .userVerified, .backupEligible]
        var authenticator = authenticator(signCount: 3, flags: flags)
        let passkey = try TestCeremony.store(authenticator)
        authenticator.signCount = 9
        authenticator.flags = [.userPresent, .backupEligible, .backedUp]
        let result = try TestCeremony.relyingParty.verifyAssertion(
            authenticator.sign(challenge),
            challenge: challenge,
            of: passkey,
            requiresUserVerification: false
        )
        #expect(result.signCount == 9)
        #expect(result.isBackedUp)
        #expect(!result.isUserVerified)
    }

    @Test func acceptsEveryAlgorithm() throws {
        for key in [AuthenticatorKey.es256, .edDSA, try .rs256(), try .rs256(bits: 3072)] {
            #expect(try rejection(SoftwareAuthenticator(key)) { _ in } == nil)
        }
    }

    @Test func acceptsExtensionsAndMissingUserHandle() throws {
        #expect(try rejection { $0.extensions = .map([(.text("hmac-secret"), .bytes(Data(count: 48)))]) } == nil)
        #expect(try rejection { $0.userHandle = nil } == nil)
    }

    // MARK: Credential and user

    @Test func rejectsOtherCredential() throws {
        #expect(try rejection { $0.credentialID = Data([1]) } == .unknownCredential)
    }

    @Test func rejectsOtherUser() throws {
        #expect(try rejection { $0.userHandle = Data("user-2".utf8) } == .wrongUser)
        #expect(try rejection { $0.userHandle = Data() } == .wrongUser)
    }

    @Test func rejectsOtherKey() throws {
        #expect(try rejection { $0.key = .es256 } == .invalidSignature)
        #expect(try rejection { $0.key = .edDSA } == .invalidSignature)
    }

    // MARK: Client and authenticator data

    @Test func rejectsWrongContext() throws {
        #expect(try rejection { $0.origin = "https://evil.test" } == .wrongOrigin)
        #expect(try rejection { $0.relyingPartyID = "evil.test" } == .wrongRelyingParty)
        #expect(try rejection { $0.clientMembers["challenge"] = "AAAA" } == .wrongChallenge)
        #expect(try rejection { $0.clientMembers["type"] = "webauthn.create" } == .wrongCeremony)
        #expect(try rejection { $0.clientMembers["crossOrigin"] = true } == .crossOrigin)
        #expect(try rejection { $0.trailing = Data([0]) } == .malformedAuthenticatorData)
    }

    @Test(
        arguments: [
            (.userVerified, .userNotPresent),
            (.userPresent, .userNotVerified),
            ([.userPresent, .userVerified, .backedUp], .backedUpWithoutEligibility),
            ([.userPresent, .userVerified, .backupEligible], .backupEligibilityChanged),
        ] as [(SoftwareAuthenticator.Flags, WebAuthnError)]
    )
    func rejectsFlags(flags: SoftwareAuthenticator.Flags, expected: WebAuthnError) throws {
        #expect(try rejection { $0.flags = flags } == expected)
    }

    @Test func rejectsLostEligibilityForBackup() throws {
        let start = authenticator(flags: [.userPresent, .userVerified, .backupEligible])
        #expect(try rejection(start) { $0.flags = [.userPresent, .userVerified] } == .backupEligibilityChanged)
    }

    // MARK: Counter

    @Test(
        arguments: [
            (0, 0, nil), (0, 1, nil), (5, 6, nil), (5, 4_294_967_295, nil),
            (5, 5, .possiblyCloned), (5, 4, .possiblyCloned), (5, 0, .possiblyCloned),
        ] as [(UInt32, UInt32, WebAuthnError?)]
    )
    func requiresIncreasingCounter(stored: UInt32, new: UInt32, expected: WebAuthnError?) throws {
        let start = authenticator(signCount: stored, flags: [.userPresent, .userVerified])
        #expect(try rejection(start) { $0.signCount = new } == expected)
    }

    @Test func reportsCloneOnlyForValidSignature() throws {
        let start = authenticator(signCount: 5, flags: [.userPresent, .userVerified])
        #expect(try rejection(start) { $0.key = .es256 } == .invalidSignature)
    }

    // MARK: Stored key

    @Test func rejectsMalformedStoredKey() throws {
        let assertion = try SoftwareAuthenticator().sign(challenge)
        let passkey = StoredPasskey(
            id: assertion.id,
            userHandle: Data("user-1".utf8),
            publicKey: Data([0xA0]),
            signCount: 0,
            isBackupEligible: false
        )
        #expect(TestCeremony.rejection(of: assertion, passkey: passkey) == .malformedPublicKey)
    }

    @Test func rejectsOversizedMembers() throws {
        let passkey = try TestCeremony.store(SoftwareAuthenticator())
        var assertion = try SoftwareAuthenticator().sign(challenge)
        assertion.response.signature = Data(count: 1025)
        #expect(TestCeremony.rejection(of: assertion, passkey: passkey) == .oversized)
        assertion.response.signature = Data(count: 70)
        assertion.response.authenticatorData = Data(count: 4097)
        #expect(TestCeremony.rejection(of: assertion, passkey: passkey) == .oversized)
    }
}
