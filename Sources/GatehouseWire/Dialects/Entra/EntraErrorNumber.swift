/// The numbers in `error_codes`, as far as this server sends them or its clients decide on them.
///
/// A server may send any other.
package enum EntraErrorNumber {
    /// The address and the password do not belong together.
    package static let invalidCredentials = 50_126
    /// There is no such account.
    package static let userNotFound = 50_034
    /// The account has no password to reset.
    package static let noPassword = 500_222
    /// The address is taken.
    package static let userAlreadyExists = 1_003_037
    /// A parameter is missing, or has a value that it cannot have.
    package static let invalidParameter = 90_100
    /// What the client lists is not enough, or not known.
    package static let invalidChallengeTypes = 901_007
    /// There is no such tenant.
    package static let invalidTenant = 90_002
    /// There is no such client.
    package static let unknownClient = 700_016
    /// The client keeps a secret, so it is not an app.
    package static let confidentialClient = 550_022
    /// The client is not one of native authentication.
    package static let nativeDisabled = 550_021
    /// The page's origin is not one of the client's.
    package static let unknownOrigin = 9_002_326
    /// The continuation token is not good here.
    package static let invalidContinuationToken = 55_200
    /// The continuation token has expired.
    package static let expiredContinuationToken = 552_003
    /// A password is needed to go on.
    package static let credentialRequired = 55_103
    /// Attributes are needed to go on.
    package static let attributesRequired = 55_106
    /// Attributes have values that they cannot have.
    package static let attributesInvalid = 55_107
    /// The address has to be proven first.
    package static let verificationRequired = 55_108
    /// The code is wrong.
    package static let invalidCode = 50_181
    /// The code is over.
    package static let expiredCode = 50_182
    /// A code was sent a moment ago, or too many were.
    package static let tooManyCodes = 701_014
    /// Tried too often.
    package static let locked = 50_053
    /// An operator shut the account out.
    package static let accountDisabled = 50_057
    /// The password has to be reset first.
    package static let passwordResetRequired = 50_142
    /// A second factor is needed.
    package static let mfaRequired = 50_076
    /// The password is too easily guessed.
    package static let passwordTooWeak = 399_246
    /// The password is too short.
    package static let passwordTooShort = 399_247
    /// The password is too long.
    package static let passwordTooLong = 399_248
    /// The password is one that everybody uses.
    package static let passwordBanned = 399_249
    /// The password has characters that it may not have.
    package static let passwordInvalid = 399_250
    /// A scope is unknown, or not the client's.
    package static let invalidScope = 70_011
    /// There is no such grant.
    package static let unsupportedGrantType = 70_003
    /// The authorization code or device code is not good, or not any more.
    package static let invalidGrant = 70_000
    /// The refresh token is not good any more.
    package static let invalidRefreshToken = 700_082
    /// The person has not decided yet.
    package static let authorizationPending = 70_016
    /// The person refused.
    package static let accessDenied = 70_018
    /// The code that a device waits with is over.
    package static let expiredDeviceCode = 70_020
    /// The client did not authenticate as it must.
    package static let invalidClient = 7_000_215
    /// The client may not use this grant.
    package static let unauthorizedClient = 700_024
    /// The server has too much to do.
    package static let overloaded = 90_033
    /// Something went wrong inside the server.
    package static let serverError = 90_020
}
