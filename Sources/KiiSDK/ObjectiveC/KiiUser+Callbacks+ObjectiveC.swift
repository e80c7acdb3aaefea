#if canImport(ObjectiveC)
public import Foundation

extension KiiUser {
    /// Calls ``authenticate(_:withPassword:andBlock:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(authenticate:withPassword:andDelegate:andCallback:)
    public class func objcAuthenticate(
        _ userIdentifier: String,
        withPassword password: String,
        andDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        authenticate(userIdentifier, withPassword: password, andBlock: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``authenticate(withLocalPhoneNumber:andPassword:andCountryCode:andBlock:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithLocalPhoneNumber:andPassword:andCountryCode:andDelegate:andCallback:)
    public class func objcAuthenticate(
        withLocalPhoneNumber localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String,
        andDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        authenticate(
            withLocalPhoneNumber: localPhoneNumber,
            andPassword: password,
            andCountryCode: countryCode,
            andBlock: KiiCallback(delegate, callback).userBlock
        )
    }

    /// Calls ``authenticate(withToken:andBlock:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithToken:andDelegate:andCallback:)
    public class func objcAuthenticate(
        withToken accessToken: String,
        andDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        authenticate(withToken: accessToken, andBlock: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``resetPassword(_:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(resetPassword:withDelegate:andCallback:)
    public class func objcResetPassword(_ id: String, withDelegate delegate: Any?, andCallback callback: Selector?) {
        resetPassword(id, with: KiiCallback(delegate, callback).errorBlock)
    }

    /// Calls ``find(byUsername:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByUsername:withDelegate:andCallback:)
    public class func objcFind(
        byUsername username: String,
        withDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        find(byUsername: username, with: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``find(byEmail:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByEmail:withDelegate:andCallback:)
    public class func objcFind(byEmail email: String, withDelegate delegate: Any?, andCallback callback: Selector?) {
        find(byEmail: email, with: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``find(byPhone:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByPhone:withDelegate:andCallback:)
    public class func objcFind(
        byPhone phoneNumber: String,
        withDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        find(byPhone: phoneNumber, with: KiiCallback(delegate, callback).userBlock)
    }
}

extension KiiUser {
    /// Calls ``performRegistration(_:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(performRegistration:withCallback:)
    public func objcPerformRegistration(_ delegate: Any?, withCallback callback: Selector?) {
        performRegistration(KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``refresh(_:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(refresh:withCallback:)
    public func objcRefresh(_ delegate: Any?, withCallback callback: Selector?) {
        refresh(KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``save(_:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -updateWithUserFields:block:.")
    @objc(save:withCallback:)
    public func objcSave(_ delegate: Any?, withCallback callback: Selector?) {
        save(KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``delete(_:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(delete:withCallback:)
    public func objcDelete(_ delegate: Any?, withCallback callback: Selector?) {
        delete(KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``updatePassword(_:to:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(updatePassword:to:withDelegate:andCallback:)
    public func objcUpdatePassword(
        _ password: String,
        to newPassword: String,
        withDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        updatePassword(password, to: newPassword, with: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``changeEmail(_:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(changeEmail:withDelegate:andCallback:)
    public func objcChangeEmail(_ newEmail: String, withDelegate delegate: Any?, andCallback callback: Selector?) {
        changeEmail(newEmail, with: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``changePhone(_:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(changePhone:withDelegate:andCallback:)
    public func objcChangePhone(
        _ newPhoneNumber: String,
        withDelegate delegate: Any?,
        andCallback callback: Selector?
    ) {
        changePhone(newPhoneNumber, with: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``verifyPhoneNumber(_:with:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(verifyPhoneNumber:withDelegate:andCallback:)
    public func objcVerifyPhoneNumber(_ code: String, withDelegate delegate: Any?, andCallback callback: Selector?) {
        verifyPhoneNumber(code, with: KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``resendEmailVerification(_:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(resendEmailVerification:andCallback:)
    public func objcResendEmailVerification(_ delegate: Any?, andCallback callback: Selector?) {
        resendEmailVerification(KiiCallback(delegate, callback).userBlock)
    }

    /// Calls ``resendPhoneNumberVerification(_:)``, then the delegate.
    @available(swift, obsoleted: 1.0)
    @objc(resendPhoneNumberVerification:andCallback:)
    public func objcResendPhoneNumberVerification(_ delegate: Any?, andCallback callback: Selector?) {
        resendPhoneNumberVerification(KiiCallback(delegate, callback).userBlock)
    }
}
#endif
