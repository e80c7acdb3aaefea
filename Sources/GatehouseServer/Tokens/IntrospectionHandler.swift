import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The introspection endpoint `/oauth2/introspect` (RFC 7662).
///
/// Any confidential client may introspect an access token for the issuer, and gets the claims that the token itself
/// contains; a client that registered itself, and that no operator vouches for, only its own tokens. The user's address
/// is included for the token's own client, and for resource servers that are registered for it (``Client/introspects``,
/// §2.2, §5). A token for a resource may be introspected by its own client and by the introspectors of the resource,
/// which get the members that the resource is registered for. A refresh token may be introspected only by its own
/// client.
package struct IntrospectionHandler: Sendable {
    let issuer: String
    /// The time, in seconds, for which a replaced refresh token is valid.
    let refreshOverlap: TimeInterval
    let records: RecordLookup
    let resources: ResourceDirectory
    let masterKey: MasterKey
    let environment: ServerEnvironment
    let clients: ClientAuthenticator
    let accessTokens: AccessTokenValidator

    /// Returns the metadata of an active token, and nothing about any other (§2.2).
    ///
    /// - Throws: `invalid_client` unless the client authenticated with a secret (§2.1).
    package func introspect(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> IntrospectionResponse {
        let request = try IntrospectionRequest(parameters: parameters)
        let client = try await clients.authenticateConfidential(
            request.client,
            authorization: authorization,
            context: context
        )
        if let token = accessTokens.formats.refreshToken(request.token) {
            return try await introspect(token, of: client)
        }
        guard let token = try await accessTokens.inspect(request.token, for: .any),
            let disclosed = try await disclosedMembers(of: token.claims, to: client)
        else { return .inactive }
        return IntrospectionResponse(token: describe(token, disclosing: disclosed, to: client))
    }

    /// Returns the members about the user that a client receives; `nil` if it may not introspect the token (§4).
    private func disclosedMembers(
        of claims: AccessTokenClaims,
        to client: Client
    ) async throws(OAuthError) -> [IntrospectionMember]? {
        let isOwn = claims.clientID == client.id.rawValue
        guard !claims.audience.contains(issuer) else {
            // Anyone can register a client that no operator vouches for.
            let isPermitted = isOwn || client.hasOperator || !client.introspects.isEmpty
            return isPermitted ? client.introspects : nil
        }
        let catalog = try await resources.catalog()
        // The tokens of a deleted resource are valid nowhere.
        guard let resource = claims.audience.values.lazy.compactMap({ catalog.resource(Resource.ID($0)) }).first else {
            return nil
        }
        let isIntrospector = resource.introspectors.contains(client.id)
        if isOwn {
            return client.introspects + (isIntrospector ? resource.introspects : [])
        }
        return isIntrospector ? resource.introspects : nil
    }

    private func describe(
        _ token: ActiveAccessToken,
        disclosing disclosed: [IntrospectionMember],
        to client: Client
    ) -> IntrospectionResponse.Token {
        let claims = token.claims
        let isOwn = claims.clientID == client.id.rawValue
        let members = token.account.map { Members(of: $0, scopes: isOwn ? claims.scope : [], disclosing: disclosed) }
        return IntrospectionResponse.Token(
            scope: claims.scope.isEmpty ? nil : claims.scope,
            clientID: claims.clientID,
            username: members?.username,
            email: members?.email,
            tokenType: claims.confirmation == nil ? .bearer : .dpop,
            expiresAt: claims.expiresAt,
            issuedAt: claims.issuedAt,
            notBefore: claims.issuedAt,
            subject: claims.subject,
            audience: claims.audience,
            issuer: claims.issuer,
            tokenID: claims.tokenID,
            sessionID: claims.sessionID,
            authenticatedAt: claims.authenticatedAt,
            acr: claims.acr,
            confirmation: claims.confirmation,
            actor: claims.actor
        )
    }

    /// The user members that the client's scopes and a registration cover.
    private struct Members {
        let username: String?
        let email: String?

        init(of account: Account, scopes: ScopeSet, disclosing disclosed: [IntrospectionMember]) {
            let includesUsername = disclosed.contains(.username)
            username =
                includesUsername ? account.signInIdentifier : scopes.contains(.email) ? account.email?.value : nil
            email = disclosed.contains(.email) ? account.verifiedIdentifier(.email) : nil
        }
    }

    private func introspect(_ token: RefreshToken, of client: Client) async throws(OAuthError) -> IntrospectionResponse
    {
        let now = environment.now
        let session = try await records.session(token.sessionID)
        guard let session, token.isAuthentic(for: session, under: masterKey), session.clientID == client.id,
            session.isAlive(at: now)
        else { return .inactive }
        switch status(of: token, in: session, of: client, at: now) {
        case .valid: break
        case .replayed: return .inactive
        case .neverIssued:
            try records.requireRestoration(since: session)
            return .inactive
        }
        let account = try await records.account(session.accountID)
        guard let account, account.isActive else { return .inactive }
        let members = Members(of: account, scopes: session.scopes, disclosing: client.introspects)
        return IntrospectionResponse(
            token: IntrospectionResponse.Token(
                scope: session.scopes,
                clientID: client.id.rawValue,
                username: members.username,
                email: members.email,
                expiresAt: UnixTime(session.expiresAt),
                issuedAt: UnixTime(session.rotatedAt),
                subject: SubjectIdentifiers(masterKey: masterKey).subject(of: account.id, for: client),
                audience: Audience([issuer]),
                issuer: issuer,
                sessionID: session.id.rawValue,
                authenticatedAt: UnixTime(session.authentication.authenticatedAt),
                acr: session.authentication.acr
            )
        )
    }

    private func status(
        of token: RefreshToken,
        in session: Session,
        of client: Client,
        at now: Date
    ) -> RefreshToken.Status {
        token.status(in: session, at: now, recovery: client.refreshRecovery, overlap: refreshOverlap)
    }
}

extension ActiveAccessToken {
    fileprivate var account: Account? {
        guard case .user(let account, _) = bearer else { return nil }
        return account
    }
}

extension Account {
    /// Returns the identifier of a kind if it was verified; usernames need no verification.
    fileprivate func verifiedIdentifier(_ kind: AccountIdentifier.Kind) -> String? {
        identifier(kind).flatMap { kind == .username || $0.verifiedAt != nil ? $0.value : nil }
    }

    /// The identifier that the user signs in with: the email address, else the username, else the phone number.
    fileprivate var signInIdentifier: String? {
        verifiedIdentifier(.email) ?? verifiedIdentifier(.username) ?? verifiedIdentifier(.phone)
    }
}
