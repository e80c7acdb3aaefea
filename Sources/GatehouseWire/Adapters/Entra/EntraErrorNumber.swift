/// The numbers in `error_codes` that this server sends or clients evaluate; other servers may send others.
package enum EntraErrorNumber {
    /// The address or password is incorrect.
    package static let invalidCredentials = 50_126
    /// The account does not exist.
    package static let userNotFound = 50_034
    /// The account has no password to reset.
    package static let noPassword = 500_222
    /// An account with this address already exists.
    package static let userAlreadyExists = 1_003_037
    /// The authorization requires a proof of the user's identity first.
    package static let insufficientAuthorization = 500_127
    /// The new password of a reset was rejected; in interactions.
    package static let newPasswordRejected = 120_002
    /// Attributes or the password of a new account were rejected; in interactions.
    package static let attributesRejected = 1_002_027
    /// A parameter is missing or invalid.
    package static let invalidParameter = 90_100
    /// The listed challenge types are insufficient or unknown.
    package static let invalidChallengeTypes = 901_007
    /// The tenant does not exist.
    package static let invalidTenant = 90_002
    /// The client does not exist.
    package static let unknownClient = 700_016
    /// The client is confidential, but a public client is required.
    package static let confidentialClient = 550_022
    /// The client is not enabled for native authentication.
    package static let nativeDisabled = 550_021
    /// The origin of the page is not registered for the client.
    package static let unknownOrigin = 9_002_326
    /// The continuation token is not valid for this endpoint.
    package static let invalidContinuationToken = 55_200
    /// The continuation token has expired.
    package static let expiredContinuationToken = 552_003
    /// A password is required.
    package static let credentialRequired = 55_103
    /// Attributes are required.
    package static let attributesRequired = 55_106
    /// Attributes have invalid values.
    package static let attributesInvalid = 55_107
    /// The address must be verified first.
    package static let verificationRequired = 55_108
    /// The code is incorrect.
    package static let invalidCode = 50_181
    /// The code has expired.
    package static let expiredCode = 50_182
    /// A code was sent recently, or too many codes were sent.
    package static let tooManyCodes = 701_014
    /// Too many attempts.
    package static let locked = 50_053
    /// The account is disabled.
    package static let accountDisabled = 50_057
    /// The password must be reset first.
    package static let passwordResetRequired = 50_142
    /// A second factor is required.
    package static let mfaRequired = 50_076
    /// A method for a second factor must be registered.
    package static let registrationRequired = 50_072
    /// The address or number of a registration is invalid.
    package static let invalidContact = 901_001
    /// Fraud protection blocks the contact.
    package static let blockedByReputation = 550_024
    /// The password is too easy to guess.
    package static let passwordTooWeak = 399_246
    /// The password is too short.
    package static let passwordTooShort = 399_247
    /// The password is too long.
    package static let passwordTooLong = 399_248
    /// The password is too common.
    package static let passwordBanned = 399_249
    /// The password contains invalid characters.
    package static let passwordInvalid = 399_250
    /// A scope is unknown or not registered for the client.
    package static let invalidScope = 70_011
    /// The grant type is not supported.
    package static let unsupportedGrantType = 70_003
    /// The authorization code or device code is invalid or has expired.
    package static let invalidGrant = 70_000
    /// The refresh token is invalid or has expired.
    package static let invalidRefreshToken = 700_082
    /// The authorization is still pending.
    package static let authorizationPending = 70_016
    /// The user denied the request.
    package static let accessDenied = 70_018
    /// The device code has expired.
    package static let expiredDeviceCode = 70_020
    /// Client authentication failed.
    package static let invalidClient = 7_000_215
    /// The client is not authorized to use this grant type.
    package static let unauthorizedClient = 700_024
    /// The server is overloaded.
    package static let overloaded = 90_033
    /// The server encountered an internal error.
    package static let serverError = 90_020
}
