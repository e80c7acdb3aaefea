import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Writes and signs tokens: access tokens of RFC 9068 with ES256, ID tokens of OpenID Connect Core §2 as the client is registered.
struct TokenMinter: Sendable {
    let core: ServerCore

    /// The tokens of a session.
    ///
    /// - Parameters:
    ///   - session: The session as it is, or is about to be, stored; its counter is the number of the refresh token.
    ///   - account: The person.
    ///   - scopes: What the access token reaches, all of the session's or less.
    ///   - nonce: From the authorization request; none when tokens are refreshed (OpenID Connect Core §12.2).
    ///   - request: The client and its surroundings.
    /// - Returns: An access token, a refresh token when the session has those, an ID token when `openid` is among the scopes.
    /// - Throws: `temporarily_unavailable` or `server_error` when there is no key to sign with.
    func tokens(
        of session: Session,
        account: Account,
        scopes: ScopeSet,
        nonce: String?,
        for request: GrantRequest
    ) async throws(OAuthError) -> GrantedTokens {
        if request.dialect == .kii { return try sessionTokens(of: session, scopes: scopes, for: request) }
        let lifetime = lifetime(in: session, at: request.now)
        let accessToken = try await accessToken(
            subject: session.accountID.rawValue,
            scopes: scopes,
            lifetime: lifetime,
            session: session,
            for: request
        )
        let idToken =
            scopes.contains(.openid)
            ? try await idToken(session, account, scopes, nonce: nonce, beside: accessToken, for: request) : nil
        let response = TokenResponse(
            accessToken: accessToken,
            expiresIn: lifetime,
            refreshToken: session.isOffline ? RefreshToken.current(of: session, under: core.masterKey) : nil,
            idToken: idToken,
            scope: scopes.isEmpty ? nil : scopes
        )
        return GrantedTokens(response: response, person: session.accountID)
    }

    /// The tokens of an app of Kii, which are good without a key that signs.
    private func sessionTokens(
        of session: Session,
        scopes: ScopeSet,
        for request: GrantRequest
    ) throws(OAuthError) -> GrantedTokens {
        // A session without refresh tokens ends with its access token.
        let expiry = UnixTime(
            session.isOffline ? min(try request.kiiExpiry(), session.expiresAt) : session.expiresAt
        )
        let response = TokenResponse(
            accessToken: SessionToken.current(of: session, expiresAt: expiry, under: core.masterKey),
            expiresIn: Int(expiry.seconds - UnixTime(request.now).seconds),
            refreshToken: session.isOffline ? RefreshToken.current(of: session, under: core.masterKey) : nil,
            scope: scopes.isEmpty ? nil : scopes
        )
        return GrantedTokens(response: response, person: session.accountID)
    }

    /// A token of the client itself, without a person, a session or a refresh token (RFC 6749 §4.4.3).
    ///
    /// It lives for as long as any, until the app wants it to end, or until the secret of that ID is replaced.
    func clientToken(
        scopes: ScopeSet,
        secretID: String? = nil,
        for request: GrantRequest
    ) async throws(OAuthError) -> GrantedTokens {
        let asked = request.expiresAt.map { max(1, $0.timeIntervalSince(request.now)) } ?? .infinity
        let lifetime = Int(min(core.settings.lifetimes.accessToken, asked))
        let token = try await accessToken(
            subject: request.client.id.rawValue,
            scopes: scopes,
            lifetime: lifetime,
            session: nil,
            secretID: secretID,
            for: request
        )
        let response = TokenResponse(accessToken: token, expiresIn: lifetime, scope: scopes.isEmpty ? nil : scopes)
        return GrantedTokens(response: response, person: nil)
    }

    /// Seconds that an access token lives: never longer than its session, never less than one.
    private func lifetime(in session: Session, at now: Date) -> Int {
        max(1, Int(min(core.settings.lifetimes.accessToken, session.expiresAt.timeIntervalSince(now))))
    }

    private func accessToken(
        subject: String,
        scopes: ScopeSet,
        lifetime: Int,
        session: Session?,
        secretID: String? = nil,
        for request: GrantRequest
    ) async throws(OAuthError) -> Secret {
        let issuedAt = UnixTime(request.now)
        let claims = AccessTokenClaims(
            issuer: core.settings.issuer,
            subject: subject,
            audience: request.audience,
            expiresAt: UnixTime(seconds: issuedAt.seconds + Int64(lifetime)),
            issuedAt: issuedAt,
            tokenID: OpaqueToken.identifier(random: core.environment.random),
            clientID: request.client.id.rawValue,
            scope: scopes,
            sessionID: session?.id.rawValue,
            secretID: secretID,
            authenticatedAt: session.map { UnixTime($0.authenticatedAt) },
            acr: session?.acr,
            amr: session?.methods
        )
        return try sign(claims, as: .accessToken, with: try await core.signingKey(.es256))
    }

    private func idToken(
        _ session: Session,
        _ account: Account,
        _ scopes: ScopeSet,
        nonce: String?,
        beside accessToken: Secret,
        for request: GrantRequest
    ) async throws(OAuthError) -> Secret {
        let issuedAt = UnixTime(request.now)
        let person = AccountClaims(account: account, client: request.client)
        let known = person.idToken(scopes, GrantedClaims(stored: session.claims))
        let claims = IDTokenClaims(
            issuer: core.settings.issuer,
            subject: session.accountID.rawValue,
            audience: Audience([request.client.id.rawValue]),
            expiresAt: UnixTime(seconds: issuedAt.seconds + Int64(core.settings.lifetimes.idToken)),
            issuedAt: issuedAt,
            authenticatedAt: UnixTime(session.authenticatedAt),
            nonce: nonce,
            acr: session.acr,
            amr: session.methods,
            accessTokenHash: SHA256Digest.tokenHash(accessToken),
            sessionID: session.browserSessionID?.rawValue,
            claims: request.dialect == .entra
                ? known.merging(person.entraIDToken(scopes, tenantID: EntraTenants.id(ofIssuer: core.settings.issuer)))
                : known
        )
        return try sign(claims, as: .idToken, with: try await core.signingKey(request.client.idTokenAlgorithm))
    }

    private func sign(
        _ claims: some Encodable,
        as kind: TokenKind,
        with key: SigningKey
    ) throws(OAuthError) -> Secret {
        do { return try key.sign(claims, as: kind) } catch { throw .broken }
    }
}
