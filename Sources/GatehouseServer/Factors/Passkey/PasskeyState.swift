import Crypto
package import Foundation
package import GatehouseStore
import GatehouseWebAuthn
import GatehouseWire

/// The state of the credential of a passkey.
struct PasskeyState: Codable {
    /// The credential ID.
    let id: Data
    /// The public key as COSE key.
    let publicKey: Data
    /// The model of the authenticator; zero if it does not name it.
    let aaguid: UUID
    var signCount: UInt32
    /// Whether the passkey may exist on several devices; it never changes.
    let isBackupEligible: Bool
    var isBackedUp: Bool
    /// The ways to reach the authenticator.
    let transports: [AuthenticatorTransport]
    /// The proof of another credential in the sign-in that added the passkey.
    let enrolmentProof: EnrolmentProof?

    init(_ passkey: RegisteredPasskey, addedAfter proof: EnrolmentProof?) {
        id = passkey.id
        publicKey = passkey.publicKey
        aaguid = passkey.aaguid
        signCount = passkey.signCount
        isBackupEligible = passkey.isBackupEligible
        isBackedUp = passkey.isBackedUp
        transports = passkey.transports
        enrolmentProof = proof
    }

    /// Returns the passkey for a verification.
    func stored(for account: Account.ID) -> StoredPasskey {
        StoredPasskey(
            id: id,
            userHandle: Self.userHandle(of: account),
            publicKey: publicKey,
            signCount: signCount,
            isBackupEligible: isBackupEligible
        )
    }

    var descriptor: PublicKeyCredentialDescriptor { PublicKeyCredentialDescriptor(id: id, transports: transports) }

    /// Returns the factors that an assertion or registration has proven.
    func proven(isUserVerified: Bool, at date: Date) -> [ProvenFactor] {
        let method = isBackupEligible ? AMR.softwareKey : .hardwareKey
        let key = ProvenFactor(.passkey, kind: .possession, method: method, provenAt: date)
        let user = ProvenFactor(.passkey, kind: .inherence, method: .user, provenAt: date)
        return isUserVerified ? [key, user] : [key]
    }

    /// Returns the handle by which authenticators know the user: the account's identifier, which says nothing about the
    /// user (WebAuthn Level 3 §14.6.1).
    static func userHandle(of account: Account.ID) -> Data { Data(account.rawValue.utf8) }

    /// Returns the record's identifier for a credential ID.
    static func recordID(_ credentialID: Data) -> Credential.ID {
        Credential.ID(Base64URL.encode(Data(SHA256.hash(data: credentialID))))
    }
}

extension Credential {
    /// The credential ID of a passkey; `nil` for other credentials.
    package var passkeyID: Data? {
        factor == .passkey ? try? decodedState(as: PasskeyState.self).id : nil
    }
}
