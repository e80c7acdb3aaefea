#if canImport(ObjectiveC)
import Foundation

extension KiiUserBuilder {
    /// Calls ``init(identifier:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(builderWithIdentifier:password:)
    @discardableResult
    public class func objcBuilder(identifier: String, password: String) -> KiiUserBuilder? {
        KiiUserBuilder(identifier: identifier, password: password)
    }

    /// Calls ``init(email:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(builderWithEmail:password:)
    @discardableResult
    public class func objcBuilder(email: String, password: String) -> KiiUserBuilder {
        KiiUserBuilder(email: email, password: password)
    }

    /// Calls ``init(globalPhoneNumber:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(builderWithGlobalPhoneNumber:password:)
    @discardableResult
    public class func objcBuilder(globalPhoneNumber: String, password: String) -> KiiUserBuilder {
        KiiUserBuilder(globalPhoneNumber: globalPhoneNumber, password: password)
    }

    /// Calls ``init(localPhoneNumber:country:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(builderWithLocalPhoneNumber:country:password:)
    @discardableResult
    public class func objcBuilder(localPhoneNumber: String, country: String, password: String) -> KiiUserBuilder {
        KiiUserBuilder(localPhoneNumber: localPhoneNumber, country: country, password: password)
    }

    /// Calls ``init(username:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(builderWithUsername:password:)
    @discardableResult
    public class func objcBuilder(username: String, password: String) -> KiiUserBuilder {
        KiiUserBuilder(username: username, password: password)
    }

    /// Calls ``setEmail(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setEmail:)
    @discardableResult
    public func objcSetEmail(_ email: String?) -> Self {
        setEmail(email)
    }

    /// Calls ``setGlobalPhoneNumber(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setGlobalPhoneNumber:)
    @discardableResult
    public func objcSetGlobalPhoneNumber(_ phoneNumber: String?) -> Self {
        setGlobalPhoneNumber(phoneNumber)
    }

    /// Calls ``setLocalPhoneNumber(_:country:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setLocalPhoneNumber:country:)
    @discardableResult
    public func objcSetLocalPhoneNumber(_ phoneNumber: String?, country: String?) -> Self {
        setLocalPhoneNumber(phoneNumber, country: country)
    }

    /// Calls ``setUsername(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(setUsername:)
    @discardableResult
    public func objcSetUsername(_ username: String?) -> Self {
        setUsername(username)
    }

    /// Calls ``build()``.
    @available(swift, obsoleted: 1.0)
    @objc(build)
    @discardableResult
    public func objcBuild() -> KiiUser { build() }
}
#endif
