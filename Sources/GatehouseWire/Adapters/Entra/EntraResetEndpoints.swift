package import HTTPTypes

/// The endpoint that starts a password reset, below the tenant.
package enum EntraResetStartEndpoint: Endpoint {
    package typealias Request = EntraStartRequest
    package typealias Response = EntraResponse<EntraStartResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/start"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable,
        .unsupportedChallengeType, .userNotFound,
    ]
}

/// The endpoint that sends the code of a password reset.
package enum EntraResetChallengeEndpoint: Endpoint {
    package typealias Request = EntraChallengeRequest
    package typealias Response = EntraResponse<EntraChallengeResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .unsupportedChallengeType, .expiredToken,
    ]
}

/// The endpoint that verifies the code of a password reset.
package enum EntraResetContinueEndpoint: Endpoint {
    package typealias Request = EntraResetContinueRequest
    package typealias Response = EntraResponse<EntraResetContinueResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/continue"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}

/// A request that submits the code of a password reset.
package struct EntraResetContinueRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    package var code: Secret

    package init(clientID: String, continuationToken: Secret, code: Secret) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.code = code
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        guard GrantType(rawValue: try parameters.entraRequired(.grantType)) == .oob else {
            throw Parameters.entraInvalid(.grantType)
        }
        code = Secret(try parameters.entraRequired(.oob))
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .grantType: GrantType.oob.rawValue,
            .oob: code.reveal(),
        ])
    }
}

/// The response to a correct code, which permits submitting the new password.
package struct EntraResetContinueResponse: JSONResponse, Hashable {
    package var continuationToken: Secret
    /// The number of seconds until the continuation token expires.
    package var expiresIn: Int?

    package init(continuationToken: Secret, expiresIn: Int?) {
        self.continuationToken = continuationToken
        self.expiresIn = expiresIn
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case expiresIn = "expires_in"
    }
}

/// The endpoint that accepts the new password of a reset.
package enum EntraResetSubmitEndpoint: Endpoint {
    package typealias Request = EntraResetSubmitRequest
    package typealias Response = EntraResponse<EntraResetSubmitResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/submit"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken,
    ]
}

/// A request that submits the new password.
package struct EntraResetSubmitRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    package var newPassword: Secret

    package init(clientID: String, continuationToken: Secret, newPassword: Secret) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.newPassword = newPassword
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        newPassword = Secret(try parameters.entraRequired(.newPassword))
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .newPassword: newPassword.reveal(),
        ])
    }
}

/// The response to an accepted password.
package struct EntraResetSubmitResponse: JSONResponse, Hashable {
    package var continuationToken: Secret
    /// The number of seconds between two poll requests.
    package var pollInterval: Int

    package init(continuationToken: Secret, pollInterval: Int) {
        self.continuationToken = continuationToken
        self.pollInterval = pollInterval
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case pollInterval = "poll_interval"
    }
}

/// The endpoint where an app polls for the completion of a password reset.
package enum EntraResetPollEndpoint: Endpoint {
    package typealias Request = EntraResetPollRequest
    package typealias Response = EntraResponse<EntraResetPollResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/resetpassword/v1.0/poll_completion"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .expiredToken, .userNotFound,
    ]
}

/// A poll for the completion of a password reset.
package struct EntraResetPollRequest: WireRequest, Hashable {
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

/// The status of a password reset.
package struct EntraResetPollResponse: JSONResponse, Hashable {
    /// A status; decoding fails for other values.
    package enum Status: String, Sendable, Codable {
        case succeeded
        case failed
        case inProgress = "in_progress"
        case notStarted = "not_started"
    }

    package var status: Status
    /// A token that can be exchanged for tokens without another sign-in, after success.
    package var continuationToken: Secret?

    package init(status: Status, continuationToken: Secret? = nil) {
        self.status = status
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case status
        case continuationToken = "continuation_token"
    }
}
