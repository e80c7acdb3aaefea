import Foundation
public import GatehouseWire

extension StubResponse {
    /// The description of an error response.
    public static let rejection = "The stub server rejects the request."

    /// Returns an error response.
    ///
    /// - Parameters:
    ///   - code: The value of `error`.
    ///   - number: The first value of `error_codes`; `nil` for none.
    ///   - suberror: The value of `suberror`.
    ///   - text: The description, to which the number, trace and time are added as Entra does.
    ///   - status: The HTTP status.
    ///   - retryAfter: The value of `Retry-After` in seconds.
    /// - Returns: The response.
    public static func failure(
        _ code: OAuthErrorCode,
        _ number: Int? = nil,
        suberror: EntraSuberror? = nil,
        text: String = rejection,
        status: Int = 400,
        retryAfter: Int? = nil
    ) -> StubResponse {
        var error = EntraError(code, suberror: suberror, text: text)
        error.numbers = number.map { [$0] } ?? []
        return failure(error, status: status, retryAfter: retryAfter) { _ in }
    }

    /// The sign-up requires a password next.
    public static let credentialRequired = failure(
        EntraError(.credentialRequired, EntraErrorNumber.credentialRequired, text: "A password is needed.")
    ) { _ in }

    /// Returns the response of a sign-up that requires attributes next.
    ///
    /// - Parameter names: The names; each attribute is a required text.
    /// - Returns: The response.
    public static func attributesRequired(_ names: String...) -> StubResponse {
        let error = EntraError(.attributesRequired, EntraErrorNumber.attributesRequired, text: "Data is needed.")
        return failure(error) { error in
            error.requiredAttributes = names.map {
                RequestedAttribute(name: $0, type: RequestedAttribute.string, isRequired: true, regex: "^.+$")
            }
        }
    }

    /// Returns an error response with a continuation token for the next step.
    private static func failure(
        _ error: EntraError,
        _ change: @escaping @Sendable (inout EntraError) -> Void
    ) -> StubResponse {
        failure(error, status: 400, retryAfter: nil, continuesFlow: true, change)
    }

    private static func failure(
        _ error: EntraError,
        status: Int,
        retryAfter: Int?,
        continuesFlow: Bool = false,
        _ change: @escaping @Sendable (inout EntraError) -> Void
    ) -> StubResponse {
        StubResponse(status, retryAfter: retryAfter) { context in
            var error = error
            change(&error)
            if continuesFlow { error.continuationToken = context.continuationToken }
            return EntraErrorBody(
                error,
                traceID: StubNativeAuthServer.traceID,
                correlationID: context.correlationID?.uuidString,
                timestamp: UnixTime(context.now)
            ).body()
        }
    }
}

/// The errors that apps must handle.
extension StubResponse {
    /// A parameter is missing or malformed.
    public static let invalidRequest = failure(.invalidRequest, 90_100)
    /// The username is not a valid address.
    public static let invalidUsername = failure(
        .invalidRequest,
        EntraErrorNumber.invalidParameter,
        text: "username parameter is empty or not valid."
    )
    /// The client is not registered for native authentication.
    public static let invalidClient = failure(
        .invalidClient,
        EntraErrorNumber.nativeDisabled,
        suberror: .nativeDisabled
    )
    /// The client is unknown.
    public static let unauthorizedClient = failure(.unauthorizedClient, EntraErrorNumber.unknownClient)
    /// The client does not support the challenge type `redirect`.
    public static let unsupportedChallengeType = failure(
        .unsupportedChallengeType,
        EntraErrorNumber.invalidChallengeTypes
    )
    /// The continuation token has expired.
    public static let expiredToken = failure(.expiredToken, EntraErrorNumber.expiredContinuationToken)
    /// The continuation token is invalid.
    public static let invalidContinuationToken = failure(
        .invalidRequest,
        EntraErrorNumber.invalidContinuationToken
    )
    /// An account with this address already exists.
    public static let userAlreadyExists = failure(.userAlreadyExists, EntraErrorNumber.userAlreadyExists)
    /// No account has this address.
    public static let userNotFound = failure(.userNotFound, EntraErrorNumber.userNotFound)
    /// The account has no password.
    public static let passwordNotSet = failure(.invalidRequest, EntraErrorNumber.noPassword)
    /// The code is incorrect.
    public static let invalidCode = failure(.invalidGrant, EntraErrorNumber.invalidCode, suberror: .invalidCode)
    /// The password is incorrect.
    public static let invalidPassword = failure(.invalidGrant, EntraErrorNumber.invalidCredentials)
    /// The new password is too weak.
    public static let passwordTooWeak = failure(
        .invalidGrant,
        EntraErrorNumber.passwordTooWeak,
        suberror: .passwordTooWeak
    )
    /// The scope is invalid.
    public static let invalidScope = failure(.invalidScope, EntraErrorNumber.invalidScope)
    /// The grant is invalid for another reason.
    public static let invalidGrant = failure(.invalidGrant, EntraErrorNumber.invalidGrant)
    /// The limit for codes is reached.
    public static let tooManyCodes = failure(.invalidRequest, EntraErrorNumber.tooManyCodes, retryAfter: 30)
    /// A second factor is required.
    public static let mfaRequired = failure(
        EntraError(.invalidGrant, EntraErrorNumber.mfaRequired, suberror: .mfaRequired, text: rejection)
    ) { _ in }
    /// The enrolment of a second factor is required.
    public static let registrationRequired = failure(
        EntraError(
            .invalidGrant,
            EntraErrorNumber.registrationRequired,
            suberror: .registrationRequired,
            text: rejection
        )
    ) { _ in }
    /// The contact of a new second factor is not valid.
    public static let invalidContact = failure(.invalidRequest, EntraErrorNumber.invalidContact)
    /// The server sends no codes to this contact.
    public static let contactBlocked = failure(
        .accessDenied,
        EntraErrorNumber.blockedByReputation,
        suberror: .blockedByReputation
    )
    /// The server failed.
    public static let serverError = failure(.serverError, EntraErrorNumber.serverError, status: 500)
    /// The server is overloaded.
    public static let overloaded = failure(
        .temporarilyUnavailable,
        EntraErrorNumber.overloaded,
        status: 503,
        retryAfter: 5
    )

    /// Returns the response for invalid attribute values.
    ///
    /// - Parameter names: The names of the attributes.
    /// - Returns: The response.
    public static func attributesInvalid(_ names: String...) -> StubResponse {
        let error = EntraError(
            .invalidGrant,
            EntraErrorNumber.attributesInvalid,
            suberror: .attributesInvalid,
            text: rejection,
            invalidAttributes: names
        )
        return failure(error, status: 400, retryAfter: nil) { _ in }
    }
}
