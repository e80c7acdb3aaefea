/// The reason why a ceremony is rejected, for logs and audit events.
package enum WebAuthnError: String, Error, Sendable, Hashable, CaseIterable {
    // MARK: Request and client data

    /// A member is longer than its limit.
    case oversized
    /// The credential is not a public key.
    case unsupportedCredentialType
    /// The client data is not JSON, or lacks a member.
    case malformedClientData
    /// The client data belongs to the other ceremony.
    case wrongCeremony
    /// The challenge is not the one that was issued.
    case wrongChallenge
    /// The origin is not allowed.
    case wrongOrigin
    /// The page was embedded in a page of another origin.
    case crossOrigin

    // MARK: Authenticator data

    /// The authenticator data is malformed, or its CBOR is.
    case malformedAuthenticatorData
    /// The authenticator data belongs to another relying party.
    case wrongRelyingParty
    /// The user was not present.
    case userNotPresent
    /// The user was not verified, which is required.
    case userNotVerified
    /// The passkey is backed up although it is not eligible for backup.
    case backedUpWithoutEligibility

    // MARK: Registration

    /// The attestation object is malformed.
    case malformedAttestationObject
    /// The authenticator data contains no credential.
    case missingCredential
    /// The credential ID differs from the signed one.
    case wrongCredentialID
    /// The public key is malformed, not on its curve, or of another type than its algorithm.
    case malformedPublicKey
    /// The algorithm of the key was not requested.
    case algorithmNotAllowed
    /// The RSA key is shorter than 2048 or longer than 4096 bits.
    case unsupportedKeySize
    /// The attestation statement has missing, unexpected or mistyped members.
    case malformedAttestationStatement
    /// The signature of the attestation does not match.
    case invalidAttestationSignature
    /// The certificate of the attestation violates WebAuthn Level 3 §8.2.1.
    case invalidAttestationCertificate

    // MARK: Assertion

    /// The assertion is by another credential than the stored one.
    case unknownCredential
    /// The user handle belongs to another user.
    case wrongUser
    /// The signature does not match.
    case invalidSignature
    /// The eligibility for backup has changed, which is fixed at registration.
    case backupEligibilityChanged
    /// The counter did not increase: another authenticator may have a copy of the key.
    case possiblyCloned
}
