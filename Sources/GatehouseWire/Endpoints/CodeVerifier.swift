/// A PKCE code verifier: 43 to 128 unreserved characters (RFC 7636 §4.1).
package struct CodeVerifier: Sendable, Hashable {
    package let secret: Secret

    /// Creates a verifier, or returns `nil` if the text violates the grammar.
    package init?(_ text: String) {
        guard (43...128).contains(text.utf8.count), text.utf8.allSatisfy(Self.isUnreserved) else { return nil }
        secret = Secret(text)
    }

    /// Creates a verifier from 32 to 96 random bytes.
    package init(random bytes: some Collection<UInt8>) {
        precondition((32...96).contains(bytes.count), "A verifier requires 32 to 96 random bytes.")
        secret = Secret(Base64URL.encode(bytes))
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// A PKCE code challenge (RFC 7636 §4.2).
package struct CodeChallenge: Sendable, Hashable, Codable {
    /// The value as sent on the wire: 32 bytes in base64url for S256, the verifier itself for `plain`.
    package let rawValue: String
    package let method: CodeChallengeMethod

    /// Creates a challenge, or returns `nil` if the text violates the grammar of the method or the method is unknown.
    package init?(rawValue: String, method: CodeChallengeMethod = .s256) {
        switch method {
        case .s256: guard Base64URL.decode(rawValue)?.count == 32 else { return nil }
        case .plain: guard CodeVerifier(rawValue) != nil else { return nil }
        default: return nil
        }
        self.rawValue = rawValue
        self.method = method
    }

    /// Creates the S256 challenge of a verifier from its SHA-256 hash.
    package init(digest: some Collection<UInt8>) {
        precondition(digest.count == 32, "A SHA-256 hash has 32 bytes.")
        rawValue = Base64URL.encode(digest)
        method = .s256
    }
}
