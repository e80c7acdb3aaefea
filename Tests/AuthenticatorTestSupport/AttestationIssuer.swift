import Crypto
package import Foundation

/// A manufacturer that certifies authenticators with a self-signed certificate.
package struct AttestationIssuer {
    private let privateKey = P256.Signing.PrivateKey()
    package var organizationalUnit = "Authenticator Attestation"
    package var version: UInt8 = 2
    /// Whether the certificate is one of an authority; `nil` leaves the constraints out.
    package var isAuthority: Bool? = false
    package var hasModel = true
    package var isModelCritical = false
    /// The model in the certificate instead of the authenticator's.
    package var otherModel: Data?

    package init() {}

    package var key: AuthenticatorKey { .es256(privateKey) }

    /// Returns the certificate in DER.
    package func certificate(aaguid: Data) throws -> Data {
        let algorithm = der(0x30, der(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
        let attribute = der(0x30, der(0x06, [0x55, 0x04, 0x0B]) + der(0x0C, Data(organizationalUnit.utf8)))
        let name = der(0x30, der(0x31, attribute))
        let validity = der(0x30, der(0x17, Data("260101000000Z".utf8)) + der(0x17, Data("460101000000Z".utf8)))
        let fields = [
            der(0xA0, der(0x02, [version])), der(0x02, [0x01]), algorithm, name, validity, name,
            privateKey.publicKey.derRepresentation, der(0xA3, der(0x30, extensions(aaguid))),
        ]
        let content = der(0x30, fields.reduce(Data(), +))
        let signature = try privateKey.signature(for: content).derRepresentation
        return der(0x30, content + algorithm + der(0x03, [0x00] + signature))
    }

    private func extensions(_ aaguid: Data) -> Data {
        var extensions = Data()
        if let isAuthority {
            let constraints = der(0x30, isAuthority ? der(0x01, [0xFF]) : Data())
            extensions += der(0x30, der(0x06, [0x55, 0x1D, 0x13]) + der(0x01, [0xFF]) + der(0x04, constraints))
        }
        if hasModel {
            let id: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0xE5, 0x1C, 0x01, 0x01, 0x04]
            let critical = isModelCritical ? der(0x01, [0xFF]) : Data()
            extensions += der(0x30, der(0x06, Data(id)) + critical + der(0x04, der(0x04, otherModel ?? aaguid)))
        }
        return extensions
    }

    private func der(_ tag: UInt8, _ content: some Collection<UInt8>) -> Data {
        let length = content.count
        let head: [UInt8] =
            switch length {
            case 0..<0x80: [tag, UInt8(length)]
            case 0x80...0xFF: [tag, 0x81, UInt8(length)]
            default: [tag, 0x82, UInt8(length >> 8), UInt8(length & 0xFF)]
            }
        return Data(head) + content
    }
}
