import Foundation
import GatehouseWire

/// How a refresh went.
enum RefreshOutcome: Sendable, Hashable {
    /// The server gave new tokens.
    case renewed(RenewedTokens)
    /// The server will never accept this refresh token again (`invalid_grant`).
    case refused(AuthError)
    /// The server was not asked: something else is stored by now.
    case outdated
    /// No answer, or one that says nothing about the session.
    case failed(AuthError)
}

/// What a refresh brought.
struct RenewedTokens: Sendable, Hashable {
    var accessToken: Secret
    /// By the server's clock.
    var expiresAt: Date
    /// `nil` when the one that was sent stays valid.
    var refreshToken: Secret?
    /// `nil` when there was none, or it was not valid.
    var idToken: Secret?
    /// `nil` when they stay the same (RFC 6749 §6).
    var scopes: ScopeSet?
}

extension StoredGrant {
    func renewed(by tokens: RenewedTokens) -> StoredGrant {
        var grant = self
        grant.accessToken = tokens.accessToken
        grant.expiresAt = tokens.expiresAt
        grant.refreshToken = tokens.refreshToken ?? refreshToken
        grant.idToken = tokens.idToken ?? idToken
        grant.scopes = tokens.scopes ?? scopes
        if !grant.scopes.hasSameMembers(as: scopes) { grant.profile = nil }
        return grant
    }
}

extension AuthError {
    /// The access token has expired and there is nothing to get another one with.
    static let cannotRenew = AuthError(
        .interactionRequired,
        "The access token has expired and the server gave no refresh token. Sign in again.",
        recovery: .interact
    )
}
