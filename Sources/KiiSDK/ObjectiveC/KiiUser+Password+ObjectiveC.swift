#if canImport(ObjectiveC)
public import Foundation

extension KiiUser {
    /// Calls ``updatePasswordSynchronous(_:newPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(updatePasswordSynchronous:newPassword:error:)
    public func objcUpdatePasswordSynchronous(_ password: String, newPassword: String) throws {
        try updatePasswordSynchronous(password, newPassword: newPassword)
    }

    /// Calls ``updatePassword(_:to:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(updatePassword:to:withBlock:)
    public func objcUpdatePassword(_ password: String, to newPassword: String, with block: @escaping KiiUserBlock) {
        updatePassword(password, to: newPassword, with: block)
    }

    /// Calls ``updatePasswordSynchronous(from:to:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -updatePasswordSynchronous:newPassword:error:.")
    @objc(updatePasswordSynchronous:from:to:)
    @discardableResult
    public func objcUpdatePasswordSynchronous(
        _ error: NSErrorPointer,
        from password: String,
        to newPassword: String
    ) -> Bool {
        unsafe KiiCallback.succeeds(error) { try updatePasswordSynchronous(from: password, to: newPassword) }
    }

    /// Calls ``resetPasswordSynchronous(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(resetPasswordSynchronous:error:)
    public class func objcResetPasswordSynchronous(_ id: String) throws {
        try resetPasswordSynchronous(id)
    }

    /// Calls ``resetPassword(_:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(resetPassword:withBlock:)
    public class func objcResetPassword(_ id: String, with block: @escaping KiiErrorBlock) {
        resetPassword(id, with: block)
    }

    /// Calls ``resetPasswordSynchronous(_:notificationMethod:)``.
    @available(swift, obsoleted: 1.0)
    @objc(resetPasswordSynchronous:notificationMethod:error:)
    public class func objcResetPasswordSynchronous(
        _ id: String,
        notificationMethod method: KiiNotificationMethod
    ) throws {
        try resetPasswordSynchronous(id, notificationMethod: method)
    }

    /// Calls ``resetPassword(_:notificationMethod:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(resetPassword:notificationMethod:block:)
    public class func objcResetPassword(
        _ id: String,
        notificationMethod method: KiiNotificationMethod,
        block: @escaping KiiErrorBlock
    ) {
        resetPassword(id, notificationMethod: method, block: block)
    }

    /// Calls ``resetPasswordSynchronous(withUserIdentifier:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use +resetPasswordSynchronous:error:.")
    @objc(resetPasswordSynchronous:withUserIdentifier:)
    @discardableResult
    public class func objcResetPasswordSynchronous(
        _ error: NSErrorPointer,
        withUserIdentifier userIdentifier: String
    ) -> Bool {
        unsafe KiiCallback.succeeds(error) { try resetPasswordSynchronous(withUserIdentifier: userIdentifier) }
    }

    /// Calls ``completeResetPasswordSynchronous(_:pinCode:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(completeResetPasswordSynchronous:pinCode:password:error:)
    public class func objcCompleteResetPasswordSynchronous(_ id: String, pinCode: String, password: String?) throws {
        try completeResetPasswordSynchronous(id, pinCode: pinCode, password: password)
    }

    /// Calls ``completeResetPassword(_:pinCode:password:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(completeResetPassword:pinCode:password:block:)
    public class func objcCompleteResetPassword(
        _ id: String,
        pinCode: String,
        password: String?,
        block: @escaping KiiErrorBlock
    ) {
        completeResetPassword(id, pinCode: pinCode, password: password, block: block)
    }
}
#endif
