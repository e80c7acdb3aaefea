#if canImport(ObjectiveC)
import Foundation

extension KiiUser {
    /// Calls ``find(byUsernameSynchronous:)``.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByUsernameSynchronous:withError:)
    @discardableResult
    public class func objcFind(byUsernameSynchronous username: String) throws -> KiiUser {
        try find(byUsernameSynchronous: username)
    }

    /// Calls ``find(byUsername:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByUsername:withBlock:)
    public class func objcFind(byUsername username: String, with block: @escaping KiiUserBlock) {
        find(byUsername: username, with: block)
    }

    /// Calls ``find(byEmailSynchronous:)``.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByEmailSynchronous:withError:)
    @discardableResult
    public class func objcFind(byEmailSynchronous email: String) throws -> KiiUser {
        try find(byEmailSynchronous: email)
    }

    /// Calls ``find(byEmail:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByEmail:withBlock:)
    public class func objcFind(byEmail email: String, with block: @escaping KiiUserBlock) {
        find(byEmail: email, with: block)
    }

    /// Calls ``find(byPhoneSynchronous:)``.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByPhoneSynchronous:withError:)
    @discardableResult
    public class func objcFind(byPhoneSynchronous phoneNumber: String) throws -> KiiUser {
        try find(byPhoneSynchronous: phoneNumber)
    }

    /// Calls ``find(byPhone:with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(findUserByPhone:withBlock:)
    public class func objcFind(byPhone phoneNumber: String, with block: @escaping KiiUserBlock) {
        find(byPhone: phoneNumber, with: block)
    }
}
#endif
