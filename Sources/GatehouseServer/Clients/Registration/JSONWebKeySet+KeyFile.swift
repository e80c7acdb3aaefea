package import Foundation
import GatehouseJOSE
package import GatehouseWire

extension JSONWebKeySet {
    /// Reads the public keys of a client from a file: a JSON Web Key Set, or certificates and public keys in PEM.
    ///
    /// - Throws: `invalid_client_metadata` if the file is too long, contains a private key, or no readable public key.
    package init(keyFile content: Data) throws(OAuthError) {
        guard content.count <= Self.bodyLimit else {
            throw Self.rejected("The file exceeds \(Self.bodyLimit) bytes.")
        }
        let text = String(decoding: content, as: UTF8.self)
        guard text.contains("-----BEGIN ") else {
            do { self = try JSONWebKeySet(publicOnly: content) } catch { throw Self.rejected(error.message) }
            return
        }
        guard !text.contains("PRIVATE KEY-----") else {
            throw Self.rejected(
                "The file contains a private key, which must not leave the client. Use its certificate or public key."
            )
        }
        do { self = try JSONWebKeySet(pem: text) } catch {
            throw Self.rejected("The file is not a certificate or public key of a supported kind.")
        }
    }

    private static func rejected(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }
}
