import HTTPTypes

/// The refusals of Login with Amazon in the words that its clients look for.
package enum AmazonError {
    /// A parameter is missing or empty.
    package static func missing(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "The request is missing a required parameter : \(name)")
    }

    /// A parameter has a value that it cannot have.
    package static func invalid(_ name: ParameterName) -> OAuthError {
        OAuthError(.invalidRequest, "The request has an invalid parameter : \(name)")
    }

    /// The request cannot be read, or says something twice.
    package static let malformed = OAuthError(.invalidRequest, "Malformed request")

    /// The code is unknown, expired, used, or not this client's; or what came with it does not fit.
    package static let invalidCode = OAuthError(
        .invalidGrant,
        "The request has an invalid grant parameter : \(ParameterName.code)"
    )

    /// The refresh token is not good any more.
    package static let invalidRefreshToken = OAuthError(
        .invalidGrant,
        "The request has an invalid grant parameter : \(ParameterName.refreshToken)."
            + " User may have revoked or didn't grant the permission."
    )

    /// The pair of codes is unknown, used or over.
    package static let invalidCodePair = OAuthError(
        .invalidCodePair,
        "The request has an invalid code pair. Ask for a new one."
    )

    package static let unsupportedGrantType = OAuthError(
        .unsupportedGrantType,
        "The authorization grant type is not supported by the authorization server"
    )

    /// The client is unknown or did not authenticate as it must.
    package static let invalidClient = OAuthError(.invalidClient, "Client authentication failed")

    package static let unknownScope = OAuthError(.invalidScope, "An unknown scope was requested")

    /// The person refused.
    package static let accessDenied = OAuthError(.accessDenied, "Access not permitted.")

    /// The access token is expired, revoked or malformed.
    package static let invalidToken = OAuthError(
        .invalidToken,
        "The request has an invalid parameter : \(ParameterName.accessToken)",
        status: .badRequest
    )

    /// The access token does not reach this far.
    package static let insufficientScope = OAuthError(
        .insufficientScope,
        "The access token was not granted a scope of the profile.",
        status: .badRequest
    )

    /// A refusal of the server's own in Amazon's words.
    ///
    /// - Parameters:
    ///   - error: The refusal.
    ///   - invalidGrant: What is said of whatever was given in exchange for tokens.
    /// - Returns: The same with the code and the text that clients know; status, waiting time and challenge stay.
    package static func spell(_ error: OAuthError, invalidGrant: OAuthError = invalidCode) -> OAuthError {
        var spelled = error
        switch error.code {
        case .invalidGrant, .expiredToken: return invalidGrant
        case .invalidClient: spelled.description = invalidClient.description
        case .invalidScope: spelled.description = unknownScope.description
        case .unsupportedGrantType: spelled.description = unsupportedGrantType.description
        case .accessDenied: spelled.description = accessDenied.description
        case .serverError, .temporarilyUnavailable: spelled.code = .amazonServerError
        default: break
        }
        return spelled
    }

    // For pages: the request cannot be answered by redirect.

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
