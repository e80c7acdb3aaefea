import CFido2
import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTestSupport
import GatehouseWebAuthn
import GatehouseWire
import Testing

@testable import GatehouseSecurityKeys

@Suite(.serialized, .timeLimit(.minutes(1))) struct SecurityKeyAuthenticatorTests {
    private static let origin = "https://login.example.com"
    private static let relyingParty = RelyingParty(id: "example.com", origins: [origin])
    private static let challenge = Data((0..<32).map { UInt8($0) })

    private let touches = Touches()

    private final class Touches: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }

    private func authenticator(_ connector: SecurityKeyConnector) -> SecurityKeyAuthenticator {
        SecurityKeyAuthenticator(
            prompts: SecurityKeyPrompts(
                pin: { () throws(AuthError) in throw AuthError(.cancelled, "No PIN was expected.") },
                wrongPIN: {},
                touch: { [touches] in touches.add() },
                choose: { _ throws(AuthError) in 0 }
            ),
            connector: connector
        )
    }

    private func creation(
        excluding excluded: [Data] = [],
        selection: AuthenticatorSelection = AuthenticatorSelection(
            residentKey: .preferred,
            userVerification: .preferred
        )
    ) -> PublicKeyCredentialCreationOptions {
        PublicKeyCredentialCreationOptions(
            relyingParty: RelyingPartyEntity(id: "example.com", name: "Example"),
            user: PasskeyUserEntity(id: Data("user-1".utf8), name: "ada@example.com", displayName: "Ada"),
            challenge: Self.challenge,
            parameters: RelyingParty.supportedAlgorithms.map { PublicKeyCredentialParameters(algorithm: $0) },
            excludedCredentials: excluded.map { PublicKeyCredentialDescriptor(id: $0) },
            authenticatorSelection: selection
        )
    }

    private func request(
        for id: Data? = nil,
        verification: WebAuthnRequirement = .preferred
    ) -> PublicKeyCredentialRequestOptions {
        PublicKeyCredentialRequestOptions(
            challenge: Self.challenge,
            relyingPartyID: "example.com",
            allowedCredentials: id.map { [PublicKeyCredentialDescriptor(id: $0)] } ?? [],
            userVerification: verification
        )
    }

    private func failure<Value>(_ body: () async throws -> Value) async throws -> AuthError {
        try #require(await #expect(throws: AuthError.self) { _ = try await body() })
    }

    @Test(arguments: [true, false])
    func createsPasskeyAndSigns(namesCredential: Bool) async throws {
        let authenticator = authenticator(VirtualKey().connector())
        let registration = try await authenticator.createPasskey(creation(), origin: Self.origin)
        let passkey = try Self.relyingParty.verifyRegistration(
            registration,
            challenge: Self.challenge,
            requiresUserVerification: false
        )
        #expect(registration.isDiscoverable == true)
        let options = request(for: namesCredential ? registration.id : nil)
        let assertion = try await authenticator.signWithPasskey(options, origin: Self.origin)
        _ = try Self.relyingParty.verifyAssertion(
            assertion,
            challenge: Self.challenge,
            of: StoredPasskey(
                id: passkey.id,
                userHandle: Data("user-1".utf8),
                publicKey: passkey.publicKey,
                signCount: passkey.signCount,
                isBackupEligible: passkey.isBackupEligible
            ),
            requiresUserVerification: false
        )
        #expect(assertion.response.userHandle == Data("user-1".utf8))
        #expect(touches.count == 2)
    }

    @Test func reportsExcludedAndMissingPasskeys() async throws {
        let authenticator = authenticator(VirtualKey().connector())
        let missing = try await failure { try await authenticator.signWithPasskey(request(), origin: Self.origin) }
        #expect(missing.code == .passkeyUnavailable)
        #expect(missing.message == "The security key has no passkey for this server and account.")
        let first = try await authenticator.createPasskey(creation(), origin: Self.origin)
        let repeated = try await failure {
            try await authenticator.createPasskey(creation(excluding: [first.id]), origin: Self.origin)
        }
        #expect(repeated.code == .passkeyAlreadyAdded)
    }

    @Test func createsPasskeyOnKeyWithoutStorageUnlessItMustBeDiscoverable() async throws {
        let authenticator = authenticator(VirtualKey(hasStorage: false).connector())
        let registration = try await authenticator.createPasskey(creation(), origin: Self.origin)
        #expect(registration.isDiscoverable == false)
        let selection = AuthenticatorSelection(residentKey: .required)
        let error = try await failure {
            try await authenticator.createPasskey(creation(selection: selection), origin: Self.origin)
        }
        #expect(error.code == .passkeyUnavailable)
    }

    @Test func namesMissingPINIfUserMustBeVerified() async throws {
        let authenticator = authenticator(VirtualKey().connector())
        let error = try await failure {
            try await authenticator.signWithPasskey(request(verification: .required), origin: Self.origin)
        }
        #expect(error.message.contains("no PIN"))
        #expect(touches.count == 0)
    }

    @Test(arguments: [
        (FIDO_ERR_ACTION_TIMEOUT, "not touched in time"), (FIDO_ERR_PIN_BLOCKED, "locked"),
        (FIDO_ERR_PIN_AUTH_BLOCKED, "Too many wrong PINs"), (FIDO_ERR_KEY_STORE_FULL, "no space"),
        (FIDO_ERR_REQUEST_TOO_LARGE, "could not be used"),
    ])
    func explainsFailures(status: Int32, words: String) async throws {
        let key = VirtualKey()
        let authenticator = authenticator(key.connector())
        key.failNext(with: status)
        let error = try await failure { try await authenticator.signWithPasskey(request(), origin: Self.origin) }
        #expect(error.code == .passkeyUnavailable)
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test func stopsWaitingForTouchIfTaskIsCancelled() async throws {
        let authenticator = authenticator(VirtualKey(isUntouched: true).connector())
        let task = Task {
            try await failure { try await authenticator.createPasskey(creation(), origin: Self.origin) }
        }
        try await waitUntil { touches.count > 0 }
        task.cancel()
        #expect(try await task.value.code == .cancelled)
    }

    /// This machine has no security key, or tests must not use it.
    @Test(arguments: [([], "No security key is connected"), (["a", "b"], "Several security keys are connected")])
    func requiresOneKey(paths: [String], words: String) async throws {
        let connector = unsafe SecurityKeyConnector(paths: { paths }, open: { _, _ in FIDO_ERR_INTERNAL })
        let error = try await failure {
            try await authenticator(connector).signWithPasskey(request(), origin: Self.origin)
        }
        #expect(error.code == .passkeyUnavailable)
        #expect(error.message.hasPrefix(words))
    }

    @Test func namesRemedyIfKeyCannotBeOpened() async throws {
        let connector = unsafe SecurityKeyConnector(paths: { ["a"] }, open: { _, _ in FIDO_ERR_INTERNAL })
        let error = try await failure {
            try await authenticator(connector).signWithPasskey(request(), origin: Self.origin)
        }
        #expect(error.message.contains("libu2f-udev"))
    }

    @Test func listsConnectedKeys() {
        #expect(SecurityKeyConnector.usb.paths().allSatisfy { !$0.isEmpty })
    }

    @Test(
        arguments: [
            (Data([0x40]), Data()), (Data([0x41, 7]), Data([7])), (Data([0x58, 1, 7]), Data([7])),
            (Data([0x59, 0, 1, 7]), Data([7])), (Data(), nil), (Data([0x42, 7]), nil), (Data([0x61, 7]), nil),
            (Data([0x58]), nil), (Data([0x41, 7, 7]), nil),
        ] as [(Data, Data?)]
    )
    func readsByteStrings(encoded: Data, content: Data?) {
        #expect(SecurityKey.byteString(encoded) == content)
    }
}
