import Foundation

/// The maximum sizes of a ceremony's members, in bytes before encoding.
package enum WebAuthnLimits {
    /// A credential ID (WebAuthn Level 3 §4).
    package static let credentialID = 1023
    /// The user handle (WebAuthn Level 3 §5.4.3).
    package static let userHandle = 64
    /// The client data; browsers send about 250 bytes.
    package static let clientDataJSON = 4096
    /// An attestation object: a chain of certificates has up to 8 KB.
    package static let attestationObject = 16_384
    /// The authenticator data: a credential ID and an RSA key of 4096 bits have 1.7 KB, extensions a few hundred bytes.
    package static let authenticatorData = 4096
    /// A signature; one by an RSA key of 4096 bits has 512 bytes.
    package static let signature = 1024
    /// A challenge; Gatehouse sends 32 bytes.
    package static let challenge = 256
    /// The number of transports, and the length of each.
    package static let transports = 16
    package static let transportLength = 32
    /// The number of credentials in a list, and of algorithms.
    package static let listCount = 256
}

extension KeyedDecodingContainer {
    /// Decodes bytes in base64url without padding; longer text is rejected before it is decoded.
    func bytes(forKey key: Key, limit: Int) throws -> Data {
        let text = try decode(String.self, forKey: key)
        guard text.utf8.count <= (limit * 4 + 2) / 3, let bytes = Base64URL.decode(text) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "No short base64url.")
        }
        return bytes
    }

    /// Decodes bytes in base64url, or `nil` for a missing member.
    func bytesIfPresent(forKey key: Key, limit: Int) throws -> Data? {
        try decodeIfPresent(String.self, forKey: key) == nil ? nil : try bytes(forKey: key, limit: limit)
    }

    /// Decodes a list that may be missing; a longer one is rejected.
    func list<Element: Decodable>(of type: Element.Type, forKey key: Key, limit: Int) throws -> [Element] {
        let elements = try decodeIfPresent([Element].self, forKey: key) ?? []
        guard elements.count <= limit else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "Too many elements.")
        }
        return elements
    }

    /// Decodes the transports of a credential.
    func transports(forKey key: Key) throws -> [AuthenticatorTransport] {
        let transports = try list(of: AuthenticatorTransport.self, forKey: key, limit: WebAuthnLimits.transports)
        guard transports.allSatisfy({ $0.rawValue.utf8.count <= WebAuthnLimits.transportLength }) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "Too long.")
        }
        return transports
    }
}

extension KeyedEncodingContainer {
    /// Encodes bytes in base64url without padding.
    mutating func encode(bytes: Data, forKey key: Key) throws {
        try encode(Base64URL.encode(bytes), forKey: key)
    }
}
