#if canImport(ObjectiveC)
import Foundation

extension KiiUser {
    /// Calls ``init(username:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithUsername:andPassword:)
    @discardableResult
    public class func objcUser(username: String, andPassword: String) -> KiiUser {
        KiiUser(username: username, andPassword: andPassword)
    }

    /// Calls ``init(phoneNumber:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithPhoneNumber:andPassword:)
    @discardableResult
    public class func objcUser(phoneNumber: String, andPassword: String) -> KiiUser {
        KiiUser(phoneNumber: phoneNumber, andPassword: andPassword)
    }

    /// Calls ``init(emailAddress:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithEmailAddress:andPassword:)
    @discardableResult
    public class func objcUser(emailAddress: String, andPassword: String) -> KiiUser {
        KiiUser(emailAddress: emailAddress, andPassword: andPassword)
    }

    /// Calls ``init(username:andPhoneNumber:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithUsername:andPhoneNumber:andPassword:)
    @discardableResult
    public class func objcUser(username: String, andPhoneNumber: String, andPassword: String) -> KiiUser {
        KiiUser(username: username, andPhoneNumber: andPhoneNumber, andPassword: andPassword)
    }

    /// Calls ``init(username:andEmailAddress:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithUsername:andEmailAddress:andPassword:)
    @discardableResult
    public class func objcUser(username: String, andEmailAddress: String, andPassword: String) -> KiiUser {
        KiiUser(username: username, andEmailAddress: andEmailAddress, andPassword: andPassword)
    }

    /// Calls ``init(emailAddress:andPhoneNumber:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithEmailAddress:andPhoneNumber:andPassword:)
    @discardableResult
    public class func objcUser(emailAddress: String, andPhoneNumber: String, andPassword: String) -> KiiUser {
        KiiUser(emailAddress: emailAddress, andPhoneNumber: andPhoneNumber, andPassword: andPassword)
    }

    /// Calls ``init(username:andEmailAddress:andPhoneNumber:andPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithUsername:andEmailAddress:andPhoneNumber:andPassword:)
    @discardableResult
    public class func objcUser(
        username: String,
        andEmailAddress: String,
        andPhoneNumber: String,
        andPassword: String
    ) -> KiiUser {
        KiiUser(
            username: username,
            andEmailAddress: andEmailAddress,
            andPhoneNumber: andPhoneNumber,
            andPassword: andPassword
        )
    }

    /// Calls ``init(uri:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithURI:)
    @discardableResult
    public class func objcUser(uri: String) -> KiiUser {
        KiiUser(uri: uri)
    }

    /// Calls ``init(id:)``.
    @available(swift, obsoleted: 1.0)
    @objc(userWithID:)
    @discardableResult
    public class func objcUser(id: String) -> KiiUser {
        KiiUser(id: id)
    }
}
#endif
