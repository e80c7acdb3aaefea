import GatehouseWire

/// A mapping from the server's error codes to Kii's for a call.
struct ErrorMapping: Sendable {
    /// The codes that differ between calls.
    var codes: [KiiErrorCode: ErrorCode]
    /// The code for unknown errors.
    var fallback = ErrorCode.invalidRequestData
}

extension ErrorMapping {
    static let standard = ErrorMapping(codes: [
        .invalidGrant: .unableToAuthenticate,
        .invalidRequest: .invalidRequestData,
        .unsupportedGrantType: .invalidRequestData,
        .unauthorizedClient: .invalidRequestData,
        .passwordTooShort: .invalidPasswordFormat,
        .invalidInputData: .invalidRequestData,
        .invalidAccountStatus: .invalidUserStatus,
        .invalidJSON: .invalidRequestData,
        .missingData: .invalidRequestData,
        .noAccountProvided: .invalidRequestData,
        .accountTypeNotSupported: .invalidRequestData,
        .badRequest: .invalidRequestData,
        .unauthorized: .unauthorizedRequest,
        .wrongPassword: .unableToAuthenticate,
        .userDisabled: .unableToAuthenticate,
        .authenticationFailed: .unableToAuthenticate,
        .wrongToken: .invalidAccessToken,
        .wrongRefreshToken: .refreshFailed,
        .invalidVerificationCode: .unableToVerify,
        .appDisabled: .appNotFound,
        .operationNotSupported: .invalidRequestData,
        .userNotFound: .userNotFound,
        .appNotFound: .appNotFound,
        .userAddressNotFound: .invalidUserStatus,
        .verificationCodeNotFound: .unableToVerify,
        .userAlreadyExists: .duplicateEntry,
        .operationNotAllowed: .invalidUserStatus,
        .invalidStatus: .invalidUserStatus,
        .pinCodeExpired: .pinCodeIsExpired,
        .phoneVerificationCodeExpired: .unableToVerify,
        .tooManyRequests: .undefined,
        .undefinedError: .undefined,
        .temporarilyUnavailable: .undefined,
    ])

    /// Every rejection of an access token means that it is invalid.
    static let tokenLogIn = ErrorMapping(
        codes: [
            .unauthorized: .invalidAccessToken, .userNotFound: .invalidAccessToken, .userDisabled: .invalidAccessToken,
            .invalidGrant: .invalidAccessToken, .badRequest: .invalidAccessToken,
        ],
        fallback: .invalidAccessToken
    )

    static let reset = ErrorMapping(codes: [
        .invalidVerificationCode: .invalidPinCode, .verificationCodeNotFound: .invalidPinCode,
    ])

    static let newEmail = ErrorMapping(codes: [
        .invalidInputData: .unableToUpdateEmail, .accountTypeNotSupported: .unableToUpdateEmail,
        .operationNotSupported: .unableToUpdateEmail,
    ])

    static let newPhone = ErrorMapping(codes: [
        .invalidInputData: .unableToUpdatePhoneNumber, .accountTypeNotSupported: .unableToUpdatePhoneNumber,
        .operationNotSupported: .unableToUpdatePhoneNumber,
    ])

    /// The invalid value can only be the new password.
    static let newPassword = ErrorMapping(codes: [.invalidInputData: .invalidPasswordFormat])
}
