/// What a client shows of its code verifier before it redeems the code (RFC 7636 §4.2).
package struct CodeChallenge: Sendable, Hashable, Codable {
    /// As it stands on the wire: 32 bytes in base64url for S256, the verifier itself for `plain`.
    package let rawValue: String
    package let method: CodeChallengeMethod

    /// Checks the grammar of the method; there is none but these two.
    package init?(rawValue: String, method: CodeChallengeMethod = .s256) {
        switch method {
        case .s256: guard Base64URL.decode(rawValue)?.count == 32 else { return nil }
        case .plain: guard CodeVerifier(rawValue) != nil else { return nil }
        default: return nil
        }
        self.rawValue = rawValue
        self.method = method
    }

    /// The S256 challenge of a verifier that has this SHA-256 hash of 32 bytes.
    package init(digest: some Collection<UInt8>) {
        precondition(digest.count == 32, "A SHA-256 hash has 32 bytes.")
        rawValue = Base64URL.encode(digest)
        method = .s256
    }
}
