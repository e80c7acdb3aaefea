public import Foundation

/// The codes of this module's errors.
///
/// Every error is an `NSError` with the domain ``errorDomain`` and one of these codes. Its `userInfo` always has a
/// string for `description` and, for errors sent by the server, the error code for `server_code`, the message for
/// `server_message` and the status for `http_status`.
public final class KiiError: NSObject {
    /// The domain of every error of this module.
    ///
    /// Kii did not document its own.
    public static let errorDomain: String = "KiiErrorDomain"

    private override init() {
        super.init()
    }

    /// Creates an error like those of this module.
    ///
    /// - Parameters:
    ///   - code: The code, such as ``codeInvalidAccessToken()``.
    ///   - userInfo: Further information. A `description` is added if it has none.
    /// - Returns: An `NSError`.
    public class func error(withCode code: Int, userInfo: [AnyHashable: Any]?) -> any Error {
        var named: [String: Any] = [:]
        for (key, value) in userInfo ?? [:] {
            if let name = key.base as? String { named[name] = value }
        }
        return NSError(kii: code, named)
    }
}

extension KiiError {
    /// Returns the code for a missing or invalid configuration with `Kii.begin`.
    ///
    /// - Returns: 101.
    public class func codeInvalidApplication() -> Int { ErrorCode.invalidApplication.rawValue }

    /// Returns the code for an application that the server does not know.
    ///
    /// - Returns: 102.
    public class func codeAppNotFound() -> Int { ErrorCode.appNotFound.rawValue }

    /// Returns the code for a server failure, rate limiting, or an error without a code of its own.
    ///
    /// - Returns: 103.
    public class func codeUndefinedError() -> Int { ErrorCode.undefined.rawValue }

    /// Returns the code for an unreachable server: the same call may succeed later.
    ///
    /// - Returns: 201.
    public class func codeUnableToConnectToInternet() -> Int { ErrorCode.unableToConnect.rawValue }

    /// Returns the code for a response that does not follow the protocol.
    ///
    /// - Returns: 202.
    public class func codeUnableToParseResponse() -> Int { ErrorCode.unableToParseResponse.rawValue }

    /// Returns the code for a token that does not permit the operation.
    ///
    /// - Returns: 203.
    public class func codeUnauthorizedRequest() -> Int { ErrorCode.unauthorizedRequest.rawValue }

    /// Returns the code for data that the server rejects.
    ///
    /// - Returns: 204.
    public class func codeInvalidRequestData() -> Int { ErrorCode.invalidRequestData.rawValue }
}

extension KiiError {
    /// Returns the code for an access token that the server rejects: log in again.
    ///
    /// - Returns: 301.
    public class func codeInvalidAccessToken() -> Int { ErrorCode.invalidAccessToken.rawValue }

    /// Returns the code for an incorrect identifier or password, or a disabled user, without distinction.
    ///
    /// - Returns: 302.
    public class func codeUnableToAuthenticateUser() -> Int { ErrorCode.unableToAuthenticate.rawValue }

    /// Returns the code for an invalid password.
    ///
    /// - Returns: 304.
    public class func codeInvalidPasswordFormat() -> Int { ErrorCode.invalidPasswordFormat.rawValue }

    /// Returns the code for an invalid email address.
    ///
    /// - Returns: 305.
    public class func codeInvalidEmailFormat() -> Int { ErrorCode.invalidEmailFormat.rawValue }

    /// Returns the code for an object that the call does not support.
    ///
    /// - Returns: 306.
    public class func codeInvalidUserObject() -> Int { ErrorCode.invalidUserObject.rawValue }

    /// Returns the code for an invalid username.
    ///
    /// - Returns: 307.
    public class func codeInvalidUsername() -> Int { ErrorCode.invalidUsername.rawValue }

    /// Returns the code for an invalid phone number.
    ///
    /// - Returns: 308.
    public class func codeInvalidPhoneFormat() -> Int { ErrorCode.invalidPhoneFormat.rawValue }

    /// Returns the code for an incorrect or expired verification code, or if no verification is pending.
    ///
    /// - Returns: 309.
    public class func codeUnableToVerifyUser() -> Int { ErrorCode.unableToVerify.rawValue }

    /// Returns the code for an invalid display name.
    ///
    /// - Returns: 310.
    public class func codeInvalidDisplayName() -> Int { ErrorCode.invalidDisplayName.rawValue }

    /// Returns the code for an email address that could not be changed.
    ///
    /// - Returns: 311.
    public class func codeUnableToUpdateEmail() -> Int { ErrorCode.unableToUpdateEmail.rawValue }

    /// Returns the code for a phone number that could not be changed.
    ///
    /// - Returns: 312.
    public class func codeUnableToUpdatePhoneNumber() -> Int { ErrorCode.unableToUpdatePhoneNumber.rawValue }

    /// Returns the code for an identifier that is neither a username, an email address nor a phone number.
    ///
    /// - Returns: 313.
    public class func codeInvalidUserIdentifier() -> Int { ErrorCode.invalidUserIdentifier.rawValue }

    /// Returns the code for an invalid country code.
    ///
    /// - Returns: 315.
    public class func codeInvalidCountryCode() -> Int { ErrorCode.invalidCountryCode.rawValue }

    /// Returns the code for an invalid phone number in national format.
    ///
    /// - Returns: 316.
    public class func codeInvalidLocalPhoneFormat() -> Int { ErrorCode.invalidLocalPhoneFormat.rawValue }

    /// Returns the code for invalid social network credentials.
    ///
    /// Never reported by this module.
    ///
    /// - Returns: 317.
    public class func codeInvalidCredentials() -> Int { ErrorCode.invalidCredentials.rawValue }

    /// Returns the code for a user that does not exist.
    ///
    /// - Returns: 324.
    public class func codeUserNotFound() -> Int { ErrorCode.userNotFound.rawValue }

    /// Returns the code for a phone number in national format without a country.
    ///
    /// - Returns: 326.
    public class func codeLocalPhoneRequiresCountryCode() -> Int { ErrorCode.localPhoneRequiresCountryCode.rawValue }

    /// Returns the code for a call that requires this user to be logged in.
    ///
    /// - Returns: 327.
    public class func codeNonLoggedInUserIsNotAllowed() -> Int { ErrorCode.notLoggedIn.rawValue }

    /// Returns the code for a call that does not support pseudo users.
    ///
    /// - Returns: 328.
    public class func codePseudoUserIsNotAllowed() -> Int { ErrorCode.pseudoUserIsNotAllowed.rawValue }

    /// Returns the code for a user without the verified address that the call requires, or without a pending
    /// verification.
    ///
    /// - Returns: 329.
    public class func codeInvalidUserStatus() -> Int { ErrorCode.invalidUserStatus.rawValue }

    /// Returns the code for an expired access token that could not be refreshed.
    ///
    /// - Returns: 330.
    public class func codeRefreshTokenFailed() -> Int { ErrorCode.refreshFailed.rawValue }

    /// Returns the code for a device without a stored user.
    ///
    /// - Returns: 331.
    public class func codeValidStoredUserNotFound() -> Int { ErrorCode.nothingStored.rawValue }

    /// Returns the code for a call without a logged-in user.
    ///
    /// - Returns: 340.
    public class func codeLoginRequired() -> Int { ErrorCode.loginRequired.rawValue }

    /// Returns the code for an incorrect password reset code.
    ///
    /// - Returns: 341.
    public class func codeInvalidPinCode() -> Int { ErrorCode.invalidPinCode.rawValue }

    /// Returns the code for a missing password.
    ///
    /// - Returns: 342.
    public class func codePasswordRequired() -> Int { ErrorCode.passwordRequired.rawValue }

    /// Returns the code for a new password that equals the current one.
    ///
    /// - Returns: 343.
    public class func codeNewPasswordIsSameAsOldOne() -> Int { ErrorCode.newPasswordIsOldOne.rawValue }

    /// Returns the code for an expired password reset code.
    ///
    /// - Returns: 344.
    public class func codePINCodeIsExpired() -> Int { ErrorCode.pinCodeIsExpired.rawValue }
}

extension KiiError {
    /// Returns the code for a username or address that belongs to another user.
    ///
    /// - Returns: 503.
    public class func codeDuplicateEntry() -> Int { ErrorCode.duplicateEntry.rawValue }

    /// Returns the code for an invalid name of a custom field.
    ///
    /// - Returns: 508.
    public class func codeInvalidAttributeKey() -> Int { ErrorCode.invalidAttributeKey.rawValue }

    /// Returns the code for an invalid user URI.
    ///
    /// - Returns: 511.
    public class func codeInvalidURI() -> Int { ErrorCode.invalidURI.rawValue }

    /// Returns the code for a date in the past.
    ///
    /// - Returns: 521.
    public class func codeDateNotFuture() -> Int { ErrorCode.dateNotFuture.rawValue }

    /// Returns the code for an interval of zero.
    ///
    /// Never reported by this module.
    ///
    /// - Returns: 522.
    public class func codeIntervalZero() -> Int { ErrorCode.intervalZero.rawValue }

    /// Returns the code for a missing refresh token.
    ///
    /// - Returns: 523.
    public class func codeNonRefreshToken() -> Int { ErrorCode.noRefreshToken.rawValue }

    /// Returns the code for a token store that could not be read or written.
    ///
    /// - Returns: 1201.
    public class func codeUnexpectedKeyChainError() -> Int { ErrorCode.storeUnavailable.rawValue }

    /// Returns the code for a corrupt token store.
    ///
    /// - Returns: 1202.
    public class func codeFailedToUnarchived() -> Int { ErrorCode.storeDamaged.rawValue }

    /// Returns the code for a user that could not be archived.
    ///
    /// Never reported by this module.
    ///
    /// - Returns: 1203.
    public class func codeFailedToArchived() -> Int { ErrorCode.archivingFailed.rawValue }

    /// Returns the code for an empty token store.
    ///
    /// This module reports 331 instead.
    ///
    /// - Returns: 1204.
    public class func codeNonKeychainItemFound() -> Int { ErrorCode.noStoredItem.rawValue }

    /// Returns the code for a token store that is not accessible, for example before the device was unlocked.
    ///
    /// - Returns: 1205.
    public class func codeKeyChainAccessIsNotAllowed() -> Int { ErrorCode.storeDenied.rawValue }
}
