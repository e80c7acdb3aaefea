/// The parameters of a token exchange (RFC 8693 §2.1).
package struct TokenExchangeParameters: GrantParameters {
    package static let grantType = GrantType.tokenExchange

    /// A token and its type.
    package struct Token: Sendable, Hashable {
        package let value: Secret
        package let type: TokenTypeIdentifier

        package init(_ value: Secret, _ type: TokenTypeIdentifier) {
            self.value = value
            self.type = type
        }
    }

    /// The token of the party on whose behalf the request is made.
    package let subject: Token
    /// The token of the party that acts for the subject.
    package let actor: Token?
    /// The requested type; `nil` for an access token.
    package let requestedTokenType: TokenTypeIdentifier?
    /// The requested scope; `nil` for that of the subject token.
    package let scope: ScopeSet?
    /// The logical names of the services that the token is for; URIs of resources are in `resource`.
    package let audiences: [String]

    package init(
        subject: Token,
        actor: Token? = nil,
        requestedTokenType: TokenTypeIdentifier? = nil,
        scope: ScopeSet? = nil,
        audiences: [String] = []
    ) {
        self.subject = subject
        self.actor = actor
        self.requestedTokenType = requestedTokenType
        self.scope = scope
        self.audiences = audiences
    }

    package init(parameters: Parameters) throws(OAuthError) {
        guard let subject = try Self.token(parameters, .subjectToken, type: .subjectTokenType) else {
            throw .missing(.subjectToken)
        }
        self.subject = subject
        actor = try Self.token(parameters, .actorToken, type: .actorTokenType)
        requestedTokenType = try parameters.optional(.requestedTokenType, limit: 256).map(TokenTypeIdentifier.init)
        scope = try parameters.scopeIfPresent()
        audiences = parameters.all(.audience)
        guard audiences.allSatisfy({ $0.utf8.count <= 2048 }) else {
            throw OAuthError(.invalidTarget, "The parameter \(ParameterName.audience) exceeds 2048 bytes.")
        }
    }

    /// Reads a token and its type, of which neither may be sent without the other.
    private static func token(
        _ parameters: Parameters,
        _ name: ParameterName,
        type: ParameterName
    ) throws(OAuthError) -> Token? {
        let identifier = try parameters.optional(type, limit: 256).map(TokenTypeIdentifier.init)
        switch (try parameters.optional(name).map(Secret.init), identifier) {
        case (nil, nil): return nil
        case (let value?, let identifier?): return Token(value, identifier)
        case (nil, _?): throw .missing(name)
        case (_?, nil): throw .missing(type)
        }
    }

    func append(to parameters: inout Parameters) {
        for audience in audiences { parameters.append(.audience, audience) }
        parameters.append(.scope, scope?.description)
        parameters.append(.requestedTokenType, requestedTokenType?.rawValue)
        parameters.append(.subjectToken, subject.value.reveal())
        parameters.append(.subjectTokenType, subject.type.rawValue)
        parameters.append(.actorToken, actor?.value.reveal())
        parameters.append(.actorTokenType, actor?.type.rawValue)
    }
}
