import Foundation
public import GatehouseWire

extension CannedAnswer {
    /// A refusal.
    ///
    /// - Parameters:
    ///   - code: Its `error`.
    ///   - number: The first of its `error_codes`; `nil` for none.
    ///   - suberror: Its `suberror`.
    ///   - text: What it says; the number, the trace and the time are put around that as Entra does.
    ///   - invalidAttributes: The names of attributes that it refuses.
    ///   - status: Its HTTP status.
    ///   - retryAfter: Seconds to wait before another try.
    /// - Returns: The answer.
    public static func refusal(
        _ code: OAuthErrorCode,
        _ number: Int? = nil,
        suberror: EntraSuberror? = nil,
        text: String = "The canned server refuses.",
        invalidAttributes: [String]? = nil,
        status: Int = 400,
        retryAfter: Int? = nil
    ) -> CannedAnswer {
        var error = EntraError(code, suberror: suberror, text: text, invalidAttributes: invalidAttributes)
        error.numbers = number.map { [$0] } ?? []
        return refusal(error, status: status, retryAfter: retryAfter) { _ in }
    }

    /// The sign-up needs a password next.
    public static let credentialRequired = refusal(
        EntraError(.credentialRequired, EntraErrorNumber.credentialRequired, text: "A password is needed.")
    ) { _ in }

    /// The sign-up needs attributes next.
    ///
    /// - Parameter names: Their names; each is a required text.
    /// - Returns: The answer.
    public static func attributesRequired(_ names: String...) -> CannedAnswer {
        let error = EntraError(.attributesRequired, EntraErrorNumber.attributesRequired, text: "Data is needed.")
        return refusal(error) { error in
            error.requiredAttributes = names.map {
                EntraRequiredAttribute(name: $0, type: EntraRequiredAttribute.string, isRequired: true, regex: "^.+$")
            }
        }
    }

    /// A refusal that carries a token for the next step.
    private static func refusal(
        _ error: EntraError,
        _ change: @escaping @Sendable (inout EntraError) -> Void
    ) -> CannedAnswer {
        refusal(error, status: 400, retryAfter: nil, goesOn: true, change)
    }

    private static func refusal(
        _ error: EntraError,
        status: Int,
        retryAfter: Int?,
        goesOn: Bool = false,
        _ change: @escaping @Sendable (inout EntraError) -> Void
    ) -> CannedAnswer {
        CannedAnswer(status, retryAfter: retryAfter) { context in
            var error = error
            change(&error)
            if goesOn { error.continuationToken = context.continuationToken }
            return EntraErrorBody(
                error,
                traceID: CannedNativeAuthAPI.traceID,
                correlationID: context.correlationID?.uuidString,
                timestamp: UnixTime(context.now)
            ).body()
        }
    }
}

/// The refusals that apps have to be prepared for.
extension CannedAnswer {
    /// A parameter is missing or malformed.
    public static let invalidRequest = refusal(.invalidRequest, 90_100)
    /// The address is not one.
    public static let invalidUsername = refusal(
        .invalidRequest,
        EntraErrorNumber.invalidParameter,
        text: "username parameter is empty or not valid."
    )
    /// The client is not an app, or not one of native authentication.
    public static let invalidClient = refusal(
        .invalidClient,
        EntraErrorNumber.nativeDisabled,
        suberror: .nativeDisabled
    )
    /// The client is not known.
    public static let unauthorizedClient = refusal(.unauthorizedClient, EntraErrorNumber.unknownClient)
    /// The client does not say that it can open a browser.
    public static let unsupportedChallengeType = refusal(
        .unsupportedChallengeType,
        EntraErrorNumber.invalidChallengeTypes
    )
    /// The flow took too long.
    public static let expiredToken = refusal(.expiredToken, EntraErrorNumber.expiredContinuationToken)
    /// The continuation token is not one.
    public static let invalidContinuationToken = refusal(
        .invalidRequest,
        EntraErrorNumber.invalidContinuationToken
    )
    /// The address has an account.
    public static let userAlreadyExists = refusal(.userAlreadyExists, EntraErrorNumber.userAlreadyExists)
    /// The address has no account.
    public static let userNotFound = refusal(.userNotFound, EntraErrorNumber.userNotFound)
    /// The account has no password.
    public static let userHasNoPassword = refusal(.invalidRequest, EntraErrorNumber.noPassword)
    /// The code is wrong.
    public static let invalidCode = refusal(.invalidGrant, EntraErrorNumber.invalidCode, suberror: .invalidCode)
    /// The password is wrong.
    public static let invalidPassword = refusal(.invalidGrant, EntraErrorNumber.invalidCredentials)
    /// The new password is too easily guessed.
    public static let passwordTooWeak = refusal(
        .invalidGrant,
        EntraErrorNumber.passwordTooWeak,
        suberror: .passwordTooWeak
    )
    /// The scope is not one.
    public static let invalidScope = refusal(.invalidScope, EntraErrorNumber.invalidScope)
    /// Something else that was given is not good.
    public static let invalidGrant = refusal(.invalidGrant, EntraErrorNumber.invalidGrant)
    /// No further code can be sent now.
    public static let tooManyCodes = refusal(.invalidRequest, EntraErrorNumber.tooManyCodes, retryAfter: 30)
    /// A second factor is needed.
    public static let mfaRequired = refusal(.invalidGrant, EntraErrorNumber.mfaRequired, suberror: .mfaRequired)
    /// A second factor has to be registered.
    public static let registrationRequired = refusal(
        .invalidGrant,
        EntraErrorNumber.mfaRequired,
        suberror: .registrationRequired
    )
    /// The server has failed.
    public static let serverError = refusal(.serverError, EntraErrorNumber.serverError, status: 500)
    /// The server has too much to do.
    public static let overloaded = refusal(
        .temporarilyUnavailable,
        EntraErrorNumber.overloaded,
        status: 503,
        retryAfter: 5
    )

    /// The attributes have values that they cannot have.
    ///
    /// - Parameter names: Their names.
    /// - Returns: The answer.
    public static func attributesInvalid(_ names: String...) -> CannedAnswer {
        refusal(
            .invalidGrant,
            EntraErrorNumber.attributesInvalid,
            suberror: .attributesInvalid,
            invalidAttributes: names
        )
    }
}
