package import HTTPTypes

/// The endpoint that lists the methods that the user can register in a sign-in that requires a second factor.
package enum EntraRegistrationIntrospectEndpoint: Endpoint {
    package typealias Request = EntraIntrospectRequest
    package typealias Response = EntraResponse<EntraMethodsResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/register/v1.0/introspect"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}

/// The endpoint that sends a code to the address to register.
package enum EntraRegistrationChallengeEndpoint: Endpoint {
    package typealias Request = EntraRegistrationChallengeRequest
    package typealias Response = EntraResponse<EntraRegistrationChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/register/v1.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken, .accessDenied,
    ]
}

/// A request to register an email address or phone number; sends a code, or sends it again.
package struct EntraRegistrationChallengeRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    /// The challenge type of the method, or all types that the client supports.
    package var challengeTypes: [EntraChallengeType]
    /// The email address or phone number as entered.
    package var target: String
    /// The channel of the method; `nil` to derive it from the address.
    package var channel: String?

    package init(
        clientID: String,
        continuationToken: Secret,
        challengeTypes: [EntraChallengeType] = [.oob],
        target: String,
        channel: String?
    ) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.challengeTypes = challengeTypes
        self.target = target
        self.channel = channel
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        challengeTypes = try parameters.entraMethodTypes()
        target = try parameters.entraLine(.challengeTarget)
        channel = try parameters.entraOptionalLine(.challengeChannel)
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .challengeType: challengeTypes.spaceSeparated,
            .challengeTarget: target,
            .challengeChannel: channel,
        ])
    }
}

/// A response to the registration of an address.
package struct EntraRegistrationChallengeResponse: JSONResponse, Hashable {
    /// The proof that the registration requires.
    package enum Challenge: Sendable, Hashable {
        /// A code was sent; unlike elsewhere, its target is the address as entered.
        case code(EntraChallengeResponse.SentCode)
        /// The address is verified already, so no code was sent.
        case preverified
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
        case target = "challenge_target"
        case length = "code_length"
        case interval
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        continuationToken = try container.decode(Secret.self, forKey: .continuationToken)
        switch try container.decode(EntraChallengeType.self, forKey: .type) {
        case .preverified: challenge = .preverified
        case .oob:
            challenge = .code(
                EntraChallengeResponse.SentCode(
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
        case .preverified: try container.encode(EntraChallengeType.preverified, forKey: .type)
        case .code(let code):
            try container.encode(EntraChallengeType.oob, forKey: .type)
            try container.encode(EntraChallengeResponse.prompt, forKey: .bindingMethod)
            try container.encode(code.channel, forKey: .channel)
            try container.encode(code.target, forKey: .target)
            try container.encode(code.length, forKey: .length)
            try container.encodeIfPresent(code.interval, forKey: .interval)
        }
    }
}

/// The endpoint that verifies the code of a registration.
package enum EntraRegistrationContinueEndpoint: Endpoint {
    package typealias Request = EntraRegistrationContinueRequest
    package typealias Response = EntraResponse<EntraRegistrationContinueResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/register/v1.0/continue"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}

/// A request that proves the address of a registration.
package struct EntraRegistrationContinueRequest: WireRequest, Hashable {
    /// The submitted proof.
    package enum Proof: Sendable, Hashable {
        /// The code that was sent.
        case code(Secret)
        /// None: the address is verified already.
        case none
    }

    package var clientID: String
    package var continuationToken: Secret
    package var proof: Proof

    package init(clientID: String, continuationToken: Secret, proof: Proof) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.proof = proof
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        switch GrantType(rawValue: try parameters.entraRequired(.grantType)) {
        case .oob: proof = .code(Secret(try parameters.entraRequired(.oob)))
        case .continuationToken: proof = .none
        default: throw Parameters.entraInvalid(.grantType)
        }
    }

    package var parameters: Parameters {
        var parameters = Parameters([.clientID: clientID, .continuationToken: continuationToken.reveal()])
        switch proof {
        case .code(let code):
            parameters.append(.grantType, GrantType.oob.rawValue)
            parameters.append(.oob, code.reveal())
        case .none: parameters.append(.grantType, GrantType.continuationToken.rawValue)
        }
        return parameters
    }
}

/// The response to a completed registration.
package struct EntraRegistrationContinueResponse: JSONResponse, Hashable {
    /// A token that can be exchanged for tokens.
    package var continuationToken: Secret

    package init(continuationToken: Secret) {
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
    }
}
