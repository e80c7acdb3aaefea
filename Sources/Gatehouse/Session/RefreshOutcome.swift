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
    /// How many access tokens for other scopes are kept.
    private static let spareCount = 8

    /// The session with new tokens.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - wish: What they were asked for: a token for other scopes than the session's own leaves that as it is.
    /// - Returns: The session to be stored.
    func renewed(by tokens: RenewedTokens, for wish: TokenWish) -> StoredGrant {
        var grant = self
        grant.refreshToken = tokens.refreshToken ?? refreshToken
        grant.idToken = tokens.idToken ?? idToken
        grant.lease = nil
        let scopes = tokens.scopes ?? wish.scopes
        guard self.scopes.isSubset(of: wish.scopes) else {
            var spares = (grant.spares ?? []).filter { !$0.scopes.isSubset(of: scopes) }
            spares.append(SpareToken(scopes: scopes, accessToken: tokens.accessToken, expiresAt: tokens.expiresAt))
            grant.spares = spares.suffix(Self.spareCount)
            return grant
        }
        grant.accessToken = tokens.accessToken
        grant.expiresAt = tokens.expiresAt
        grant.scopes = scopes
        if !grant.scopes.hasSameMembers(as: self.scopes) { grant.profile = nil }
        return grant
    }

    /// The session with the access token in front that is good for these scopes; `nil` when there is none.
    func serving(_ scopes: ScopeSet) -> StoredGrant? {
        guard !scopes.isSubset(of: self.scopes) else { return self }
        return spares?.last { scopes.isSubset(of: $0.scopes) }.map(showing)
    }

    private func showing(_ spare: SpareToken) -> StoredGrant {
        var grant = self
        grant.scopes = spare.scopes
        grant.accessToken = spare.accessToken
        grant.expiresAt = spare.expiresAt
        return grant
    }

    /// The session with the access token in front that these tokens brought to it.
    func showing(_ tokens: RenewedTokens) -> StoredGrant {
        guard accessToken != tokens.accessToken else { return self }
        return spares?.last { $0.accessToken == tokens.accessToken }.map(showing) ?? self
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
