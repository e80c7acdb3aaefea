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
    /// The scopes that the user may decline, in the protocol's terms.
    package let optionalScopes: ScopeSet
    package let codeChallenge: CodeChallenge?
    /// Whether `prompt=consent` requires a consent page regardless of earlier consent.
    package let requiresConsent: Bool
    /// The maximum age of the sign-in, in seconds.
    package let maxAge: Int?
    /// The `claims` parameter.
    package let claims: ClaimsRequest?
    /// The account that must sign in: the subject of `id_token_hint`, or of `sub` in `claims`.
    package let requiredAccount: Account.ID?
    /// The protocol that determines the format of the response.
    package let wireProtocol: WireProtocol

    package init(
        clientID: Client.ID,
        redirectURI: RedirectURI,
        redirectURIWasSent: Bool,
        responseMode: ResponseMode,
        state: String?,
        nonce: String?,
        scopes: ScopeSet,
        optionalScopes: ScopeSet = [],
        codeChallenge: CodeChallenge?,
        requiresConsent: Bool,
        maxAge: Int?,
        claims: ClaimsRequest?,
        requiredAccount: Account.ID?,
        wireProtocol: WireProtocol = .openID
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.redirectURIWasSent = redirectURIWasSent
        self.responseMode = responseMode
        self.state = state
        self.nonce = nonce
        self.scopes = scopes
        self.optionalScopes = optionalScopes
        self.codeChallenge = codeChallenge
        self.requiresConsent = requiresConsent
        self.maxAge = maxAge
        self.claims = claims
        self.requiredAccount = requiredAccount
        self.wireProtocol = wireProtocol
    }
}

extension ValidatedAuthorizationRequest {
    /// Creates the stored form of a validated request.
    init(
        client: Client,
        request: AuthorizationRequest,
        redirectURI: RedirectURI,
        requiredAccount: Account.ID?,
        wireProtocol: WireProtocol = .openID,
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
            optionalScopes: optionalScopes,
            codeChallenge: request.codeChallenge,
            requiresConsent: request.prompt.contains(.consent),
            maxAge: request.maxAge,
            claims: request.claims,
            requiredAccount: requiredAccount,
            wireProtocol: wireProtocol
        )
    }
}

extension ValidatedAuthorizationRequest {
    /// Returns the request without declined scopes; scopes that are not optional remain.
    func excluding(_ declined: ScopeSet) -> ValidatedAuthorizationRequest {
        let left = declined.intersection(optionalScopes)
        var rest = self
        rest.scopes = scopes.subtracting(wireProtocol == .amazon ? AmazonScopeMapping.own(for: left) : left)
        return rest
    }

    /// Whether the request needs no consent: Login with Amazon discloses the user's identifier alone without a page.
    var requestsOnlyUserID: Bool {
        wireProtocol == .amazon && scopes.contains(.amazonUserID)
            && scopes.isSubset(of: [.amazonUserID, .offlineAccess])
    }
}

extension FlowPurpose {
    /// Returns the purpose without declined scopes.
    func excluding(_ declined: ScopeSet) -> FlowPurpose {
        switch self {
        case .authorization(let intent): .authorization(intent.excluding(declined))
        case .device, .native, .address: self
        }
    }

    /// The scopes that the user may decline.
    package var optionalScopes: ScopeSet {
        switch self {
        case .authorization(let intent): intent.optionalScopes
        case .device, .native, .address: []
        }
    }
}

extension ValidatedAuthorizationRequest {
    /// Returns whether the response can only reach the client that the user consented to.
    ///
    /// A confidential client authenticates, and an https redirect URI belongs to one site. But any app on a device can
    /// use a loopback port or private-use scheme and impersonate a public client (RFC 8252 §8.6).
    func assuresClientIdentity(of client: Client) -> Bool {
        client.tokenEndpointAuthMethod != .none || redirectURI.scheme == "https"
    }
}

extension ValidatedAuthorizationRequest {
    /// Returns the authorization response in the format of the protocol.
    ///
    /// Includes the issuer in OpenID Connect (RFC 9207), and the granted scopes in Login with Amazon.
    package func response(_ outcome: AuthorizationResponse.Outcome, issuer: String) -> AuthorizationResponse {
        AuthorizationResponse(
            redirectURI: redirectURI,
            mode: responseMode,
            outcome: adapted(outcome),
            state: state,
            issuer: wireProtocol == .openID ? issuer : nil,
            scope: wireProtocol == .amazon ? AmazonScopeMapping.amazonScopes(scopes) : nil,
            wireProtocol: wireProtocol
        )
    }

    private func adapted(_ outcome: AuthorizationResponse.Outcome) -> AuthorizationResponse.Outcome {
        switch (wireProtocol, outcome) {
        case (.amazon, .error(let error)) where error.code == .accessDenied: .error(AmazonError.accessDenied)
        default: outcome
        }
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
            nonce: intent.nonce,
            codeChallenge: intent.codeChallenge?.rawValue,
            codeChallengeMethod: intent.codeChallenge?.method,
            authenticatedAt: user.authenticatedAt,
            methods: user.methods,
            claims: intent.claims.map { GrantedClaims($0, agreed: claims).stored },
            expiresAt: expiresAt
        )
    }
}
