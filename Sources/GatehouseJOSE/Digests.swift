import Crypto
package import Foundation
package import GatehouseWire

/// SHA-256 digests.
package enum SHA256Digest {
    /// Returns the 32 bytes of the hash.
    package static func of(_ bytes: some DataProtocol) -> Data {
        Data(SHA256.hash(data: bytes))
    }

    /// Returns the 32 bytes of the hash of a text in UTF-8.
    package static func of(_ text: String) -> Data {
        of(Data(text.utf8))
    }

    /// Returns the left half of a token's hash in base64url: `at_hash` of an access token (OpenID Connect Core
    /// §3.1.3.6).
    package static func tokenHash(_ token: Secret) -> String {
        Base64URL.encode(of(token.reveal()).prefix(16))
    }
}

/// Proof Key for Code Exchange, which binds a code to its client instance (RFC 7636).
package enum PKCE {
    /// Returns the S256 challenge of a verifier (RFC 7636 §4.2).
    package static func challenge(for verifier: CodeVerifier) -> CodeChallenge {
        CodeChallenge(digest: SHA256Digest.of(verifier.secret.reveal()))
    }

    /// Returns whether the verifier matches the challenge (RFC 7636 §4.6).
    package static func verify(_ verifier: CodeVerifier, against challenge: CodeChallenge) -> Bool {
        let expected = challenge.method == .plain ? verifier.secret.reveal() : Self.challenge(for: verifier).rawValue
        return ConstantTime.equal(expected, challenge.rawValue)
    }
}

/// Comparisons in constant time.
package enum ConstantTime {
    /// Returns whether both have the same bytes; the time depends only on the lengths.
    package static func equal(_ left: some DataProtocol, _ right: some DataProtocol) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(left, right) { difference |= left ^ right }
        return difference == 0
    }

    /// Returns whether both texts have the same UTF-8 bytes; the time depends only on the lengths.
    package static func equal(_ left: String, _ right: String) -> Bool {
        equal(Array(left.utf8), Array(right.utf8))
    }
}
