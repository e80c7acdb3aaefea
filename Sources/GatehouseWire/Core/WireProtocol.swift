/// The protocol of a request, which determines the format of the response.
package enum WireProtocol: String, Sendable, Hashable, Codable {
    /// OAuth 2.1 and OpenID Connect.
    case openID
    /// Login with Amazon.
    case amazon
    /// Native authentication and OAuth endpoints of Microsoft Entra.
    case entra
    /// Kii Cloud; its access tokens are opaque and long-lived.
    case kii
}
