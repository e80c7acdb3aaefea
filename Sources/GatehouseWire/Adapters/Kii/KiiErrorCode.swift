package import HTTPTypes

/// An error code of Kii; other servers may send codes that are not listed here.
package struct KiiErrorCode: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension KiiErrorCode {
    // The codes of OAuth, which have their own body format.
    /// The user name, password or other grant is invalid; the response does not disclose which.
    package static let invalidGrant = Self(rawValue: "invalid_grant")
    package static let invalidRequest = Self(rawValue: "invalid_request")
    package static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
    package static let unauthorizedClient = Self(rawValue: "unauthorized_client")

    package static let passwordTooShort = Self(rawValue: "PASSWORD_TOO_SHORT")
    package static let invalidInputData = Self(rawValue: "INVALID_INPUT_DATA")
    package static let invalidAccountStatus = Self(rawValue: "INVALID_ACCOUNT_STATUS")
    package static let invalidJSON = Self(rawValue: "INVALID_JSON")
    package static let missingData = Self(rawValue: "MISSING_DATA")
    package static let noAccountProvided = Self(rawValue: "NO_ACCOUNT_PROVIDED")
    package static let accountTypeNotSupported = Self(rawValue: "ACCOUNT_TYPE_NOT_SUPPORTED")
    package static let badRequest = Self(rawValue: "BAD_REQUEST")
    package static let unauthorized = Self(rawValue: "UNAUTHORIZED")
    package static let wrongPassword = Self(rawValue: "WRONG_PASSWORD")
    package static let userDisabled = Self(rawValue: "USER_DISABLED")
    package static let authenticationFailed = Self(rawValue: "AUTHENTICATION_FAILED")
    package static let wrongToken = Self(rawValue: "WRONG_TOKEN")
    package static let wrongRefreshToken = Self(rawValue: "WRONG_REFRESH_TOKEN")
    package static let invalidVerificationCode = Self(rawValue: "INVALID_VERIFICATION_CODE")
    package static let appDisabled = Self(rawValue: "APP_DISABLED")
    package static let operationNotSupported = Self(rawValue: "OPERATION_NOT_SUPPORTED")
    package static let notFound = Self(rawValue: "NOT_FOUND")
    package static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    package static let appNotFound = Self(rawValue: "APP_NOT_FOUND")
    package static let userAddressNotFound = Self(rawValue: "USER_ADDRESS_NOT_FOUND")
    package static let verificationCodeNotFound = Self(rawValue: "VERIFICATION_CODE_NOT_FOUND")
    package static let methodNotAllowed = Self(rawValue: "METHOD_NOT_ALLOWED")
    package static let userAlreadyExists = Self(rawValue: "USER_ALREADY_EXISTS")
    package static let operationNotAllowed = Self(rawValue: "OPERATION_NOT_ALLOWED")
    package static let invalidStatus = Self(rawValue: "INVALID_STATUS")
    package static let pinCodeExpired = Self(rawValue: "PIN_CODE_EXPIRED")
    package static let phoneVerificationCodeExpired = Self(rawValue: "PHONE_NUMBER_VERIFICATION_CODE_EXPIRED")
    package static let requestTooLarge = Self(rawValue: "REQUEST_ENTITY_TOO_LARGE")
    package static let unsupportedMediaType = Self(rawValue: "UNSUPPORTED_MEDIA_TYPE")
    package static let tooManyRequests = Self(rawValue: "TOO_MANY_REQUESTS")
    package static let undefinedError = Self(rawValue: "UNDEFINED_ERROR")
    package static let temporarilyUnavailable = Self(rawValue: "TEMPORARY_UNAVAILABLE_ERROR")
}

extension KiiErrorCode {
    /// The HTTP status of the error.
    package var status: HTTPResponse.Status { Self.table[self]?.status ?? .badRequest }

    /// The exception name in the media type; `nil` for OAuth errors and codes that are not listed here.
    package var exception: String? { Self.table[self]?.exception }

    /// Creates a code from an exception name, for bodies without a code.
    package init?(exception: String) {
        guard let row = Self.table.first(where: { $0.value.exception == exception }) else { return nil }
        self = row.key
    }

    private static let table: [Self: (status: HTTPResponse.Status, exception: String?)] = [
        .invalidGrant: (.badRequest, nil),
        .invalidRequest: (.badRequest, nil),
        .unsupportedGrantType: (.badRequest, nil),
        .unauthorizedClient: (.badRequest, nil),
        .passwordTooShort: (.badRequest, "PasswordTooShortException"),
        .invalidInputData: (.badRequest, "ValidationException"),
        .invalidAccountStatus: (.badRequest, "InvalidAccountStatusException"),
        .invalidJSON: (.badRequest, "InvalidJsonException"),
        .missingData: (.badRequest, "MissingDataException"),
        .noAccountProvided: (.badRequest, "NoAccountProvidedException"),
        .accountTypeNotSupported: (.badRequest, "AccountTypeNotSupportedException"),
        .badRequest: (.badRequest, "BadRequestException"),
        .unauthorized: (.unauthorized, "UnauthorizedAccessException"),
        .wrongPassword: (.unauthorized, "WrongPasswordException"),
        .userDisabled: (.unauthorized, "UserDisabledException"),
        .authenticationFailed: (.unauthorized, "AuthenticationFailedException"),
        .wrongToken: (.forbidden, "WrongTokenException"),
        .wrongRefreshToken: (.forbidden, "WrongRefreshTokenException"),
        .invalidVerificationCode: (.forbidden, "InvalidVerificationCodeException"),
        .appDisabled: (.forbidden, "AppDisabledException"),
        .operationNotSupported: (.forbidden, "OperationNotSupportedException"),
        .notFound: (.notFound, "NotFoundException"),
        .userNotFound: (.notFound, "UserNotFoundException"),
        .appNotFound: (.notFound, "AppNotFoundException"),
        .userAddressNotFound: (.notFound, "UserWithoutAddressException"),
        .verificationCodeNotFound: (.notFound, "VerificationCodeNotFoundException"),
        .methodNotAllowed: (.methodNotAllowed, "MethodNotAllowedException"),
        .userAlreadyExists: (.conflict, "UserAlreadyExistsException"),
        .operationNotAllowed: (.conflict, "OperationNotAllowedException"),
        .invalidStatus: (.conflict, "InvalidStatusException"),
        .pinCodeExpired: (.gone, "PINCodeExpiredException"),
        .phoneVerificationCodeExpired: (.gone, "PhoneNumberVerificationCodeExpiredException"),
        .requestTooLarge: (.contentTooLarge, "RequestEntityTooLargeException"),
        .unsupportedMediaType: (.unsupportedMediaType, "UnsupportedMediaTypeException"),
        .tooManyRequests: (.tooManyRequests, "TooManyRequestsException"),
        .undefinedError: (.internalServerError, "UndefinedErrorException"),
        .temporarilyUnavailable: (.serviceUnavailable, "TemporaryUnavailableException"),
    ]
}

/// A type of user name in selectors and errors.
package struct KiiAccountType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let email = Self(rawValue: "EMAIL")
    package static let phone = Self(rawValue: "PHONE")
    package static let loginName = Self(rawValue: "LOGIN_NAME")
}
