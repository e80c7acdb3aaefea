package import Foundation
package import GatehouseStore
package import GatehouseWire

/// A validated authorization request, as stored in a flow.
package struct ValidatedAuthorizationRequest: Sendable, Equatable, Codable {
    package let clientID: Client.ID
    /// The redirect URI for the response.
    package let redirectURI: RedirectURI
    /// Whether the request carried the redirect URI; only then must the token request repeat it (RFC 6749 §4.1.3).
    package let redirectURIWasSent: Bool
    package let responseMode: ResponseMode
    package let state: String?
    package let nonce: String?
    package var scopes: ScopeSet
    /// The requested resources; `nil` for none.
    package let resources: [Resource.ID]?
    /// The scopes that the user may decline, in the protocol's terms.
    package let optionalScopes: ScopeSet
    package let codeChallenge: CodeChallenge?
    /// The thumbprint of the key that the code is bound to (RFC 9449 §10).
    package let keyThumbprint: String?
    /// Whether `prompt=consent` requires a consent page regardless of earlier consent.
    package let requiresConsent: Bool
    package let authentication: AuthenticationRequirement
    /// The `claims` parameter.
    package let claims: ClaimsRequest?
    /// The account that must sign in: the subject of `id_token_hint`, or of `sub` in `claims`.
    package let requiredAccount: Account.ID?
    /// The pushed request that the completed authorization uses up (RFC 9126 §7.3).
    package let pushedRequest: PushedRequest.ID?
    /// The protocol that determines the format of the response.
    package let wireProtocol: WireProtocol
    /// The rules of the protocol; `nil` for those of OpenID Connect.
    ///
    /// Not stored: ``FlowRepository`` looks them up when it reads the flow.
    package fileprivate(set) var rules: AuthorizationRules?

    /// The stored properties.
    private enum CodingKeys: CodingKey {
        case clientID, redirectURI, redirectURIWasSent, responseMode, state, nonce, scopes, resources
        case optionalScopes, codeChallenge, keyThumbprint, requiresConsent, authentication, claims, requiredAccount
        case wireProtocol, pushedRequest
    }

    package init(
        clientID: Client.ID,
        redirectURI: RedirectURI,
        redirectURIWasSent: Bool,
        responseMode: ResponseMode,
        state: String?,
        nonce: String?,
        scopes: ScopeSet,
        resources: [Resource.ID] = [],
        optionalScopes: ScopeSet = [],
        codeChallenge: CodeChallenge?,
        keyThumbprint: String? = nil,
        requiresConsent: Bool,
        authentication: AuthenticationRequirement,
        claims: ClaimsRequest?,
        requiredAccount: Account.ID?,
        pushedRequest: PushedRequest.ID? = nil,
        rules: AuthorizationRules? = nil
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.redirectURIWasSent = redirectURIWasSent
        self.responseMode = responseMode
        self.state = state
        self.nonce = nonce
        self.scopes = scopes
        self.resources = resources.isEmpty ? nil : resources
        self.optionalScopes = optionalScopes
        self.codeChallenge = codeChallenge
        self.keyThumbprint = keyThumbprint
        self.requiresConsent = requiresConsent
        self.authentication = authentication
        self.claims = claims
        self.requiredAccount = requiredAccount
        self.pushedRequest = pushedRequest
        wireProtocol = rules?.wireProtocol ?? .openID
        self.rules = rules
    }
}

extension ValidatedAuthorizationRequest {
    /// Creates the stored form of a validated request.
    init(
        client: Client,
        request: AuthorizationRequest,
        redirectURI: RedirectURI,
        requiredAccount: Account.ID?,
        pushedRequest: PushedRequest.ID? = nil,
        rules: AuthorizationRules? = nil,
        optionalScopes: ScopeSet = []
    ) {
        self.init(
            clientID: client.id,
            redirectURI: redirectURI,
            redirectURIWasSent: request.redirectURI != nil,
            responseMode: request.responseMode ?? .query,
            state: request.state,
            nonce: request.nonce,
            scopes: request.scope,
            resources: request.resources.map { Resource.ID($0) },
            optionalScopes: optionalScopes,
            codeChallenge: request.codeChallenge,
            keyThumbprint: request.dpopKeyThumbprint,
            requiresConsent: request.prompt.contains(.consent),
            authentication: AuthenticationRequirement(request),
            claims: request.claims,
            requiredAccount: requiredAccount,
            pushedRequest: pushedRequest,
            rules: rules
        )
    }
}

/// The rules of a protocol for authorization requests, where they differ from those of OpenID Connect.
package struct AuthorizationRules: Sendable {
    /// The protocol; each has one set of rules.
    let wireProtocol: WireProtocol
    /// The scopes that need no consent if no others are requested.
    let consentFreeScopes: ScopeSet
    /// The lifetime of authorization codes, in seconds.
    let codeLifetime: TimeInterval
    /// The error description if the user denies the request.
    let denial: String
    /// Returns the server's scopes for scopes of the protocol.
    package let own: @Sendable (ScopeSet) -> ScopeSet
    /// Returns the protocol's scopes for granted ones.
    package let presented: @Sendable (ScopeSet) -> ScopeSet
}

extension AuthorizationRules: Equatable {
    package static func == (left: AuthorizationRules, right: AuthorizationRules) -> Bool {
        left.wireProtocol == right.wireProtocol
    }
}

extension ValidatedAuthorizationRequest {
    /// Returns the request without declined scopes; scopes that are not optional remain.
    func excluding(_ declined: ScopeSet) -> ValidatedAuthorizationRequest {
        let left = declined.intersection(optionalScopes)
        var rest = self
        rest.scopes = scopes.subtracting(rules?.own(left) ?? left)
        return rest
    }

    /// Whether the request needs no consent, because the protocol discloses the user's identifier alone without a page.
    var requestsOnlyUserID: Bool {
        let requested = scopes.subtracting([.offlineAccess])
        return !requested.isEmpty && requested.isSubset(of: rules?.consentFreeScopes ?? [])
    }
}

extension FlowPurpose {
    /// Returns the stored purpose with the rules of its protocol.
    func applying(_ rules: [WireProtocol: AuthorizationRules]) -> FlowPurpose {
        guard case .authorization(var intent) = self else { return self }
        intent.rules = rules[intent.wireProtocol]
        return .authorization(intent)
    }

    /// Returns the purpose without declined scopes.
    func excluding(_ declined: ScopeSet) -> FlowPurpose {
        switch self {
        case .authorization(let intent): .authorization(intent.excluding(declined))
        case .device, .accountPage, .native, .address: self
        }
    }

    /// The scopes that the user may decline.
    package var optionalScopes: ScopeSet {
        switch self {
        case .authorization(let intent): intent.optionalScopes
        case .device, .accountPage, .native, .address: []
        }
    }
}

extension ValidatedAuthorizationRequest {
    /// Returns whether the response can only reach the client that the user consented to.
    ///
    /// A confidential client authenticates, and an https redirect URI belongs to one site. But any app on a device can
    /// use a loopback port or private-use scheme and impersonate a public client (RFC 8252 §8.6). The consent page
    /// shows one receiver; an unverified client with several ones could show a well-known site.
    func assuresClientIdentity(of client: Client) -> Bool {
        guard client.isVerified || client.receivers.count == 1 else { return false }
        return client.tokenEndpointAuthMethod != .none || redirectURI.scheme == "https"
    }
}

extension ValidatedAuthorizationRequest {
    /// Returns the authorization response in the format of the protocol.
    ///
    /// Includes the issuer in OpenID Connect (RFC 9207), and the granted scopes in other protocols.
    package func response(_ outcome: AuthorizationResponse.Outcome, issuer: String) -> AuthorizationResponse {
        AuthorizationResponse(
            redirectURI: redirectURI,
            mode: responseMode,
            outcome: adapted(outcome),
            state: state,
            issuer: rules == nil ? issuer : nil,
            scope: rules?.presented(scopes),
            wireProtocol: wireProtocol
        )
    }

    private func adapted(_ outcome: AuthorizationResponse.Outcome) -> AuthorizationResponse.Outcome {
        guard let rules, case .error(let error) = outcome, error.code == .accessDenied else { return outcome }
        return .error(OAuthError(.accessDenied, rules.denial))
    }
}

extension AuthorizationCode {
    /// Creates the code of an authorization request and an authenticated user.
    package init(
        _ code: OpaqueToken,
        _ intent: ValidatedAuthorizationRequest,
        _ user: AuthenticatedUser,
        agreed claims: [ClaimName] = [],
        expiresAt: Date
    ) {
        self.init(
            id: AuthorizationCode.ID(code.hash),
            clientID: intent.clientID,
            accountID: user.accountID,
            browserSessionID: user.browserSessionID,
            redirectURI: intent.redirectURIWasSent ? intent.redirectURI.rawValue : nil,
            scopes: intent.scopes,
            resources: intent.resources ?? [],
            keyThumbprint: intent.keyThumbprint,
            nonce: intent.nonce,
            codeChallenge: intent.codeChallenge?.rawValue,
            codeChallengeMethod: intent.codeChallenge?.method,
            authentication: user.authentication,
            claims: intent.claims.map { GrantedClaims($0, agreed: claims).stored },
            expiresAt: expiresAt
        )
    }
}
