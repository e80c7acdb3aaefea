package import HTTPTypes

/// The endpoint that lists the methods of a second factor in a sign-in that requires one.
package enum EntraSignInIntrospectEndpoint: Endpoint {
    package typealias Request = EntraIntrospectRequest
    package typealias Response = EntraResponse<EntraMethodsResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/introspect"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}

/// A request for the methods that the user can prove or register.
package struct EntraIntrospectRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret

    package init(clientID: String, continuationToken: Secret) {
        self.clientID = clientID
        self.continuationToken = continuationToken
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
    }

    package var parameters: Parameters {
        Parameters([.clientID: clientID, .continuationToken: continuationToken.reveal()])
    }
}

/// A response with the methods that the user can prove or register.
package struct EntraMethodsResponse: JSONResponse, Hashable {
    package var continuationToken: Secret
    /// The methods, most preferred first; clients require at least one.
    package var methods: [EntraAuthenticationMethod]

    package init(continuationToken: Secret, methods: [EntraAuthenticationMethod]) {
        self.continuationToken = continuationToken
        self.methods = methods
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case methods
    }
}

/// A method of a second factor.
package struct EntraAuthenticationMethod: Sendable, Hashable, Codable {
    /// The identifier with which a challenge request chooses the method.
    package var id: String
    package var challengeType: EntraChallengeType
    /// The channel, such as ``EntraChallengeResponse/SentCode/email``.
    package var channel: String
    /// The masked address of a registered method, or an address to register.
    package var loginHint: String?

    package init(
        id: String,
        challengeType: EntraChallengeType = .oob,
        channel: String,
        loginHint: String? = nil
    ) {
        self.id = id
        self.challengeType = challengeType
        self.channel = channel
        self.loginHint = loginHint
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case challengeType = "challenge_type"
        case channel = "challenge_channel"
        case loginHint = "login_hint"
    }
}
