#if canImport(ObjectiveC)
public import Foundation

extension KiiUser {
    /// Calls ``changeEmailSynchronous(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(changeEmailSynchronous:withError:)
    public func objcChangeEmailSynchronous(_ newEmail: String) throws {
        try changeEmailSynchronous(newEmail)
    }

    /// Calls ``changeEmail(_:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(changeEmail:withBlock:)
    public func objcChangeEmail(_ newEmail: String, with block: @escaping KiiUserBlock) {
        changeEmail(newEmail, with: block)
    }

    /// Calls ``changePhoneSynchronous(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(changePhoneSynchronous:withError:)
    public func objcChangePhoneSynchronous(_ newPhoneNumber: String) throws {
        try changePhoneSynchronous(newPhoneNumber)
    }

    /// Calls ``changePhone(_:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(changePhone:withBlock:)
    public func objcChangePhone(_ newPhoneNumber: String, with block: @escaping KiiUserBlock) {
        changePhone(newPhoneNumber, with: block)
    }

    /// Calls ``verifyPhoneNumberSynchronous(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(verifyPhoneNumberSynchronous:error:)
    public func objcVerifyPhoneNumberSynchronous(_ code: String) throws {
        try verifyPhoneNumberSynchronous(code)
    }

    /// Calls ``verifyPhoneNumber(_:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(verifyPhoneNumber:withBlock:)
    public func objcVerifyPhoneNumber(_ code: String, with block: @escaping KiiUserBlock) {
        verifyPhoneNumber(code, with: block)
    }

    /// Calls ``verifyPhoneNumber(withCode:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -verifyPhoneNumberSynchronous:error:.")
    @objc(verifyPhoneNumber:withCode:)
    @discardableResult
    public func objcVerifyPhoneNumber(_ error: NSErrorPointer, withCode code: String) -> Bool {
        unsafe KiiCallback.succeeds(error) { try verifyPhoneNumber(withCode: code) }
    }

    /// Calls ``resendEmailVerificationSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @objc(resendEmailVerificationSynchronous:)
    public func objcResendEmailVerificationSynchronous() throws { try resendEmailVerificationSynchronous() }

    /// Calls ``resendEmailVerification(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(resendEmailVerificationWithBlock:)
    public func objcResendEmailVerification(_ block: @escaping KiiUserBlock) {
        resendEmailVerification(block)
    }

    /// Calls ``resendPhoneNumberVerificationSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @objc(resendPhoneNumberVerificationSynchronous:)
    public func objcResendPhoneNumberVerificationSynchronous() throws { try resendPhoneNumberVerificationSynchronous() }

    /// Calls ``resendPhoneNumberVerification(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(resendPhoneNumberVerificationWithBlock:)
    public func objcResendPhoneNumberVerification(_ block: @escaping KiiUserBlock) {
        resendPhoneNumberVerification(block)
    }
}
#endif
