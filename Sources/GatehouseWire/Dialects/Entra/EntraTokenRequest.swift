/// An app asks for tokens at the end of a flow of native authentication.
///
/// The other grants of that endpoint are a ``TokenRequest``.
package struct EntraTokenRequest: WireRequest, Hashable {
    /// What is handed in beside the continuation token.
    package enum Proof: Sendable, Hashable {
        /// The person's password.
        case password(Secret)
        /// The code that was sent.
        case code(Secret)
        /// The code that was sent as a second factor.
        case secondFactorCode(Secret)
        /// Nothing more: the flow has proven the person already.
        case none
    }

    package var clientID: String
    package var continuationToken: Secret
    package var proof: Proof
    /// Empty for what the server gives to those who do not ask.
    package var scope: ScopeSet
    /// A claims request, as JSON.
    package var claims: String?
    /// What the app calls the person; the continuation token knows better.
    package var username: String?
    package var challengeTypes: [EntraChallengeType]?
    package var wantsClientInfo: Bool

    package init(
        clientID: String,
        continuationToken: Secret,
        proof: Proof,
        scope: ScopeSet,
        claims: String? = nil,
        username: String? = nil,
        challengeTypes: [EntraChallengeType]? = nil,
        wantsClientInfo: Bool = true
    ) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.proof = proof
        self.scope = scope
        self.claims = claims
        self.username = username
        self.challengeTypes = challengeTypes
        self.wantsClientInfo = wantsClientInfo
    }

    /// The grants of this request.
    package static let grantTypes: Set<GrantType> = [.password, .oob, .secondFactorOOB, .continuationToken]

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        let grantType = GrantType(rawValue: try parameters.entraRequired(.grantType))
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        switch grantType {
        case .password: proof = .password(Secret(try parameters.entraRequired(.password)))
        case .oob: proof = .code(Secret(try parameters.entraRequired(.oob)))
        case .secondFactorOOB: proof = .secondFactorCode(Secret(try parameters.entraRequired(.oob)))
        case .continuationToken: proof = .none
        default: throw OAuthError(.unsupportedGrantType, "The server does not know this grant.")
        }
        scope = try parameters.scopeSet()
        claims = try parameters.entraOptional(.claims)
        username = try parameters.entraOptional(.username)
        challengeTypes = try parameters.entraChallengeTypesIfAny()
        wantsClientInfo = EntraClientInfo.isWanted(parameters)
    }

    package var parameters: Parameters {
        var parameters = Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .grantType: grantType.rawValue,
            .scope: scope.isEmpty ? nil : scope.description,
            .claims: claims,
            .username: username,
            .challengeType: challengeTypes?.spaceSeparated,
            .clientInfo: wantsClientInfo ? EntraClientInfo.wanted : nil,
        ])
        switch proof {
        case .password(let password): parameters.append(.password, password.reveal())
        case .code(let code), .secondFactorCode(let code): parameters.append(.oob, code.reveal())
        case .none: break
        }
        return parameters
    }

    private var grantType: GrantType {
        switch proof {
        case .password: .password
        case .code: .oob
        case .secondFactorCode: .secondFactorOOB
        case .none: .continuationToken
        }
    }
}
