package import Foundation
package import GatehouseWire

/// A relying party that verifies ceremonies (WebAuthn Level 3 §7).
///
/// Verification is a pure function. The caller issues the challenge, uses it once, and checks that the credential ID of
/// a registration is not registered yet.
package struct RelyingParty: Sendable, Hashable {
    /// The domain that passkeys are bound to.
    package let id: String
    /// The accepted origins, compared exactly: `https://` with host and port, or `android:apk-key-hash:` with the
    /// SHA-256 hash of an app's certificate in base64url.
    package let origins: Set<String>
    /// The accepted algorithms, the preferred one first.
    package let algorithms: [COSEAlgorithm]

    /// The algorithms that can be verified.
    package static let supportedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]

    /// Creates a relying party.
    package init(
        id: String,
        origins: Set<String>,
        algorithms: [COSEAlgorithm] = Self.supportedAlgorithms
    ) {
        self.id = id
        self.origins = origins
        self.algorithms = algorithms
    }

    /// Verifies that a passkey was created for this challenge (WebAuthn Level 3 §7.1).
    ///
    /// - Throws: The first reason to reject it.
    package func verifyRegistration(
        _ registration: PasskeyRegistration,
        challenge: Data,
        requiresUserVerification: Bool
    ) throws(WebAuthnError) -> RegisteredPasskey {
        guard registration.type == .publicKey else { throw .unsupportedCredentialType }
        let client = try ClientData(registration.response.clientDataJSON)
        try client.verify(.registration, challenge: challenge, origins: origins)
        let object = try AttestationObject(registration.response.attestationObject)
        let data = object.authenticatorData
        try data.verify(relyingPartyID: id, requiresUserVerification: requiresUserVerification)
        guard let credential = data.credential else { throw .missingCredential }
        guard credential.id == registration.id else { throw .wrongCredentialID }
        guard algorithms.contains(credential.key.algorithm) else { throw .algorithmNotAllowed }
        let attestation = try object.verify(credential, hash: client.hash)
        return RegisteredPasskey(
            id: credential.id,
            publicKey: credential.publicKey,
            algorithm: credential.key.algorithm,
            aaguid: credential.aaguid,
            signCount: data.signCount,
            isBackupEligible: data.isBackupEligible,
            isBackedUp: data.isBackedUp,
            isUserVerified: data.isUserVerified,
            transports: registration.response.transports,
            attestation: attestation
        )
    }

    /// Verifies that a stored passkey signed this challenge (WebAuthn Level 3 §7.2).
    ///
    /// - Throws: The first reason to reject it. ``WebAuthnError/possiblyCloned`` means that all else is valid.
    package func verifyAssertion(
        _ assertion: PasskeyAssertion,
        challenge: Data,
        of passkey: StoredPasskey,
        requiresUserVerification: Bool
    ) throws(WebAuthnError) -> VerifiedAssertion {
        let response = assertion.response
        guard assertion.type == .publicKey else { throw .unsupportedCredentialType }
        guard assertion.id == passkey.id else { throw .unknownCredential }
        guard response.userHandle == nil || response.userHandle == passkey.userHandle else { throw .wrongUser }
        guard response.signature.count <= WebAuthnLimits.signature else { throw .oversized }
        let client = try ClientData(response.clientDataJSON)
        try client.verify(.assertion, challenge: challenge, origins: origins)
        let data = try AuthenticatorData(response.authenticatorData)
        try data.verify(relyingPartyID: id, requiresUserVerification: requiresUserVerification)
        guard data.isBackupEligible == passkey.isBackupEligible else { throw .backupEligibilityChanged }
        guard let value = try? CBORReader.read(passkey.publicKey) else { throw .malformedPublicKey }
        let key = try CredentialPublicKey(value)
        guard key.isValid(response.signature, for: response.authenticatorData + client.hash) else {
            throw .invalidSignature
        }
        // Synced passkeys have no counter and always send 0.
        guard data.signCount > passkey.signCount || data.signCount == 0 && passkey.signCount == 0 else {
            throw .possiblyCloned
        }
        return VerifiedAssertion(
            signCount: data.signCount,
            isBackedUp: data.isBackedUp,
            isUserVerified: data.isUserVerified
        )
    }
}
