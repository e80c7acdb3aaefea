import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// Issues access tokens (RFC 9068), signed with the algorithm of their resource or sealed, and ID tokens (OpenID
/// Connect Core §2), signed with the client's registered algorithm.
struct TokenIssuer: Sendable {
    let issuer: String
    let lifetimes: Lifetimes
    let resources: ResourceDirectory
    let keys: KeyLookup
    let masterKey: MasterKey
    let environment: ServerEnvironment

    /// Issues the tokens of a session.
    ///
    /// - Parameters:
    ///   - session: The session as stored or about to be stored; its counter determines the refresh token.
    ///   - account: The user's account.
    ///   - scopes: The granted scopes, a subset of the session's; the access token has those of its target.
    ///   - nonce: The nonce of the authorization request; `nil` for a refresh (OpenID Connect Core §12.2).
    ///   - request: The client and the request.
    /// - Returns: An access token, a refresh token if the session has those, and an ID token for the scope `openid`.
    /// - Throws: `invalid_target`; `invalid_dpop_proof` if the token must be bound to a key; `temporarily_unavailable`
    ///   or `server_error` if no signing key is available.
    func issueTokens(
        of session: Session,
        account: Account,
        scopes: ScopeSet,
        nonce: String?,
        for request: GrantContext
    ) async throws(OAuthError) -> IssuedTokens {
        let policy = try await resources.policy()
        let target = try policy.target(request.target, among: session.resources, for: request.client)
        try request.checkBinding(of: target)
        let ownScopes = policy.scopes(of: target, in: scopes)
        if let tokens = try opaqueTokens(of: session, scopes: ownScopes, for: request) { return tokens }
        let lifetime = lifetime(of: target, in: session, at: request.now)
        let subject = subjects.subject(of: session.accountID, for: request.client)
        let accessToken = try await accessToken(
            of: TokenSubject(identifier: subject, session: session),
            for: target,
            scopes: ownScopes,
            lifetime: lifetime,
            in: request
        )
        let idToken =
            scopes.contains(.openid)
            ? try await idToken(
                of: session,
                account: account,
                scopes: scopes,
                nonce: nonce,
                beside: accessToken,
                for: request
            ) : nil
        let response = TokenResponse(
            accessToken: accessToken,
            tokenType: request.tokenType,
            expiresIn: lifetime,
            refreshToken: session.isOffline ? RefreshToken.current(of: session, under: masterKey) : nil,
            idToken: idToken,
            scope: ownScopes.isEmpty ? nil : ownScopes
        )
        return IssuedTokens(response: response, user: session.accountID, subject: subject)
    }

    /// Returns the lifetime in seconds of a session's access tokens.
    func accessTokenLifetime(
        of signIn: SessionRequest,
        for request: GrantContext
    ) async throws(OAuthError) -> TimeInterval {
        let policy = try await resources.policy()
        let target = try policy.target(request.target, among: signIn.resources, for: request.client)
        return target.lifetime ?? lifetimes.accessToken
    }

    /// Issues tokens with an opaque access token, which need no signing key; `nil` if the access token is signed.
    private func opaqueTokens(
        of session: Session,
        scopes: ScopeSet,
        for request: GrantContext
    ) throws(OAuthError) -> IssuedTokens? {
        let format = request.options.format
        guard let (token, expiry) = try format.opaqueToken(of: session, for: request, under: masterKey) else {
            return nil
        }
        let response = TokenResponse(
            accessToken: token,
            expiresIn: Int(expiry.seconds - UnixTime(request.now).seconds),
            refreshToken: session.isOffline ? RefreshToken.current(of: session, under: masterKey) : nil,
            scope: scopes.isEmpty ? nil : scopes
        )
        return IssuedTokens(response: response, user: session.accountID)
    }

    /// Issues a token of the client itself, without a user, session or refresh token (RFC 6749 §4.4.3).
    ///
    /// It expires after the usual lifetime, at the requested time, or when the secret with `secretID` is replaced.
    ///
    /// - Throws: `invalid_target`, or `invalid_scope` if no scope belongs to the target.
    func issueClientToken(
        scopes: ScopeSet,
        secretID: String? = nil,
        for request: GrantContext
    ) async throws(OAuthError) -> IssuedTokens {
        let (target, scopes) = try await resources.policy().target(request.target, with: scopes, for: request.client)
        try request.checkBinding(of: target)
        let requested = request.options.expiresAt.map { max(1, $0.timeIntervalSince(request.now)) } ?? .infinity
        let lifetime = Int(min(target.lifetime ?? lifetimes.accessToken, requested))
        let token = try await accessToken(
            of: TokenSubject(identifier: request.client.id.rawValue, secretID: secretID),
            for: target,
            scopes: scopes,
            lifetime: lifetime,
            in: request
        )
        let response = TokenResponse(
            accessToken: token,
            tokenType: request.tokenType,
            expiresIn: lifetime,
            scope: scopes.isEmpty ? nil : scopes
        )
        return IssuedTokens(response: response, user: nil)
    }

    private var subjects: SubjectIdentifiers { SubjectIdentifiers(masterKey: masterKey) }

    /// Returns the lifetime of an access token in seconds: at most that of its session, at least one.
    func lifetime(of target: TokenTarget, in session: Session, at now: Date) -> Int {
        max(1, Int(min(target.lifetime ?? lifetimes.accessToken, session.expiresAt.timeIntervalSince(now))))
    }

    /// Returns an access token of a user's session, or of the client itself.
    func accessToken(
        of subject: TokenSubject,
        for target: TokenTarget,
        scopes: ScopeSet,
        lifetime: Int,
        in request: GrantContext
    ) async throws(OAuthError) -> Secret {
        let issuedAt = UnixTime(request.now)
        let claims = AccessTokenClaims(
            issuer: issuer,
            subject: subject.identifier,
            audience: target.audience(issuer: issuer),
            expiresAt: UnixTime(seconds: issuedAt.seconds + Int64(lifetime)),
            issuedAt: issuedAt,
            tokenID: OpaqueToken.identifier(random: environment.random),
            clientID: request.client.id.rawValue,
            scope: scopes,
            sessionID: subject.session?.id.rawValue,
            secretID: subject.secretID,
            authenticatedAt: subject.session.map { UnixTime($0.authentication.authenticatedAt) },
            acr: subject.session?.authentication.acr,
            amr: subject.session?.authentication.amr,
            confirmation: request.confirmation,
            actor: subject.actor
        )
        guard !target.isOpaque else {
            do { return try SealedAccessToken.seal(claims, under: masterKey) } catch { throw .broken }
        }
        return try await keys.sign(claims, as: .accessToken, with: target.algorithm)
    }

    private func idToken(
        of session: Session,
        account: Account,
        scopes: ScopeSet,
        nonce: String?,
        beside accessToken: Secret,
        for request: GrantContext
    ) async throws(OAuthError) -> Secret {
        let issuedAt = UnixTime(request.now)
        let subject = subjects.subject(of: session.accountID, for: request.client)
        let projection = ClaimsProjection(account: account, client: request.client, subject: subject)
        let known = projection.idToken(scopes, GrantedClaims(stored: session.claims))
        let claims = IDTokenClaims(
            issuer: issuer,
            subject: subject,
            audience: Audience([request.client.id.rawValue]),
            expiresAt: UnixTime(seconds: issuedAt.seconds + Int64(lifetimes.idToken)),
            issuedAt: issuedAt,
            authenticatedAt: UnixTime(session.authentication.authenticatedAt),
            nonce: nonce,
            acr: session.authentication.acr,
            amr: session.authentication.amr,
            accessTokenHash: SHA256Digest.tokenHash(accessToken),
            sessionID: subjects.sessionID(session.browserSessionID, session.id.rawValue, for: request.client),
            claims: known.merging(request.options.format.idTokenClaims(scopes, projection))
        )
        return try await keys.sign(claims, as: .idToken, with: request.client.idTokenAlgorithm)
    }
}

/// The party that an access token is about: a user in a session, or the client itself.
struct TokenSubject: Sendable {
    /// The claim `sub`.
    let identifier: String
    /// The session, whose end ends the token; `nil` for the client itself.
    var session: Session?
    /// The client secret that the token expires with.
    var secretID: String?
    /// The parties that act for the user.
    var actor: ActorChain?
}
