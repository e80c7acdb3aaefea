package import Foundation
import GatehouseWire

/// A verified statement about the authenticator that created a passkey (WebAuthn Level 3 §6.5).
package enum PasskeyAttestation: Sendable, Hashable {
    /// No statement.
    case none
    /// A statement that the passkey itself signed.
    case selfSigned
    /// A statement that a key of the manufacturer signed.
    ///
    /// The signature is verified; chain and validity of the certificates are not, because there are no trust anchors.
    case certified(chain: [Data], aaguid: UUID?)
    /// A statement of a format or algorithm that is not supported.
    case unverified(format: String)
}

/// The response of an authenticator that created a passkey (WebAuthn Level 3 §6.5.4).
struct AttestationObject {
    /// The maximum length of a format's name (WebAuthn Level 3 §8.1).
    private static let formatLength = 1...32
    /// The maximum number of certificates in a statement.
    private static let chainLength = 1...8

    private let format: String
    private let statement: [CBORValue: CBORValue]
    /// The bytes that the statement signs, with the hash of the client data.
    private let signed: Data
    let authenticatorData: AuthenticatorData

    init(_ bytes: Data) throws(WebAuthnError) {
        guard bytes.count <= WebAuthnLimits.attestationObject else { throw .oversized }
        guard let members = (try? CBORReader.read(bytes))?.map, members.count == 3,
            let format = members[.text("fmt")]?.text, Self.formatLength.contains(format.utf8.count),
            format.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let statement = members[.text("attStmt")],
            let signed = members[.text("authData")]?.bytes
        else { throw .malformedAttestationObject }
        // A statement of the format `compound` is an array.
        guard let statement = statement.map ?? statement.array.map({ _ in [:] }) else {
            throw .malformedAttestationObject
        }
        self.format = format
        self.statement = statement
        self.signed = signed
        authenticatorData = try AuthenticatorData(signed)
    }

    /// Verifies the statement of a created credential.
    func verify(_ credential: AuthenticatorData.Credential, hash: Data) throws(WebAuthnError) -> PasskeyAttestation {
        switch format {
        case "none":
            guard statement.isEmpty else { throw .malformedAttestationStatement }
            return .none
        case "packed":
            return try verifyPacked(credential, message: signed + hash)
        default:
            return .unverified(format: format)
        }
    }

    /// Verifies a packed statement (WebAuthn Level 3 §8.2).
    private func verifyPacked(
        _ credential: AuthenticatorData.Credential,
        message: Data
    ) throws(WebAuthnError) -> PasskeyAttestation {
        guard let number = statement[.text("alg")]?.integer, let signature = statement[.text("sig")]?.bytes,
            signature.count <= WebAuthnLimits.signature
        else { throw .malformedAttestationStatement }
        let algorithm = COSEAlgorithm(rawValue: Int(number))
        guard let certificates = statement[.text("x5c")] else {
            guard statement.count == 2, algorithm == credential.key.algorithm else {
                throw .malformedAttestationStatement
            }
            guard credential.key.isValid(signature, for: message) else { throw .invalidAttestationSignature }
            return .selfSigned
        }
        let chain = certificates.array?.compactMap(\.bytes) ?? []
        guard statement.count == 3, let leaf = chain.first, Self.chainLength.contains(chain.count),
            chain.count == certificates.array?.count
        else { throw .malformedAttestationStatement }
        let certificate = try AttestationCertificate(leaf)
        guard certificate.aaguid == nil || certificate.aaguid == credential.aaguid else {
            throw .invalidAttestationCertificate
        }
        let key = try CredentialPublicKey(subjectPublicKeyInfo: certificate.publicKey, algorithm: algorithm)
        guard let key else { return .unverified(format: format) }
        guard key.isValid(signature, for: message) else { throw .invalidAttestationSignature }
        return .certified(chain: chain, aaguid: certificate.aaguid)
    }
}
