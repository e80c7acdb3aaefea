import GatehouseWire

/// What a refusal of the server means for a call.
struct Terms: Sendable {
    /// What is not the same for every call.
    var codes: [KiiErrorCode: ErrorCode]
    /// What a refusal means that the server has no known code for.
    var refusal = ErrorCode.invalidRequestData
}

extension Terms {
    static let usual = Terms(codes: [
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

    /// A token was handed in: whatever the server says against it, it is good for nothing here.
    static let tokenLogIn = Terms(
        codes: [
            .unauthorized: .invalidAccessToken, .userNotFound: .invalidAccessToken, .userDisabled: .invalidAccessToken,
            .invalidGrant: .invalidAccessToken, .badRequest: .invalidAccessToken,
        ],
        refusal: .invalidAccessToken
    )

    static let reset = Terms(codes: [
        .invalidVerificationCode: .invalidPinCode, .verificationCodeNotFound: .invalidPinCode,
    ])

    static let newEmail = Terms(codes: [
        .invalidInputData: .unableToUpdateEmail, .accountTypeNotSupported: .unableToUpdateEmail,
        .operationNotSupported: .unableToUpdateEmail,
    ])

    static let newPhone = Terms(codes: [
        .invalidInputData: .unableToUpdatePhoneNumber, .accountTypeNotSupported: .unableToUpdatePhoneNumber,
        .operationNotSupported: .unableToUpdatePhoneNumber,
    ])

    /// What the server does not take is the new password.
    static let newPassword = Terms(codes: [.invalidInputData: .invalidPasswordFormat])
}
