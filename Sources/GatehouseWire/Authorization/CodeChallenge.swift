/// The S256 hash of a code verifier: 32 bytes in base64url (RFC 7636 §4.2).
package struct CodeChallenge: Sendable, Hashable, RawRepresentable, Codable {
    package let rawValue: String

    /// Checks the grammar.
    package init?(rawValue: String) {
        guard Base64URL.decode(rawValue)?.count == 32 else { return nil }
        self.rawValue = rawValue
    }

    /// The challenge of a verifier that has this SHA-256 hash of 32 bytes.
    package init(digest: some Collection<UInt8>) {
        precondition(digest.count == 32, "A SHA-256 hash has 32 bytes.")
        rawValue = Base64URL.encode(digest)
    }
}
