#if canImport(ObjectiveC)
import Foundation

extension KiiUser {
    /// Calls ``performRegistrationSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @objc(performRegistrationSynchronous:)
    public func objcPerformRegistrationSynchronous() throws { try performRegistrationSynchronous() }

    /// Calls ``performRegistration(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(performRegistrationWithBlock:)
    public func objcPerformRegistration(_ block: @escaping KiiUserBlock) {
        performRegistration(block)
    }

    /// Calls ``registerAsPseudoUserSynchronous(with:)``.
    @available(swift, obsoleted: 1.0)
    @objc(registerAsPseudoUserSynchronousWithUserFields:error:)
    @discardableResult
    public class func objcRegisterAsPseudoUserSynchronous(with fields: KiiUserFields?) throws -> KiiUser {
        try registerAsPseudoUserSynchronous(with: fields)
    }

    /// Calls ``registerAsPseudoUser(with:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(registerAsPseudoUserWithUserFields:block:)
    public class func objcRegisterAsPseudoUser(with fields: KiiUserFields?, block: @escaping KiiUserBlock) {
        registerAsPseudoUser(with: fields, block: block)
    }

    /// Calls ``putIdentityDataSynchronous(_:userFields:password:)``.
    @available(swift, obsoleted: 1.0)
    @objc(putIdentityDataSynchronous:userFields:password:error:)
    public func objcPutIdentityDataSynchronous(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String
    ) throws {
        try putIdentityDataSynchronous(data, userFields: fields, password: password)
    }

    /// Calls ``put(_:userFields:password:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(putIdentityData:userFields:password:block:)
    public func objcPut(
        _ data: KiiIdentityData,
        userFields fields: KiiUserFields?,
        password: String,
        block: @escaping KiiUserBlock
    ) {
        put(data, userFields: fields, password: password, block: block)
    }
}
#endif
