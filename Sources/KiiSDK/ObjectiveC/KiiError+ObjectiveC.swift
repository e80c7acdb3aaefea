#if canImport(ObjectiveC)
public import Foundation

extension KiiError {
    /// The value of ``errorDomain``.
    @available(swift, obsoleted: 1.0)
    @objc(errorDomain)
    public class var objcErrorDomain: String { errorDomain }

    /// Calls ``error(withCode:userInfo:)``.
    @available(swift, obsoleted: 1.0)
    @objc(errorWithCode:userInfo:)
    @discardableResult
    public class func objcError(withCode code: Int, userInfo: [AnyHashable: Any]?) -> any Error {
        error(withCode: code, userInfo: userInfo)
    }
}

extension KiiError {
    /// Calls ``codeInvalidApplication()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidApplication)
    public class func objcCodeInvalidApplication() -> Int { codeInvalidApplication() }

    /// Calls ``codeAppNotFound()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeAppNotFound)
    public class func objcCodeAppNotFound() -> Int { codeAppNotFound() }

    /// Calls ``codeUndefinedError()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUndefinedError)
    public class func objcCodeUndefinedError() -> Int { codeUndefinedError() }

    /// Calls ``codeUnableToConnectToInternet()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnableToConnectToInternet)
    public class func objcCodeUnableToConnectToInternet() -> Int { codeUnableToConnectToInternet() }

    /// Calls ``codeUnableToParseResponse()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnableToParseResponse)
    public class func objcCodeUnableToParseResponse() -> Int { codeUnableToParseResponse() }

    /// Calls ``codeUnauthorizedRequest()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnauthorizedRequest)
    public class func objcCodeUnauthorizedRequest() -> Int { codeUnauthorizedRequest() }

    /// Calls ``codeInvalidRequestData()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidRequestData)
    public class func objcCodeInvalidRequestData() -> Int { codeInvalidRequestData() }

    /// Calls ``codeInvalidAccessToken()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidAccessToken)
    public class func objcCodeInvalidAccessToken() -> Int { codeInvalidAccessToken() }

    /// Calls ``codeUnableToAuthenticateUser()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnableToAuthenticateUser)
    public class func objcCodeUnableToAuthenticateUser() -> Int { codeUnableToAuthenticateUser() }

    /// Calls ``codeInvalidPasswordFormat()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidPasswordFormat)
    public class func objcCodeInvalidPasswordFormat() -> Int { codeInvalidPasswordFormat() }

    /// Calls ``codeInvalidEmailFormat()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidEmailFormat)
    public class func objcCodeInvalidEmailFormat() -> Int { codeInvalidEmailFormat() }

    /// Calls ``codeInvalidUserObject()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidUserObject)
    public class func objcCodeInvalidUserObject() -> Int { codeInvalidUserObject() }

    /// Calls ``codeInvalidUsername()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidUsername)
    public class func objcCodeInvalidUsername() -> Int { codeInvalidUsername() }

    /// Calls ``codeInvalidPhoneFormat()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidPhoneFormat)
    public class func objcCodeInvalidPhoneFormat() -> Int { codeInvalidPhoneFormat() }

    /// Calls ``codeUnableToVerifyUser()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnableToVerifyUser)
    public class func objcCodeUnableToVerifyUser() -> Int { codeUnableToVerifyUser() }

    /// Calls ``codeInvalidDisplayName()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidDisplayName)
    public class func objcCodeInvalidDisplayName() -> Int { codeInvalidDisplayName() }

    /// Calls ``codeUnableToUpdateEmail()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnableToUpdateEmail)
    public class func objcCodeUnableToUpdateEmail() -> Int { codeUnableToUpdateEmail() }

    /// Calls ``codeUnableToUpdatePhoneNumber()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnableToUpdatePhoneNumber)
    public class func objcCodeUnableToUpdatePhoneNumber() -> Int { codeUnableToUpdatePhoneNumber() }

    /// Calls ``codeInvalidUserIdentifier()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidUserIdentifier)
    public class func objcCodeInvalidUserIdentifier() -> Int { codeInvalidUserIdentifier() }

    /// Calls ``codeInvalidCountryCode()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidCountryCode)
    public class func objcCodeInvalidCountryCode() -> Int { codeInvalidCountryCode() }

    /// Calls ``codeInvalidLocalPhoneFormat()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidLocalPhoneFormat)
    public class func objcCodeInvalidLocalPhoneFormat() -> Int { codeInvalidLocalPhoneFormat() }

    /// Calls ``codeInvalidCredentials()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidCredentials)
    public class func objcCodeInvalidCredentials() -> Int { codeInvalidCredentials() }

    /// Calls ``codeUserNotFound()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUserNotFound)
    public class func objcCodeUserNotFound() -> Int { codeUserNotFound() }

    /// Calls ``codeLocalPhoneRequiresCountryCode()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeLocalPhoneRequiresCountryCode)
    public class func objcCodeLocalPhoneRequiresCountryCode() -> Int { codeLocalPhoneRequiresCountryCode() }

    /// Calls ``codeNonLoggedInUserIsNotAllowed()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeNonLoggedInUserIsNotAllowed)
    public class func objcCodeNonLoggedInUserIsNotAllowed() -> Int { codeNonLoggedInUserIsNotAllowed() }

    /// Calls ``codePseudoUserIsNotAllowed()``.
    @available(swift, obsoleted: 1.0)
    @objc(codePseudoUserIsNotAllowed)
    public class func objcCodePseudoUserIsNotAllowed() -> Int { codePseudoUserIsNotAllowed() }

    /// Calls ``codeInvalidUserStatus()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidUserStatus)
    public class func objcCodeInvalidUserStatus() -> Int { codeInvalidUserStatus() }

    /// Calls ``codeRefreshTokenFailed()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeRefreshTokenFailed)
    public class func objcCodeRefreshTokenFailed() -> Int { codeRefreshTokenFailed() }

    /// Calls ``codeValidStoredUserNotFound()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeValidStoredUserNotFound)
    public class func objcCodeValidStoredUserNotFound() -> Int { codeValidStoredUserNotFound() }

    /// Calls ``codeLoginRequired()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeLoginRequired)
    public class func objcCodeLoginRequired() -> Int { codeLoginRequired() }

    /// Calls ``codeInvalidPinCode()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidPinCode)
    public class func objcCodeInvalidPinCode() -> Int { codeInvalidPinCode() }

    /// Calls ``codePasswordRequired()``.
    @available(swift, obsoleted: 1.0)
    @objc(codePasswordRequired)
    public class func objcCodePasswordRequired() -> Int { codePasswordRequired() }

    /// Calls ``codeNewPasswordIsSameAsOldOne()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeNewPasswordIsSameAsOldOne)
    public class func objcCodeNewPasswordIsSameAsOldOne() -> Int { codeNewPasswordIsSameAsOldOne() }

    /// Calls ``codePINCodeIsExpired()``.
    @available(swift, obsoleted: 1.0)
    @objc(codePINCodeIsExpired)
    public class func objcCodePINCodeIsExpired() -> Int { codePINCodeIsExpired() }

    /// Calls ``codeDuplicateEntry()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeDuplicateEntry)
    public class func objcCodeDuplicateEntry() -> Int { codeDuplicateEntry() }

    /// Calls ``codeInvalidAttributeKey()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidAttributeKey)
    public class func objcCodeInvalidAttributeKey() -> Int { codeInvalidAttributeKey() }

    /// Calls ``codeInvalidURI()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeInvalidURI)
    public class func objcCodeInvalidURI() -> Int { codeInvalidURI() }

    /// Calls ``codeDateNotFuture()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeDateNotFuture)
    public class func objcCodeDateNotFuture() -> Int { codeDateNotFuture() }

    /// Calls ``codeIntervalZero()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeIntervalZero)
    public class func objcCodeIntervalZero() -> Int { codeIntervalZero() }

    /// Calls ``codeNonRefreshToken()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeNonRefreshToken)
    public class func objcCodeNonRefreshToken() -> Int { codeNonRefreshToken() }

    /// Calls ``codeUnexpectedKeyChainError()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeUnexpectedKeyChainError)
    public class func objcCodeUnexpectedKeyChainError() -> Int { codeUnexpectedKeyChainError() }

    /// Calls ``codeFailedToUnarchived()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeFailedToUnarchived)
    public class func objcCodeFailedToUnarchived() -> Int { codeFailedToUnarchived() }

    /// Calls ``codeFailedToArchived()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeFailedToArchived)
    public class func objcCodeFailedToArchived() -> Int { codeFailedToArchived() }

    /// Calls ``codeNonKeychainItemFound()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeNonKeychainItemFound)
    public class func objcCodeNonKeychainItemFound() -> Int { codeNonKeychainItemFound() }

    /// Calls ``codeKeyChainAccessIsNotAllowed()``.
    @available(swift, obsoleted: 1.0)
    @objc(codeKeyChainAccessIsNotAllowed)
    public class func objcCodeKeyChainAccessIsNotAllowed() -> Int { codeKeyChainAccessIsNotAllowed() }
}

extension NSError {
    /// Calls ``kiiErrorSummary()``.
    @available(swift, obsoleted: 1.0)
    @objc(kiiErrorSummary)
    @discardableResult
    public func objcKiiErrorSummary() -> String? { kiiErrorSummary() }

    /// Calls ``kiiErrorMessage()``.
    @available(swift, obsoleted: 1.0)
    @objc(kiiErrorMessage)
    @discardableResult
    public func objcKiiErrorMessage() -> String? { kiiErrorMessage() }

    /// Calls ``kiiHttpStatus()``.
    @available(swift, obsoleted: 1.0)
    @objc(kiiHttpStatus)
    @discardableResult
    public func objcKiiHttpStatus() -> Int { kiiHttpStatus() }
}
#endif
