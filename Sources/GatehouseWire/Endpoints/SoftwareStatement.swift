/// The claims of a software statement: metadata of a client that an issuer asserts (RFC 7591 §2.3).
///
/// The issuer is required: decoding fails if it is missing.
package struct SoftwareStatement: Sendable, Hashable, Decodable {
    package let issuer: String
    /// The servers that the statement is for; all if absent.
    package let audience: Audience?
    package let expiresAt: UnixTime?
    package let notBefore: UnixTime?
    package let issuedAt: UnixTime?
    /// The claims that are client metadata, by name; others are ignored.
    fileprivate let members: [String: JSONValue]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        issuer = try container.decode(String.self, forKey: .issuer)
        audience = try container.decodeIfPresent(Audience.self, forKey: .audience)
        expiresAt = try container.decodeIfPresent(UnixTime.self, forKey: .expiresAt)
        notBefore = try container.decodeIfPresent(UnixTime.self, forKey: .notBefore)
        issuedAt = try container.decodeIfPresent(UnixTime.self, forKey: .issuedAt)
        let claims = try decoder.singleValueContainer().decode([String: JSONValue].self)
        // A statement inside the statement would not be verified.
        members = claims.filter { name, value in
            guard let member = ClientMetadata.CodingKeys(rawValue: name) else { return false }
            return member != .softwareStatement && value != .null
        }
    }
}

extension ClientMetadata {
    /// Reads the metadata that a software statement asserts.
    ///
    /// - Throws: As ``init(body:)``.
    package init(_ statement: SoftwareStatement) throws(OAuthError) {
        try self.init(body: JSONCoding.encode(JSONValue.object(statement.members)))
    }

    /// Returns the metadata with the claims of its software statement, which take precedence (RFC 7591 §2.3).
    ///
    /// - Parameter statement: The verified statement.
    /// - Returns: The metadata; members that the statement does not contain are unchanged.
    /// - Throws: `invalid_client_metadata` if the two name different software, and as ``init(body:)``.
    package func applying(_ statement: SoftwareStatement) throws(OAuthError) -> ClientMetadata {
        let asserted = try ClientMetadata(statement)
        if let softwareID, let other = asserted.softwareID, softwareID != other {
            throw OAuthError(.invalidClientMetadata, "software_id must be that of the software statement.")
        }
        var plain = self
        // The two members exclude each other, so that one of them replaces both.
        if asserted.keySet != nil || asserted.jwksURI != nil { (plain.keySet, plain.jwksURI) = (nil, nil) }
        let members = try Self.decode([String: JSONValue].self, from: JSONCoding.encode(plain))
        return try ClientMetadata(
            body: JSONCoding.encode(JSONValue.object(members.merging(statement.members) { $1 }))
        )
    }
}
