import Foundation

/// The parts of a JWT whose signature has not been verified.
///
/// They tell which client or issuer a token claims to be from, and thereby which key verifies it; nothing else may be
/// concluded from them.
package struct UnverifiedJWT: Sendable, Hashable {
    /// The members of the header.
    package let header: [String: JSONValue]
    /// The members of the payload.
    package let claims: [String: JSONValue]

    /// The maximum nesting of header and payload: claims of actors are objects in objects.
    private static let depth = 16

    /// Reads a token in compact serialization (RFC 7515 §7.1); `nil` if it does not have three parts, or header or
    /// payload are not JSON objects.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else {
            return nil
        }
        self.header = header
        self.claims = claims
    }

    private static func object(_ part: Substring) -> [String: JSONValue]? {
        guard let text = Base64URL.decode(part) else { return nil }
        return try? JSONCoding.decode([String: JSONValue].self, from: text, depth: depth)
    }

    /// The algorithm in the header.
    package var algorithm: SigningAlgorithm? { header["alg"]?.string.map(SigningAlgorithm.init) }

    /// The claim `sub`.
    package var subject: String? { claims["sub"]?.string }

    /// The claim `iss`.
    package var issuer: String? { claims["iss"]?.string }
}
