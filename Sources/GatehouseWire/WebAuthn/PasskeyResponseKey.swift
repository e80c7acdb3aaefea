import Foundation

/// The members of both responses.
package enum PasskeyResponseKey: String, CodingKey {
    case id, rawId, type, authenticatorAttachment, response, clientExtensionResults
}

extension KeyedDecodingContainer<PasskeyResponseKey> {
    /// Decodes the credential ID, which the JSON contains twice.
    func credentialID() throws -> Data {
        let id = try bytes(forKey: .id, limit: WebAuthnLimits.credentialID)
        let rawID = try bytesIfPresent(forKey: .rawId, limit: WebAuthnLimits.credentialID)
        guard rawID == nil || rawID == id else {
            throw DecodingError.dataCorruptedError(forKey: .rawId, in: self, debugDescription: "Not the ID.")
        }
        return id
    }
}

extension KeyedEncodingContainer<PasskeyResponseKey> {
    /// Encodes the credential ID, which the JSON contains twice.
    mutating func encode(credentialID: Data) throws {
        try encode(bytes: credentialID, forKey: .id)
        try encode(bytes: credentialID, forKey: .rawId)
    }
}
