package import HTTPTypes

/// The endpoint that starts a sign-up, below the tenant.
package enum EntraSignUpStartEndpoint: Endpoint {
    package typealias Request = EntraSignUpStartRequest
    package typealias Response = EntraResponse<EntraStartResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/signup/v1.0/start"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .userAlreadyExists,
    ]
}

/// A request that starts a sign-up.
package struct EntraSignUpStartRequest: WireRequest, Hashable {
    package var clientID: String
    /// The email address.
    package var username: String
    package var challengeTypes: [EntraChallengeType]
    package var password: Secret?
    /// The attributes, with Entra's or other names.
    package var attributes: [String: JSONValue]?
    package var capabilities: [EntraCapability]

    package init(
        clientID: String,
        username: String,
        challengeTypes: [EntraChallengeType],
        password: Secret? = nil,
        attributes: [String: JSONValue]? = nil,
        capabilities: [EntraCapability] = []
    ) {
        self.clientID = clientID
        self.username = username
        self.challengeTypes = challengeTypes
        self.password = password
        self.attributes = attributes
        self.capabilities = capabilities
    }

    package init(parameters: Parameters) throws(OAuthError) {
        let start = try EntraStartRequest(parameters: parameters)
        clientID = start.clientID
        username = start.username
        challengeTypes = start.challengeTypes
        capabilities = start.capabilities
        password = try parameters.entraOptional(.password).map(Secret.init)
        attributes = try parameters.entraAttributes()
    }

    package var parameters: Parameters {
        var parameters = EntraStartRequest(
            clientID: clientID,
            username: username,
            challengeTypes: challengeTypes,
            capabilities: capabilities
        ).parameters
        parameters.append(.password, password?.reveal())
        parameters.appendEntra(attributes: attributes)
        return parameters
    }
}

/// The endpoint that sends the code of a sign-up or requests a password.
package enum EntraSignUpChallengeEndpoint: Endpoint {
    package typealias Request = EntraChallengeRequest
    package typealias Response = EntraResponse<EntraChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/signup/v1.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .expiredToken,
    ]
}

/// The endpoint that continues a sign-up until the account exists.
package enum EntraSignUpContinueEndpoint: Endpoint {
    package typealias Request = EntraSignUpContinueRequest
    package typealias Response = EntraResponse<EntraSignUpContinueResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/signup/v1.0/continue"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken, .userAlreadyExists, .credentialRequired, .attributesRequired,
        .verificationRequired,
    ]
}

/// A request that continues a sign-up with the code, the password or attributes.
package struct EntraSignUpContinueRequest: WireRequest, Hashable {
    /// The submitted value.
    package enum Submission: Sendable, Hashable {
        /// The code that was sent.
        case code(Secret)
        /// The password of the new account.
        case password(Secret)
        /// Attributes of the new account.
        case attributes([String: JSONValue])
        /// A grant that this module does not support.
        case other(GrantType)
    }

    package var clientID: String
    package var continuationToken: Secret
    package var submission: Submission

    package init(clientID: String, continuationToken: Secret, submission: Submission) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.submission = submission
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        switch GrantType(rawValue: try parameters.entraRequired(.grantType)) {
        case .oob: submission = .code(Secret(try parameters.entraRequired(.oob)))
        case .password: submission = .password(Secret(try parameters.entraRequired(.password)))
        case .attributes:
            guard let attributes = try parameters.entraAttributes() else {
                throw Parameters.entraInvalid(.attributes)
            }
            submission = .attributes(attributes)
        case let other: submission = .other(other)
        }
    }

    package var parameters: Parameters {
        var parameters = Parameters([.clientID: clientID, .continuationToken: continuationToken.reveal()])
        switch submission {
        case .code(let code):
            parameters.append(.grantType, GrantType.oob.rawValue)
            parameters.append(.oob, code.reveal())
        case .password(let password):
            parameters.append(.grantType, GrantType.password.rawValue)
            parameters.append(.password, password.reveal())
        case .attributes(let attributes):
            parameters.append(.grantType, GrantType.attributes.rawValue)
            parameters.appendEntra(attributes: attributes)
        case .other(let grantType):
            parameters.append(.grantType, grantType.rawValue)
        }
        return parameters
    }
}

/// The response to a completed sign-up.
package struct EntraSignUpContinueResponse: JSONResponse, Hashable {
    /// A token that can be exchanged for tokens without another sign-in; optional.
    package var continuationToken: Secret?

    package init(continuationToken: Secret?) {
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
    }
}
