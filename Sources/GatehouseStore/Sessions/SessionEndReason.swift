/// Why a session is over.
package enum SessionEndReason: String, Sendable, Codable, CaseIterable {
    /// The person signed out.
    case signedOut
    /// The client revoked its token (RFC 7009).
    case revoked
    /// An authorization code was redeemed twice (RFC 6749 §4.1.2).
    case codeReplayed
    /// A refresh token older than the last two came back (RFC 9700 §4.14.2).
    case refreshReplayed
    /// The person's password was changed or reset.
    case credentialsChanged
    /// An operator ended it, or the account or client was shut out.
    case administrator
}
