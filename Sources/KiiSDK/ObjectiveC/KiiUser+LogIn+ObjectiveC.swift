#if canImport(ObjectiveC)
import Foundation

extension KiiUser {
    /// Calls ``authenticateSynchronous(_:withPassword:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateSynchronous:withPassword:andError:)
    @discardableResult
    public class func objcAuthenticateSynchronous(
        _ userIdentifier: String,
        withPassword password: String
    ) throws -> KiiUser {
        try authenticateSynchronous(userIdentifier, withPassword: password)
    }

    /// Calls ``authenticate(_:withPassword:andBlock:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticate:withPassword:andBlock:)
    public class func objcAuthenticate(
        _ userIdentifier: String,
        withPassword password: String,
        andBlock block: @escaping KiiUserBlock
    ) {
        authenticate(userIdentifier, withPassword: password, andBlock: block)
    }

    /// Calls ``authenticate(withLocalPhoneNumberSynchronous:andPassword:andCountryCode:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithLocalPhoneNumberSynchronous:andPassword:andCountryCode:andError:)
    @discardableResult
    public class func objcAuthenticate(
        withLocalPhoneNumberSynchronous localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String
    ) throws -> KiiUser {
        try authenticate(
            withLocalPhoneNumberSynchronous: localPhoneNumber,
            andPassword: password,
            andCountryCode: countryCode
        )
    }

    /// Calls ``authenticate(withLocalPhoneNumber:andPassword:andCountryCode:andBlock:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithLocalPhoneNumber:andPassword:andCountryCode:andBlock:)
    public class func objcAuthenticate(
        withLocalPhoneNumber localPhoneNumber: String,
        andPassword password: String,
        andCountryCode countryCode: String,
        andBlock block: @escaping KiiUserBlock
    ) {
        authenticate(
            withLocalPhoneNumber: localPhoneNumber,
            andPassword: password,
            andCountryCode: countryCode,
            andBlock: block
        )
    }

    /// Calls ``authenticateWithStoredCredentialsSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithStoredCredentialsSynchronous:)
    @discardableResult
    public class func objcAuthenticateWithStoredCredentialsSynchronous() throws -> KiiUser {
        try authenticateWithStoredCredentialsSynchronous()
    }

    /// Calls ``authenticate(storedCredentials:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithStoredCredentials:)
    public class func objcAuthenticate(storedCredentials block: @escaping KiiUserBlock) {
        authenticate(storedCredentials: block)
    }
}
#endif
