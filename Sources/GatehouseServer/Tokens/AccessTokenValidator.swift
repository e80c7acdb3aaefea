import Foundation
package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// The audiences of the access tokens that an endpoint accepts.
package enum AcceptedAudience: Sendable {
    /// Tokens for this server.
    case issuer
    /// Tokens for this server and for any resource, which grant no access here.
    case any
}

/// Validates the server's access tokens (RFC 9068 §4).
///
/// A token for a resource is rejected unless the caller accepts it.
package final class AccessTokenValidator: Sendable {
    let issuer: String
    let formats: TokenFormats
    let records: RecordLookup
    let resources: ResourceDirectory
    let masterKey: MasterKey
    let environment: ServerEnvironment
    private let keys: KeyLookup
    private let cache: VerifiedTokenCache

    init(
        issuer: String,
        formats: TokenFormats,
        records: RecordLookup,
        resources: ResourceDirectory,
        keys: KeyLookup,
        masterKey: MasterKey,
        environment: ServerEnvironment,
        cache: VerifiedTokenCache = VerifiedTokenCache()
    ) {
        self.issuer = issuer
        self.formats = formats
        self.records = records
        self.resources = resources
        self.keys = keys
        self.masterKey = masterKey
        self.environment = environment
        self.cache = cache
    }

    /// Returns the claims of an access token in any format; `nil` unless this server issued it for the audience and it
    /// has not expired.
    ///
    /// The token may have been revoked: ``inspect(_:for:)`` detects that.
    package func claims(
        of token: Secret,
        for audience: AcceptedAudience = .issuer
    ) async throws(OAuthError) -> AccessTokenClaims? {
        let token = formats.accessToken(token)
        let found: AccessTokenClaims?
        if let token = formats.opaqueToken(token) {
            found = try await token.claims(for: self)
        } else {
            found = cache.claims(of: token, under: try await keys.verificationKeys(), at: environment.now)
        }
        guard let claims = found else { return nil }
        let required =
            switch audience {
            case .issuer: issuer
            case .any: String?.none
            }
        do { try claims.check(issuer: issuer, audience: required, now: environment.now) } catch { return nil }
        return claims
    }

    /// Returns a bearer token for the issuer if it is active; `nil` also for a token that is bound to a key (RFC 9449
    /// §7.2).
    package func check(_ token: Secret) async throws(OAuthError) -> ActiveAccessToken? {
        guard let active = try await inspect(token), active.claims.confirmation == nil else { return nil }
        return active
    }

    /// Returns the token if it is active, whether or not it is bound to a key; `nil` if it or its session was ended, or
    /// if the account or client was deleted or disabled.
    package func inspect(
        _ token: Secret,
        for audience: AcceptedAudience = .issuer
    ) async throws(OAuthError) -> ActiveAccessToken? {
        guard let claims = try await claims(of: token, for: audience) else { return nil }
        if let sessionID = claims.sessionID { return try await check(claims, ofSession: Session.ID(sessionID)) }
        let isRevoked = try await records.isTokenRevoked(id: claims.tokenID)
        let client = try await records.client(Client.ID(claims.clientID))
        guard !isRevoked, let client, claims.subject == client.id.rawValue else { return nil }
        if claims.scope.contains(.manageAccounts) {
            let secretID = client.adminSecretID(under: masterKey)
            guard secretID != nil, secretID == claims.secretID else { return nil }
        }
        return ActiveAccessToken(claims: claims, client: client, bearer: .client)
    }

    private var subjects: SubjectIdentifiers { SubjectIdentifiers(masterKey: masterKey) }

    private func check(
        _ claims: AccessTokenClaims,
        ofSession id: Session.ID
    ) async throws(OAuthError) -> ActiveAccessToken? {
        let status = try await records.sessionStatus(of: id, token: claims.tokenID)
        guard let status, !status.isTokenRevoked, let account = status.account,
            let owner = try await records.cachedClient(status.session.clientID),
            let client = try await self.client(of: claims, inSessionOf: owner),
            subjects.identifies(claims.subject, account.id, for: owner),
            status.session.isAlive(at: environment.now), account.isActive
        else { return nil }
        return ActiveAccessToken(claims: claims, client: client, bearer: .user(account, status.session))
    }

    /// Returns the client of a token: that of the session, or one that exchanged a token and still may (RFC 8693).
    private func client(
        of claims: AccessTokenClaims,
        inSessionOf owner: Client
    ) async throws(OAuthError) -> Client? {
        guard claims.clientID != owner.id.rawValue else { return owner }
        let client = try await records.cachedClient(Client.ID(claims.clientID))
        guard let targets = client?.tokenExchange?.targets,
            claims.audience.values.allSatisfy({ targets.contains(Resource.ID($0)) })
        else { return nil }
        return client
    }
}

/// An active access token and its bearer.
package struct ActiveAccessToken: Sendable {
    /// The bearer of an access token.
    package enum Bearer: Sendable {
        /// A user, in a live session.
        case user(Account, Session)
        /// The client itself.
        case client
    }

    package let claims: AccessTokenClaims
    package let client: Client
    package let bearer: Bearer
}
