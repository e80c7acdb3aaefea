import HTTPTypes

/// The errors of Login with Amazon, with the texts that its clients compare.
package enum AmazonError {
    /// Returns the error for a missing or empty parameter.
    package static func missing(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "The request is missing a required parameter : \(name)")
    }

    /// Returns the error for an invalid parameter.
    package static func invalid(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "The request has an invalid parameter : \(name)")
    }

    /// The request is malformed or contradictory.
    package static let malformed = OAuthError(.invalidRequest, "Malformed request")

    /// The code is unknown, expired, used or was issued to another client, or the request does not match it.
    package static let invalidCode = OAuthError(
        .invalidGrant,
        "The request has an invalid grant parameter : \(ParameterName.code)"
    )

    /// The refresh token is invalid.
    package static let invalidRefreshToken = OAuthError(
        .invalidGrant,
        "The request has an invalid grant parameter : \(ParameterName.refreshToken)."
            + " User may have revoked or didn't grant the permission."
    )

    /// The code pair is unknown, used or expired.
    package static let invalidCodePair = OAuthError(
        .invalidCodePair,
        "The request has an invalid code pair. Ask for a new one."
    )

    package static let unsupportedGrantType = OAuthError(
        .unsupportedGrantType,
        "The authorization grant type is not supported by the authorization server"
    )

    /// The client is unknown or failed to authenticate.
    package static let invalidClient = OAuthError(.invalidClient, "Client authentication failed")

    package static let unknownScope = OAuthError(.invalidScope, "An unknown scope was requested")

    /// The user denied the request.
    package static let accessDenied = OAuthError(.accessDenied, "Access not permitted.")

    /// The access token is expired, revoked or malformed.
    package static let invalidToken = OAuthError(
        .invalidToken,
        "The request has an invalid parameter : \(ParameterName.accessToken)",
        status: .badRequest
    )

    /// The access token lacks a required scope.
    package static let insufficientScope = OAuthError(
        .insufficientScope,
        "The access token was not granted a scope of the profile.",
        status: .badRequest
    )

    /// Converts an error of the server to one of Login with Amazon.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - invalidGrant: The error for an invalid grant.
    /// - Returns: The error with Amazon's code and text, and the same status, `Retry-After` and challenge.
    package static func adapt(_ error: OAuthError, invalidGrant: OAuthError = invalidCode) -> OAuthError {
        var adapted = error
        switch error.code {
        case .invalidGrant, .expiredToken:
            adapted = invalidGrant
            adapted.sessionEnd = error.sessionEnd
        case .invalidClient: adapted.description = invalidClient.description
        case .invalidScope: adapted.description = unknownScope.description
        case .unsupportedGrantType: adapted.description = unsupportedGrantType.description
        case .accessDenied: adapted.description = accessDenied.description
        // The protocol has no proofs: a client whose tokens must be bound cannot use it.
        case .invalidDPoPProof: adapted.code = .invalidRequest
        case .serverError, .temporarilyUnavailable: adapted.code = .amazonServerError
        default: break
        }
        return adapted
    }

    // The errors shown on a page: the request cannot be answered by redirect.

    package static let unknownClient = OAuthError(.invalidClient, "Unknown client_id", status: .badRequest)

    package static let badRedirectURI = OAuthError(
        .invalidRedirectURI,
        "lwa-invalid-parameter-bad-redirect-uri-vendor"
    )

    package static let implicitGrant = OAuthError(
        .unsupportedResponseType,
        "lwa-invalid-parameter-unauthorized-implicit-grant-request:"
            + " Implicit Grant (response_type=token) is no longer supported."
    )
}

/// Login with Amazon.
extension OAuthErrorCode {
    /// The code pair is unknown, used or expired: the device must start again.
    public static let invalidCodePair = Self(rawValue: "invalid_code_pair")
    /// The server encountered an internal error or is overloaded; try again later.
    public static let amazonServerError = Self(rawValue: "ServerError")
}
