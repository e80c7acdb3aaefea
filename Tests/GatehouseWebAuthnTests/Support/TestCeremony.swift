import AuthenticatorTestSupport
import Foundation
import GatehouseWebAuthn
import GatehouseWire

/// The relying party of the tests, with its challenges.
enum TestCeremony {
    static let challenge = Data((0..<32).map { UInt8(200 - $0) })
    static let relyingParty = RelyingParty(
        id: "example.com",
        origins: ["https://login.example.com", "android:apk-key-hash:RzYzYTJhYzY0"]
    )

    /// Returns the reason why a registration is rejected, or `nil`.
    static func rejection(
        of registration: PasskeyRegistration,
        by party: RelyingParty = relyingParty
    ) -> WebAuthnError? {
        do throws(WebAuthnError) {
            _ = try party.verifyRegistration(registration, challenge: challenge, requiresUserVerification: true)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the reason why an assertion is rejected, or `nil`.
    static func rejection(
        of assertion: PasskeyAssertion,
        passkey: StoredPasskey,
        requiresUserVerification: Bool = true
    ) -> WebAuthnError? {
        do throws(WebAuthnError) {
            _ = try relyingParty.verifyAssertion(
                assertion,
                challenge: challenge,
                of: passkey,
                requiresUserVerification: requiresUserVerification
            )
            return nil
        } catch {
            return error
        }
    }

    static func register(_ authenticator: SoftwareAuthenticator) throws -> RegisteredPasskey {
        try relyingParty.verifyRegistration(
            authenticator.register(challenge),
            challenge: challenge,
            requiresUserVerification: true
        )
    }

    /// Registers a passkey and returns it as a store does.
    static func store(_ authenticator: SoftwareAuthenticator) throws -> StoredPasskey {
        StoredPasskey(try register(authenticator), userHandle: Data("user-1".utf8))
    }
}

extension StoredPasskey {
    init(_ passkey: RegisteredPasskey, userHandle: Data) {
        self.init(
            id: passkey.id,
            userHandle: userHandle,
            publicKey: passkey.publicKey,
            signCount: passkey.signCount,
            isBackupEligible: passkey.isBackupEligible
        )
    }
}
