import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// The token exchange grant (RFC 8693).
///
/// An API exchanges the access token of a request that it received for a token of another API. The new token is about
/// the same user, ends with the user's session, and lives no longer than the exchanged token.
///
/// A token that is bound to a key is accepted without a proof: the API that it was sent to has verified the proof, and
/// cannot create one.
struct TokenExchangeGrant: TokenEndpointGrant {
    static let isWithoutUser = false
    /// The maximum number of parties that act for the user, one on behalf of the other.
    static let maximumActors = 4

    let services: GrantServices
    let exchange: TokenExchangeParameters

    func checkEligibility(of client: Client) throws(OAuthError) {
        guard client.isConfidential, client.tokenExchange != nil else {
            throw OAuthError(
                .unauthorizedClient,
                "The client is not registered for the exchange of tokens between APIs."
            )
        }
    }

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        guard let policy = request.client.tokenExchange else { throw TokenHandler.unauthorizedGrantType }
        try checkTypes()
        let resources = try await services.tokens.resources.policy()
        let target = try target(of: request, under: policy, in: resources)
        let scopes = try scopes(of: target, for: request.client)
        let token = try await subjectToken(under: policy, in: resources.catalog)
        guard case .user(_, let session) = token.bearer else {
            throw Self.unacceptable("it is not about a user")
        }
        let actor = try actor(of: token.claims, for: request.client, under: policy)
        let tokens = try await services.tokens.issueExchangedToken(
            for: .resource(target),
            scopes: scopes,
            from: token.claims,
            of: session,
            actor: actor,
            in: request
        )
        // Without the account: an API may exchange a token per request, which would fill the user's activity page.
        let event = services.audit.event(
            .tokenExchanged,
            request.context,
            client: request.client.id,
            session: session.id,
            detail: target.id.rawValue
        )
        _ = try await services.records.firstConflict(committing: [event])
        return tokens
    }

    /// Rejects types of tokens other than access tokens, and separate actors (§2.1, §2.2.2).
    private func checkTypes() throws(OAuthError) {
        guard exchange.subject.type == .accessToken else {
            throw OAuthError(
                .invalidRequest,
                "\(ParameterName.subjectTokenType) must be \(TokenTypeIdentifier.accessToken)."
            )
        }
        guard [nil, .accessToken].contains(exchange.requestedTokenType) else {
            throw OAuthError(
                .invalidRequest,
                "\(ParameterName.requestedTokenType) must be \(TokenTypeIdentifier.accessToken)."
            )
        }
        guard exchange.actor == nil else {
            throw OAuthError(
                .invalidRequest,
                "The authenticated client is the actor. Omit \(ParameterName.actorToken)."
            )
        }
    }

    /// Returns the API that the token is requested for; the only one of the policy if the request names none.
    ///
    /// - Throws: `invalid_target`.
    private func target(
        of request: GrantContext,
        under policy: TokenExchangePolicy,
        in resources: ResourcePolicy
    ) throws(OAuthError) -> Resource {
        var names = exchange.audiences
        if case .resources(let uris) = request.target { names += uris }
        if names.isEmpty, policy.targets.count == 1 { names = policy.targets.map(\.rawValue) }
        let targets = Set(names.map { resources.catalog.resource(named: $0)?.id })
        guard targets.count == 1 else {
            throw OAuthError(
                .invalidTarget,
                "The request must name one API by \(ParameterName.resource) or \(ParameterName.audience)."
            )
        }
        guard let id = targets.first ?? nil, policy.targets.contains(id), let target = resources.catalog.resource(id),
            resources.permits(request.client, toUse: target)
        else {
            throw OAuthError(
                .invalidTarget,
                "The API is unknown, or the client is not registered to request tokens for it."
            )
        }
        return target
    }

    /// Returns the requested scopes of the API that the client is registered for, or all of them if it requests none.
    ///
    /// - Throws: `invalid_scope` if none of the requested scopes remains.
    private func scopes(of target: Resource, for client: Client) throws(OAuthError) -> ScopeSet {
        let available = ScopeSet(target.scopes.map(\.name).filter { client.scopes.contains($0) })
        guard let requested = exchange.scope else { return available }
        let granted = requested.intersection(available)
        guard !granted.isEmpty else {
            throw OAuthError(
                .invalidScope,
                "The API does not define the requested scopes, or the client is not registered for them."
            )
        }
        return granted
    }

    /// Returns the exchanged token, which must be active and for an API that the client serves.
    ///
    /// - Throws: `invalid_request` (§2.2.2).
    private func subjectToken(
        under policy: TokenExchangePolicy,
        in catalog: ResourceCatalog
    ) async throws(OAuthError) -> ActiveAccessToken {
        guard let token = try await services.accessTokens.inspect(exchange.subject.value, for: .any) else {
            throw Self.unacceptable("it is invalid, expired or revoked")
        }
        let isForClient = token.claims.audience.values.allSatisfy { name in
            let id = Resource.ID(name)
            // The tokens of a deleted resource are valid nowhere.
            return policy.subjects.contains(id) && catalog.resource(id) != nil
        }
        guard isForClient, !token.claims.audience.values.isEmpty else {
            throw Self.unacceptable("it is not for an API that the client is registered for")
        }
        return token
    }

    /// Returns the actors of the new token: the client, then those of the exchanged token (§4.1).
    ///
    /// A client that may impersonate users is not named; earlier actors remain.
    private func actor(
        of claims: AccessTokenClaims,
        for client: Client,
        under policy: TokenExchangePolicy
    ) throws(OAuthError) -> ActorChain? {
        let earlier = claims.actor?.actors ?? []
        let actors = (policy.permitsImpersonation ? [] : [ActorChain.Actor(subject: client.id.rawValue)]) + earlier
        guard actors.count <= Self.maximumActors else {
            throw Self.unacceptable("\(Self.maximumActors) parties act for the user already")
        }
        return ActorChain(actors)
    }

    private static func unacceptable(_ reason: String) -> OAuthError {
        OAuthError(.invalidRequest, "The \(ParameterName.subjectToken) is not accepted: \(reason).")
    }
}

extension TokenExchangeGrant {
    init(_ request: TokenExchangeParameters, _ services: GrantServices) {
        self.init(services: services, exchange: request)
    }
}

extension TokenIssuer {
    /// Issues a token in exchange for another, without a refresh token (RFC 8693 §2.2.1).
    ///
    /// - Parameters:
    ///   - target: The audience of the new token.
    ///   - scopes: The scopes of the new token.
    ///   - claims: The claims of the exchanged token, whose subject and expiration count.
    ///   - session: The session of the exchanged token.
    ///   - actor: The parties that act for the user.
    ///   - request: The client and the request.
    /// - Returns: The token.
    /// - Throws: `invalid_dpop_proof` if the token must be bound to a key; `temporarily_unavailable` or `server_error`
    ///   if no signing key is available.
    fileprivate func issueExchangedToken(
        for target: TokenTarget,
        scopes: ScopeSet,
        from claims: AccessTokenClaims,
        of session: Session,
        actor: ActorChain?,
        in request: GrantContext
    ) async throws(OAuthError) -> IssuedTokens {
        try request.checkBinding(of: target)
        let remaining = Int(claims.expiresAt.seconds - UnixTime(request.now).seconds)
        let lifetime = min(lifetime(of: target, in: session, at: request.now), remaining)
        let token = try await accessToken(
            // A pairwise identifier stays that of the client that the user signed in to.
            of: TokenSubject(identifier: claims.subject, session: session, actor: actor),
            for: target,
            scopes: scopes,
            lifetime: lifetime,
            in: request
        )
        let response = TokenResponse(
            accessToken: token,
            tokenType: request.tokenType,
            expiresIn: lifetime,
            scope: scopes.isEmpty ? nil : scopes,
            issuedTokenType: .accessToken
        )
        return IssuedTokens(response: response, user: session.accountID, subject: claims.subject)
    }
}
