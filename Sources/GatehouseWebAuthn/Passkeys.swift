package import Foundation
package import GatehouseWire

/// A passkey whose registration was verified, for the store.
package struct RegisteredPasskey: Sendable, Hashable {
    /// The credential ID.
    package let id: Data
    /// The public key as COSE key, verbatim.
    package let publicKey: Data
    package let algorithm: COSEAlgorithm
    /// The model of the authenticator; zero if the authenticator does not name it.
    package let aaguid: UUID
    /// The number of signatures so far; 0 if the authenticator does not count.
    package let signCount: UInt32
    /// Whether the passkey may exist on several devices; it never changes.
    package let isBackupEligible: Bool
    package let isBackedUp: Bool
    package let isUserVerified: Bool
    /// The ways to reach the authenticator, which are not signed.
    package let transports: [AuthenticatorTransport]
    package let attestation: PasskeyAttestation
}

/// The properties of a stored passkey that an assertion is verified with.
package struct StoredPasskey: Sendable, Hashable {
    package let id: Data
    package let userHandle: Data
    /// The public key as COSE key.
    package let publicKey: Data
    /// The counter of the latest assertion, or of the registration.
    package let signCount: UInt32
    package let isBackupEligible: Bool

    package init(id: Data, userHandle: Data, publicKey: Data, signCount: UInt32, isBackupEligible: Bool) {
        self.id = id
        self.userHandle = userHandle
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
    }
}

/// The properties of a passkey after a verified assertion, for the store.
package struct VerifiedAssertion: Sendable, Hashable {
    package let signCount: UInt32
    package let isBackedUp: Bool
    package let isUserVerified: Bool

    package init(signCount: UInt32, isBackedUp: Bool, isUserVerified: Bool) {
        self.signCount = signCount
        self.isBackedUp = isBackedUp
        self.isUserVerified = isUserVerified
    }
}
