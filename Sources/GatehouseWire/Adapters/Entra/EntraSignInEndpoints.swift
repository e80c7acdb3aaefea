package import HTTPTypes

/// The endpoint that starts a sign-in, below the tenant.
package enum EntraSignInInitiateEndpoint: Endpoint {
    package typealias Request = EntraStartRequest
    package typealias Response = EntraResponse<EntraStartResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/initiate"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable,
        .unsupportedChallengeType, .userNotFound,
    ]
}

/// A request that starts a sign-in or a password reset.
package struct EntraStartRequest: WireRequest, Hashable {
    package var clientID: String
    /// The email address.
    package var username: String
    package var challengeTypes: [EntraChallengeType]
    package var capabilities: [EntraCapability]

    package init(
        clientID: String,
        username: String,
        challengeTypes: [EntraChallengeType],
        capabilities: [EntraCapability] = []
    ) {
        self.clientID = clientID
        self.username = username
        self.challengeTypes = challengeTypes
        self.capabilities = capabilities
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        username = try parameters.entraLine(.username)
        challengeTypes = try parameters.entraChallengeTypes()
        capabilities = try parameters.entraCapabilities()
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .username: username,
            .challengeType: challengeTypes.spaceSeparated,
            .capabilities: capabilities.spaceSeparated,
        ])
    }
}

/// The response to the start of a flow.
package struct EntraStartResponse: JSONResponse, Hashable {
    package var continuationToken: Secret

    package init(continuationToken: Secret) {
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
    }
}

/// The endpoint that sends the code of a sign-in or requests a password.
package enum EntraSignInChallengeEndpoint: Endpoint {
    package typealias Request = EntraChallengeRequest
    package typealias Response = EntraResponse<EntraChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .expiredToken, .accessDenied,
    ]
}

/// A request for the next challenge; sends a code, or sends it again.
package struct EntraChallengeRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    /// The challenge types; if absent, those of the start request apply.
    package var challengeTypes: [EntraChallengeType]?
    /// The identifier of an ``EntraAuthenticationMethod``, for a second factor.
    package var methodID: String?

    package init(
        clientID: String,
        continuationToken: Secret,
        challengeTypes: [EntraChallengeType]?,
        methodID: String? = nil
    ) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.challengeTypes = challengeTypes
        self.methodID = methodID
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        challengeTypes = try parameters.entraChallengeTypesIfAny()
        methodID = try parameters.entraOptionalLine(.id)
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .challengeType: challengeTypes?.spaceSeparated,
            .id: methodID,
        ])
    }
}

/// A response with the next challenge.
package struct EntraChallengeResponse: JSONResponse, Hashable {
    /// A code that was sent.
    package struct SentCode: Sendable, Hashable {
        /// The channel, such as `email`.
        package var channel: String
        /// The masked recipient.
        package var target: String
        /// The number of digits.
        package var length: Int
        /// The number of seconds until another code can be requested.
        package var interval: Int?

        package init(channel: String = SentCode.email, target: String, length: Int, interval: Int?) {
            self.channel = channel
            self.target = target
            self.length = length
            self.interval = interval
        }

        /// The channel of a code that is sent by email.
        package static let email = "email"

        /// The channel of a code that is sent by SMS.
        package static let sms = "sms"
    }

    /// The challenge for the user.
    package enum Challenge: Sendable, Hashable {
        case code(SentCode)
        case password
    }

    package var continuationToken: Secret
    package var challenge: Challenge

    package init(continuationToken: Secret, challenge: Challenge) {
        self.continuationToken = continuationToken
        self.challenge = challenge
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case type = "challenge_type"
        case bindingMethod = "binding_method"
        case channel = "challenge_channel"
        case target = "challenge_target_label"
        case length = "code_length"
        case interval
    }

    /// The binding method of a code that the user enters.
    static let prompt = "prompt"

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        continuationToken = try container.decode(Secret.self, forKey: .continuationToken)
        switch try container.decode(EntraChallengeType.self, forKey: .type) {
        case .password: challenge = .password
        case .oob:
            challenge = .code(
                SentCode(
                    channel: try container.decode(String.self, forKey: .channel),
                    target: try container.decode(String.self, forKey: .target),
                    length: try container.decode(Int.self, forKey: .length),
                    interval: try container.decodeIfPresent(Int.self, forKey: .interval)
                )
            )
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "Unsupported challenge type: \(other)."
            )
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(continuationToken, forKey: .continuationToken)
        switch challenge {
        case .password: try container.encode(EntraChallengeType.password, forKey: .type)
        case .code(let code):
            try container.encode(EntraChallengeType.oob, forKey: .type)
            try container.encode(Self.prompt, forKey: .bindingMethod)
            try container.encode(code.channel, forKey: .channel)
            try container.encode(code.target, forKey: .target)
            try container.encode(code.length, forKey: .length)
            try container.encodeIfPresent(code.interval, forKey: .interval)
        }
    }
}
