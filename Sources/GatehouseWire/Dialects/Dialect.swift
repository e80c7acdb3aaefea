/// Which protocol a request came in by, and so how its answer is spelled.
package enum Dialect: String, Sendable, Hashable, Codable {
    /// OAuth 2.1 and OpenID Connect.
    case openID
    /// Login with Amazon.
    case amazon
    /// Entra, as its native authentication and Microsoft's libraries speak it.
    case entra
    /// Kii, whose tokens are opaque and live as long as apps keep them.
    case kii
}
