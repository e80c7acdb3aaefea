extension KiiError {
    /// The server does not take the access token: log in again.
    ///
    /// - Returns: 301.
    public class func codeInvalidAccessToken() -> Int { ErrorCode.invalidAccessToken.rawValue }

    /// The user or the password is wrong, or the user is disabled; which of them is not told.
    ///
    /// - Returns: 302.
    public class func codeUnableToAuthenticateUser() -> Int { ErrorCode.unableToAuthenticate.rawValue }

    /// That cannot be a password.
    ///
    /// - Returns: 304.
    public class func codeInvalidPasswordFormat() -> Int { ErrorCode.invalidPasswordFormat.rawValue }

    /// That is no e-mail address.
    ///
    /// - Returns: 305.
    public class func codeInvalidEmailFormat() -> Int { ErrorCode.invalidEmailFormat.rawValue }

    /// The object is not one this call works on.
    ///
    /// - Returns: 306.
    public class func codeInvalidUserObject() -> Int { ErrorCode.invalidUserObject.rawValue }

    /// That cannot be a user name.
    ///
    /// - Returns: 307.
    public class func codeInvalidUsername() -> Int { ErrorCode.invalidUsername.rawValue }

    /// That is no phone number.
    ///
    /// - Returns: 308.
    public class func codeInvalidPhoneFormat() -> Int { ErrorCode.invalidPhoneFormat.rawValue }

    /// The verification code is wrong or too old, or there is nothing to verify.
    ///
    /// - Returns: 309.
    public class func codeUnableToVerifyUser() -> Int { ErrorCode.unableToVerify.rawValue }

    /// That cannot be a display name.
    ///
    /// - Returns: 310.
    public class func codeInvalidDisplayName() -> Int { ErrorCode.invalidDisplayName.rawValue }

    /// The e-mail address could not be changed.
    ///
    /// - Returns: 311.
    public class func codeUnableToUpdateEmail() -> Int { ErrorCode.unableToUpdateEmail.rawValue }

    /// The phone number could not be changed.
    ///
    /// - Returns: 312.
    public class func codeUnableToUpdatePhoneNumber() -> Int { ErrorCode.unableToUpdatePhoneNumber.rawValue }

    /// That is neither a user name, nor an e-mail address, nor a phone number.
    ///
    /// - Returns: 313.
    public class func codeInvalidUserIdentifier() -> Int { ErrorCode.invalidUserIdentifier.rawValue }

    /// That is no country code.
    ///
    /// - Returns: 315.
    public class func codeInvalidCountryCode() -> Int { ErrorCode.invalidCountryCode.rawValue }

    /// That is no phone number in the spelling of a country.
    ///
    /// - Returns: 316.
    public class func codeInvalidLocalPhoneFormat() -> Int { ErrorCode.invalidLocalPhoneFormat.rawValue }

    /// The credentials of a social network are wrong; no call of this module says so.
    ///
    /// - Returns: 317.
    public class func codeInvalidCredentials() -> Int { ErrorCode.invalidCredentials.rawValue }

    /// There is no such user.
    ///
    /// - Returns: 324.
    public class func codeUserNotFound() -> Int { ErrorCode.userNotFound.rawValue }

    /// A phone number in the spelling of a country needs the country.
    ///
    /// - Returns: 326.
    public class func codeLocalPhoneRequiresCountryCode() -> Int { ErrorCode.localPhoneRequiresCountryCode.rawValue }

    /// The call works on the user who is logged in alone.
    ///
    /// - Returns: 327.
    public class func codeNonLoggedInUserIsNotAllowed() -> Int { ErrorCode.notLoggedIn.rawValue }

    /// The call does not work on a pseudo user.
    ///
    /// - Returns: 328.
    public class func codePseudoUserIsNotAllowed() -> Int { ErrorCode.pseudoUserIsNotAllowed.rawValue }

    /// The user has no verified address for this, or nothing left to verify.
    ///
    /// - Returns: 329.
    public class func codeInvalidUserStatus() -> Int { ErrorCode.invalidUserStatus.rawValue }

    /// The access token has run out and could not be renewed.
    ///
    /// - Returns: 330.
    public class func codeRefreshTokenFailed() -> Int { ErrorCode.refreshFailed.rawValue }

    /// Nobody is stored on this device.
    ///
    /// - Returns: 331.
    public class func codeValidStoredUserNotFound() -> Int { ErrorCode.nothingStored.rawValue }

    /// Nobody is logged in.
    ///
    /// - Returns: 340.
    public class func codeLoginRequired() -> Int { ErrorCode.loginRequired.rawValue }

    /// The code for a new password is wrong.
    ///
    /// - Returns: 341.
    public class func codeInvalidPinCode() -> Int { ErrorCode.invalidPinCode.rawValue }

    /// A password is missing.
    ///
    /// - Returns: 342.
    public class func codePasswordRequired() -> Int { ErrorCode.passwordRequired.rawValue }

    /// The new password is the old one.
    ///
    /// - Returns: 343.
    public class func codeNewPasswordIsSameAsOldOne() -> Int { ErrorCode.newPasswordIsOldOne.rawValue }

    /// The code for a new password is too old.
    ///
    /// - Returns: 344.
    public class func codePINCodeIsExpired() -> Int { ErrorCode.pinCodeIsExpired.rawValue }
}
