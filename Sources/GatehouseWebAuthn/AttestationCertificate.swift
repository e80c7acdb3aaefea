import Foundation
import GatehouseWire
import SwiftASN1

/// The certificate of an authenticator's manufacturer (RFC 5280 §4.1), which meets WebAuthn Level 3 §8.2.1.
struct AttestationCertificate {
    private static let basicConstraints: ASN1ObjectIdentifier = [2, 5, 29, 19]
    /// `id-fido-gen-ce-aaguid`.
    private static let aaguid: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 45_724, 1, 1, 4]

    /// The public key as `SubjectPublicKeyInfo`.
    let publicKey: Data
    /// The model that the certificate is for, if it names one.
    let aaguid: UUID?

    /// Parses a certificate in DER.
    init(_ der: Data) throws(WebAuthnError) {
        do {
            let fields = try CertificateFields(Array(der))
            guard fields.version == 2, try fields.organizationalUnits().contains("Authenticator Attestation") else {
                throw WebAuthnError.invalidAttestationCertificate
            }
            guard let constraints = fields.extensions.first(where: { $0.id == Self.basicConstraints }),
                try !Self.isAuthority(constraints.value)
            else { throw WebAuthnError.invalidAttestationCertificate }
            publicKey = Data(fields.publicKey.encodedBytes)
            aaguid = try fields.extensions.first { $0.id == Self.aaguid }.map(Self.model)
        } catch {
            throw .invalidAttestationCertificate
        }
    }

    private static func isAuthority(_ value: ArraySlice<UInt8>) throws -> Bool {
        guard let first = try DER.parse(value).children().first, first.identifier == .boolean else { return false }
        return try Bool(derEncoded: first)
    }

    private static func model(_ element: CertificateExtension) throws -> UUID {
        let bytes = try ASN1OctetString(derEncoded: DER.parse(element.value)).bytes
        guard !element.isCritical, bytes.count == 16 else { throw WebAuthnError.invalidAttestationCertificate }
        return UUID(exactBytes: Data(bytes))
    }
}

/// An extension of a certificate (RFC 5280 §4.1.2.9).
private struct CertificateExtension {
    let id: ASN1ObjectIdentifier
    let isCritical: Bool
    let value: ArraySlice<UInt8>

    init(_ node: ASN1Node) throws {
        let parts = try node.children()
        guard let first = parts.first, let last = parts.last, (2...3).contains(parts.count) else {
            throw WebAuthnError.invalidAttestationCertificate
        }
        id = try ASN1ObjectIdentifier(derEncoded: first)
        isCritical = parts.count == 3 ? try Bool(derEncoded: parts[1]) : false
        value = try ASN1OctetString(derEncoded: last).bytes
    }
}

/// The fields of a certificate that the rules are about.
private struct CertificateFields {
    private static let organizationalUnit: ASN1ObjectIdentifier = [2, 5, 4, 11]

    let version: Int
    private let subject: ASN1Node
    let publicKey: ASN1Node
    let extensions: [CertificateExtension]

    init(_ der: [UInt8]) throws {
        let parts = try DER.parse(der).children()
        guard parts.count == 3 else { throw WebAuthnError.invalidAttestationCertificate }
        // Version, serial number, algorithm, issuer, validity, subject, key, then optional unique IDs and extensions.
        let fields = try parts[0].children()
        guard fields.count >= 8, fields[0].identifier == Self.tag(0), let last = fields.last,
            last.identifier == Self.tag(3), let version = try fields[0].children().first,
            let list = try last.children().first
        else { throw WebAuthnError.invalidAttestationCertificate }
        self.version = try Int(derEncoded: version)
        subject = fields[5]
        publicKey = fields[6]
        extensions = try list.children().map(CertificateExtension.init)
        guard Set(extensions.map(\.id)).count == extensions.count else {
            throw WebAuthnError.invalidAttestationCertificate
        }
    }

    private static func tag(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }

    /// Returns the organizational units of the subject.
    func organizationalUnits() throws -> [String] {
        try subject.children().flatMap { try $0.children() }.compactMap { attribute in
            let parts = try attribute.children()
            guard parts.count == 2, case .primitive(let text) = parts[1].content,
                try ASN1ObjectIdentifier(derEncoded: parts[0]) == Self.organizationalUnit
            else { return nil }
            return String(validUTF8: text)
        }
    }
}

extension ASN1Node {
    /// Returns the nodes of a constructed node.
    fileprivate func children() throws -> [ASN1Node] {
        guard case .constructed(let nodes) = content else { throw WebAuthnError.invalidAttestationCertificate }
        return Array(nodes)
    }
}
